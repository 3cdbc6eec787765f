//! One line of an input.

use core::fmt::Display;
use std::sync::Arc;

use url1738::{Error, Url};

/// A line as the input gives it, without what ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// Counted from 1 in its file; for arguments, which one it is.
    pub(crate) number: u64,
    /// Where it begins in its chunk.
    pub(crate) start: usize,
    /// Its bytes.
    pub(crate) bytes: &'a [u8],
    /// The same as text, where it is UTF-8.
    pub(crate) text: Option<&'a str>,
    /// The number of the chunk that it is in: with `number` it tells which of two lines comes first.
    pub(crate) chunk: u64,
    /// Where it comes from.
    pub(crate) origin: &'a Origin,
}

impl<'a> Line<'a> {
    /// One value of the command line.
    pub(crate) fn single(number: u64, bytes: &'a [u8], origin: &'a Origin) -> Self {
        Self { number, start: 0, bytes, text: core::str::from_utf8(bytes).ok(), chunk: 0, origin }
    }

    /// Reads it as a URL.
    pub(crate) fn parse(&self) -> Result<Url<&'a str>, Error> {
        match self.text {
            Some(text) => Url::parse(text),
            None => Url::parse_bytes(self.bytes),
        }
    }
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
