//! Parses numbers and addresses in a host, and recognizes IPv6 addresses in place of one (section 3.1).

/// Returns the value of a run of digits, or `None` if it is 2^32 or greater. Leading zeros are allowed.
pub(crate) fn decimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0_u32, |value, digit| {
        value.checked_mul(10)?.checked_add(u32::from(digit.wrapping_sub(b'0')))
    })
}

/// Returns the end of the IPv4 address at `start`, or `None` if there is none. Groups may have any number of leading
/// zeros.
pub(crate) fn address(bytes: &[u8], start: usize) -> Option<usize> {
    let mut rest = bytes.get(start..)?;
    for group in 0..4 {
        let mut value = 0_u32;
        let mut digits = 0_u32;
        while let Some((digit @ b'0'..=b'9', tail)) = rest.split_first() {
            value = value.saturating_mul(10).saturating_add(u32::from(digit.wrapping_sub(b'0')));
            digits = digits.saturating_add(1);
            rest = tail;
        }
        if digits == 0 || value > 255 {
            return None;
        }
        if group < 3 {
            rest = rest.strip_prefix(b".")?;
        }
    }
    match rest.first() {
        Some(b'.' | b'-') => None,
        Some(byte) if byte.is_ascii_alphabetic() => None,
        _ => Some(bytes.len().saturating_sub(rest.len())),
    }
}

/// Returns the IPv4 address of `text` if it is `[1.2.3.4]` or the IPv4-mapped IPv6 address `[::ffff:1.2.3.4]` (RFC 4291,
/// section 2.5.5.2). Both refer to the same machine as the IPv4 address alone.
pub(crate) fn bracketed_ipv4(text: &[u8]) -> Option<&[u8]> {
    const MAPPED: &[u8] = b"::ffff:";
    let inner = text.strip_prefix(b"[")?.strip_suffix(b"]")?;
    let written = match inner.split_at_checked(MAPPED.len()) {
        Some((head, written)) if head.eq_ignore_ascii_case(MAPPED) => written,
        _ => inner,
    };
    (address(written, 0) == Some(written.len())).then_some(written)
}

/// Returns `true` if `text` begins with what looks like an IPv6 address without brackets, optionally followed by a zone or
/// a port, up to its end or one of `/`, `;`, `?` and `#`.
///
/// Most hosts contain a letter from `g` to `z`, at which the loop ends.
pub(crate) fn is_bare_ipv6(text: &[u8]) -> bool {
    let (mut colons, mut shortened, mut before) = (0_u32, false, 0);
    for byte in text {
        match byte {
            b'/' | b';' | b'?' | b'#' | b'%' => break,
            b':' => {
                colons = colons.saturating_add(1);
                shortened |= before == b':';
            }
            b'.' => {}
            byte if byte.is_ascii_hexdigit() => {}
            _ => return false,
        }
        before = *byte;
    }
    shortened || colons >= 7
}
