//! Counts of a list of URLs, and their page.
//!
//! The summary is created once, as data: sections of rows. Each format writes it.

mod counts;
mod html;
mod model;
mod names;
mod write;

pub(crate) use counts::{Counts, Shared};
pub(crate) use html::{Run, date, write_page};
pub(crate) use model::Summary;
pub(crate) use names::Names;
pub(crate) use write::write;
