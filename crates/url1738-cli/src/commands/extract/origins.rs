//! Where decoded text comes from: lines, columns and offsets of a file whose text is searched in another form.

/// A stretch of decoded text, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The offset of its first byte in the decoded text.
    pub(super) decoded: usize,
    /// Where that byte comes from.
    pub(super) from: Place,
    pub(super) kind: Kind,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) offset: usize,
    /// The number of its line, from 1.
    pub(super) line: u64,
    /// The offset at which that line begins.
    pub(super) line_start: usize,
}

/// How a stretch is written in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// As it is decoded.
    Same,
    /// In groups of `source` bytes for `decoded` ones: three for one in `=3D`, two for three in a letter of EUC-JP, eight
    /// for two in `&eacute;`. No group has a line break before its end.
    Groups { source: u32, decoded: u8 },
    /// Four bytes for three, without a line break.
    Base64,
}

/// Decoded text with where it comes from. Stretches count from its own first byte.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    pub(super) bytes: Vec<u8>,
    pub(super) stretches: Vec<Stretch>,
}

impl Default for Place {
    fn default() -> Self {
        Self { offset: 0, line: 1, line_start: 0 }
    }
}

impl Place {
    /// Returns the place after these bytes of the file.
    pub(super) fn after(self, bytes: &[u8]) -> Self {
        let offset = self.offset + bytes.len();
        let lines = memchr::memchr_iter(b'\n', bytes).count() as u64;
        let line_start =
            memchr::memrchr(b'\n', bytes).map_or(self.line_start, |end| self.offset + end + 1);
        Self { offset, line: self.line + lines, line_start }
    }
}

impl Chunk {
    /// Begins a stretch at the end of the text.
    pub(super) fn begin(&mut self, from: Place, kind: Kind) {
        self.stretches.push(Stretch { decoded: self.bytes.len(), from, kind });
    }

    /// Adds characters that come from `source` bytes of the file. Groups of the same lengths in a row share a stretch.
    pub(super) fn push_group(&mut self, from: Place, source: usize, text: &str) {
        let kind = Kind::Groups {
            source: u32::try_from(source).unwrap_or(u32::MAX),
            decoded: u8::try_from(text.len()).unwrap_or(u8::MAX),
        };
        let at = self.bytes.len();
        let continues = self.stretches.last().is_some_and(|last| {
            last.kind == kind && last.from.line == from.line && last.offset(at) == from.offset
        });
        if !continues {
            self.begin(from, kind);
        }
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Removes the text from an offset on, and returns it.
    pub(super) fn split_off(&mut self, at: usize) -> Self {
        let mut rest = Self::default();
        if at >= self.bytes.len() {
            return rest;
        }
        let mut places = Places::default();
        places.add(&self.stretches, 0);
        places.count_to(at, &self.bytes, 0);
        rest.begin(places.from(at), places.kind(at));
        let later = self.stretches.partition_point(|stretch| stretch.decoded <= at);
        let moved = |stretch: Stretch| Stretch { decoded: stretch.decoded - at, ..stretch };
        rest.stretches.extend(self.stretches.drain(later..).map(moved));
        rest.bytes = self.bytes.split_off(at);
        let kept = self.stretches.partition_point(|stretch| stretch.decoded < at);
        self.stretches.truncate(kept);
        rest
    }

    /// Adds the text of another chunk at the end.
    pub(super) fn append(&mut self, other: &Self) {
        let base = self.bytes.len();
        let moved = |stretch: &Stretch| Stretch { decoded: stretch.decoded + base, ..*stretch };
        self.stretches.extend(other.stretches.iter().map(moved));
        self.bytes.extend_from_slice(&other.bytes);
    }
}

impl Stretch {
    /// Returns where a byte of the stretch comes from, by its offset in the decoded text.
    fn offset(&self, at: usize) -> usize {
        let distance = at.saturating_sub(self.decoded);
        self.from.offset
            + match self.kind {
                Kind::Same => distance,
                Kind::Groups { source, decoded } => {
                    distance / usize::from(decoded).max(1) * source as usize
                }
                Kind::Base64 => distance / 3 * 4 + distance % 3,
            }
    }

    /// Returns where the byte ends.
    fn end(&self, at: usize) -> usize {
        self.offset(at)
            + match self.kind {
                Kind::Same => 1,
                Kind::Groups { source, .. } => source as usize,
                Kind::Base64 => 2,
            }
    }
}

/// The places of a decoded text, which are looked up in ascending order.
#[derive(Debug, Default)]
pub(super) struct Places {
    stretches: Vec<Stretch>,
    /// The number of stretches that begin at `counted` or before it.
    begun: usize,
    /// The offset in the decoded text up to which lines have been counted, and the line there.
    counted: usize,
    line: u64,
    line_start: usize,
}

impl Places {
    /// Returns whether the text is as in the file.
    pub(super) fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// Begins with text that is as in the file, of which lines have been counted up to a place.
    pub(super) fn continue_from(&mut self, from: Place) {
        self.counted = from.offset;
        self.add(&[Stretch { decoded: from.offset, from, kind: Kind::Same }], 0);
    }

    /// Adds the stretches of a chunk that begins at `base` of the decoded text.
    pub(super) fn add(&mut self, stretches: &[Stretch], base: usize) {
        let moved = |stretch: &Stretch| Stretch { decoded: stretch.decoded + base, ..*stretch };
        self.stretches.extend(stretches.iter().map(moved));
        self.begin();
    }

    /// Takes the line of the last stretch that begins at `counted` or before it.
    fn begin(&mut self) {
        while let Some(next) = self.stretches.get(self.begun)
            && next.decoded <= self.counted
        {
            (self.line, self.line_start) = (next.from.line, next.from.line_start);
            self.begun += 1;
        }
    }

    /// Counts the lines up to an offset of the decoded text, of which `bytes` begins at `base`.
    pub(super) fn count_to(&mut self, to: usize, bytes: &[u8], base: usize) {
        loop {
            self.begin();
            if self.counted >= to {
                return;
            }
            let end = self.stretches.get(self.begun).map_or(to, |next| next.decoded.min(to));
            let current = self.begun.checked_sub(1).and_then(|last| self.stretches.get(last));
            if let Some(current) = current.filter(|current| current.kind == Kind::Same) {
                let new = bytes.get(self.counted - base..end - base).unwrap_or_default();
                for newline in memchr::memchr_iter(b'\n', new) {
                    self.line += 1;
                    self.line_start = current.end(self.counted + newline);
                }
            }
            self.counted = end;
        }
    }

    /// Returns the line and column, both from 1, of the offset to which lines have been counted.
    pub(super) fn place(&self, at: usize) -> (u64, usize) {
        (self.line, self.offset(at).saturating_sub(self.line_start) + 1)
    }

    /// Returns the place of the offset to which lines have been counted.
    pub(super) fn from(&self, at: usize) -> Place {
        Place { offset: self.offset(at), line: self.line, line_start: self.line_start }
    }

    /// Returns where a byte comes from.
    pub(super) fn offset(&self, at: usize) -> usize {
        self.stretch(at).map_or(at, |stretch| stretch.offset(at))
    }

    /// Returns where a byte ends in the file.
    pub(super) fn end(&self, at: usize) -> usize {
        self.stretch(at).map_or(at + 1, |stretch| stretch.end(at))
    }

    /// Returns how a byte is written in the file.
    pub(super) fn kind(&self, at: usize) -> Kind {
        self.stretch(at).map_or(Kind::Same, |stretch| stretch.kind)
    }

    fn stretch(&self, at: usize) -> Option<&Stretch> {
        let past = self.stretches.partition_point(|stretch| stretch.decoded <= at);
        past.checked_sub(1).and_then(|last| self.stretches.get(last))
    }

    /// Forgets what is before an offset.
    pub(super) fn forget(&mut self, base: usize) {
        let past = self.stretches.partition_point(|stretch| stretch.decoded <= base);
        let gone = past.saturating_sub(1).min(self.begun.saturating_sub(1));
        self.stretches.drain(..gone);
        self.begun -= gone;
    }
}
