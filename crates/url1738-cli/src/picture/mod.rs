//! One line drawn so that it can be understood without the RFC.
//!
//! The picture is created once, as data. [`text`], [`json`] and [`svg`] draw it.

mod comparison;
mod dialogue;
mod json;
mod layout;
mod meaning;
mod model;
pub(crate) mod svg;
pub(crate) mod text;
mod whatwg;
mod window;

pub(crate) use comparison::Comparison;
pub(crate) use json::Explained;
pub(crate) use model::Picture;
