//! The profile `wayback-0.3.1`: the steps of the package `surt` 0.3.1, in its order.
//!
//! The package splits a URL (`split`), decodes and encodes its escapes (`escapes`), rewrites numbers in place of a host
//! (`host`), writes hosts outside US-ASCII in punycode (`international`), removes dot segments, sorts queries, and removes
//! identifiers of sessions (`session`).

mod host;
#[cfg(feature = "idna")]
mod international;
mod session;
mod split;

use alloc::{borrow::Cow, string::String, vec::Vec};

use memchr::memrchr;
use url1738_core::{MASK, Redacted, Span, redact::Segment};

/// Error of a text that has no key in the profile `wayback-0.3.1`.
///
/// A valid URL of the ten schemes has a key in every profile. It contains no text, so logging it cannot leak a password.
///
/// ```
/// use url1738_surt::{SurtError, wayback_key};
///
/// assert_eq!(wayback_key(b" "), Err(SurtError::NoUrl));
/// assert_eq!(wayback_key(b"http://host.dom:http/"), Err(SurtError::InvalidPort));
/// let key = wayback_key("http://münchen.example/".as_bytes());
/// match cfg!(feature = "idna") {
///     true => assert_eq!(key.as_deref(), Ok("example,xn--mnchen-3ya)/")),
///     false => assert_eq!(key, Err(SurtError::HostNotAscii)),
/// }
/// assert_eq!(SurtError::InvalidPort.to_string(), "the port is not a number from 0 to 65535");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum SurtError {
    /// The text consists of white space.
    #[error("the text contains no URL")]
    NoUrl,
    /// The port is not a number, or too large. The package raises an exception, too.
    #[error("the port is not a number from 0 to 65535")]
    InvalidPort,
    /// The host contains other characters than US-ASCII after its escapes are decoded, and the feature `idna`, which has the
    /// tables to convert it, is off.
    #[error("the host is not US-ASCII: write it in punycode")]
    HostNotAscii,
}

/// Returns the key that the package `surt` 0.3.1 has for a text, whether or not that is a valid URL.
///
/// The login is not part of a key. Passwords elsewhere, such as the value of `?password=`, are `***` in it.
///
/// ```
/// use url1738_surt::wayback_key;
///
/// assert_eq!(wayback_key(b"http://www.Example.com:80/~Joe/../b c/?b=2&a=1#top")?, "com,example)/b%20c?a=1&b=2");
/// assert_eq!(wayback_key(b"https://joe:pw@example.com:8443/x/")?, "com,example:8443)/x");
/// # Ok::<(), url1738_surt::SurtError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the package raises an exception, or if the host is not US-ASCII and the feature `idna` is off.
pub fn wayback_key(text: &[u8]) -> Result<String, SurtError> {
    let key = match text {
        [] => b"-".to_vec(),
        // The name of a record of ARC files, which is not a URL.
        _ if text.starts_with(b"filedesc") => text.to_vec(),
        _ => key_of(&split::cleaned(text)?)?,
    };
    // A key is escaped, but `filedesc` may be followed by any bytes.
    Ok(String::from_utf8(key)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Returns the key of a text with a scheme.
fn key_of(text: &[u8]) -> Result<Vec<u8>, SurtError> {
    let (scheme, rest) =
        split::scheme_and_rest(split::with_one_scheme(text)).ok_or(SurtError::NoUrl)?;
    let text = split::without_divided_password(scheme, rest);
    let (login, rest) = split::login_and_rest(&text);
    // The login is read before passwords are masked: a masked text may divide at other places.
    let is_mail = [&b"mailto"[..], b"news"].iter().any(|name| scheme.eq_ignore_ascii_case(name));
    let shown = match (scheme, login) {
        // Without a login, the whole text may be one, but for the addresses of mails and articles.
        (scheme, None) if !scheme.starts_with(b"http") && !is_mail => {
            let text = [scheme, b":", rest].concat();
            // The name of the scheme may be a token, which is longer than its mask.
            let rest = Span::from(scheme.len() + 1..text.len());
            masked(&Redacted::new(&text).slice(rest)).into_owned().into()
        }
        // On the web, the text after three slashes is a host. Elsewhere it may be a login: `file:///joe:pw@host.dom/`.
        (_, Some([])) if !scheme.to_ascii_lowercase().starts_with(b"http") => {
            masked(&Redacted::of_data(&text).slice(Span::from(2..text.len())))
        }
        _ => masked(&Redacted::of_data(rest)),
    };
    let (mut path, query) = split::split_once(&shown, b'?').unwrap_or((&shown, b""));
    let (mut host, port) = split::host_and_port(login.unwrap_or(b""))?;
    if scheme.starts_with(b"http") && host.is_empty() && !path.is_empty() {
        (host, path) = split::host_in_path(path);
    }
    let host = host::canonical(host)?;
    let mut key = Vec::with_capacity(text.len() + 2);
    if host.is_empty() {
        key.extend_from_slice(&masked(&Redacted::new(scheme)));
        key.push(b':');
    } else {
        let host = if scheme == b"dns" { &host } else { host::without_www(&host) };
        host::push(host, scheme, port, &mut key);
    }
    push_path(path, !host.is_empty(), query, &mut key);
    Ok(key)
}

/// Returns a text with its secrets masked. Its other bytes are unchanged.
fn masked<'t>(text: &Redacted<'t>) -> Cow<'t, [u8]> {
    if text.secrets().is_empty() {
        return Cow::Borrowed(text.bytes());
    }
    let segments = text.segments().map(|segment| match segment {
        Segment::Plain(bytes) => bytes,
        Segment::Masked => MASK.as_bytes(),
    });
    Cow::Owned(segments.collect::<Vec<_>>().concat())
}

/// Appends path and query in lower case, without identifiers of sessions.
fn push_path(path: &[u8], has_host: bool, query: &[u8], key: &mut Vec<u8>) {
    let path = split::decoded(path);
    let path = if has_host { normalized(&path) } else { path.into_owned() };
    let mut path = session::strip_path(lowered(split::encoded(path)));
    if path.len() > 1 && path.last() == Some(&b'/') {
        path.pop();
    }
    let query = session::strip_query(split::encoded(split::decoded(query).into_owned()));
    if path.is_empty() && !query.is_empty() {
        path.push(b'/');
    }
    key.append(&mut path);
    if !query.is_empty() {
        key.push(b'?');
        key.extend(sorted_query(&lowered(query)));
    }
}

/// Returns a text whose letters are in lower case.
fn lowered(mut text: Vec<u8>) -> Vec<u8> {
    text.make_ascii_lowercase();
    text
}

/// Returns a path without `.` and empty segments, and with `..` applied. Removes the text before the first slash.
fn normalized(path: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    for segment in path.split(|byte| *byte == b'/').skip(1) {
        match segment {
            b"." => {}
            // Above the root, a `..` is kept, and the next one removes it.
            b".." if !out.is_empty() => out.truncate(memrchr(b'/', &out).unwrap_or(0)),
            segment => {
                out.push(b'/');
                out.extend_from_slice(segment);
            }
        }
    }
    // An empty segment stays at the end only: `/a//b/` becomes `/a/b/`.
    out.dedup_by(|byte, before| (*byte, *before) == (b'/', b'/'));
    if out.is_empty() {
        out.push(b'/');
    }
    out
}

/// Returns the query with its arguments sorted by name and value. An argument without `=` precedes an empty value.
fn sorted_query(query: &[u8]) -> Vec<u8> {
    let mut arguments: Vec<&[u8]> = query.split(|byte| *byte == b'&').collect();
    // The name and the value are compared one after the other: `a=` precedes `a-=`, although `-` precedes `=`.
    arguments.sort_by_key(|argument| {
        let mut halves = argument.splitn(2, |byte| *byte == b'=');
        (halves.next(), halves.next())
    });
    arguments.join(&b'&')
}
