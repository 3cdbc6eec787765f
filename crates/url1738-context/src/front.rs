//! What stands directly in front of a URL, and so tells where it ends.

use crate::{class::in_name, text::Text, wrapper::Close};

/// What a URL stands behind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Front {
    /// The mark that something after the URL mirrors.
    pub(crate) opener: Opener,
    /// The offset where all that belongs to the URL begins: wrapper, prefix or quotation mark.
    pub(crate) whole: usize,
    /// The sort of angle bracket it stands in.
    pub(crate) close: Option<Close>,
    /// Whether `URL:` or `URL` is among it.
    pub(crate) prefixed: bool,
}

/// The mark in front of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opener {
    /// White space, a line's beginning, or what mirrors nothing.
    None,
    /// A quotation mark behind `=`: the value of an attribute, which ends at the next such mark.
    Attribute(u8),
    /// A quotation mark, bracket, `*` or `_`.
    Mark(u8),
    /// A typographer's quotation mark, encoded in UTF-8.
    Typographic,
}

impl Opener {
    /// Whether `'` ends what it opens.
    pub(crate) const fn closes_with_quote(self) -> bool {
        matches!(self, Self::Attribute(b'\'') | Self::Mark(b'\'' | b'`'))
    }

    /// The byte that closes what it opens, where this is one.
    pub(crate) const fn closer(self) -> Option<u8> {
        match self {
            Self::Attribute(quote) => Some(quote),
            Self::Mark(b'`') => Some(b'\''),
            Self::Mark(b'(') => Some(b')'),
            Self::Mark(b'[') => Some(b']'),
            Self::Mark(b'{') => Some(b'}'),
            Self::Mark(quote @ (b'"' | b'\'')) => Some(quote),
            _ => None,
        }
    }

    /// Whether it is a quotation mark.
    pub(crate) const fn quotes(self) -> bool {
        matches!(self, Self::Attribute(_) | Self::Typographic | Self::Mark(b'"' | b'\'' | b'`'))
    }
}

/// How far back blanks are skipped: people write `< http://...` and `URL:  http://...`.
const BLANKS: usize = 8;

/// Reads what stands in front of the URL that begins at `start`.
pub(crate) fn before(text: &Text<'_>, start: usize) -> Front {
    let mut at = start;
    let mut prefixed = false;
    let mut front = bracket(text, at);
    if front.close.is_none() {
        let past_blanks = text.skip_blanks_back(at, BLANKS);
        if past_blanks < at {
            front.close = bracket(text, past_blanks).close;
        }
        if let Some(prefix) = prefix(text, past_blanks) {
            prefixed = true;
            at = prefix;
            front = bracket(text, at);
        } else if let Some(word) = word_url(text, past_blanks)
            && past_blanks < at
        {
            // `<URL http://...>`: the colon is often forgotten.
            let bracketed = bracket(text, word);
            if bracketed.close.is_some() {
                (prefixed, at, front) = (true, word, bracketed);
            }
        }
    }
    let width = match (front.close, front.opener) {
        (Some(close), _) => {
            at = text.skip_blanks_back(at, BLANKS);
            close.open_width()
        }
        (None, opener) if opener.quotes() => opener.width(text, at),
        _ => 0,
    };
    Front { whole: at.saturating_sub(width), prefixed, ..front }
}

impl Opener {
    fn width(self, text: &Text<'_>, at: usize) -> usize {
        match self {
            Self::None => 0,
            Self::Attribute(_) | Self::Mark(_) => 1,
            Self::Typographic if text.behind(at, 2).starts_with(b"\xc2") => 2,
            Self::Typographic => 3,
        }
    }
}

/// What mark or angle bracket ends at an offset.
fn bracket(text: &Text<'_>, at: usize) -> Front {
    let mut front = Front { opener: Opener::None, whole: at, close: None, prefixed: false };
    match text.before(at) {
        Some(b'<') => front.close = Some(Close::Angle),
        Some(b';') => front.close = Close::entity(text, at),
        Some(quote @ (b'"' | b'\'')) => {
            let assigned = text.skip_blanks_back(at.saturating_sub(1), BLANKS);
            front.opener = match text.before(assigned) {
                Some(b'=') => Opener::Attribute(quote),
                _ => Opener::Mark(quote),
            };
        }
        Some(mark @ (b'`' | b'(' | b'[' | b'{' | b'*' | b'_')) => front.opener = Opener::Mark(mark),
        Some(0x80..) => {
            let behind = text.behind(at, 3);
            let marks = ["\u{201c}", "\u{201e}", "\u{2018}", "\u{ab}", "\u{bb}", "\u{2039}"];
            if marks.iter().any(|mark| behind.ends_with(mark.as_bytes())) {
                front.opener = Opener::Typographic;
            }
        }
        _ => {}
    }
    front
}

/// Whether a typographer's quotation mark stands at an offset.
pub(crate) fn closes_typographic(text: &Text<'_>, at: usize) -> Option<usize> {
    ["\u{201d}", "\u{201c}", "\u{2019}", "\u{bb}", "\u{ab}", "\u{203a}"]
        .iter()
        .find(|mark| text.ahead(at, mark.len()) == mark.as_bytes())
        .map(|mark| mark.len())
}

/// The offset of the `URL:` that ends at an offset, in any case, unless a word runs into it.
pub(crate) fn prefix(text: &Text<'_>, end: usize) -> Option<usize> {
    let colon = end.checked_sub(1)?;
    (text.before(end) == Some(b':')).then(|| word_url(text, colon)).flatten()
}

/// The offset of the word `URL` that ends at an offset.
pub(crate) fn word_url(text: &Text<'_>, end: usize) -> Option<usize> {
    if !text.behind(end, 3).eq_ignore_ascii_case(b"URL") {
        return None;
    }
    let start = end.saturating_sub(3);
    let alone = !text.before(start).is_some_and(|byte| in_name(byte) || byte == b'_');
    alone.then_some(start)
}
