//! The tests of the crate, a file a subject.

mod vectors;
