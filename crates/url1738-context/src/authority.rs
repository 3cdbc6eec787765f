//! Authorities that hold what no URL may hold.
//!
//! A byte that no URL may hold ends a URL in a text, and in a path that does little harm. In an authority it
//! makes another host of what is left: `http://bank.みんな/` is not a URL of the host `bank`. So an authority is
//! cut only before what closes a URL in a text: white space, brackets, quotation marks, punctuation.
//! Anything else is taken along, and the parser reports it.

use crate::{
    class::is_space,
    escapes,
    front::Opener,
    scheme::{self, LONGEST_NAME},
    text::Text,
};

/// How far the `@` after a login, or the rest of a host, is looked for.
const LONGEST: usize = 256;

/// Whether a run is still in the authority, or in a URL without `//` before its first `/` and `?`.
#[derive(Debug)]
pub(crate) struct Authority {
    open: bool,
    /// What is before this offset has been searched for the end of the authority.
    searched: usize,
}

impl Authority {
    /// An authority that begins at an offset, or none.
    pub(crate) fn new(open: bool, from: usize) -> Self {
        Self { open, searched: from }
    }

    /// Whether the authority reaches to `at`; asked for ascending offsets.
    pub(crate) fn reaches(&mut self, text: &Text<'_>, at: usize) -> bool {
        self.open = self.open && is_open(text.slice(self.searched, at));
        self.searched = at;
        self.open
    }
}

/// Whether no byte ends an authority.
#[inline]
pub(crate) fn is_open(bytes: &[u8]) -> bool {
    !bytes.iter().any(|byte| matches!(byte, b'/' | b'?' | b'#'))
}

/// How many bytes from `at` on belong to the authority that begins at `from`, though the first of them ends a URL
/// elsewhere; 0 if it closes this one, too.
#[cold]
pub(crate) fn illegal(text: &Text<'_>, from: usize, at: usize, opener: Opener) -> usize {
    let Some(byte) = text.at(at) else { return 0 };
    let next = at.wrapping_add(1);
    let end = match byte {
        0 | b'\t'..=b'\r' | 0x1b | b' ' | b'>' => None,
        _ if opener.closer() == Some(byte) => None,
        0x80.. => return foreign(text, from, at, opener),
        // `http://h<joe@h.dom>` has an address in brackets, and `<br>` closes as well.
        b'<' => login(text, from, next).filter(|end| {
            let host = text.run(*end, LONGEST, |byte| !is_space(byte) && !b"/<>".contains(&byte));
            text.at(end.wrapping_add(host.len())) != Some(b'>')
        }),
        b'"' => login(text, from, next),
        b'`' if matches!(opener, Opener::Mark(b'`')) => None,
        b'\\' if escapes::behind(text, at).is_some() => None,
        b'|' if is_cell(text, from) => None,
        _ => login(text, from, next).or_else(|| host(text, next)),
    };
    end.map_or(0, |end| end.saturating_sub(at))
}

/// The offset after the `@` of the login that goes on at `at`.
pub(crate) fn login(text: &Text<'_>, from: usize, at: usize) -> Option<usize> {
    let filled = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80 || b"@%_:".contains(&byte);
    if text.behind(from, 2) != b"//" || !text.at(at).is_some_and(filled) || scheme::begins(text, at)
    {
        return None;
    }
    let login =
        text.run(at, LONGEST, |byte| byte > b' ' && byte != 0x7f && !b"/?#@<>\"".contains(&byte));
    let sign = at.wrapping_add(login.len());
    let host = sign.wrapping_add(1);
    let named = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80 || byte == b'[';
    (text.at(sign) == Some(b'@') && text.at(host).is_some_and(named)).then_some(host)
}

/// The end of the labels at `at`, if they read like the rest of a host: a dot is between two of them, or a port or
/// path follows.
fn host(text: &Text<'_>, at: usize) -> Option<usize> {
    let is_letter = |at: usize| text.at(at).is_some_and(|byte| byte.is_ascii_alphanumeric());
    let divided = match text.at(at)? {
        b':' => return port(text, at),
        byte => matches!(byte, b'.' | b'-'),
    };
    let first = at.wrapping_add(usize::from(divided));
    if !is_letter(first) || scheme::begins(text, first) {
        return None;
    }
    let labels =
        text.run(first, LONGEST, |byte| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte));
    let end = first.wrapping_add(labels.len());
    let goes_on = match text.at(end) {
        Some(b'/') => true,
        Some(b':') => text.at(end.wrapping_add(1)).is_some_and(|byte| byte.is_ascii_digit()),
        _ => labels
            .windows(2)
            .any(|pair| matches!(pair, [b'.', next] if next.is_ascii_alphanumeric())),
    };
    goes_on.then_some(end)
}

/// The end of the colon and port at `at`, if a path follows.
fn port(text: &Text<'_>, at: usize) -> Option<usize> {
    let digits = at.wrapping_add(1);
    let end = digits.wrapping_add(text.run(digits, LONGEST, |byte| byte.is_ascii_digit()).len());
    (end > digits && text.at(end) == Some(b'/')).then_some(end)
}

/// Whether the URL whose authority begins at `from` is in a cell of a table that has bars between them.
fn is_cell(text: &Text<'_>, from: usize) -> bool {
    let name = text.behind(from, LONGEST_NAME);
    let name = name.iter().rev().take_while(|byte| !is_space(**byte) && **byte != b'|').count();
    text.before(text.skip_blanks_back(from.saturating_sub(name), LONGEST)) == Some(b'|')
}

/// What a character outside US-ASCII is to the authority it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// Part of a name.
    Letter,
    /// White space, or punctuation that is in no name.
    End,
    /// Punctuation that may be in the middle of what was meant as a name: `’`, an ellipsis, a dash.
    Mark,
    /// A full stop that is between the labels of an internationalized name, too (RFC 3490, section 3.1).
    Dot,
    /// The colon that may be in the place of the one before a port.
    Colon,
    /// Any other.
    Symbol,
}

/// The same as [`illegal`] for what is outside US-ASCII.
fn foreign(text: &Text<'_>, from: usize, at: usize, opener: Opener) -> usize {
    let mut end = at;
    let (first, width) = sort(text, at);
    let next = at.wrapping_add(width);
    let goes_on = match first {
        Sort::Letter => {
            while let (Sort::Letter, width) = sort(text, end) {
                end = end.wrapping_add(width);
                if end.saturating_sub(at) > LONGEST {
                    break;
                }
            }
            return end.saturating_sub(at);
        }
        Sort::End => None,
        Sort::Mark if opener == Opener::Typographic => None,
        Sort::Mark => {
            login(text, from, next).or_else(|| host(text, next)).or_else(|| path(text, next))
        }
        Sort::Dot => host(text, next),
        Sort::Colon => text.at(next).is_some_and(|byte| byte.is_ascii_digit()).then_some(next),
        Sort::Symbol => symbols(text, from, next),
    };
    goes_on.map_or(0, |end| end.saturating_sub(at))
}

/// The offset after the slash at `at`, if a path follows.
fn path(text: &Text<'_>, at: usize) -> Option<usize> {
    let next = at.wrapping_add(1);
    let path = text.at(at)? == b'/' && text.at(next)?.is_ascii_alphanumeric();
    path.then_some(next)
}

/// The end of the symbols at `at`, if an authority goes on after them.
fn symbols(text: &Text<'_>, from: usize, at: usize) -> Option<usize> {
    let mut end = at;
    let mut last = Sort::Symbol;
    while last == Sort::Symbol && end.saturating_sub(at) < LONGEST {
        let (sort, width) = sort(text, end);
        last = sort;
        if sort == Sort::Symbol {
            end = end.wrapping_add(width);
        }
    }
    if scheme::begins(text, end) {
        return None;
    }
    let next = text.at(end.wrapping_add(1));
    let goes_on = match text.at(end)? {
        b'/' | b'@' => true,
        b'.' | b'-' | b':' => next.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80),
        0x80.. => last == Sort::Letter,
        byte => byte.is_ascii_alphanumeric(),
    };
    if goes_on { Some(end) } else { login(text, from, end) }
}

/// What is at an offset, and its width in bytes. US-ASCII is an end.
fn sort(text: &Text<'_>, at: usize) -> (Sort, usize) {
    let ahead = text.ahead(at, 4);
    let valid = ahead.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    match (valid.chars().next(), ahead) {
        (Some(found), _) if found.is_ascii() => (Sort::End, 0),
        (Some(found), _) => (of_char(found), found.len_utf8()),
        (None, []) => (Sort::End, 0),
        (None, [first, rest @ ..]) => (of_octet(*first, rest.first().copied()), 1),
    }
}

fn of_char(found: char) -> Sort {
    match found {
        '\u{3002}' | '\u{ff0e}' | '\u{ff61}' => Sort::Dot,
        '\u{ff1a}' => Sort::Colon,
        // What combines with a letter is part of it.
        '\u{300}'..='\u{36f}'
        | '\u{483}'..='\u{487}'
        | '\u{591}'..='\u{5bd}'
        | '\u{64b}'..='\u{65f}'
        | '\u{900}'..='\u{903}'
        | '\u{93a}'..='\u{94f}'
        | '\u{e31}'..='\u{e3a}'
        | '\u{e47}'..='\u{e4e}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{3099}'
        | '\u{309a}'
        | '\u{fe20}'..='\u{fe2f}' => Sort::Letter,
        _ if found.is_alphanumeric() => Sort::Letter,
        _ if found.is_whitespace() || closes(found) => Sort::End,
        '\u{ab}' | '\u{bb}' | '\u{b4}' | '\u{2013}'..='\u{2026}' | '\u{2030}'..='\u{203a}' => {
            Sort::Mark
        }
        _ => Sort::Symbol,
    }
}

/// Whether a character is punctuation that no writer takes for part of a name: brackets and quotation marks of East
/// Asia, its commas, and the stops, commas and question marks of other scripts.
pub(crate) fn closes(found: char) -> bool {
    matches!(found,
        '\u{37e}' | '\u{387}' | '\u{589}' | '\u{5be}' | '\u{5c0}' | '\u{5c3}' | '\u{60c}' | '\u{61b}' | '\u{61f}'
        | '\u{6d4}' | '\u{964}' | '\u{965}' | '\u{e2f}' | '\u{104a}' | '\u{104b}' | '\u{1361}'..='\u{1368}'
        | '\u{17d4}' | '\u{17d5}' | '\u{1803}' | '\u{203c}'..='\u{203d}' | '\u{2045}' | '\u{2046}'
        | '\u{2047}'..='\u{2049}' | '\u{2308}'..='\u{230b}' | '\u{2329}' | '\u{232a}' | '\u{2768}'..='\u{2775}'
        | '\u{27e6}'..='\u{27ef}' | '\u{2983}'..='\u{2998}' | '\u{3001}' | '\u{3008}'..='\u{3011}'
        | '\u{3014}'..='\u{301f}' | '\u{fe10}'..='\u{fe19}' | '\u{fe30}'..='\u{fe4f}' | '\u{fe50}'..='\u{fe5e}'
        | '\u{ff01}' | '\u{ff02}' | '\u{ff07}'..='\u{ff09}' | '\u{ff0c}' | '\u{ff1b}' | '\u{ff1c}' | '\u{ff1e}'
        | '\u{ff1f}' | '\u{ff3b}' | '\u{ff3d}' | '\u{ff5b}' | '\u{ff5d}' | '\u{ff5f}' | '\u{ff60}'
        | '\u{ff62}'..='\u{ff64}')
}

/// The same for an octet that is not UTF-8: a character of Windows-1252, or the first octet of the punctuation
/// that `Shift_JIS`, EUC-JP, GB 2312 and Big5 have in their first row.
fn of_octet(octet: u8, next: Option<u8>) -> Sort {
    match (octet, next) {
        (0x81, Some(0x41..=0x5c))
        | (0xa1, Some(0x41..=0x44 | 0xa1..=0xbf))
        | (0xa3, Some(0xa1 | 0xac | 0xba | 0xbb | 0xbf)) => Sort::End,
        (0x8a | 0x8c | 0x8e | 0x9a | 0x9c | 0x9e | 0x9f, _) => Sort::Letter,
        (0x82 | 0x84 | 0x85 | 0x8b | 0x91..=0x94 | 0x96 | 0x97 | 0x9b, _) => Sort::Mark,
        (0x80..=0x9f, _) => Sort::Symbol,
        _ => of_char(char::from(octet)),
    }
}
