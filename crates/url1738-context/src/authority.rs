//! Authorities with characters that no URL may contain.
//!
//! Such a byte ends a URL in a text, and in a path that does little harm. In an authority it makes another host of what is
//! left: `http://bank.みんな/` is not a URL of the host `bank`. So an authority is cut only before what closes a URL in a
//! text: white space, brackets, quotation marks, punctuation. Anything else is taken along, and the parser reports it.

use crate::{
    class::is_space,
    foreign::{CharRole, joins, leads_to_url, role_at},
    front::Opener,
    markup::{self, Backslash},
    scheme,
    text::Text,
};

/// How far the `@` after a login, or the rest of a host, is looked for.
const LONGEST: usize = 256;
/// How far the bracket after a label is looked for.
const LONGEST_LABEL: usize = 1024;

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

    /// Returns whether the authority reaches to `at`. Offsets ascend from call to call.
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

/// Returns how many bytes from `at` on belong to the authority that begins at `from`, although the first of them ends a URL
/// elsewhere; 0 if it closes this one, too.
#[cold]
pub(crate) fn illegal(text: &Text<'_>, from: usize, at: usize, opener: Opener) -> usize {
    let Some(byte) = text.at(at) else { return 0 };
    let next = at + 1;
    let end = match byte {
        // What ends strings, lines, words, and escape sequences of terminals is of the text, wherever it is.
        0 | 7 | b'\t'..=b'\r' | 0x1b | b' ' | b'>' => None,
        _ if opener.closer() == Some(byte) => None,
        0x80.. => foreign(text, from, at, opener),
        // `http://h<joe@h.dom>` has an address in brackets, and `<br>` closes as well.
        b'<' => login(text, from, next).filter(|end| {
            let in_host = |byte| !is_space(byte) && !b"/<>".contains(&byte);
            text.at(text.past(*end, LONGEST, in_host)) != Some(b'>')
        }),
        b'"' => login(text, from, next),
        b'`' if opener == Opener::Mark(b'`') => None,
        b'\\' if matches!(markup::backslash(text, at), Backslash::Escape(_)) => None,
        b'|' if ends_at_bar(text, from) => None,
        _ => login(text, from, next).or_else(|| host(text, next)),
    };
    end.map_or(0, |end| end - at)
}

/// Like [`illegal`], but for characters outside US-ASCII, and returns the offset after them.
fn foreign(text: &Text<'_>, from: usize, at: usize, opener: Opener) -> Option<usize> {
    let (role, width) = role_at(text, at);
    let next = at + width;
    let path = || text.at(next) == Some(b'/') && text.is_alnum(next + 1);
    let is_digit = |byte: u8| byte.is_ascii_digit();
    match role {
        CharRole::Letter => Some(next),
        CharRole::End => None,
        CharRole::Quote | CharRole::Dash if matches!(opener, Opener::Typographic(_)) => None,
        CharRole::Quote | CharRole::Dash => login(text, from, next)
            .or_else(|| host(text, next))
            .or_else(|| path().then_some(next + 1)),
        CharRole::Mark if joins(text, next) => Some(next),
        CharRole::Mark => login(text, from, next).or_else(|| host(text, next)),
        CharRole::Dot => host(text, next),
        CharRole::Colon => text.is(next, is_digit).then_some(next),
        CharRole::Symbol => (!leads_to_url(text, next)).then_some(next),
    }
}

/// Returns the offset after the `@` of the login that goes on at `at`.
pub(crate) fn login(text: &Text<'_>, from: usize, at: usize) -> Option<usize> {
    let filled = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80 || b"@%_:".contains(&byte);
    // A bracket that begins the login is before it; else a name goes on after the bracket.
    let first = from + 1 == at;
    if text.preceding(from, 2) != b"//"
        || !(first || text.is(at, filled))
        || scheme::begins(text, at)
    {
        return None;
    }
    let in_login = |byte| byte > b' ' && byte != 0x7f && !b"/?#@<>\"".contains(&byte);
    let sign = text.past(at, LONGEST, in_login);
    let named = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80 || byte == b'[';
    (text.at(sign) == Some(b'@') && text.is(sign + 1, named)).then_some(sign + 1)
}

/// Returns the end of the labels at `at`, if they read like the rest of a host: a dot is between two of them, or a port or
/// path follows.
fn host(text: &Text<'_>, at: usize) -> Option<usize> {
    let divided = match text.at(at)? {
        b':' => {
            let end = text.past(at + 1, LONGEST, |byte| byte.is_ascii_digit());
            return (end > at + 1 && text.at(end) == Some(b'/')).then_some(end);
        }
        byte => matches!(byte, b'.' | b'-'),
    };
    let first = at + usize::from(divided);
    if !text.is_alnum(first) || scheme::begins(text, first) {
        return None;
    }
    let in_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte);
    let labels = text.run(first, LONGEST, in_host);
    let end = first + labels.len();
    let goes_on = match text.at(end) {
        Some(b'/') => true,
        Some(b':') => text.is(end + 1, |byte| byte.is_ascii_digit()),
        _ => divides_labels(labels),
    };
    goes_on.then_some(end)
}

/// Returns whether a dot is before a letter or digit.
pub(crate) fn divides_labels(host: &[u8]) -> bool {
    host.windows(2).any(|pair| pair[0] == b'.' && pair[1].is_ascii_alphanumeric())
}

/// Returns whether a bar ends the URL whose authority or path begins at `from`: it is in a cell of a table that has bars between
/// them, alone or as the value of a key (`|url = http://h.dom/|`), or in brackets with a label, or in `{@link http://h.dom/|label}`.
pub(crate) fn ends_at_bar(text: &Text<'_>, from: usize) -> bool {
    let before = text.preceding(from, LONGEST);
    let tag = before.rsplit(|byte| *byte == b'{').next().unwrap_or_default();
    if tag.starts_with(b"@link") && tag.iter().filter(|byte| is_space(**byte)).count() == 1 {
        return true;
    }
    let Some(mark) = before.iter().rposition(|byte| b"|<\r\n".contains(byte)) else { return false };
    let cell = &before[mark + 1..];
    let in_key = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_ \t".contains(byte);
    let value = match cell.iter().position(|byte| *byte == b'=') {
        Some(equals) if cell[..equals].iter().all(in_key) => &cell[equals + 1..],
        _ => cell,
    };
    let is_alone = !value.trim_ascii_start().iter().any(|byte| is_space(*byte));
    match before[mark] {
        // A link is closed by its bracket: `[a|b](http://h.dom/c|d)`.
        b'|' => is_alone && !value.windows(2).any(|pair| pair == b"]("),
        b'<' => is_alone && has_label(text, from),
        _ => false,
    }
}

/// Returns whether a label is in the angle brackets after the URL whose authority or path begins at `from`, as chat programs
/// write links: `<http://host/|our page>`.
///
/// A bar may be part of a URL, too. A label has blanks, or repeats the URL, or is a word after a path.
pub(crate) fn has_label(text: &Text<'_>, from: usize) -> bool {
    let inside = text.run(from, LONGEST_LABEL, |byte| !b"<>\r\n".contains(&byte));
    // In `AsciiDoc` it is in square brackets: `<http://host/[our page]>`.
    let labelled = || {
        let opens = |byte: &u8| *byte == b'[';
        if inside.ends_with(b"]") { inside.iter().rposition(opens) } else { None }
    };
    let bar = inside.iter().position(|byte| *byte == b'|').or_else(labelled);
    let Some(bar) = bar else { return false };
    let (url, label) = (&inside[..bar], &inside[bar + 1..]);
    let label = label.strip_suffix(b"]").unwrap_or(label);
    // The bar of `file:///C|/my file` is after a drive.
    let is_other = label.starts_with(b"/") || url.iter().any(|byte| is_space(*byte));
    if is_other || text.at(from + inside.len()) != Some(b'>') {
        return false;
    }
    let slashes = url.iter().take_while(|byte| matches!(byte, b'/' | b'\\')).count();
    let address = &url[slashes..];
    let is_word =
        |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || b"-_.@".contains(byte);
    label.contains(&b' ')
        || address.starts_with(label)
        || label.ends_with(address)
        || label.len() > 1 && !url.contains(&b'?') && label.iter().all(is_word)
}
