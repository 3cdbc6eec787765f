//! A line of an input.

use std::sync::Arc;

use url1738::{Error, Span, Url, syntax::part::FRAGMENT};

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
    /// The text after the first `#`, with `--references`: it is not part of the URL.
    pub(crate) fragment: Option<&'a [u8]>,
    /// Whether `bytes` may have a fragment: an invalid one, so that a report shows its place, or any that a repair may change.
    pub(crate) is_reference: bool,
}

impl<'a> Line<'a> {
    /// Wraps a value of the command line.
    pub(crate) fn single(number: u64, bytes: &'a [u8], origin: &'a Origin) -> Self {
        let text = core::str::from_utf8(bytes).ok();
        let (fragment, is_reference) = (None, false);
        Self { number, bytes, text, chunk: 0, origin, fragment, is_reference }
    }

    /// Returns the line as a reference: without its fragment, if that is valid.
    pub(crate) fn reference(self) -> Self {
        let mut halves = self.bytes.splitn(2, |byte| *byte == b'#');
        let (Some(bytes), Some(fragment)) = (halves.next(), halves.next()) else { return self };
        if FRAGMENT.class().run(fragment) < fragment.len() {
            return Self { is_reference: true, ..self };
        }
        let text = self.text.and_then(|text| text.get(..bytes.len()));
        Self { bytes, text, fragment: Some(fragment), ..self }
    }

    /// Returns the column of the beginning of a span, in bytes from 1.
    pub(crate) fn column(&self, span: Span) -> u64 {
        u64::from(span.start) + 1
    }

    /// Parses the line as a URL.
    pub(crate) fn parse(&self) -> Result<Url<&'a str>, Error> {
        match self.text {
            Some(text) if self.is_reference => Url::parse_reference(text).map(|(url, _)| url),
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
