//! The errors that do not begin where the strict automaton dies, and why.
//!
//! An automaton dies at the first byte after which no URL can follow. For a reader of messages
//! that is mostly the place to look at. Where it is not, the parser marks another place, and
//! this table holds it to a relation between the two.

use crate::{oracle::Truth, reader::Refused};

/// A refusal with what the oracle says of the text.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The text.
    pub text: &'a [u8],
    /// What the oracle says.
    pub truth: Truth,
    /// What the reader says.
    pub refused: Refused,
}

impl Place<'_> {
    /// The bytes that the error marks.
    fn marked(&self) -> &[u8] {
        &self.text[self.refused.start..self.refused.end]
    }
}

/// An exception.
#[derive(Clone, Copy, Debug)]
pub struct Exception {
    /// The code of the error.
    pub code: &'static str,
    /// The part it is in; `*` for any.
    pub part: &'static str,
    /// Where the error begins and ends.
    pub marks: &'static str,
    /// Why that says more.
    pub reason: &'static str,
    /// Whether a refusal is so.
    pub holds: fn(&Place<'_>) -> bool,
}

impl Exception {
    /// Whether the refusal is one of these.
    #[must_use]
    pub fn covers(&self, place: &Place<'_>) -> bool {
        let Refused { code, part, .. } = place.refused;
        self.code == code && (self.part == "*" || self.part == part) && (self.holds)(place)
    }
}

/// All exceptions.
pub const EXCEPTIONS: &[Exception] = &[Exception {
    code: "bad-escape",
    part: "*",
    marks: "the \"%\" and what stands for its two digits",
    reason: "the escape is wrong as a whole; the automaton dies at its first wrong digit",
    holds: |place| {
        let dies_in_it = (1..=2).contains(&place.truth.death.saturating_sub(place.refused.start));
        place.marked().first() == Some(&b'%') && dies_in_it
    },
}];
