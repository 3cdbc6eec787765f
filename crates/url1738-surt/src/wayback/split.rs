//! A text as the components of a URL, as the package reads them, and its escapes.

use alloc::{borrow::Cow, format, vec::Vec};

use url1738_core::Redacted;

use super::SurtError;

/// The components of a URL, which are empty if they are absent. User and fragment are not needed.
#[derive(Debug)]
pub(super) struct Components<'t> {
    pub(super) host: &'t [u8],
    /// The port, or `None` for 0, too.
    pub(super) port: Option<u16>,
    pub(super) path: &'t [u8],
    pub(super) query: &'t [u8],
}

/// Returns the text without white space around it and line breaks in it, with a scheme, and with one scheme only.
pub(super) fn cleaned(text: &[u8]) -> Result<Vec<u8>, SurtError> {
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0B;
    let start = text.iter().position(|byte| !is_space(byte)).ok_or(SurtError::NoUrl)?;
    let end = text.iter().rposition(|byte| !is_space(byte)).ok_or(SurtError::NoUrl)?;
    let inside = text[start..=end].iter().copied();
    let mut text: Vec<u8> = inside.filter(|byte| !b"\n\r\t".contains(byte)).collect();
    if scheme(&text).is_none() {
        text.splice(..0, *b"http://");
    }
    text.drain(..repeated_schemes(&text));
    Ok(text)
}

/// Returns the number of bytes before the last of the `http://` or `https://` that the text begins with.
fn repeated_schemes(text: &[u8]) -> usize {
    let (mut before, mut at) = (0, 0);
    loop {
        let rest = &text[at..];
        let len = match rest {
            _ if rest.starts_with(b"http://") => 7,
            _ if rest.starts_with(b"https://") => 8,
            _ => return before,
        };
        (before, at) = (at, at + len);
    }
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
    Some((scheme, split_before(&text[scheme.len() + 1..], b"#").0))
}

/// Removes the password of a login that contains a `?`, and the `:` before it, from the text between scheme and fragment.
/// RFC 1738 allows the `?`. The package begins the query there, so that host and query would be parts of the password.
pub(super) fn without_divided_password<'t>(scheme: &[u8], rest: &'t [u8]) -> Cow<'t, [u8]> {
    // On the web, the `?` begins a query.
    let is_http = [&b"http"[..], b"https"].iter().any(|name| scheme.eq_ignore_ascii_case(name));
    if is_http || !rest.starts_with(b"//") || !(rest.contains(&b'?') && rest.contains(&b'@')) {
        return Cow::Borrowed(rest);
    }
    let (login, _) = split_before(&rest[2..], b"/");
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
    let (login, rest) = split_before(after, b"/?");
    (Some(login), rest)
}

impl<'t> Components<'t> {
    /// Divides the text between scheme and fragment by the regular expression of RFC 2396.
    pub(super) fn split(scheme: &[u8], login: &'t [u8], rest: &'t [u8]) -> Result<Self, SurtError> {
        let (mut path, query) = split_once(rest, b'?').unwrap_or((rest, b""));
        let (mut host, port) = host_and_port(login)?;
        // `http:////host/path`, whose host is in the path.
        if scheme.starts_with(b"http") && host.is_empty() && !path.is_empty() {
            let slashes = path.iter().take_while(|byte| **byte == b'/').count();
            (host, path) = split_before(&path[slashes..], b"/");
            if path.is_empty() {
                path = b"/";
            }
        }
        Ok(Self { host, port, path, query })
    }
}

/// Splits a text before the first of the `ends`.
fn split_before<'t>(text: &'t [u8], ends: &[u8]) -> (&'t [u8], &'t [u8]) {
    let end = text.iter().position(|byte| ends.contains(byte));
    text.split_at(end.unwrap_or(text.len()))
}

/// Splits a text at the first `separator`, like the method of `str`.
fn split_once(text: &[u8], separator: u8) -> Option<(&[u8], &[u8])> {
    let at = text.iter().position(|byte| *byte == separator)?;
    Some((&text[..at], &text[at + 1..]))
}

/// Returns host and port of a login, as `urllib.parse` reads them.
fn host_and_port(login: &[u8]) -> Result<(&[u8], Option<u16>), SurtError> {
    let colons = login.iter().rev().take_while(|byte| **byte == b':').count();
    let login = &login[..login.len() - colons];
    let (_, hostport) =
        login.split_at(login.iter().rposition(|byte| *byte == b'@').map_or(0, |at| at + 1));
    // The text after the bracket of an IPv6 address may be anything before a colon.
    let (host, port) = match split_once(hostport, b'[') {
        Some((_, after)) => {
            let (host, rest) = split_before(after, b"]");
            (host, split_once(rest, b':'))
        }
        None => (split_before(hostport, b":").0, split_once(hostport, b':')),
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
pub(super) fn decoded(text: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    for byte in text {
        out.push(*byte);
        while let [.., b'%', high, low] = out.as_slice() {
            let digit = |byte: &u8| char::from(*byte).to_digit(16);
            let Some((high, low)) = digit(high).zip(digit(low)) else { break };
            out.truncate(out.len() - 3);
            out.extend(u8::try_from(high << 4 | low));
        }
    }
    out
}

/// Returns the text with escapes for everything but graphic US-ASCII, `#` and `%`.
pub(super) fn encoded(text: Vec<u8>) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for byte in text {
        if byte.is_ascii_graphic() && !matches!(byte, b'#' | b'%') {
            out.push(byte);
        } else {
            out.extend(format!("%{byte:02X}").into_bytes());
        }
    }
    out
}
