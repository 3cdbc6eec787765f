//! The pieces of a broken URL, and the URL that they make when joined.

use alloc::{borrow::Cow, boxed::Box, string::String, vec, vec::Vec};
use core::{ops::Range, slice};

use memchr::{memchr, memchr2, memmem};

use crate::{
    authority,
    foreign::REPLACED,
    markup::{self, Backslash},
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
    /// An escape sequence for this character, as `\u0026` for `&`.
    Escaped(char),
}

impl Gap {
    /// Returns what the backslash at an offset is, and the offset after it, if the URL goes on there. With `slashes`, it may be
    /// the one before a slash.
    pub(crate) fn of_backslash(text: &Text<'_>, at: usize, slashes: bool) -> Option<(Self, usize)> {
        if !text.is(at, |byte| byte == b'\\') {
            return None;
        }
        match markup::escape(text, at) {
            Some((c, next)) if markup::is_part(c) && (slashes || next > at + 2) => {
                Some((Self::Escaped(c), next))
            }
            _ => match markup::backslash(text, at) {
                Backslash::Escape(next) => Some((Self::Escape, next)),
                _ => None,
            },
        }
    }
}

/// Bytes that belong to a URL without a break.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) range: Range<usize>,
    /// What precedes it; without meaning for the first.
    pub(crate) gap: Gap,
}

impl Piece {
    pub(crate) fn first(range: Range<usize>) -> Self {
        Self { range, gap: Gap::Line }
    }
}

/// The most hyphens at line ends for which each reading is spelled out.
const MOST_HYPHENS: usize = 8;
/// The hyphen that typesetters use. A formatter like groff prints it for every `-`, and where it divides a word.
pub(crate) const HYPHEN: &str = "\u{2010}";

impl<'t> Match<'t> {
    /// Returns a URL in one piece or several, of which all but the first have a gap before them.
    pub(crate) fn of_pieces(
        text: &Text<'t>,
        pieces: &[Piece],
        form: Form,
        around: Range<usize>,
    ) -> Self {
        let [Piece { range, .. }] = pieces else { return joined(text, pieces, form, around) };
        let bytes = text.bytes_in(range);
        let mut hash = memchr2(b'#', b'\\', bytes);
        if hash.is_some_and(|at| bytes[at] == b'\\') {
            if markup::escaped_colon(bytes).is_some() {
                return joined(text, pieces, form, around);
            }
            hash = memchr(b'#', bytes);
        }
        if hash.is_some_and(|hash| markup::is_reference(bytes, hash)) {
            return joined(text, pieces, form, around);
        }
        let mut found = Self::whole(text, range.clone(), form, around);
        if let (Some(hash), &Cow::Borrowed(url)) = (hash, &found.url) {
            (found.url, found.fragment) = (url[..hash].into(), Some(url[hash + 1..].into()));
        }
        found
    }

    /// Returns a URL in one piece without a `#`.
    // Not inlined, it writes its result to where the caller of the search wants it.
    #[inline(never)]
    pub(crate) fn whole(
        text: &Text<'t>,
        range: Range<usize>,
        form: Form,
        around: Range<usize>,
    ) -> Self {
        let Some(url) = text.str(&range) else {
            return joined(text, &[Piece::first(range)], form, around);
        };
        let url = Cow::Borrowed(url);
        Self { span: range, whole: around, url, fragment: None, form, breaks: None }
    }

    /// Adds another reading.
    pub(crate) fn or(mut self, text: &Text<'_>, pieces: &[Piece], ambiguity: Ambiguity) -> Self {
        let other = alternative(text, pieces, ambiguity);
        if !cuts_login(&self, &other.url) {
            self.breaks_mut().alternatives.push(other);
        }
        self
    }

    /// Adds the reading in which the blanks between the pieces are part of the URL, as `%20`.
    pub(crate) fn or_encoded(mut self, text: &Text<'_>, pieces: &[Piece]) -> Self {
        let mut url = String::new();
        let mut end = None;
        for piece in pieces {
            // `<http://h/a b>` may be `a%20b`; a line break in it is only where the line was full.
            if let Some(end) = end.filter(|_| piece.gap == Gap::Blank) {
                let blanks = text.slice(end, piece.range.start).iter();
                url.extend(blanks.map(|blank| if *blank == b'\t' { "%09" } else { "%20" }));
            }
            let piece = slice::from_ref(piece);
            url.push_str(&join(text, &without_references(text, piece), |_, _| ()));
            end = Some(piece[0].range.end);
        }
        self.breaks_mut().alternatives.push(Alternative::new(url, Ambiguity::BlankEncoded));
        self
    }

    /// Adds the reading that has `~`, `'` and `-` in place of the characters that software puts there.
    pub(crate) fn or_retyped(mut self) -> Self {
        let retype = |url: &str| {
            let fold = |url: String, (typed, ascii): (&str, &str)| url.replace(typed, ascii);
            REPLACED.into_iter().fold(String::from(url), fold)
        };
        let (url, fragment) = (retype(&self.url), self.fragment.as_deref().map(retype));
        let other = Alternative { url, fragment, ambiguity: Ambiguity::Retyped };
        self.breaks_mut().alternatives.push(other);
        self
    }

    /// Marks the URL as cut where it may go on.
    pub(crate) fn truncated(mut self) -> Self {
        self.breaks_mut().truncated = true;
        self
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
    let alternatives = match set {
        Some(_) => vec![alternative(text, written, Ambiguity::Retyped)],
        None => without_hyphens(text, pieces),
    };
    Match {
        span: start..end,
        whole: around,
        url: Cow::Owned(url),
        fragment: fragment.map(Cow::Owned),
        form,
        breaks: Some(Box::new(Breaks { alternatives, origins, truncated: false })),
    }
}

/// Returns the pieces, divided where `&` is written as `&#38;` and `:` as `\:`, so that `&` and `:` are left.
fn without_references<'p>(text: &Text<'_>, pieces: &'p [Piece]) -> Cow<'p, [Piece]> {
    let mut divided = Vec::new();
    for piece in pieces {
        let Range { mut start, end } = piece.range;
        let mut gap = piece.gap;
        for reference in markup::inserted(text.bytes_in(&piece.range)) {
            let range = start..piece.range.start + reference.start;
            divided.push(Piece { range, gap });
            (start, gap) = (piece.range.start + reference.end, Gap::Escape);
        }
        divided.push(Piece { range: start..end, gap });
    }
    if divided.len() > pieces.len() { Cow::Owned(divided) } else { Cow::Borrowed(pieces) }
}

/// Returns whether another reading ends in the middle of what is a login before an `@`. It is not a reading, then, and it
/// shows a piece of a password that does not look like one.
fn cuts_login(found: &Match<'_>, other: &str) -> bool {
    let is_open = |text: &str| authority::is_open(text.as_bytes());
    let Some(rest) = found.url.strip_prefix(other) else { return false };
    let has_at = |text: &str| text.split(['/', '?']).next().is_some_and(|host| host.contains('@'));
    let fragment = found.fragment.as_deref().filter(|_| is_open(rest));
    other.split_once("://").is_some_and(|(_, login)| is_open(login))
        && (has_at(rest) || fragment.is_some_and(has_at))
}

/// Returns another reading: the URL that these pieces make.
fn alternative(text: &Text<'_>, pieces: &[Piece], ambiguity: Ambiguity) -> Alternative {
    let url = join(text, &without_references(text, pieces), |_, _| ());
    Alternative::new(url, ambiguity)
}

impl Alternative {
    fn new(mut url: String, ambiguity: Ambiguity) -> Self {
        let fragment = split_off(&mut url);
        Self { url, fragment, ambiguity }
    }
}

/// Takes the fragment and its `#` from a URL.
fn split_off(url: &mut String) -> Option<String> {
    let hash = markup::fragment(url.as_bytes())?;
    let fragment = url.split_off(hash);
    Some(fragment[1..].into())
}

/// Joins pieces; calls `origin` with where each valid stretch of UTF-8 in the result comes from.
fn join(text: &Text<'_>, pieces: &[Piece], mut origin: impl FnMut(usize, usize)) -> String {
    // With two pieces `ftp://ho` at 5 and `st/` at 20, the origins are (0, 5) and (8, 20): the `t` at 9 comes from 21.
    let mut joined = String::with_capacity(pieces.iter().map(|piece| piece.range.len()).sum());
    for (i, piece) in pieces.iter().enumerate() {
        let mut original = piece.range.start;
        if let Gap::Escaped(c) = piece.gap {
            origin(joined.len(), original - 1);
            joined.push(c);
        }
        let typeset = hyphen(text, pieces, i) == HYPHEN.len();
        let end = piece.range.end - if typeset { HYPHEN.len() } else { 0 };
        for chunk in text.slice(original, end).utf8_chunks() {
            origin(joined.len(), original);
            joined.push_str(chunk.valid());
            original += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                origin(joined.len(), original);
                joined.push(char::REPLACEMENT_CHARACTER);
                original += chunk.invalid().len();
            }
        }
        if typeset {
            origin(joined.len(), end);
            joined.push('-');
        }
    }
    joined
}

/// Returns the width of the hyphen with which a piece ends its line, or 0.
fn hyphen(text: &Text<'_>, pieces: &[Piece], index: usize) -> usize {
    if pieces.get(index + 1).is_none_or(|next| next.gap != Gap::Line) {
        return 0;
    }
    match text.bytes_in(&pieces[index].range) {
        [.., b'-'] => 1,
        bytes if bytes.ends_with(HYPHEN.as_bytes()) => HYPHEN.len(),
        _ => 0,
    }
}

/// Returns the pieces without the hyphens at the ends of lines for which `drops` returns `true`.
fn dropping(text: &Text<'_>, pieces: &[Piece], drops: impl Fn(usize) -> bool) -> Vec<Piece> {
    let mut kept = pieces.to_vec();
    for (index, piece) in kept.iter_mut().enumerate().filter(|(index, _)| drops(*index)) {
        piece.range.end -= hyphen(text, pieces, index);
    }
    kept
}

/// Returns the pieces without the hyphens with which a formatter divided words at line ends, if there are any.
///
/// They are not the URL's if its own are printed otherwise, as `-`, and in text that the formatter hyphenates. It does not
/// hyphenate text in angle brackets, so there the hyphen is one of the URL.
fn without_typeset(text: &Text<'_>, pieces: &[Piece], form: Form) -> Option<Vec<Piece>> {
    let typeset = |index: usize| hyphen(text, pieces, index) == HYPHEN.len();
    let count = (0..pieces.len()).filter(|index| typeset(*index)).count();
    if count == 0 {
        return None;
    }
    let bytes = || pieces.iter().map(|piece| text.bytes_in(&piece.range));
    let all: usize = bytes().map(|bytes| memmem::find_iter(bytes, HYPHEN.as_bytes()).count()).sum();
    let bracketed = matches!(form, Form::Wrapped | Form::Angle);
    let plain = bytes().any(|bytes| bytes.contains(&b'-'));
    let is_own = all > count || bracketed && !plain;
    (!is_own).then(|| dropping(text, pieces, typeset))
}

/// Returns the readings of X-04: each hyphen at the end of a line dropped alone, then all of them.
fn without_hyphens(text: &Text<'_>, pieces: &[Piece]) -> Vec<Alternative> {
    let broken = (0..pieces.len()).filter(|index| hyphen(text, pieces, *index) > 0);
    let hyphens: Vec<usize> = broken.take(MOST_HYPHENS).collect();
    let drop = |which: &[usize]| {
        let kept = dropping(text, pieces, |index| which.contains(&index));
        alternative(text, &kept, Ambiguity::HyphenDropped)
    };
    // Each subset of the hyphens is a reading, 2^n of them. One of the typesetter's is the common case, and all the next.
    let mut readings: Vec<_> = hyphens.iter().map(|hyphen| drop(slice::from_ref(hyphen))).collect();
    if hyphens.len() > 1 {
        readings.push(drop(&hyphens));
    }
    readings
}
