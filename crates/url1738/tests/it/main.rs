//! The tests of the family over all schemes, a file a subject.

mod allocations;
mod examples;
mod plans;
