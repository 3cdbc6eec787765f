//! Parses numbers and addresses in a host, and recognizes IPv6 addresses in place of one (section 3.1).

#![expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: counts and places of bytes are at most the length of the text"
)]

use core::{net::Ipv4Addr, ops::Range};

/// Returns the value of a run of digits, or `None` if it is 2^32 or greater. Leading zeros are allowed.
pub(crate) fn decimal(digits: &[u8]) -> Option<u32> {
    digits
        .iter()
        // Leading zeros are allowed, so that the number of digits says nothing of the value: each
        // step is checked.
        .try_fold(0_u32, |value, digit| value.checked_mul(10)?.checked_add(u32::from(digit & 0xF)))
}

/// Returns the end of the IPv4 address at `start`, or `None` if there is none. Groups may have any number of leading
/// zeros.
pub(crate) fn address(bytes: &[u8], start: usize) -> Option<usize> {
    let mut rest = bytes.get(start..)?;
    for group in 0..4 {
        let (mut value, mut has_digits) = (0_u32, false);
        while let Some((digit @ b'0'..=b'9', tail)) = rest.split_first() {
            // Saturates, so that a number of a thousand digits is over 255, and not by chance a
            // small one.
            value = value.saturating_mul(10).saturating_add(u32::from(digit & 0xF));
            (rest, has_digits) = (tail, true);
        }
        if !has_digits || value > 255 {
            return None;
        }
        if group < 3 {
            rest = rest.strip_prefix(b".")?;
        }
    }
    // A letter, a dot or a hyphen continues the host: `1.2.3.4x` and `1.2.3.4.5` are not addresses.
    // Any other byte is for the caller to judge.
    match rest.first() {
        Some(b'.' | b'-') => None,
        Some(byte) if byte.is_ascii_alphabetic() => None,
        _ => Some(bytes.len() - rest.len()),
    }
}

/// Returns the IPv4 address of `text` if it is `[1.2.3.4]` or the IPv4-mapped IPv6 address `[::ffff:1.2.3.4]` (RFC 4291,
/// section 2.5.5.2). Both refer to the same machine as the IPv4 address alone.
pub(crate) fn bracketed_ipv4(text: &[u8]) -> Option<&[u8]> {
    const MAPPED: &[u8] = b"::ffff:";
    let inner = text.strip_prefix(b"[")?.strip_suffix(b"]")?;
    // `::FFFF:` is the same prefix, and `::ffff:0:1.2.3.4` another one, whose rest is not an
    // address.
    let written = match inner.split_at_checked(MAPPED.len()) {
        Some((head, written)) if head.eq_ignore_ascii_case(MAPPED) => written,
        _ => inner,
    };
    (address(written, 0) == Some(written.len())).then_some(written)
}

/// Returns the place of an international host name at the beginning of `text`, which follows the colon of a scheme name
/// and not `//`: `münchen.de` in `/münchen.de/` and in `joe@münchen.de:80`. A name has a dot or a port.
pub(crate) fn bare_international_host(text: &[u8]) -> Option<Range<usize>> {
    let slash = usize::from(text.first() == Some(&b'/'));
    let rest = text.get(slash..).filter(|rest| !rest.starts_with(b"/"))?;
    let end = rest.iter().position(|byte| b"/\\?#;".contains(byte)).unwrap_or(rest.len());
    let (authority, _) = rest.split_at(end);
    let at = authority.iter().rposition(|byte| *byte == b'@');
    let user = at.map_or(0, |at| at + 1);
    let (_, hostport) = authority.split_at(user);
    let colon = hostport.iter().position(|byte| *byte == b':');
    let (host, port) = hostport.split_at(colon.unwrap_or(hostport.len()));
    let port = port.strip_prefix(b":").unwrap_or(port);
    let in_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte) || !byte.is_ascii();
    let has_labels =
        host.split(|byte| *byte == b'.').all(|it| !it.is_empty() && it.iter().all(in_name));
    // A name of US-ASCII is parsed elsewhere; `tel:358` must not become one.
    let is_name = has_labels && !host.is_ascii() && port.iter().all(u8::is_ascii_digit);
    let start = slash + user;
    // Without a dot or a port, `x-note:süden` is more likely a word.
    (is_name && (host.contains(&b'.') || !port.is_empty())).then(|| start..start + host.len())
}

/// Returns `true` if `text` begins with what looks like an IPv6 address without brackets, optionally followed by a zone or
/// a port, up to its end or one of `/`, `;`, `?` and `#`.
///
/// Most hosts contain a letter from `g` to `z`, at which the loop ends.
pub(crate) fn is_bare_ipv6(text: &[u8]) -> bool {
    let (mut colons, mut shortened, mut before) = (0_usize, false, 0);
    for byte in text {
        match byte {
            b'/' | b';' | b'?' | b'#' | b'%' => break,
            b':' => {
                colons += 1;
                shortened |= before == b':';
            }
            b'.' => {}
            byte if byte.is_ascii_hexdigit() => {}
            _ => return false,
        }
        before = *byte;
    }
    // A full address has seven colons, and any other is shortened by `::`. `h:80` has one, and is a
    // host with a port.
    shortened || colons >= 7
}

/// Returns the address that `inet_aton` and parsers of the WHATWG URL Standard reach by a host of one to four numbers. A
/// number is octal after `0` and hexadecimal after `0x`; the last one fills the rest of the address.
///
/// ```text
/// 2130706433, 0x7f.1, 0177.0.0.1   127.0.0.1
/// ```
pub(crate) fn inet_aton(host: &[u8]) -> Option<Ipv4Addr> {
    let groups = host.split(|byte| *byte == b'.');
    let last = groups.clone().count() - 1;
    let mut address = 0_u64;
    // Five groups show that there are too many, also in a host of a million dots.
    for (index, group) in groups.enumerate().take(5) {
        let (radix, digits) = match group {
            [b'0', b'x' | b'X', digits @ ..] => (16, digits),
            [b'0', digits @ ..] if !digits.is_empty() => (8, digits),
            digits => (10, digits),
        };
        // `0x` alone is zero.
        let digits = if digits.is_empty() && radix == 16 { b"0" } else { digits };
        // A sign is in no number of an address, but `from_str_radix` takes it.
        let digits = core::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
        let value = u64::from(u32::from_str_radix(digits, radix).ok()?);
        // The last number fills the groups that are not written: alone it has 32 bits, after one
        // 24, after three 8. So `127.1` is 127.0.0.1, and `127.256` is 127.0.1.0.
        let most = if index == last { u64::from(u32::MAX) >> (8 * index.min(3)) } else { 255 };
        if index > 3 || value > most {
            return None;
        }
        let place = if index == last { 0 } else { 24 - 8 * index };
        address |= value << place;
    }
    u32::try_from(address).ok().map(Ipv4Addr::from)
}

/// Returns the place of the host in an authority of `text` that contains the byte at `at`.
pub(crate) fn host_around(text: &[u8], at: usize) -> Range<usize> {
    let (before, after) = text.split_at(at.min(text.len()));
    let start = before.iter().rposition(|byte| b"/\\@".contains(byte)).map_or(0, |at| at + 1);
    let end = after.iter().position(|byte| b"/\\:?#;".contains(byte)).unwrap_or(after.len());
    start..before.len() + end
}
