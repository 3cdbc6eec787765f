//! A backslash before the punctuation of a URL.

use crate::text::Text;

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
        b'-' | b'_' | b'%' | b'#' | b'~' | b'.' | b'&' if letter => Some(mark),
        _ => None,
    }
}
