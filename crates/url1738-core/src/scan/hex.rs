//! Hexadecimal digits.

/// Parses the two hexadecimal digits at the beginning of `bytes`. Returns `None` if they are not there.
#[inline]
pub(crate) fn octet(bytes: &[u8]) -> Option<u8> {
    let digits = *bytes.first_chunk()?;
    let [high, low] = digits.map(|digit| digit.is_ascii_hexdigit());
    (high & low).then(|| octet_of(digits))
}

/// Returns the octet of two hexadecimal digits, without a branch.
///
/// Both bytes must be hexadecimal digits, as in an escape that a parser has validated; other bytes give a meaningless
/// number.
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn octet_of([high, low]: [u8; 2]) -> u8 {
    value(high) << 4 | value(low)
}

/// Returns the value of a hexadecimal digit.
///
/// Letters have bit 6 set and digits do not, so that `digit >> 6` is 1 or 0. For example, `7` is 37 in hexadecimal:
/// 7 + 0 * 9 = 7. `B` is 42 and `b` is 62: 2 + 1 * 9 = 11.
const fn value(digit: u8) -> u8 {
    (digit & 0xF) + (digit >> 6) * 9
}

#[cfg(test)]
mod tests {
    use super::octet;

    #[test]
    fn octets_of_digits() {
        for octet_value in 0..=255_u8 {
            let [upper, lower] =
                [alloc::format!("{octet_value:02X}x"), alloc::format!("{octet_value:02x}")];
            assert_eq!(octet(upper.as_bytes()), Some(octet_value));
            assert_eq!(octet(lower.as_bytes()), Some(octet_value));
        }
        for digits in ["", "4", "g0", "0g", "/0", ":0", "@0", "`0", "0:"] {
            assert_eq!(octet(digits.as_bytes()), None, "{digits}");
        }
    }
}
