//! The brackets in a URL, and those in the text around it.

use memchr::memchr;

use crate::{authority, class::ends_line, text::Text};

/// The brackets of a run: how many of each sort are open, and where the first of them was opened.
#[derive(Default)]
pub(crate) struct Brackets {
    sorts: [(u32, usize); 3],
    /// Whether the text has one of each sort open before the URL, once that is asked; a grave accent and the bar of a
    /// table, too.
    before: [Option<bool>; 5],
}

/// The brackets that come in pairs.
const PAIRS: [(u8, u8); 3] = [(b'(', b')'), (b'[', b']'), (b'{', b'}')];

/// How far a bracket is looked for in the text around a URL, in bytes.
const FAR: usize = 512;

/// Returns which sort a bracket is.
fn sort_of(byte: u8) -> usize {
    match byte {
        b'(' | b')' => 0,
        b'[' | b']' => 1,
        b'{' | b'}' => 2,
        b'`' => 3,
        _ => 4,
    }
}

/// Returns whether more of the first bracket than of the second are in the bytes before another one of the second
/// could belong to them.
fn is_unmatched(mut bytes: impl Iterator<Item = u8>, wanted: u8, other: u8) -> bool {
    let mut depth = 0_usize;
    bytes.any(|byte| {
        if byte == other {
            depth = depth.wrapping_add(1);
        } else if byte == wanted {
            if depth == 0 {
                return true;
            }
            depth = depth.wrapping_sub(1);
        }
        false
    })
}

/// Returns whether the text before `from` has opened what `byte` closes.
fn is_opened(text: &Text<'_>, from: usize, byte: u8) -> bool {
    let preceding = text.preceding(from, FAR).iter().rev().copied();
    match byte {
        b'|' => authority::is_cell(text, from),
        b'`' => {
            let line = preceding.take_while(|byte| !ends_line(*byte));
            line.filter(|byte| *byte == b'`').count() % 2 == 1
        }
        // Nearly always none is there, which is quickly seen.
        _ => PAIRS.iter().any(|(open, close)| {
            *close == byte
                && memchr(*open, text.preceding(from, FAR)).is_some()
                && is_unmatched(preceding.clone(), *open, *close)
        }),
    }
}

/// Returns whether the text closes a bracket after the URL that ends at `at`, as in `http://h/(see below)`.
pub(crate) fn closes_later(text: &Text<'_>, at: usize, bracket: u8) -> bool {
    let ahead = text.ahead(at, FAR).iter().copied();
    PAIRS.iter().any(|(open, close)| *open == bracket && is_unmatched(ahead.clone(), *close, *open))
}

impl Brackets {
    fn of(&mut self, byte: u8) -> Option<&mut (u32, usize)> {
        self.sorts.get_mut(sort_of(byte))
    }

    pub(crate) fn open(&mut self, byte: u8, at: usize) {
        let Some((depth, first)) = self.of(byte) else { return };
        if *depth == 0 {
            *first = at;
        }
        *depth = depth.wrapping_add(1);
    }

    pub(crate) fn close(&mut self, byte: u8) -> bool {
        let Some((depth, _)) = self.of(byte) else { return false };
        let opened = *depth > 0;
        *depth = depth.saturating_sub(1);
        opened
    }

    /// Returns whether the text has opened before the URL at `from` what `byte` closes: a bracket, a quotation in grave
    /// accents, a cell of a table. It is searched for once.
    pub(crate) fn opened_before(&mut self, text: &Text<'_>, from: usize, byte: u8) -> bool {
        let before = self.before.get_mut(sort_of(byte));
        before.is_some_and(|before| *before.get_or_insert_with(|| is_opened(text, from, byte)))
    }

    /// Returns the first bracket that is open, and its offset.
    pub(crate) fn unclosed(&self) -> Option<(usize, u8)> {
        let sorts = self.sorts.iter().zip(PAIRS);
        let open =
            sorts.filter_map(|((depth, first), (open, _))| (*depth > 0).then_some((*first, open)));
        open.min()
    }
}
