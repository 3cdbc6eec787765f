//! The fast path for `hostport = host [ ":" port ]` (section 5), which parses nearly all of them in one scan.

use core::num::NonZeroU64;

use crate::{
    scan::{self, HostMasks},
    syntax::{address::address, span::Span},
};

/// The end of a host and its port, packed into one register to avoid a return through memory.
///
/// From the lowest bit: the end of the host (32 bits), the number of digits of the port (16 bits), and its value (16
/// bits). For example, `h.dom:21` is `0x0015_0002_0000_0005`. The end is never 0, because a host is not empty.
#[derive(Clone, Copy)]
pub(crate) struct HostPort(NonZeroU64);

impl HostPort {
    /// Packs the fields. `host_end` must fit in 32 bits, as in any text that spans can represent.
    #[inline(always)]
    fn new(host_end: usize, digits: u16, port: u16) -> Option<Self> {
        let word = host_end as u64 | u64::from(digits) << 32 | u64::from(port) << 48;
        NonZeroU64::new(word).map(Self)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the lowest half is asked for")]
    pub(crate) const fn host_end(self) -> u32 {
        self.0.get() as u32
    }

    /// Returns the span of the digits of the port, and their value. Returns `None` if there is no port.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a quarter of the word each")]
    pub(crate) const fn port(self) -> Option<(Span, u16)> {
        let (digits, port) = ((self.0.get() >> 32) as u16, (self.0.get() >> 48) as u16);
        if digits == 0 {
            return None;
        }
        let start = self.host_end().saturating_add(1);
        Some((Span::new(start, start.saturating_add(digits as u32)), port))
    }
}

/// Parses the host and port at `start` if they are valid and of the common form, and `/` or the end follows. Returns
/// `None` otherwise; the caller then applies the rules of `login.rs`, which also find the error.
///
/// The rare cases are tail calls of functions that are not inlined, so that this function needs no stack frame.
#[inline(never)]
pub(crate) fn read(bytes: &[u8], start: usize) -> Option<HostPort> {
    match scan::in_hosts_of_long(bytes, start) {
        Some(masks) => match name(masks) {
            Some(len) => with_port(bytes, start.wrapping_add(len)),
            None => address_and_port(bytes, start),
        },
        None => read_in_short(bytes, start),
    }
}

#[inline(never)]
fn read_in_short(bytes: &[u8], start: usize) -> Option<HostPort> {
    with_port(bytes, host(bytes, start)?)
}

#[inline(never)]
fn address_and_port(bytes: &[u8], start: usize) -> Option<HostPort> {
    with_port(bytes, address(bytes, start)?)
}

/// Parses the optional port after the host that ends at `end`.
#[inline(always)]
fn with_port(bytes: &[u8], end: usize) -> Option<HostPort> {
    match bytes.get(end) {
        None | Some(b'/') => HostPort::new(end, 0, 0),
        Some(b':') => {
            let (digits, port) = port(bytes.get(end.saturating_add(1)..)?)?;
            HostPort::new(end, digits, port)
        }
        Some(_) => None,
    }
}

/// Parses one to five digits before `/` or the end. Returns their number and their value.
#[inline(always)]
fn port(bytes: &[u8]) -> Option<(u16, u16)> {
    let (mut digits, mut value) = (0_u16, 0_u32);
    for byte in bytes.iter().take(6) {
        match byte {
            b'0'..=b'9' => {
                value = value.wrapping_mul(10).wrapping_add(u32::from(byte & 0xF));
                digits = digits.wrapping_add(1);
            }
            b'/' => break,
            _ => return None,
        }
    }
    if digits == 0 || digits > 5 {
        return None;
    }
    u16::try_from(value).ok().map(|value| (digits, value))
}

/// Returns the length of the host name at the beginning of the masks if it is valid and has at most 31 characters.
/// Returns `None` otherwise, also for an IPv4 address.
///
/// Classifies all bytes at a time, without a branch. For example, in `a-b.c1:21` (with bit 0 at the left):
///
/// ```text
/// block          a-b.c1:21
/// outside        000000100   other bits are set from the end of the block on
/// end            000000100   its lowest bit
/// within         111111000   all bits below it
/// starts         100010000   the first byte, and those after the dots
/// ends           001001000   the bytes before the dots, and the last byte
/// dots|hyphens   010100000   disjoint from starts and ends: no empty labels, and no hyphens at their ends
/// ```
#[inline(always)]
fn name(masks: HostMasks) -> Option<usize> {
    let HostMasks { outside, dots, hyphens, letters } = masks;
    let end = outside & outside.wrapping_neg();
    let within = end.wrapping_sub(1);
    let dots_within = dots & within;
    let starts = (dots_within << 1 | 1) & within;
    let ends = (dots_within | end) >> 1;
    let wrong = (starts | ends) & (dots | hyphens);
    // The last label begins with a letter if the highest bit of `starts` is a letter. Of two disjoint masks, the one with
    // the highest bit is the larger number: here both starts are letters, so that 0b1_0001 > 0.
    let letter_on_top = (starts & letters) > (starts & !letters);
    let right = (wrong == 0) & (outside != 0) & letter_on_top;
    right.then_some(outside.trailing_zeros() as usize)
}

/// Returns the end of the host name or IPv4 address at `start`, or `None` if it is invalid or of a rare form.
#[inline(never)]
pub(crate) fn host(bytes: &[u8], start: usize) -> Option<usize> {
    match name(scan::in_hosts(bytes, start)) {
        Some(len) => Some(start.wrapping_add(len)),
        None => address(bytes, start),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects, reason = "numbers of tests are small")]

    use alloc::{string::String, vec::Vec};

    use super::*;

    type Read = Option<(usize, Option<(Span, u16)>)>;

    /// Returns the expected result for `text`, by the prose of section 3.1.
    fn expected(text: &[u8], start: usize) -> Read {
        let of_host = |byte: &u8| byte.is_ascii_alphanumeric() || b"-.".contains(byte);
        let rest = &text[start..];
        let (host, suffix) = rest.split_at(rest.iter().take_while(|byte| of_host(byte)).count());
        let labels: Vec<&[u8]> = host.split(|byte| *byte == b'.').collect();
        let filled =
            |label: &&[u8]| !(label.is_empty() || label.starts_with(b"-") || label.ends_with(b"-"));
        let on_top =
            labels.last().and_then(|label| label.first()).is_some_and(u8::is_ascii_alphabetic);
        let name = host.len() < 32 && labels.iter().all(filled) && on_top;
        let number = |digits: &[u8]| core::str::from_utf8(digits).ok()?.parse::<u64>().ok();
        let group = |label: &&[u8]| number(label).is_some_and(|value| value < 256);
        let address = labels.len() == 4
            && labels.iter().all(group)
            && host.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        let end = start + host.len();
        match suffix {
            _ if !(name || address) => None,
            [] | [b'/', ..] => Some((end, None)),
            [b':', port @ ..] => {
                let digits = port.split(|byte| *byte == b'/').next()?;
                let right = digits.len() < 6 && digits.iter().all(u8::is_ascii_digit);
                let port =
                    number(digits).filter(|_| right).and_then(|port| port.try_into().ok())?;
                let from = u32::try_from(end).ok()? + 1;
                Some((end, Some((Span::new(from, from + u32::try_from(digits.len()).ok()?), port))))
            }
            _ => None,
        }
    }

    /// Checks `text` alone, with a prefix, and with a suffix long enough that it is parsed as a block.
    fn assert_read(text: &str) {
        let long = [text, "/", &"x".repeat(40)].concat();
        for (text, start) in [(String::from(text), 0), (["//", text].concat(), 2), (long, 0)] {
            let found = read(text.as_bytes(), start);
            let found = found.map(|it| (it.host_end() as usize, it.port()));
            assert_eq!(found, expected(text.as_bytes(), start), "{text} from {start}");
        }
    }

    /// Checks all texts of five of these pieces.
    #[test]
    fn fast_path_agrees_with_the_prose() {
        const PIECES: [&str; 8] = ["a", "1", "-", ".", ":", "/", "@", "255"];
        for number in 0..8_usize.pow(5) {
            let digits = [1, 8, 64, 512, 4096].map(|place| number / place % 8);
            let text: String = digits.iter().map(|digit| PIECES[*digit]).collect();
            assert_read(&text);
        }
    }

    #[test]
    fn fast_path_agrees_at_the_limits() {
        let label = "a".repeat(31);
        for text in [
            "",
            "a",
            "Z9",
            "a-b.c1",
            "xn--a.b",
            &label,
            &(label.clone() + "b"),
            "1.2.3.4",
            "255.255.255.255",
            "256.1.1.1",
            "1.256.1.1",
            "1.1.1.256",
            "1.2.3",
            "1.2.3.4.5",
            "1.2.3.4a",
            "1.2.3.4-",
            "001.2.03.4",
            "1..2.3",
            "1.2.3.",
            "99999999999.1.1.1",
            "h:0",
            "h:65535",
            "h:65536",
            "h:00021",
            "h:000021",
            "h:",
            "h:/",
            "h:1a",
            "h:1/x",
            "h:99999",
            "h:1:2",
            "1.2.3.4:80",
            "a.1",
            "a.1b",
            "a.b1",
            "-a",
            "a-",
            "a.-b",
            "a-.b",
            "a_b",
            "a b",
            "h?",
            "h\u{e9}",
            "h#",
        ] {
            assert_read(text);
        }
    }
}
