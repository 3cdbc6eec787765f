//! Hosts of keys: names in reverse order, and numbers in place of a name, as `inet_aton` of the C library reads them.

use alloc::{string::ToString as _, vec::Vec};
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
    let is_number = !host.is_empty() && host.iter().all(u8::is_ascii_digit);
    let address =
        if is_number {
            // Only the lower 32 bits count, whatever the size of the number.
            Ipv4Addr::from_bits(host.iter().fold(0_u32, |bits, digit| {
                bits.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'))
            }))
        } else {
            let host = core::str::from_utf8(host).ok()?;
            let is_dotted = host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            Host::inet_aton(host).filter(|_| is_dotted)?
        };
    Some(address.to_string().into_bytes())
}
