//! A text as the components of a URL, as the package reads them, and its escapes.

use alloc::{borrow::Cow, format, vec::Vec};

use memchr::{memchr, memchr2, memchr3, memrchr};
use url1738_core::Redacted;

use super::SurtError;

/// Returns the text without white space around it and line breaks in it, and with a scheme.
pub(super) fn cleaned(text: &[u8]) -> Result<Cow<'_, [u8]>, SurtError> {
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0B;
    let start = text.iter().position(|byte| !is_space(byte)).ok_or(SurtError::NoUrl)?;
    let end = text.iter().rposition(|byte| !is_space(byte)).ok_or(SurtError::NoUrl)?;
    let mut text = Cow::Borrowed(&text[start..=end]);
    if memchr3(b'\n', b'\r', b'\t', &text).is_some() {
        text.to_mut().retain(|byte| !b"\n\r\t".contains(byte));
    }
    if scheme(&text).is_none() {
        text.to_mut().splice(..0, *b"http://");
    }
    Ok(text)
}

/// Returns the text from the last of the `http://` or `https://` on that it begins with.
pub(super) fn with_one_scheme(text: &[u8]) -> &[u8] {
    let (mut last, mut rest) = (text, text);
    while let Some(after) = rest.strip_prefix(b"http://").or_else(|| rest.strip_prefix(b"https://"))
    {
        (last, rest) = (rest, after);
    }
    last
}

/// Returns the name of the scheme, if the text begins with one.
fn scheme(text: &[u8]) -> Option<&[u8]> {
    let (name, _) = split_once(text, b':')?;
    let is_named = name.first().is_some_and(u8::is_ascii_alphabetic)
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
    is_named.then_some(name)
}

/// Returns the name of the scheme, and the text after its colon up to the fragment.
pub(super) fn scheme_and_rest(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let scheme = scheme(text)?;
    Some((scheme, split_before(&text[scheme.len() + 1..], b'#').0))
}

/// Removes the password of a login that contains a `?`, and the `:` before it, from the text between scheme and fragment.
/// RFC 1738 allows the `?`. The package begins the query there, so that host and query would be parts of the password.
pub(super) fn without_divided_password<'t>(scheme: &[u8], rest: &'t [u8]) -> Cow<'t, [u8]> {
    // On the web, the `?` begins a query.
    let is_http = [&b"http"[..], b"https"].iter().any(|name| scheme.eq_ignore_ascii_case(name));
    if is_http || !rest.starts_with(b"//") || memchr(b'?', rest).and(memchr(b'@', rest)).is_none() {
        return Cow::Borrowed(rest);
    }
    let (login, _) = split_before(&rest[2..], b'/');
    let userinfo = login.rsplitn(2, |byte| *byte == b'@').nth(1).unwrap_or(b"");
    if let Some(colon) = first_colon(userinfo).filter(|_| userinfo.contains(&b'?')) {
        return Cow::Owned([&rest[..2 + colon], &rest[2 + userinfo.len()..]].concat());
    }
    // A password with a slash, which ends a login.
    let shown = Redacted::new(rest);
    let around = shown.secrets().iter().find_map(|secret| {
        // The colon may be an escaped one of the user, which is not part of a key.
        let before = &rest[..secret.range().start];
        let before = before.strip_suffix(b":").unwrap_or(before);
        let after = &rest[secret.range().end..];
        let user = before.get(2..).filter(|user| !user.contains(&b'/'))?;
        let password = &rest[secret.range()];
        let is_divided = user.contains(&b'?') || password.contains(&b'?');
        (after.first() == Some(&b'@') && is_divided).then_some([before, after])
    });
    around.map_or(Cow::Borrowed(rest), |around| Cow::Owned(around.concat()))
}

/// Returns the place of the first colon, which may be escaped, even twice: `%253A`.
fn first_colon(text: &[u8]) -> Option<usize> {
    (0..text.len()).find(|at| match &text[*at..] {
        [b':', ..] => true,
        [b'%', digits @ ..] => {
            let mut digits = digits;
            while let Some(rest) = digits.strip_prefix(b"25") {
                digits = rest;
            }
            matches!(digits, [b'3', b'A' | b'a', ..])
        }
        _ => false,
    })
}

/// Returns the login after two slashes, if there are any, and the path with the query.
pub(super) fn login_and_rest(text: &[u8]) -> (Option<&[u8]>, &[u8]) {
    let Some(after) = text.strip_prefix(b"//") else { return (None, text) };
    let (login, rest) = after.split_at(memchr2(b'/', b'?', after).unwrap_or(after.len()));
    (Some(login), rest)
}

/// Returns the host at the beginning of a path, as of `http:////host/path`, and the path after it.
pub(super) fn host_in_path(path: &[u8]) -> (&[u8], &[u8]) {
    let slashes = path.iter().take_while(|byte| **byte == b'/').count();
    match split_before(&path[slashes..], b'/') {
        (host, b"") => (host, b"/"),
        (host, path) => (host, path),
    }
}

/// Splits a text before the first `end`.
fn split_before(text: &[u8], end: u8) -> (&[u8], &[u8]) {
    text.split_at(memchr(end, text).unwrap_or(text.len()))
}

/// Splits a text at the first `separator`, like the method of `str`.
pub(super) fn split_once(text: &[u8], separator: u8) -> Option<(&[u8], &[u8])> {
    let at = memchr(separator, text)?;
    Some((&text[..at], &text[at + 1..]))
}

/// Returns host and port of a login, as `urllib.parse` reads them: `None` for port 0, too.
pub(super) fn host_and_port(login: &[u8]) -> Result<(&[u8], Option<u16>), SurtError> {
    let colons = login.iter().rev().take_while(|byte| **byte == b':').count();
    let login = &login[..login.len() - colons];
    let (_, hostport) = login.split_at(memrchr(b'@', login).map_or(0, |at| at + 1));
    // The text after the bracket of an IPv6 address may be anything before a colon.
    let (host, port) = match split_once(hostport, b'[') {
        Some((_, after)) => {
            let (host, rest) = split_before(after, b']');
            (host, split_once(rest, b':'))
        }
        None => (split_before(hostport, b':').0, split_once(hostport, b':')),
    };
    Ok((host, number(port.map_or(b"", |(_, port)| port))?))
}

/// Returns a port: none for the empty text and for 0.
fn number(digits: &[u8]) -> Result<Option<u16>, SurtError> {
    let port = digits.iter().try_fold(0_u16, |port, digit| {
        let digit = char::from(*digit).to_digit(10)?;
        port.checked_mul(10)?.checked_add(u16::try_from(digit).ok()?)
    });
    Ok(Some(port.ok_or(SurtError::InvalidPort)?).filter(|port| *port > 0))
}

/// Returns the text with its escapes decoded, again and again until there are none.
///
/// Decoding the first escape first has the same result as decoding all of them at once, since two escapes never overlap.
/// So one pass does: `%25%32%30` becomes `%`, then `%2`, then `%20`, which is replaced by a space as soon as it is whole.
pub(super) fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    let (plain, rest) = split_before(text, b'%');
    if rest.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    out.extend_from_slice(plain);
    for byte in rest {
        out.push(*byte);
        while let [.., b'%', high, low] = out.as_slice() {
            let digit = |byte: &u8| char::from(*byte).to_digit(16);
            let Some((high, low)) = digit(high).zip(digit(low)) else { break };
            out.truncate(out.len() - 3);
            out.extend(u8::try_from(high << 4 | low));
        }
    }
    Cow::Owned(out)
}

/// Returns the text with escapes for everything but graphic US-ASCII, `#` and `%`.
pub(super) fn encoded(text: Vec<u8>) -> Vec<u8> {
    let is_plain = |byte: &u8| matches!(byte, b'!'..=b'~') && !matches!(byte, b'#' | b'%');
    // Without a branch a byte, so that sixteen bytes are compared at once.
    if text.iter().fold(true, |are_plain, byte| are_plain & is_plain(byte)) {
        return text;
    }
    let mut out = Vec::with_capacity(text.len());
    for byte in text {
        if is_plain(&byte) {
            out.push(byte);
        } else {
            out.extend(format!("%{byte:02X}").into_bytes());
        }
    }
    out
}
