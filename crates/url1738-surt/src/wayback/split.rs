//! A text as the pieces of a URL, as the package reads them.

use alloc::borrow::Cow;

use url1738_core::Redacted;

use crate::error::SurtError;

/// The pieces of a URL. The user and the fragment are not needed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pieces<'t> {
    pub(super) host: Option<&'t [u8]>,
    /// The port, or `None` for 0, too.
    pub(super) port: Option<u16>,
    /// The path, or `None` if it is empty.
    pub(super) path: Option<&'t [u8]>,
    /// The query, or `None` if it is empty.
    pub(super) query: Option<&'t [u8]>,
}

/// Returns the text without white space around it and line breaks in it, with a scheme, and with one scheme only.
pub(super) fn cleaned(text: &[u8]) -> Result<Cow<'_, [u8]>, SurtError> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C);
    let start = text.iter().position(|byte| !is_space(byte)).unwrap_or(text.len());
    let end =
        text.iter().rposition(|byte| !is_space(byte)).map_or(start, |at| at.saturating_add(1));
    let text = text.get(start..end).unwrap_or_default();
    let breaks = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'\t');
    let mut cleaned = match text.iter().any(breaks) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(text.iter().copied().filter(|byte| !breaks(byte)).collect()),
    };
    if cleaned.is_empty() {
        return Err(SurtError::NoUrl);
    }
    if scheme(&cleaned).is_none() {
        cleaned = Cow::Owned([b"http://", &*cleaned].concat());
    }
    let extra = repeated_schemes(&cleaned);
    Ok(match (extra, cleaned) {
        (0, cleaned) => cleaned,
        (_, Cow::Borrowed(text)) => Cow::Borrowed(text.get(extra..).unwrap_or_default()),
        (_, Cow::Owned(mut text)) => {
            text.drain(..extra.min(text.len()));
            Cow::Owned(text)
        }
    })
}

/// Returns the number of bytes before the last of the `http://` or `https://` that the text begins with.
fn repeated_schemes(text: &[u8]) -> usize {
    let (mut before, mut at) = (0, 0_usize);
    while let Some(rest) = text.get(at..) {
        let len = match rest {
            _ if rest.starts_with(b"http://") => 7,
            _ if rest.starts_with(b"https://") => 8,
            _ => break,
        };
        before = at;
        at = at.saturating_add(len);
    }
    before
}

/// Returns the name of the scheme, if the text begins with one.
fn scheme(text: &[u8]) -> Option<&[u8]> {
    let colon = text.iter().position(|byte| *byte == b':')?;
    let name = text.get(..colon)?;
    let is_named = name.first().is_some_and(u8::is_ascii_alphabetic)
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
    is_named.then_some(name)
}

/// Returns the name of the scheme, and the text after its colon up to the fragment.
pub(super) fn scheme_and_rest(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let scheme = scheme(text)?;
    let rest = text.get(scheme.len().saturating_add(1)..).unwrap_or_default();
    Some((scheme, before(rest, b"#")))
}

/// Returns the text between scheme and fragment without the password of a login that contains a `?`, and its `:`. RFC 1738
/// allows the `?`, which the package takes for the beginning of the query: host and query would be pieces of the password.
pub(super) fn without_divided_password<'t>(scheme: &[u8], rest: &'t [u8]) -> Cow<'t, [u8]> {
    // On the web, the `?` begins a query.
    let is_http = [&b"http"[..], b"https"].iter().any(|name| scheme.eq_ignore_ascii_case(name));
    if is_http || !rest.starts_with(b"//") || !(rest.contains(&b'?') && rest.contains(&b'@')) {
        return Cow::Borrowed(rest);
    }
    let login = before(rest.get(2..).unwrap_or_default(), b"/");
    let userinfo = login.rsplitn(2, |byte| *byte == b'@').nth(1).unwrap_or_default();
    if let Some(colon) = first_colon(userinfo).filter(|_| userinfo.contains(&b'?')) {
        let user = rest.get(..colon.saturating_add(2)).unwrap_or_default();
        let after = rest.get(userinfo.len().saturating_add(2)..).unwrap_or_default();
        return Cow::Owned([user, after].concat());
    }
    // A password with a slash, which ends a login.
    let shown = Redacted::new(rest);
    let around = shown.secrets().iter().find_map(|secret| {
        // The colon may be an escaped one of the user, which is not part of a key.
        let before = rest.get(..secret.range().start)?;
        let before = before.strip_suffix(b":").unwrap_or(before);
        let after = rest.get(secret.range().end..)?;
        let user = before.get(2..).filter(|user| !user.contains(&b'/'))?;
        let password = rest.get(secret.range())?;
        let is_divided = user.contains(&b'?') || password.contains(&b'?');
        (after.first() == Some(&b'@') && is_divided).then_some([before, after])
    });
    around.map_or(Cow::Borrowed(rest), |around| Cow::Owned(around.concat()))
}

/// Returns the place of the first colon, which may be escaped, even twice: `%253A`.
fn first_colon(text: &[u8]) -> Option<usize> {
    (0..text.len()).find(|at| match text.get(*at..) {
        Some([b':', ..]) => true,
        Some([b'%', digits @ ..]) => {
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
    match text.strip_prefix(b"//") {
        Some(after) => {
            let login = before(after, b"/?");
            (Some(login), after.get(login.len()..).unwrap_or_default())
        }
        None => (None, text),
    }
}

impl<'t> Pieces<'t> {
    /// Divides what is between scheme and fragment by the regular expression of RFC 2396.
    pub(super) fn of(scheme: &[u8], login: &'t [u8], rest: &'t [u8]) -> Result<Self, SurtError> {
        let path = before(rest, b"?");
        let query = rest.get(path.len().saturating_add(1)..).filter(|query| !query.is_empty());
        let (host, port) = host_and_port(login)?;
        let mut pieces = Self {
            host: (!host.is_empty()).then_some(host),
            port,
            path: (!path.is_empty()).then_some(path),
            query,
        };
        // `http:////host/path`, whose host is in the path.
        if scheme.starts_with(b"http") && pieces.host.is_none() && !path.is_empty() {
            let slashes = path.iter().take_while(|byte| **byte == b'/').count();
            let after = path.get(slashes..).unwrap_or_default();
            let host = before(after, b"/");
            let rest = after.get(host.len()..).filter(|rest| !rest.is_empty());
            pieces.host = (!host.is_empty()).then_some(host);
            pieces.path = Some(rest.unwrap_or(b"/"));
        }
        Ok(pieces)
    }
}

/// Returns the text before the first of the `ends`.
fn before<'t>(text: &'t [u8], ends: &[u8]) -> &'t [u8] {
    text.split(|byte| ends.contains(byte)).next().unwrap_or_default()
}

/// Returns host and port of a login, as `urllib.parse` reads them.
fn host_and_port(login: &[u8]) -> Result<(&[u8], Option<u16>), SurtError> {
    let colons = login.iter().rev().take_while(|byte| **byte == b':').count();
    let login = login.get(..login.len().saturating_sub(colons)).unwrap_or_default();
    let hostport = login.rsplit(|byte| *byte == b'@').next().unwrap_or_default();
    let (host, port) = match hostport.iter().position(|byte| *byte == b'[') {
        Some(bracket) => {
            let after = hostport.get(bracket.saturating_add(1)..).unwrap_or_default();
            let host = before(after, b"]");
            let rest = after.get(host.len().saturating_add(1)..).unwrap_or_default();
            (host, after_colon(rest))
        }
        None => {
            let host = before(hostport, b":");
            (host, hostport.get(host.len().saturating_add(1)..).unwrap_or_default())
        }
    };
    Ok((host, number(port)?))
}

fn after_colon(text: &[u8]) -> &[u8] {
    let before = before(text, b":");
    text.get(before.len().saturating_add(1)..).unwrap_or_default()
}

/// Returns a port: none for the empty text and for 0.
fn number(digits: &[u8]) -> Result<Option<u16>, SurtError> {
    let mut port = 0_u16;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return Err(SurtError::InvalidPort);
        }
        let digit = u16::from(digit.wrapping_sub(b'0'));
        port = port
            .checked_mul(10)
            .and_then(|port| port.checked_add(digit))
            .ok_or(SurtError::InvalidPort)?;
    }
    Ok((port > 0).then_some(port))
}
