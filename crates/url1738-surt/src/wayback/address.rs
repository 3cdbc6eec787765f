//! Numbers in place of a host name, as `inet_aton` of the C library reads them.

use alloc::{string::ToString as _, vec::Vec};
use core::net::Ipv4Addr;

/// Returns the address that a host of digits and dots is, or `None` if it is a name.
pub(super) fn address(host: &[u8]) -> Option<Vec<u8>> {
    let is_number = !host.is_empty() && host.iter().all(u8::is_ascii_digit);
    let bits = if is_number {
        // Only the lower 32 bits count, whatever the size of the number.
        host.iter()
            .fold(0_u32, |bits, digit| bits.wrapping_mul(10).wrapping_add(u32::from(digit - b'0')))
    } else {
        dotted(host)?
    };
    Some(Ipv4Addr::from_bits(bits).to_string().into_bytes())
}

/// Returns the value of two to four numbers, of which the last fills the remaining bytes. Numbers that begin with 0 are
/// octal. The package looks up any other text as a name, and keeps it unchanged.
fn dotted(host: &[u8]) -> Option<u32> {
    let mut bits = 0_u32;
    let mut labels = host.split(|byte| *byte == b'.').peekable();
    let mut left = 4_u32;
    while let Some(label) = labels.next() {
        let value = number(label)?;
        // The last number has all bytes that are left, and each other number has one.
        let bytes = if labels.peek().is_none() { left } else { 1 };
        left = left.checked_sub(1)?;
        let width = bytes.checked_mul(8)?;
        if value.checked_shr(width).unwrap_or(0) > 0 {
            return None;
        }
        bits = bits.checked_shl(width).unwrap_or(0) | value;
    }
    Some(bits)
}

/// Returns the value of a number, octal if it begins with 0, or `None` if it is not one or has more than 32 bits.
fn number(digits: &[u8]) -> Option<u32> {
    let radix = if digits.first()? == &b'0' { 8 } else { 10 };
    digits.iter().try_fold(0_u32, |value, digit| {
        let digit = char::from(*digit).to_digit(radix)?;
        value.checked_mul(radix)?.checked_add(digit)
    })
}
