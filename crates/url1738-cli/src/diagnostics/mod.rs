//! Reports, hints and suggestions, and the text in them made safe to show.

pub(crate) mod message;
mod palette;
mod report;
pub(crate) mod sanitized;
pub(crate) mod suggest;

pub(crate) use palette::{Palette, palette, success};
pub(crate) use report::{Cut, LONGEST_URL, Report};
pub(crate) use sanitized::{Passwords, Sanitized, argument};
