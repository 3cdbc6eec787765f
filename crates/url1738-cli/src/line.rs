//! A line of an input.

use std::sync::Arc;

use url1738::{Error, Span, Url};

/// A line of an input, without its line ending.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The number of the line in its file, or of the argument, from 1.
    pub(crate) number: u64,
    pub(crate) bytes: &'a [u8],
    /// The bytes as text if they are UTF-8.
    pub(crate) text: Option<&'a str>,
    /// The sequence number of the chunk. Chunk and `number` together give the order of lines.
    pub(crate) chunk: u64,
    pub(crate) origin: &'a Origin,
}

impl<'a> Line<'a> {
    /// Wraps a value of the command line.
    pub(crate) fn single(number: u64, bytes: &'a [u8], origin: &'a Origin) -> Self {
        Self { number, bytes, text: core::str::from_utf8(bytes).ok(), chunk: 0, origin }
    }

    /// Returns the column of the beginning of a span, in bytes from 1.
    pub(crate) fn column(&self, span: Span) -> u64 {
        u64::from(span.start) + 1
    }

    /// Parses the line as a URL.
    pub(crate) fn parse(&self) -> Result<Url<&'a str>, Error> {
        match self.text {
            Some(text) => Url::parse(text),
            None => Url::parse_bytes(self.bytes),
        }
    }
}

/// The source of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The command line.
    Arguments,
    /// A file or stdin, with the name to show.
    File(Arc<str>),
}

impl Origin {
    /// Returns the name of the file, or `None` for arguments.
    pub(crate) fn known_file(&self) -> Option<&str> {
        match self {
            Self::Arguments => None,
            Self::File(name) => Some(name),
        }
    }

    /// Returns the name to show.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Arguments => "argument",
            Self::File(name) => name,
        }
    }
}
