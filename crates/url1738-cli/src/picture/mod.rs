//! One URL drawn so that it can be understood without the RFC.
//!
//! The picture is created once, as data. [`text`] and [`svg`] draw it.

mod comparison;
mod dialogue;
mod meaning;
mod model;
pub(crate) mod svg;
pub(crate) mod text;

pub(crate) use comparison::Comparison;
pub(crate) use model::{MAX_LEN, Picture};
