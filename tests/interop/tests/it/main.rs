//! Tests without an installed server: the executor sends what the plan contains.

mod recorded;
