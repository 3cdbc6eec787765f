//! Hosts of keys: names in reverse order, and numbers in place of a name, as `inet_aton` of the C library reads them.

use alloc::{borrow::Cow, string::ToString as _, vec::Vec};
use core::net::Ipv4Addr;

use url1738_core::Host;

#[cfg(feature = "idna")]
use super::international;
use super::{SurtError, lowered, split};

/// Returns the host with its escapes decoded, in lower case, without empty labels at its ends, and numbers as an address.
pub(super) fn canonical(host: &[u8]) -> Result<Vec<u8>, SurtError> {
    // The escapes are decoded before the dots are counted, as in the package: `a%2E.b` has two.
    let host = single_dots(&in_ascii(split::decoded(host))?);
    match address(&host) {
        Some(address) => Ok(address),
        None => Ok(lowered(split::encoded(host))),
    }
}

/// Returns a host that is not US-ASCII in punycode, or as it is if IDNA refuses it.
#[cfg(feature = "idna")]
fn in_ascii(host: Cow<'_, [u8]>) -> Result<Cow<'_, [u8]>, SurtError> {
    if host.is_ascii() {
        return Ok(host);
    }
    Ok(international::to_ascii(&host).map_or(host, Cow::Owned))
}

/// Returns an error if the host is not US-ASCII.
#[cfg(not(feature = "idna"))]
fn in_ascii(host: Cow<'_, [u8]>) -> Result<Cow<'_, [u8]>, SurtError> {
    if host.is_ascii() { Ok(host) } else { Err(SurtError::HostNotAscii) }
}

/// Returns the host with `.` in place of `..`, and none at either end.
fn single_dots(mut host: &[u8]) -> Vec<u8> {
    while let [b'.', inner @ ..] | [inner @ .., b'.'] = host {
        host = inner;
    }
    let mut out = Vec::with_capacity(host.len());
    while let Some(at) = host.windows(2).position(|pair| pair == b"..") {
        out.extend_from_slice(&host[..=at]);
        host = &host[at + 2..];
    }
    out.extend_from_slice(host);
    out
}

/// Returns the host without `www.`, `www2.` and so on at its beginning.
pub(super) fn without_www(host: &[u8]) -> &[u8] {
    let Some(rest) = host.strip_prefix(b"www") else { return host };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match rest.get(digits..) {
        Some([b'.', rest @ ..]) => rest,
        _ => host,
    }
}

/// Appends the labels of a host in reverse order, and the port if it is not that of http or https.
pub(super) fn push(host: &[u8], scheme: &[u8], port: Option<u16>, key: &mut Vec<u8>) {
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

/// Returns the address that a host of digits and dots is, or `None` if it is a name. The package looks up any other text as a
/// name, `0x7f.1` too, and keeps it unchanged.
fn address(host: &[u8]) -> Option<Vec<u8>> {
    if !host.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') {
        return None;
    }
    let host = core::str::from_utf8(host).ok().filter(|host| !host.is_empty())?;
    let address =
        if host.contains('.') {
            // Numbers after an octal one are octal, too, or the package takes the host for a name.
            let is_octal = !host.starts_with('0') || !host.contains(['8', '9']);
            Host::inet_aton(host).filter(|_| is_octal)?
        } else {
            // Only the lower 32 bits count, whatever the size of the number.
            Ipv4Addr::from_bits(host.bytes().fold(0_u32, |bits, digit| {
                bits.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'))
            }))
        };
    Some(address.to_string().into_bytes())
}
