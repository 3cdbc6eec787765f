//! The profile `wayback-0.3.1`: the steps of the package `surt` 0.3.1, in its order.
//!
//! The package splits a URL (`split`), decodes and encodes its escapes (`escapes`), rewrites numbers in place of a host
//! (`address`), removes dot segments and sorts queries (`path`), writes hosts outside US-ASCII in punycode
//! (`international`), and removes identifiers of sessions (`session`).

mod address;
mod escapes;
#[cfg(feature = "idna")]
mod international;
mod path;
mod session;
mod split;

use alloc::{
    string::{String, ToString as _},
    vec::Vec,
};

use url1738_core::{MASK, Redacted, redact::Segment};

use crate::error::SurtError;
use split::Components;

/// Returns the key that the package `surt` 0.3.1 has for a text, whether or not that is a valid URL.
///
/// The login is not part of a key. Passwords elsewhere, such as the value of `?password=`, are `***` in it.
///
/// ```
/// use url1738_surt::wayback_key;
///
/// assert_eq!(wayback_key(b"http://www.Example.com:80/~Joe/../b c/?b=2&a=1#top")?, "com,example)/b%20c?a=1&b=2");
/// assert_eq!(wayback_key(b"example.com")?, "com,example)/");
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
    let (scheme, rest) = split::scheme_and_rest(text).ok_or(SurtError::NoUrl)?;
    let rest = split::without_divided_password(scheme, rest);
    let (login, rest) = split::login_and_rest(&rest);
    // The login is read before passwords are masked: a masked text may divide at other places.
    let shown = masked(&match (scheme, login) {
        // Without a login, the whole text may be one.
        (scheme, None) if !scheme.starts_with(b"http") => Redacted::new(rest),
        _ => Redacted::of_data(rest),
    });
    let Components { host, port, path, query } =
        Components::split(scheme, login.unwrap_or_default(), &shown)?;
    let host = canonical_host(host)?;
    let mut key = Vec::with_capacity(text.len() + 2);
    if host.is_empty() {
        key.extend_from_slice(scheme);
        key.push(b':');
    } else {
        let host = if scheme == b"dns" { &host } else { without_www(&host) };
        push_host(host, scheme, port, &mut key);
    }
    push_path(path, !host.is_empty(), query, &mut key);
    Ok(key)
}

/// Returns a text with its secrets masked. Its other bytes are unchanged.
fn masked(text: &Redacted<'_>) -> Vec<u8> {
    let segments = text.segments().map(|segment| match segment {
        Segment::Plain(bytes) => bytes,
        Segment::Masked => MASK.as_bytes(),
    });
    segments.collect::<Vec<_>>().concat()
}

/// Returns the host with its escapes decoded, in lower case, without empty labels at its ends, and numbers as an address.
fn canonical_host(host: &[u8]) -> Result<Vec<u8>, SurtError> {
    let host = single_dots(&in_ascii(escapes::decoded(host))?);
    match address::address(&host) {
        Some(address) => Ok(address),
        None => Ok(lowered(escapes::encoded(host))),
    }
}

/// Returns a host that is not US-ASCII in punycode, or as it is if IDNA refuses it.
#[cfg(feature = "idna")]
fn in_ascii(host: Vec<u8>) -> Result<Vec<u8>, SurtError> {
    if host.is_ascii() {
        return Ok(host);
    }
    Ok(international::to_ascii(&host).unwrap_or(host))
}

/// Returns an error if the host is not US-ASCII.
#[cfg(not(feature = "idna"))]
fn in_ascii(host: Vec<u8>) -> Result<Vec<u8>, SurtError> {
    if host.is_ascii() { Ok(host) } else { Err(SurtError::HostNotAscii) }
}

/// Returns the host with `.` in place of `..`, and none at either end.
fn single_dots(host: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(host.len());
    let mut rest = host;
    while let [byte, after @ ..] = rest {
        out.push(*byte);
        rest = match rest {
            [b'.', b'.', after @ ..] => after,
            _ => after,
        };
    }
    let is_label = |byte: &u8| *byte != b'.';
    out.truncate(out.iter().rposition(is_label).map_or(0, |last| last + 1));
    out.drain(..out.iter().position(is_label).unwrap_or(0));
    out
}

/// Returns the host without `www.`, `www2.` and so on at its beginning.
fn without_www(host: &[u8]) -> &[u8] {
    let Some(rest) = host.strip_prefix(b"www") else { return host };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match rest.get(digits..) {
        Some([b'.', rest @ ..]) => rest,
        _ => host,
    }
}

/// Appends the labels of a host in reverse order, and the port if it is not that of http or https.
fn push_host(host: &[u8], scheme: &[u8], port: Option<u16>, key: &mut Vec<u8>) {
    for (number, label) in host.rsplit(|byte| *byte == b'.').enumerate() {
        if number > 0 {
            key.push(b',');
        }
        key.extend_from_slice(label);
    }
    let default = match scheme {
        _ if scheme.eq_ignore_ascii_case(b"http") => 80,
        _ if scheme.eq_ignore_ascii_case(b"https") => 443,
        _ => 0,
    };
    if let Some(port) = port.filter(|port| *port != default) {
        key.push(b':');
        key.extend_from_slice(port.to_string().as_bytes());
    }
    key.push(b')');
}

/// Appends path and query in lower case, without identifiers of sessions.
fn push_path(path: &[u8], has_host: bool, query: &[u8], key: &mut Vec<u8>) {
    let mut path = escapes::decoded(path);
    if has_host {
        path = path::normalized(&path);
    }
    path = session::strip_path(lowered(escapes::encoded(path)));
    if path.len() > 1 && path.last() == Some(&b'/') {
        path.pop();
    }
    let query = session::strip_query(escapes::encoded(escapes::decoded(query)));
    let query = path::sorted_query(&lowered(query));
    if path.is_empty() && !query.is_empty() {
        path.push(b'/');
    }
    key.append(&mut path);
    if !query.is_empty() {
        key.push(b'?');
        key.extend(query);
    }
}

/// Returns a text whose letters are in lower case.
fn lowered(mut text: Vec<u8>) -> Vec<u8> {
    text.make_ascii_lowercase();
    text
}
