//! Backslashes inside URLs in source text: `\-` of roff, `\_` and `\%` of TeX, `\.` of a pattern.
//!
//! Whoever reads `http://h/ls\-lR.Z` in the source of a manual page takes the URL without them.

use alloc::{vec, vec::Vec};

use crate::{
    authority, backslash,
    mark::Opener,
    pieces::{Gap, Piece},
    run::{self, Run},
    text::Text,
};

/// The most backslashes in one URL.
const MOST: usize = 64;

/// Returns the pieces of the URL that begins at `start`, where backslashes are before its punctuation, and the
/// run of the last piece. Nothing where none does.
#[inline]
pub(crate) fn read(
    text: &Text<'_>,
    start: usize,
    body: usize,
    first: Run,
    opener: Opener,
) -> Option<(Vec<Piece>, Run)> {
    if text.at(first.stop)? != b'\\' {
        return None;
    }
    pieces_from(text, start, body, first, opener)
}

fn pieces_from(
    text: &Text<'_>,
    start: usize,
    body: usize,
    first: Run,
    opener: Opener,
) -> Option<(Vec<Piece>, Run)> {
    let mut go_on = backslash::after(text, first.stop)?;
    let mut pieces = vec![Piece::first(start..first.stop)];
    let mut authority = authority::is_open(text.slice(body, first.stop));
    let mut run = first;
    loop {
        if text.reads(go_on, b"~{}") {
            let next = go_on.wrapping_add(1);
            pieces.push(Piece { range: go_on..next, gap: Gap::Escape });
            go_on = next.wrapping_add(2);
        }
        let before = run;
        run = run::end(text, go_on, opener, authority);
        run.pattern |= before.pattern;
        run.foreign = before.foreign.or(run.foreign);
        run.replaced |= before.replaced;
        authority = authority && authority::is_open(text.slice(go_on, run.stop));
        pieces.push(Piece { range: go_on..run.stop, gap: Gap::Escape });
        match backslash::after(text, run.stop) {
            Some(next) if pieces.len() < MOST => go_on = next,
            next => {
                run.truncated |= next.is_some();
                if let Some(last) = pieces.last_mut() {
                    last.range.end = run.end;
                }
                return Some((pieces, run));
            }
        }
    }
}
