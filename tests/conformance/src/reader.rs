//! What is compared with the grammar: anything that reads a text and splits or refuses it.

use crate::parts::Piece;

/// The rule a reader names when it refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleNamed {
    /// A production of the BNF.
    Bnf(&'static str),
    /// A section of the prose.
    Prose(&'static str),
    /// A range.
    Range,
}

/// How a reader refuses a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The name of the part.
    pub part: &'static str,
    /// What is wrong, in lower case with hyphens.
    pub code: &'static str,
    /// Why.
    pub rule: RuleNamed,
    /// Offset of the first byte that is marked.
    pub start: usize,
    /// Offset after the last marked byte.
    pub end: usize,
}

/// A parser, or a copy of one.
pub trait Reader {
    /// Reads the whole `text`, and writes its parts in order into `pieces`.
    ///
    /// # Errors
    ///
    /// Returns why the text is not a URL of the reader's scheme.
    fn read(&self, text: &[u8], pieces: &mut Vec<Piece>) -> Result<(), Refused>;
}
