//! `hostport = host [ ":" port ]` (section 5) as nearly all of them are written, in one scan.

use core::num::NonZeroU64;

use crate::{
    block::{Block, HostMasks},
    span::Span,
};

/// Where a host ends, and its port: in one register, so that nothing waits for memory.
#[derive(Clone, Copy)]
pub(crate) struct HostPort(NonZeroU64);

impl HostPort {
    /// `host_end` is in a text that spans can express.
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

    /// The digits of the port, of which there is at least one, and their value.
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

/// Reads host and port at `start` where nothing is wrong with them, nothing is unusual about them, and "/" or
/// the end follows; else the rules must be asked.
///
/// What is rare is left to other functions, at the end, so that this one needs no stack.
#[inline(never)]
pub(crate) fn read(bytes: &[u8], start: usize) -> Option<HostPort> {
    match Block::in_long(bytes, start) {
        Some(block) => match name(block) {
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

/// The port, if any, behind the host that ends at `end`.
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

/// How many digits there are before "/" or the end, five at most, and the number they make.
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

/// How long the host name is that a block begins with and with which nothing is wrong: of 31 characters at
/// most, the last label beginning with a letter. `None` where the rules must be asked.
///
/// All of its bytes are judged at once, without a branch.
#[inline(always)]
fn name(block: Block) -> Option<usize> {
    let HostMasks { outside, dots, hyphens, letters } = block.in_hosts();
    let behind = outside & outside.wrapping_neg();
    let within = behind.wrapping_sub(1);
    let dots_within = dots & within;
    let starts = (dots_within << 1 | 1) & within;
    let ends = (dots_within | behind) >> 1;
    let wrong = (starts | ends) & (dots | hyphens);
    // Of two sets of places the one with the last of them is the larger number.
    let letter_on_top = (starts & letters) > (starts & !letters);
    let right = (wrong == 0) & (outside != 0) & letter_on_top;
    right.then_some(outside.trailing_zeros() as usize)
}

/// Where an address ends that begins at `start`, each of its four groups of at most three digits.
pub(crate) fn address(bytes: &[u8], start: usize) -> Option<usize> {
    let mut rest = bytes.get(start..)?;
    for group in 0..4 {
        let mut value = 0_u32;
        let mut digits = 0_u32;
        while let Some((digit @ b'0'..=b'9', behind)) = rest.split_first() {
            value = value.saturating_mul(10).saturating_add(u32::from(digit.wrapping_sub(b'0')));
            digits = digits.saturating_add(1);
            rest = behind;
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

/// Where a host name or address ends that begins at `start`; `None` where the rules must be asked.
#[inline(never)]
pub(crate) fn host(bytes: &[u8], start: usize) -> Option<usize> {
    match name(Block::at(bytes, start)) {
        Some(len) => Some(start.wrapping_add(len)),
        None => address(bytes, start),
    }
}
