//! The marks that set a URL off from the text around it: quotation marks and brackets.

use core::ops::Range;

use crate::text::Text;

/// The mark in front of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opener {
    /// White space, a line's beginning, or what mirrors nothing.
    None,
    /// A quotation mark after `=`: the value of an attribute, which ends at the next such mark.
    Attribute(u8),
    /// A quotation mark, bracket, `*` or `_`.
    Mark(u8),
    /// A typographer's quotation mark, encoded in UTF-8.
    Typographic,
}

impl Opener {
    /// Returns whether `'` ends what it opens.
    pub(crate) const fn closes_with_quote(self) -> bool {
        matches!(self, Self::Attribute(b'\'') | Self::Mark(b'\'' | b'`'))
    }

    /// Returns the byte that closes what it opens, where this is one.
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

    /// Returns the width of what closes it at an offset, if that does.
    pub(crate) fn closes_at(self, text: &Text<'_>, at: usize) -> Option<usize> {
        match self {
            Self::Typographic => closes_typographic(text, at),
            other => (other.closer()? == text.at(at)?).then_some(1),
        }
    }

    /// Returns whether it is a quotation mark.
    pub(crate) const fn quotes(self) -> bool {
        matches!(self, Self::Attribute(_) | Self::Typographic | Self::Mark(b'"' | b'\'' | b'`'))
    }

    pub(crate) fn width(self, text: &Text<'_>, at: usize) -> usize {
        match self {
            Self::None => 0,
            Self::Attribute(_) | Self::Mark(_) => 1,
            Self::Typographic if text.preceding(at, 2).starts_with(b"\xc2") => 2,
            Self::Typographic => 3,
        }
    }
}

/// Returns the width of the typographer's closing quotation mark at an offset.
fn closes_typographic(text: &Text<'_>, at: usize) -> Option<usize> {
    if text.at(at)? < 0x80 {
        return None;
    }
    ["\u{201d}", "\u{201c}", "\u{2019}", "\u{2018}", "\u{bb}", "\u{ab}", "\u{203a}", "\u{2039}"]
        .iter()
        .find(|mark| text.ahead(at, mark.len()) == mark.as_bytes())
        .map(|mark| mark.len())
}

/// The sort of bracket that opens a wrapper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Close {
    /// `<` and `>`.
    Angle,
    /// `&lt;` and `&gt;`, as in the source text of HTML.
    Entity,
    /// `\u{27e8}` and `\u{27e9}`, as groff prints them around what `.UR` names.
    Chevron,
}

/// Returns whether a chevron opens at an offset.
pub(crate) fn opens_chevron(text: &Text<'_>, at: usize) -> bool {
    text.reads(at, OPENING_CHEVRON.as_bytes())
}

const OPENING_CHEVRON: &str = "\u{27e8}";
const CLOSING_CHEVRON: &str = "\u{27e9}";

impl Close {
    /// Returns the opening chevron that ends at an offset.
    pub(crate) fn chevron(text: &Text<'_>, end: usize) -> Option<Self> {
        (text.preceding(end, 3) == OPENING_CHEVRON.as_bytes()).then_some(Self::Chevron)
    }

    /// Returns the `&lt;` that ends at an offset.
    pub(crate) fn entity(text: &Text<'_>, end: usize) -> Option<Self> {
        text.preceding(end, 4).eq_ignore_ascii_case(b"&lt;").then_some(Self::Entity)
    }

    pub(crate) const fn width(self) -> usize {
        match self {
            Self::Angle => 1,
            Self::Entity => 4,
            Self::Chevron => 3,
        }
    }

    /// Returns the bytes of the closing bracket, if it is at an offset.
    pub(crate) fn is_at(self, text: &Text<'_>, at: usize) -> Option<Range<usize>> {
        let width = match (self, text.at(at)) {
            (Self::Angle, Some(b'>')) => 1,
            (Self::Entity, Some(b'&')) if text.reads(at, b"&gt;") => 4,
            (Self::Entity, Some(b'&')) if text.reads(at, b"&#62;") => 5,
            (Self::Chevron, Some(0xe2)) if text.reads(at, CLOSING_CHEVRON.as_bytes()) => 3,
            _ => return None,
        };
        Some(at..at.wrapping_add(width))
    }
}
