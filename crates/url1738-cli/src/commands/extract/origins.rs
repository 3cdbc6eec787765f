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
    /// As one reference of this length: `&eacute;`.
    Reference(usize),
    /// Three bytes for one: `=3D`.
    Escapes,
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
}

impl Stretch {
    /// Returns where a byte of the stretch comes from, by its offset in the decoded text.
    fn offset(&self, at: usize) -> usize {
        let distance = at.saturating_sub(self.decoded);
        self.from.offset
            + match self.kind {
                Kind::Same => distance,
                Kind::Reference(_) => 0,
                Kind::Escapes => distance * 3,
                Kind::Base64 => distance / 3 * 4 + distance % 3,
            }
    }

    /// Returns where the byte ends.
    fn end(&self, at: usize) -> usize {
        self.offset(at)
            + match self.kind {
                Kind::Same => 1,
                Kind::Reference(len) => len,
                Kind::Escapes => 3,
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

    /// Returns how a byte is written in the file; the rest of a reference is as it is.
    pub(super) fn kind(&self, at: usize) -> Kind {
        match self.stretch(at).map(|stretch| stretch.kind) {
            Some(kind @ (Kind::Escapes | Kind::Base64)) => kind,
            _ => Kind::Same,
        }
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
