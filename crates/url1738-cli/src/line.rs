//! One line of an input.

use core::fmt::Display;
use std::sync::Arc;

/// A line as the input gives it, without what ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// Counted from 1 in its file; for arguments, which one it is.
    pub(crate) number: u64,
    /// Its bytes.
    pub(crate) bytes: &'a [u8],
    /// Where it comes from.
    pub(crate) origin: &'a Origin,
}

/// Where lines come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The command line.
    Arguments,
    /// A file, or standard input, by the name to show.
    File(Arc<str>),
}

impl Origin {
    /// The cell of a table: empty for arguments.
    pub(crate) fn cell(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Arguments => cell(&""),
            Self::File(name) => cell(name),
        }
    }

    /// The name to show.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Arguments => "argument",
            Self::File(name) => name,
        }
    }
}
