//! The pieces of a broken URL and what they make when joined.

use alloc::{borrow::Cow, boxed::Box, string::String, vec, vec::Vec};
use core::ops::Range;

use memchr::memchr;

use crate::{
    authority, entity,
    matched::{Alternative, Ambiguity, Breaks, Form, Match},
    text::Text,
};

/// What is between a piece and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// Blanks.
    Blank,
    /// The end of a line, with blanks, a margin or the end of a page.
    Line,
    /// A backslash, or what is left of a character reference.
    Escape,
}

/// Bytes that belong to a URL without a break.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) range: Range<usize>,
    /// What precedes it; of no meaning for the first.
    pub(crate) gap: Gap,
}

impl Piece {
    pub(crate) fn first(range: Range<usize>) -> Self {
        Self { range, gap: Gap::Line }
    }
}

/// The most hyphens at line ends for which each reading is spelled out.
const MOST_HYPHENS: usize = 8;

/// What the search came to. The [`Match`] of a URL in one piece is made last of all, where it is
/// returned: it is large, and to hand it on takes as long as to find it.
#[derive(Debug)]
pub(crate) enum Hit<'t> {
    Whole(Whole),
    Joined(Box<Match<'t>>),
}

/// A URL in one piece.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    range: Range<usize>,
    /// The offset of the first `#` in the text, at or after the piece's end if there is none in it.
    hash: Option<usize>,
    form: Form,
    around: Range<usize>,
}

impl<'t> Hit<'t> {
    /// Returns a URL in one piece that has been searched for a `#`.
    #[inline]
    pub(crate) fn whole(
        range: Range<usize>,
        hash: Option<usize>,
        form: Form,
        around: Range<usize>,
    ) -> Self {
        Self::Whole(Whole::new(range, hash, form, around))
    }

    /// Returns a URL in one piece that has not.
    pub(crate) fn unsearched(
        text: &Text<'t>,
        range: Range<usize>,
        form: Form,
        around: Range<usize>,
    ) -> Self {
        let hash = memchr(b'#', text.slice(range.start, range.end));
        let hash = hash.map(|hash| range.start.saturating_add(hash));
        Self::whole(range, hash, form, around)
    }

    /// Returns a URL in one piece or several, of which all but the first have a gap before them.
    pub(crate) fn of(text: &Text<'t>, pieces: &[Piece], form: Form, around: Range<usize>) -> Self {
        match pieces {
            [piece] => Self::unsearched(text, piece.range.clone(), form, around),
            pieces => Self::Joined(Box::new(joined(text, pieces, form, around))),
        }
    }

    /// Adds another reading.
    pub(crate) fn or(self, text: &Text<'t>, pieces: &[Piece], ambiguity: Ambiguity) -> Self {
        self.changed(text, |found| {
            let other = alternative(text, pieces, ambiguity);
            if !cuts_login(found, &other.url) {
                found.add_alternative(other);
            }
        })
    }

    /// Adds the reading in which the blanks between the pieces are part of the URL, as `%20`.
    pub(crate) fn or_encoded(self, text: &Text<'t>, pieces: &[Piece]) -> Self {
        self.changed(text, |found| {
            let mut url = String::new();
            let mut end = None;
            for piece in pieces {
                let blanks = end.filter(|_| piece.gap == Gap::Blank);
                let blanks = blanks.map_or(&[][..], |end| text.slice(end, piece.range.start));
                blanks
                    .iter()
                    .for_each(|blank| url.push_str(if *blank == b'\t' { "%09" } else { "%20" }));
                url.push_str(&join(
                    text,
                    &without_references(text, core::slice::from_ref(piece)),
                    |_, _| (),
                ));
                end = Some(piece.range.end);
            }
            let fragment = split_off(&mut url);
            found.add_alternative(Alternative {
                url,
                fragment,
                ambiguity: Ambiguity::BlankEncoded,
            });
        })
    }

    /// Adds a reading in another spelling.
    pub(crate) fn or_spelled(
        self,
        text: &Text<'t>,
        ambiguity: Ambiguity,
        spell: impl Fn(&str) -> String,
    ) -> Self {
        self.changed(text, |found| {
            let url = spell(&found.url);
            let fragment = found.fragment.as_deref().map(spell);
            found.add_alternative(Alternative { url, fragment, ambiguity });
        })
    }

    /// Marks the URL as cut at the limit for its length.
    pub(crate) fn truncated(self, text: &Text<'t>) -> Self {
        self.changed(text, Match::set_truncated)
    }

    /// Returns whether the URL, a fragment included, has what `holds` looks for.
    pub(crate) fn holds(&self, text: &Text<'t>, holds: impl Fn(&[u8]) -> bool) -> bool {
        match self {
            Self::Whole(whole) => holds(text.slice(whole.range.start, whole.range.end)),
            Self::Joined(found) => holds(found.url.as_bytes()),
        }
    }

    #[cold]
    fn changed(self, text: &Text<'t>, change: impl FnOnce(&mut Match<'t>)) -> Self {
        let mut found = match self {
            Self::Joined(found) => found,
            Self::Whole(whole) => match whole.found(text) {
                Some(found) => Box::new(found),
                None => return Self::Whole(whole),
            },
        };
        change(&mut found);
        Self::Joined(found)
    }

    /// Returns what is returned for it; always something.
    pub(crate) fn found(self, text: &Text<'t>) -> Option<Match<'t>> {
        match self {
            Self::Whole(whole) => whole.found(text),
            Self::Joined(found) => Some(*found),
        }
    }
}

impl Whole {
    #[inline]
    pub(crate) fn new(
        range: Range<usize>,
        hash: Option<usize>,
        form: Form,
        around: Range<usize>,
    ) -> Self {
        Self { range, hash, form, around }
    }

    // Not inlined, it writes what it returns to where the caller of the search wants it.
    #[inline(never)]
    fn found<'t>(&self, text: &Text<'t>) -> Option<Match<'t>> {
        let Self { range, hash, form, around } = self.clone();
        let hash = hash.and_then(|hash| hash.checked_sub(range.start));
        let is_reference = |hash| entity::is_reference(text.slice(range.start, range.end), hash);
        let url = if hash.is_some_and(is_reference) { None } else { text.str(range.clone()) };
        let Some(url) = url else {
            return Some(joined(text, &[Piece::first(range)], form, around));
        };
        let (url, fragment) = split_at(url, hash);
        Some(Match {
            span: range,
            whole: around,
            url: Cow::Borrowed(url),
            fragment: fragment.map(Cow::Borrowed),
            form,
            breaks: None,
        })
    }
}

/// Returns a URL in several pieces, with the readings that keep or drop the hyphens at line ends.
fn joined<'t>(text: &Text<'t>, pieces: &[Piece], form: Form, around: Range<usize>) -> Match<'t> {
    let written = &*without_references(text, pieces);
    let set = without_typeset(text, written, form);
    let pieces = set.as_deref().unwrap_or(written);
    let mut origins = Vec::with_capacity(pieces.len());
    let mut url = join(text, pieces, |joined, original| origins.push((joined, original)));
    let fragment = split_off(&mut url);
    let start = pieces.first().map_or(0, |piece| piece.range.start);
    let end = pieces.last().map_or(start, |piece| piece.range.end);
    Match {
        span: start..end,
        whole: around,
        url: Cow::Owned(url),
        fragment: fragment.map(Cow::Owned),
        form,
        breaks: Some(Box::new(Breaks {
            alternatives: match set {
                Some(_) => vec![alternative(text, written, Ambiguity::Retyped)],
                None => without_hyphens(text, pieces),
            },
            origins,
            truncated: false,
        })),
    }
}

/// Returns the pieces, divided where `&` is written as `&#38;`, so that `&` is left.
fn without_references<'p>(text: &Text<'_>, pieces: &'p [Piece]) -> Cow<'p, [Piece]> {
    let references = |piece: &Piece| {
        let start = piece.range.start;
        let bytes = text.slice(start, piece.range.end);
        entity::ampersands(bytes)
            .map(move |found| start.saturating_add(found.start)..start.saturating_add(found.end))
    };
    if pieces.iter().all(|piece| references(piece).next().is_none()) {
        return Cow::Borrowed(pieces);
    }
    let mut divided = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let mut rest = piece.clone();
        for reference in references(piece) {
            divided.push(Piece { range: rest.range.start..reference.start, gap: rest.gap });
            rest = Piece { range: reference.end..piece.range.end, gap: Gap::Escape };
        }
        divided.push(rest);
    }
    Cow::Owned(divided)
}

/// Returns whether another reading ends in the middle of what is a login before an `@`. It is not a reading, then,
/// and it shows a piece of a password that does not look like one.
fn cuts_login(found: &Match<'_>, other: &str) -> bool {
    let login =
        other.split_once("://").is_some_and(|(_, rest)| authority::is_open(rest.as_bytes()));
    let Some(rest) = found.url.strip_prefix(other).filter(|_| login) else { return false };
    let open = authority::is_open(rest.as_bytes());
    let fragment = found.fragment.as_deref().filter(|_| open).unwrap_or_default();
    [rest, fragment]
        .iter()
        .any(|rest| rest.split(['/', '?']).next().is_some_and(|authority| authority.contains('@')))
}

/// Returns another reading: the URL that these pieces make.
fn alternative(text: &Text<'_>, pieces: &[Piece], ambiguity: Ambiguity) -> Alternative {
    let mut url = join(text, &without_references(text, pieces), |_, _| ());
    let fragment = split_off(&mut url);
    Alternative { url, fragment, ambiguity }
}

/// Takes the fragment and its `#` from a URL.
fn split_off(url: &mut String) -> Option<String> {
    let (front, fragment) = split_at(url, entity::fragment(url.as_bytes()));
    let (length, fragment) = (front.len(), fragment.map(String::from));
    url.truncate(length);
    fragment
}

fn split_at(text: &str, hash: Option<usize>) -> (&str, Option<&str>) {
    match hash.and_then(|hash| text.split_at_checked(hash)) {
        Some((url, fragment)) if !fragment.is_empty() => (url, fragment.strip_prefix('#')),
        _ => (text, None),
    }
}

/// Joins pieces; calls `origin` with where each valid stretch of UTF-8 in the result comes from.
fn join(text: &Text<'_>, pieces: &[Piece], mut origin: impl FnMut(usize, usize)) -> String {
    let length = pieces.iter().map(|piece| piece.range.len()).sum();
    let mut joined = String::with_capacity(length);
    for (i, piece) in pieces.iter().enumerate() {
        let mut original = piece.range.start;
        let typeset = hyphen(text, pieces, i) == HYPHEN.len();
        let end = piece.range.end.saturating_sub(if typeset { HYPHEN.len() } else { 0 });
        for chunk in text.slice(original, end).utf8_chunks() {
            origin(joined.len(), original);
            joined.push_str(chunk.valid());
            original = original.saturating_add(chunk.valid().len());
            if !chunk.invalid().is_empty() {
                origin(joined.len(), original);
                joined.push(char::REPLACEMENT_CHARACTER);
                original = original.saturating_add(chunk.invalid().len());
            }
        }
        if typeset {
            origin(joined.len(), end);
            joined.push('-');
        }
    }
    joined
}

/// The hyphen that typesetters use. A formatter like groff prints it for every `-`, and where it divides a word.
pub(crate) const HYPHEN: &str = "\u{2010}";

/// Returns the width of the hyphen with which a piece ends its line, or 0.
fn hyphen(text: &Text<'_>, pieces: &[Piece], index: usize) -> usize {
    let broken = pieces.get(index.wrapping_add(1)).is_some_and(|next| next.gap == Gap::Line);
    let piece = pieces.get(index).filter(|_| broken);
    let bytes = piece.map_or(&[][..], |piece| text.slice(piece.range.start, piece.range.end));
    match bytes {
        [.., b'-'] => 1,
        bytes if bytes.ends_with(HYPHEN.as_bytes()) => HYPHEN.len(),
        _ => 0,
    }
}

/// Returns the pieces without the hyphens with which a formatter divided words at line ends, if there are any.
///
/// They are not the URL's where its own are printed otherwise, as `-`, and in text that the formatter hyphenates. What
/// it prints in angle brackets it does not hyphenate, so there the hyphen is one of the URL.
fn without_typeset(text: &Text<'_>, pieces: &[Piece], form: Form) -> Option<Vec<Piece>> {
    let typeset = |index: usize| hyphen(text, pieces, index) == HYPHEN.len();
    let count = (0..pieces.len()).filter(|index| typeset(*index)).count();
    if count == 0 {
        return None;
    }
    let bytes = |piece: &Piece| text.slice(piece.range.start, piece.range.end);
    let all: usize = pieces
        .iter()
        .map(|piece| memchr::memmem::find_iter(bytes(piece), HYPHEN.as_bytes()).count())
        .sum();
    let bracketed = matches!(form, Form::Wrapped | Form::Angle);
    let plain = pieces.iter().any(|piece| memchr(b'-', bytes(piece)).is_some());
    if all > count || bracketed && !plain {
        return None;
    }
    let mut kept = pieces.to_vec();
    for (index, piece) in kept.iter_mut().enumerate() {
        if typeset(index) {
            piece.range.end = piece.range.end.saturating_sub(HYPHEN.len());
        }
    }
    Some(kept)
}

/// Returns the readings of X-04: each hyphen at a line's end dropped alone, then all of them.
fn without_hyphens(text: &Text<'_>, pieces: &[Piece]) -> Vec<Alternative> {
    let broken = (0..pieces.len()).filter(|index| hyphen(text, pieces, *index) > 0);
    let hyphens: Vec<usize> = broken.take(MOST_HYPHENS).collect();
    if hyphens.is_empty() {
        return Vec::new();
    }
    let drop = |which: &[usize]| {
        let mut kept = pieces.to_vec();
        for (i, piece) in kept.iter_mut().enumerate() {
            if which.contains(&i) {
                let hyphen = hyphen(text, pieces, i);
                piece.range.end = piece.range.end.saturating_sub(hyphen);
            }
        }
        alternative(text, &kept, Ambiguity::HyphenDropped)
    };
    let mut readings: Vec<Alternative> =
        hyphens.iter().map(|hyphen| drop(core::slice::from_ref(hyphen))).collect();
    if hyphens.len() > 1 {
        readings.push(drop(&hyphens));
    }
    readings
}
