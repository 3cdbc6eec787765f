//! The parts of a URL, as productions of the grammar and as names of the parsers.

/// The productions that are parts, with the parts' names. If one contains another, only
/// the outer one is a part: `digits` in `nntpurl`, not in `port`.
pub const PARTS: &[(&str, &str)] = &[
    ("scheme", "scheme"),
    ("user", "user"),
    ("password", "password"),
    ("host", "host"),
    ("port", "port"),
    ("fsegment", "fsegment"),
    ("ftptype", "ftptype"),
    ("hsegment", "hsegment"),
    ("search", "search"),
    ("gopher-search", "search"),
    ("gtype", "gtype"),
    ("selector", "selector"),
    ("gopher+_string", "gopher+_string"),
    ("encoded822addr", "encoded822addr"),
    ("all-groups", "grouppart"),
    ("group", "group"),
    ("article", "article"),
    ("digits", "digits"),
    ("database", "database"),
    ("wtype", "wtype"),
    ("wpath", "wpath"),
    ("ppath", "ppath"),
    ("fieldname", "fieldname"),
    ("fieldvalue", "fieldvalue"),
    ("urlpath", "urlpath"),
    ("opaque", "schemepart"),
];

/// The beginning or the end of one of the [`PARTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mark(usize);

impl Mark {
    /// How many marks there are.
    pub const COUNT: usize = 2 * PARTS.len();

    /// Where part number `part` begins or ends.
    #[must_use]
    pub const fn new(part: usize, begins: bool) -> Self {
        Self(2 * part + if begins { 0 } else { 1 })
    }

    /// Returns the mark of that number.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        Self(index)
    }

    /// Its number, below [`COUNT`](Self::COUNT).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }

    /// Whether the part begins here.
    #[must_use]
    pub const fn begins(self) -> bool {
        self.0 % 2 == 0
    }

    /// Returns the part's name.
    #[must_use]
    pub const fn part(self) -> &'static str {
        PARTS[self.0 / 2].1
    }
}

/// A part of a text: its name and the bytes it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The part's name.
    pub part: &'static str,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}
