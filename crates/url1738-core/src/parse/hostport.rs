//! The fast path for `hostport = host [ ":" port ]` (section 5), which parses nearly all of them in one scan.
//!
//! A second way, for the rows `parse` and `owned` of the benchmark, which would miss their bars without it: a URL takes 529
//! instructions, and 547 by the rules of `login.rs` alone. For `h.dom:21/`, one block of the scan gives the masks from which
//! [`name`] finds the end of the host, 5; two digits and the `/` follow, so that nothing is left to decide.

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
        // The three fields do not overlap: 32, 16 and 16 bits.
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
        Some((Span::of_len(self.host_end() + 1, digits as u32), port))
    }
}

/// Parses the host and port at `start` if they are valid and of the common form, and `/` or the end follows. Returns
/// `None` otherwise; the caller then applies the rules of `login.rs`, which also find the error.
///
/// The rare cases are tail calls of functions that are not inlined, so that this function needs no stack frame.
#[inline(never)]
pub(crate) fn read(bytes: &[u8], start: usize) -> Option<HostPort> {
    match scan::in_hosts_of_long(bytes, start) {
        Some(masks) => match name(masks, bytes, start) {
            Some(len) => with_port(bytes, start + len),
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
            let (digits, port) = port(bytes.get(end + 1..)?)?;
            HostPort::new(end, digits, port)
        }
        // A byte that ends no host, as in `my_host` or `joe@h`: the rules find out which.
        Some(_) => None,
    }
}

/// Parses one to five digits before `/` or the end. Returns their number and their value.
#[inline(always)]
fn port(bytes: &[u8]) -> Option<(u16, u16)> {
    let (mut digits, mut value) = (0_u16, 0_u32);
    // The sixth byte shows that five digits are all: the `/` of `65535/`. Six digits fit in 32
    // bits, and are refused below.
    for byte in bytes.iter().take(6) {
        match byte {
            b'0'..=b'9' => {
                value = value * 10 + u32::from(byte & 0xF);
                digits += 1;
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

/// Returns the length of the host name at `at`, where the masks begin, if it is valid and has at most 31 characters.
/// Returns `None` otherwise, also for an IPv4 address.
///
/// Classifies all bytes at a time, without a branch. For example, in `a-b.c1:21` (with bit 0 at the left):
///
/// ```text
/// block          a-b.c1:21
/// outside        000000100   other bits are set from the end of the block on
/// end            000000100   its lowest bit
/// within         111111000   all bits below it
/// starts         100010000   the first byte, and those after the dots; the last one must be a letter
/// ends           001001000   the bytes before the dots, and the last byte
/// dots|hyphens   010100000   disjoint from starts and ends: no empty labels, and no hyphens at their ends
/// ```
#[inline(always)]
fn name(masks: HostMasks, bytes: &[u8], at: usize) -> Option<usize> {
    let HostMasks { outside, dots, hyphens } = masks;
    // The lowest bit of a number: `0b0110_1000` and its negative `0b1001_1000` share `0b0000_1000`.
    // It is 0 if none is set.
    let end = outside & outside.wrapping_neg();
    let within = end.wrapping_sub(1);
    let dots_within = dots & within;
    let starts = (dots_within << 1 | 1) & within;
    let ends = (dots_within | end) >> 1;
    let wrong = (starts | ends) & (dots | hyphens);
    // Without a bit in `outside`, the host may continue after the 32 bytes, and the rules read it.
    // Combined by `&`, because `&&` would be branches.
    if (wrong != 0) | (outside == 0) | (starts == 0) {
        return None;
    }
    // The last label begins with a letter: the highest bit of `starts` is its place.
    let last_label = at + starts.ilog2() as usize;
    let right = bytes.get(last_label).is_some_and(u8::is_ascii_alphabetic);
    right.then_some(outside.trailing_zeros() as usize)
}

/// Returns the end of the host name or IPv4 address at `start`, or `None` if it is invalid or of a rare form.
#[inline(never)]
pub(crate) fn host(bytes: &[u8], start: usize) -> Option<usize> {
    match name(scan::in_hosts(bytes, start), bytes, start) {
        Some(len) => Some(start + len),
        None => address(bytes, start),
    }
}
