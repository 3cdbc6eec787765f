//! Authorities that hold what no URL may hold.
//!
//! A byte that no URL may hold ends a URL in a text, and in a path that does little harm. In an authority it
//! makes another host of what is left: `http://bank.みんな/` is not a URL of the host `bank`. So an authority is
//! cut only before what closes a URL in a text: white space, brackets, quotation marks, punctuation.
//! Anything else is taken along, and the parser reports it.

use crate::{
    backslash,
    class::is_space,
    foreign::{Sort, joins, leads_to_url, sort},
    mark::Opener,
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
    /// Returns an authority that begins at an offset, or none.
    pub(crate) fn new(open: bool, from: usize) -> Self {
        Self { open, searched: from }
    }

    /// Returns whether the authority reaches to `at`; asked for ascending offsets.
    pub(crate) fn reaches(&mut self, text: &Text<'_>, at: usize) -> bool {
        self.open = self.open && is_open(text.slice(self.searched, at));
        self.searched = at;
        self.open
    }
}

/// Returns whether no byte ends an authority.
#[inline]
pub(crate) fn is_open(bytes: &[u8]) -> bool {
    !bytes.iter().any(|byte| matches!(byte, b'/' | b'?' | b'#'))
}

/// Returns how many bytes from `at` on belong to the authority that begins at `from`, though the first of them ends a
/// URL elsewhere; 0 if it closes this one, too.
#[cold]
pub(crate) fn illegal(text: &Text<'_>, from: usize, at: usize, opener: Opener) -> usize {
    let Some(byte) = text.at(at) else { return 0 };
    let next = at.wrapping_add(1);
    let end = match byte {
        0 | 7 | b'\t'..=b'\r' | 0x1b | b' ' | b'>' => None,
        _ if opener.closer() == Some(byte) => None,
        0x80.. => return foreign(text, from, at, opener),
        // `http://h<joe@h.dom>` has an address in brackets, and `<br>` closes as well.
        b'<' => login(text, from, next).filter(|end| {
            let host = text.run(*end, LONGEST, |byte| !is_space(byte) && !b"/<>".contains(&byte));
            text.at(end.wrapping_add(host.len())) != Some(b'>')
        }),
        b'"' => login(text, from, next),
        b'`' if matches!(opener, Opener::Mark(b'`')) => None,
        b'\\' if backslash::after(text, at).is_some() => None,
        b'|' if is_cell(text, from) => None,
        _ => login(text, from, next).or_else(|| host(text, next)),
    };
    end.map_or(0, |end| end.saturating_sub(at))
}

/// Returns the offset after the `@` of the login that goes on at `at`.
pub(crate) fn login(text: &Text<'_>, from: usize, at: usize) -> Option<usize> {
    let filled = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80 || b"@%_:".contains(&byte);
    // A bracket that begins the login is before it; else a name goes on after the bracket.
    let first = from.wrapping_add(1) == at;
    if text.preceding(from, 2) != b"//"
        || !(first || text.at(at).is_some_and(filled))
        || scheme::begins(text, at)
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

/// Returns the end of the labels at `at`, if they read like the rest of a host: a dot is between two of them, or a
/// port or path follows.
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

/// Returns the end of the colon and port at `at`, if a path follows.
fn port(text: &Text<'_>, at: usize) -> Option<usize> {
    let digits = at.wrapping_add(1);
    let end = digits.wrapping_add(text.run(digits, LONGEST, |byte| byte.is_ascii_digit()).len());
    (end > digits && text.at(end) == Some(b'/')).then_some(end)
}

/// Returns whether the URL whose authority or path begins at `from` is in a cell of a table that has bars between them.
pub(crate) fn is_cell(text: &Text<'_>, from: usize) -> bool {
    let name = text.preceding(from, LONGEST_NAME);
    let name = name.iter().rev().take_while(|byte| !is_space(**byte) && **byte != b'|').count();
    text.before(text.skip_blanks_back(from.saturating_sub(name), LONGEST)) == Some(b'|')
}

/// Like [`illegal`], but for characters outside US-ASCII.
fn foreign(text: &Text<'_>, from: usize, at: usize, opener: Opener) -> usize {
    let (sort, width) = sort(text, at);
    let next = at.wrapping_add(width);
    let end = match sort {
        Sort::Letter => Some(next),
        Sort::End => None,
        Sort::Quote | Sort::Dash if opener == Opener::Typographic => None,
        Sort::Quote | Sort::Dash => {
            login(text, from, next).or_else(|| host(text, next)).or_else(|| path(text, next))
        }
        Sort::Mark if joins(text, next) => Some(next),
        Sort::Mark => login(text, from, next).or_else(|| host(text, next)),
        Sort::Dot => host(text, next),
        Sort::Colon => text.at(next).is_some_and(|byte| byte.is_ascii_digit()).then_some(next),
        Sort::Symbol => (!leads_to_url(text, next)).then_some(next),
    };
    end.map_or(0, |end| end.saturating_sub(at))
}

/// Returns the offset after the slash at `at`, if a path follows.
fn path(text: &Text<'_>, at: usize) -> Option<usize> {
    let next = at.wrapping_add(1);
    let path = text.at(at)? == b'/' && text.at(next)?.is_ascii_alphanumeric();
    path.then_some(next)
}
