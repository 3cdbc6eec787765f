//! A backslash after a URL or in it.

use crate::{foreign, text::Text};

/// Returns where a URL goes on after the backslash at `at`, if it escapes punctuation of the URL.
pub(crate) fn after(text: &Text<'_>, at: usize) -> Option<usize> {
    if text.at(at)? != b'\\' {
        return None;
    }
    let mark = at.wrapping_add(1);
    let next = mark.wrapping_add(1);
    let letter = text.at(next).is_some_and(|byte| byte.is_ascii_alphanumeric());
    match text.at(mark)? {
        // roff's `\&` prints nothing; it is before a full stop.
        b'&' if text.at(next) == Some(b'.') => Some(next),
        // TeX's `\~{}` prints a tilde.
        b'~' if text.reads(next, b"{}") => Some(mark),
        b'-' | b'_' | b'%' | b'#' | b'~' | b'.' | b'&' if letter => Some(mark),
        _ => None,
    }
}

/// What a backslash is that escapes no punctuation of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backslash {
    /// Part of the URL, in the place of `/`.
    Part,
    /// The beginning of a command or an escape sequence of source text.
    Command,
    /// One or the other.
    Either,
}

/// The longest name of a command.
const LONGEST: usize = 32;

/// Returns what the backslash at `at` is: `\n` and `\"` of a string, `\fR` and `\s-1` of roff, `\footnote{` of TeX.
pub(crate) fn sort(text: &Text<'_>, at: usize) -> Backslash {
    let from = at.wrapping_add(1);
    let word = text.run(from, LONGEST, |byte| byte.is_ascii_alphanumeric());
    let next = text.at(from.wrapping_add(word.len()));
    let past = from.wrapping_add(word.len()).wrapping_add(1);
    let divides =
        matches!(next, Some(b'\\' | b'/' | b'.' | b'-' | b'_')) && foreign::goes_on(text, past);
    match word {
        // `\\` of a string or of TeX, `\(lq`, a backslash before a quotation mark or at the end.
        [] => {
            let past = from.wrapping_add(usize::from(next == Some(b'\\')));
            let either = matches!(next, Some(b'\\' | b'/')) && foreign::goes_on(text, past);
            if either { Backslash::Either } else { Backslash::Command }
        }
        [b'n' | b'r' | b't' | b'0' | b'c' | b'e'] => Backslash::Command,
        [b'f', b'A'..=b'Z' | b'0'..=b'9', ..] | [b's', b'0'..=b'9', ..] => Backslash::Command,
        [b's'] if matches!(next, Some(b'+' | b'-')) => Backslash::Command,
        _ if matches!(next, Some(b'{' | b'[' | b'(')) => Backslash::Command,
        [b'n' | b'r' | b't' | b'u' | b'x', ..] => Backslash::Either,
        // A folder's name is as like a command, until more of the path follows.
        _ if divides => Backslash::Part,
        _ => Backslash::Either,
    }
}
