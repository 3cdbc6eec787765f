//! The edit that fixes one error.

use alloc::{borrow::ToOwned, string::String};

use percent_encoding::percent_encode_byte;

use super::error::{Error, ErrorKind as Kind, Token};
use crate::syntax::{
    address, international,
    part::Role,
    span::{Fix, Span, offset},
};

pub(crate) type Parse = fn(&[u8]) -> Result<(), Error>;

/// The largest number of errors in a text that gets a fix. Each error costs one more parse.
const MOST_ERRORS: usize = 32;

/// Returns the edit of `text` that fixes `error`, if `parse` accepts the text after it and the fixes of the errors after it
/// (section 5).
#[must_use]
pub fn fix(text: &[u8], error: &Error, parse: Parse) -> Option<Fix> {
    if is_drive_path(text) {
        return None;
    }
    edit(error, text).filter(|fix| leads_to_url(fix, text, parse))
}

/// Returns whether the text looks like a path of Windows: `C:\Users\joe`, `c:/Users` or `C:name\file`. Its drive letter is
/// not a scheme name, so the text cannot be repaired into a URL.
pub(crate) fn is_drive_path(text: &[u8]) -> bool {
    match text {
        [letter, b':', rest @ ..] if letter.is_ascii_alphabetic() => {
            rest.contains(&b'\\') || rest.starts_with(b"/") && !rest.starts_with(b"//")
        }
        _ => false,
    }
}

/// The longest text that gets a fix, in bytes. Each error costs a copy of the text.
const LONGEST_TRIED: usize = 64 * 1024;

/// Returns whether `fix` and the fixes of the errors after it turn `text` into a URL.
fn leads_to_url(fix: &Fix, text: &[u8], parse: Parse) -> bool {
    if text.len() > LONGEST_TRIED || text.get(fix.span.range()).is_none() {
        return false;
    }
    // The first error may hide others: in `x-db://host.dom/a b~c`, the `~` is found after the space
    // is escaped. A fix that only leads to an error without one would be misleading.
    let (mut fixed, mut fix) = (text.to_owned(), fix.clone());
    for _ in 0..MOST_ERRORS {
        fixed.splice(fix.span.range(), fix.text.bytes());
        let Err(error) = parse(&fixed) else { return true };
        let Some(next) = edit(&error, &fixed) else { return false };
        fix = next;
    }
    false
}

/// Returns whether the error is an unexpected byte in an international host name that follows the colon of the scheme
/// name, as in `https:münchen.de/`. The intended URL has slashes before it, so an escape would hide the error.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "INVARIANT: the colon is in the text"
)]
pub(crate) fn is_in_bare_host(error: &Error, text: &[u8]) -> bool {
    let is_byte = matches!(error.kind(), Kind::UnexpectedByte(_));
    if !is_byte || error.part().role != Role::Opaque {
        return false;
    }
    let Some(colon) = text.iter().position(|byte| *byte == b':') else { return false };
    let start = colon + 1;
    let host = address::bare_international_host(&text[start..]);
    let at = (error.span().start as usize).checked_sub(start);
    host.zip(at).is_some_and(|(host, at)| host.contains(&at))
}

/// Returns whether the error is an `@` in what was read as host or port, as of `ftp://joe:p@ss@host.dom/`.
pub(crate) fn is_second_at(error: &Error) -> bool {
    let is_host = matches!(error.part().role, Role::Host | Role::Port);
    is_host && error.kind() == Kind::UnexpectedByte(b'@')
}

/// Returns the edit that fixes only `error`, if one is known to keep the intended meaning.
pub(crate) fn edit(error: &Error, text: &[u8]) -> Option<Fix> {
    let Span { start, end } = error.span();
    let replace = |new: &'static str| Some(Fix { span: Span::new(start, end), text: new.into() });
    let escapes = error.part().class.allows_escapes();
    match error.kind() {
        Kind::UnexpectedByte(_) if is_in_bare_host(error, text) => None,
        Kind::UnexpectedByte(_) if is_second_at(error) => {
            // The last `@` ends a login or a message-id, so that those before it are data.
            let at = text.get(..start as usize)?.iter().rposition(|byte| *byte == b'@')?;
            Some(Fix { span: Span::of_len(offset(at), 1), text: "%40".into() })
        }
        Kind::UnexpectedByte(_) if escapes => {
            // The whole character: of `é`, `%C3` alone would leave a byte that is unexpected, too.
            let octets = error.span().slice_bytes(text).iter();
            let escaped: String = octets.map(|octet| percent_encode_byte(*octet)).collect();
            Some(Fix { span: error.span(), text: escaped.into() })
        }
        Kind::BadEscape if escapes => {
            // Only the sign: in `100%zz`, the span also marks what should be digits.
            Some(Fix { span: Span::of_len(start, 1), text: "%25".into() })
        }
        // As data, because a fix keeps all text. A repair splits off the fragment instead.
        Kind::Fragment if escapes => replace("%23"),
        Kind::BracketedIpv4 => {
            let written = address::bracketed_ipv4(error.span().slice_bytes(text))?;
            let text = core::str::from_utf8(written).ok()?.to_owned();
            Some(Fix { span: error.span(), text: text.into() })
        }
        Kind::InternationalName => {
            // The error is at the first byte outside US-ASCII. The DNS has a form of the whole name
            // only.
            let host = address::host_around(text, start as usize);
            let name = international::to_ascii(text.get(host.clone())?)?;
            Some(Fix { span: host.into(), text: name.into() })
        }
        // Without its colon, the end of a scheme name is unknown. That of `ftp://joe:/pw@h/` may begin a password.
        Kind::Expected(Token::Colon) => None,
        Kind::EmptyPort if text.get(end as usize..)?.contains(&b'@') => None,
        Kind::Expected(token) => replace(token.as_str()),
        _ => error.info().fix.and_then(replace),
    }
}
