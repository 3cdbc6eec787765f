//! What directly precedes a URL, which decides where the URL ends: `URL:`, an angle bracket, a quotation mark.

use crate::{
    class::{ends_line, is_listed, is_space},
    lines,
    scheme::in_name,
    text::{Text, count_back},
};

/// How many blanks may be within what precedes a URL: as in `< http://...` and `URL:  http://...`.
pub(crate) const BLANKS: usize = 8;

/// What precedes a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Front {
    /// The mark that one after the URL mirrors.
    pub(crate) opener: Opener,
    /// The offset of the first byte that belongs to the URL: of a bracket, a prefix, a quotation mark, or its own.
    pub(crate) whole: usize,
    /// The angle bracket that it is in.
    pub(crate) bracket: Option<Bracket>,
    /// Whether `URL:` or `URL` precedes it.
    pub(crate) prefixed: bool,
}

/// The mark before a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opener {
    /// White space, the beginning of a line, or a byte that mirrors nothing.
    None,
    /// A quotation mark after `=` or a key of JSON: the value of an attribute, which ends at the next such mark.
    Attribute(u8),
    /// A quotation mark, bracket, `*` or `_`, or the mark of verbatim text: `=` and `~` in Org, `@` in Textile.
    Mark(u8),
    /// What delimits the texts of a replacement, as in `s#http://h.dom/#http://g.dom/#`, what a command of TeX prints, as in
    /// `\verb+http://h.dom/+`, or the subfields of MARC, as in `$uhttp://h.dom/$zour page`.
    Delimiter(u8),
    /// A typographer's quotation mark, encoded in UTF-8: the index of those like it in [`MARKS`].
    Typographic(usize),
}

/// An angle bracket, which opens a wrapper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    /// `<` and `>`.
    Angle,
    /// `&lt;` and `&gt;`, as in the source text of HTML.
    Entity,
    /// `\u{27e8}` and `\u{27e9}`, as groff prints them around what `.UR` names.
    Chevron,
}

/// The quotation marks of typographers. Those of a row open and close, here or there.
const MARKS: [[&str; 2]; 4] = [
    ["\u{201c}", "\u{201d}"],
    ["\u{2018}", "\u{2019}"],
    ["\u{ab}", "\u{bb}"],
    ["\u{2039}", "\u{203a}"],
];
/// One more of the first row, which only opens.
pub(crate) const LOW: &str = "\u{201e}";

/// Reads what precedes the URL that begins at `start`.
pub(crate) fn before(text: &Text<'_>, start: usize) -> Front {
    let past_blanks = text.skip_blanks_back(start, BLANKS);
    let colon = (text.before(past_blanks) == Some(b':')).then(|| past_blanks - 1);
    if let Some(word) = colon.and_then(|colon| word_url(text, colon)) {
        return around(text, word, true);
    }
    // `<URL http://...`: the colon is often forgotten.
    let word = word_url(text, past_blanks).filter(|_| past_blanks < start);
    let front = word.map(|word| around(text, word, true)).filter(|front| front.bracket.is_some());
    front.unwrap_or_else(|| around(text, start, false))
}

/// Returns the angle bracket or the mark before an offset: that of a URL, or of the word `URL` that announces it.
pub(crate) fn around(text: &Text<'_>, start: usize, prefixed: bool) -> Front {
    let past_blanks = text.skip_blanks_back(start, BLANKS);
    if let Some(bracket) = Bracket::before(text, past_blanks) {
        let whole = past_blanks - bracket.opening().len();
        return Front { opener: Opener::None, whole, bracket: Some(bracket), prefixed };
    }
    let (opener, width) = Opener::before(text, start);
    Front { opener, whole: start - width, bracket: None, prefixed }
}

/// Returns the offset of the word `URL` that ends at an offset, in any case.
#[inline]
pub(crate) fn word_url(text: &Text<'_>, end: usize) -> Option<usize> {
    if !text.preceding(end, 3).eq_ignore_ascii_case(b"URL") {
        return None;
    }
    let start = end - 3;
    let alone = !text.before(start).is_some_and(|byte| in_name(byte) || byte == b'_');
    alone.then_some(start)
}

/// Returns whether the mark at an offset is before one of the two texts of a replacement, after the `s` of sed or Perl, or after
/// a command of TeX that takes any mark.
fn delimits(text: &Text<'_>, at: usize, mark: u8) -> bool {
    const LINE: usize = 256;
    let before = text.preceding(at, LINE);
    let line = &before[before.len() - count_back(before, |byte| !ends_line(byte))..];
    let first = line.iter().rposition(|byte| *byte == mark).map(|first| &line[..first]);
    [Some(line), first].into_iter().flatten().any(|command| {
        let (before, name) = command
            .split_at(command.len() - count_back(command, |byte| byte.is_ascii_alphabetic()));
        match before {
            [.., b'\\'] => is_listed(name, "verb url path"),
            // `s=http://h.dom/` is a field of a query.
            _ => name == b"s" && mark != b'=',
        }
    })
}

impl Opener {
    /// Returns the mark that ends at an offset, and its width if it is a quotation mark, else 0.
    fn before(text: &Text<'_>, at: usize) -> (Self, usize) {
        match text.before(at) {
            Some(quote @ (b'"' | b'\'')) => {
                let assigned = text.skip_blanks_back(at - 1, BLANKS);
                let key = |colon| text.before(text.skip_blanks_back(colon, BLANKS));
                match text.before(assigned) {
                    Some(b'=') => (Self::Attribute(quote), 1),
                    Some(b':') if key(assigned - 1) == Some(quote) => (Self::Attribute(quote), 1),
                    _ => (Self::Mark(quote), 1),
                }
            }
            Some(b'`') => (Self::Mark(b'`'), 1),
            Some(mark) if b"#~%@!^+=".contains(&mark) && delimits(text, at - 1, mark) => {
                (Self::Delimiter(mark), 0)
            }
            // After a letter, the name of a scheme begins only in a subfield of MARC, which ends with the mark before its letter.
            Some(b'u' | b'U') => (Self::Delimiter(text.before(at - 1).unwrap_or(b'$')), 0),
            Some(mark) if b"([{*_~@,".contains(&mark) => (Self::Mark(mark), 0),
            // `link:++http://h.dom/++[label]` and `` `+http://h.dom/+` `` of AsciiDoc.
            Some(b'+') if matches!(text.preceding(at, 3), b":++" | [.., b'`', _]) => {
                (Self::Mark(b'+'), 0)
            }
            Some(b'=') if text.before(at - 1).is_none_or(|byte| is_space(byte) || byte == b'(') => {
                (Self::Mark(b'='), 0)
            }
            Some(0x80..) => {
                let preceding = text.preceding(at, 3);
                // Before a word, U+2019 is an apostrophe, or closes a quotation.
                let marks = MARKS.iter().zip(0..).flat_map(|(like, row)| like.map(|it| (it, row)));
                let mut marks = marks.chain([(LOW, 0)]).filter(|(mark, _)| *mark != "\u{2019}");
                let found = marks.find(|(mark, _)| preceding.ends_with(mark.as_bytes()));
                found.map_or((Self::None, 0), |(mark, row)| (Self::Typographic(row), mark.len()))
            }
            _ => (Self::None, 0),
        }
    }

    /// Returns the byte that closes what it opens, if it is one.
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
        let Self::Typographic(row) = self else {
            let closer = self.closer()?;
            // The `'` of `` `http://h.dom/it's` `` is an apostrophe.
            let is_inside = self == Self::Mark(b'`') && text.is_alnum(at + 1);
            return (text.at(at) == Some(closer) && !is_inside).then_some(1);
        };
        if !text.is(at, |byte| byte >= 0x80) {
            return None;
        }
        MARKS.get(row)?.iter().find(|mark| text.reads(at, mark.as_bytes())).map(|it| it.len())
    }

    /// Returns whether the mark at an offset, which may close it, may also be the apostrophe of `don't`.
    pub(crate) fn may_be_apostrophe(self, text: &Text<'_>, at: usize) -> bool {
        matches!(self, Self::Mark(b'\'') | Self::Typographic(1))
            && self.closes_at(text, at).is_some_and(|width| text.is_alnum(at + width))
    }

    /// Returns whether it is a quotation mark.
    pub(crate) const fn quotes(self) -> bool {
        matches!(self, Self::Attribute(_) | Self::Typographic(_) | Self::Mark(b'"' | b'\'' | b'`'))
    }
}

impl Bracket {
    /// Returns the opening bracket that ends at an offset.
    fn before(text: &Text<'_>, at: usize) -> Option<Self> {
        let ends = |bracket: Self| {
            let opening = bracket.opening();
            text.preceding(at, opening.len()).eq_ignore_ascii_case(opening)
        };
        match text.before(at) {
            Some(b'<') if lines::is_removed(text, at - 1) => None,
            Some(b'<') => Some(Self::Angle),
            Some(b';') => Some(Self::Entity).filter(|bracket| ends(*bracket)),
            Some(0xa8) => Some(Self::Chevron).filter(|bracket| ends(*bracket)),
            _ => None,
        }
    }

    const fn opening(self) -> &'static [u8] {
        match self {
            Self::Angle => b"<",
            Self::Entity => b"&lt;",
            Self::Chevron => "\u{27e8}".as_bytes(),
        }
    }

    /// Returns whether another such bracket opens at an offset.
    pub(crate) fn opens_at(self, text: &Text<'_>, at: usize) -> bool {
        text.reads(at, self.opening())
    }

    /// Returns the end of the closing bracket, if it is at an offset.
    pub(crate) fn closes_at(self, text: &Text<'_>, at: usize) -> Option<usize> {
        let width = match (self, text.at(at)) {
            (Self::Angle, Some(b'>')) => 1,
            (Self::Entity, Some(b'&')) if text.reads(at, b"&gt;") => 4,
            (Self::Entity, Some(b'&')) if text.reads(at, b"&#62;") => 5,
            (Self::Chevron, Some(0xe2)) if text.reads(at, "\u{27e9}".as_bytes()) => 3,
            _ => return None,
        };
        Some(at + width)
    }
}
