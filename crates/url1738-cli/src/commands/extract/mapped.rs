//! Decoded text that knows which bytes of the file each of its bytes comes from.

use core::ops::Range;

/// The bytes of the file that a byte of the text comes from: three for `=3D`, two for a letter of EUC-JP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) start: usize,
    len: u32,
}

impl Source {
    pub(super) fn new(start: usize, end: usize) -> Self {
        Self { start, len: u32::try_from(end - start).unwrap_or(u32::MAX) }
    }

    pub(super) const fn end(self) -> usize {
        self.start + self.len as usize
    }

    /// Returns the source of a character that begins with this byte and ends with another.
    pub(super) fn to(self, last: Self) -> Self {
        Self::new(self.start, last.end().max(self.start))
    }
}

/// A text in UTF-8 with the source of each byte. It takes seventeen bytes for one, so texts are decoded in pieces.
#[derive(Debug, Default)]
pub(super) struct Mapped {
    pub(super) bytes: Vec<u8>,
    /// As many as `bytes`.
    sources: Vec<Source>,
}

impl Mapped {
    /// Returns a text as it is in the file from an offset on.
    pub(super) fn same(raw: &[u8], offset: usize) -> Self {
        let sources = (offset..).take(raw.len()).map(|at| Source { start: at, len: 1 }).collect();
        Self { bytes: raw.to_vec(), sources }
    }

    pub(super) fn push(&mut self, byte: u8, source: Source) {
        self.bytes.push(byte);
        self.sources.push(source);
    }

    /// Adds characters that come from one source.
    pub(super) fn push_str(&mut self, text: &str, source: Source) {
        text.bytes().for_each(|byte| self.push(byte, source));
    }

    /// Returns the bytes of a piece of the text.
    #[expect(clippy::indexing_slicing, reason = "callers pass a range of this text")]
    pub(super) fn iter(&self, piece: Range<usize>) -> impl Iterator<Item = (u8, Source)> {
        // INVARIANT: there are as many sources as bytes.
        let bytes = self.bytes[piece.clone()].iter().copied();
        bytes.zip(self.sources[piece].iter().copied())
    }

    /// Adds a piece of another text.
    #[expect(clippy::indexing_slicing, reason = "callers pass a range of the other text")]
    pub(super) fn extend(&mut self, other: &Self, piece: Range<usize>) {
        // INVARIANT: the other text has as many sources as bytes.
        self.bytes.extend_from_slice(&other.bytes[piece.clone()]);
        self.sources.extend_from_slice(&other.sources[piece]);
    }

    /// Returns the source of a piece of the text that is not empty.
    #[expect(clippy::indexing_slicing, reason = "callers pass a range of this text")]
    pub(super) fn source(&self, piece: Range<usize>) -> Source {
        // INVARIANT: the piece has a byte.
        self.sources[piece.start].to(self.sources[piece.end - 1])
    }

    /// Returns where the lines begin in the file that follow the line breaks of this text.
    pub(super) fn line_starts(&self) -> Vec<usize> {
        let all = self.iter(0..self.bytes.len());
        all.filter(|(byte, _)| *byte == b'\n').map(|(_, source)| source.end()).collect()
    }

    /// Removes the text from an offset on, and returns it.
    pub(super) fn split_off(&mut self, at: usize) -> Self {
        Self { bytes: self.bytes.split_off(at), sources: self.sources.split_off(at) }
    }

    pub(super) fn into_parts(self) -> (Vec<u8>, Origins) {
        (self.bytes, Origins::Each(self.sources))
    }
}

/// Where the bytes of a piece of text come from.
#[derive(Debug)]
pub(super) enum Origins {
    /// The piece is as it is in the file from this offset on. Nearly all texts are, and take no memory for it.
    Same(usize),
    Each(Vec<Source>),
}

impl Origins {
    /// Returns the source of a byte of the piece. After its last byte, the text is taken to go on after the source of that.
    pub(super) fn source(&self, at: usize) -> Source {
        match self {
            Self::Same(offset) => Source { start: offset + at, len: 1 },
            Self::Each(sources) => sources.get(at).copied().unwrap_or_else(|| {
                let end = sources.last().map_or(0, |last| last.end());
                Source { start: end, len: 1 }
            }),
        }
    }
}
