//! What can be proved without an installed server: the executor sends what the plan says.

mod recorded;
