//! Parses a valid host in one scan, and finds the error in an invalid one (sections 3.1 and 5).

use crate::{
    diagnostics::error::{Error, ErrorKind as Kind},
    scan::{self, HostMasks},
    syntax::{
        address::{address, decimal},
        part::HOST,
        span::{Span, offset},
    },
};

/// Returns the end of the host name or IPv4 address at `start`. Returns `None` if there is none, or for a name of more than
/// 31 characters: the rules of `login.rs` judge these.
///
/// The rare cases are tail calls of functions that are not inlined, so that this function needs no stack frame, which
/// would be 10 of the 540 instructions of the row `parse`.
#[inline(never)]
pub(crate) fn end(bytes: &[u8], start: usize) -> Option<usize> {
    match scan::in_hosts_of_long(bytes, start) {
        Some(masks) => match name(masks) {
            Some(len) => Some(start.wrapping_add(len)),
            None => address(bytes, start),
        },
        None => end_in_short(bytes, start),
    }
}

#[inline(never)]
fn end_in_short(bytes: &[u8], start: usize) -> Option<usize> {
    match name(scan::in_hosts(bytes, start)) {
        Some(len) => Some(start.wrapping_add(len)),
        None => address(bytes, start),
    }
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

/// Returns the first error in `host`, a non-empty run of letters, digits, `-` and `.` that starts at `at`.
///
/// Errors of the BNF take precedence over names and labels that are too long and numbers that are too large.
///
/// If the run ends before a byte that a host cannot contain, `is_whole` is `false` and the last label is not checked: it
/// is incomplete, and the error is in that byte.
pub(crate) fn fault(host: &[u8], at: u32, is_whole: bool) -> Option<Error> {
    let mut start = at;
    let end = at.saturating_add(offset(host.len()));
    let mut late = None;
    let mut labels = 0_usize;
    for label in host.split(|byte| *byte == b'.') {
        labels = labels.saturating_add(1);
        let span = Span::new(start, start.saturating_add(offset(label.len())));
        start = span.end.saturating_add(1);
        match label {
            [] if span.end == end && !is_whole => return None,
            [] => return Some(Error::bnf(&HOST, Kind::EmptyLabel, empty_label(span, host, at))),
            [b'-', ..] => {
                let hyphen = Span::new(span.start, span.start.saturating_add(1));
                return Some(Error::bnf(&HOST, Kind::LabelHyphen, hyphen));
            }
            [.., b'-'] if span.end == end && !is_whole => return None,
            [.., b'-'] => {
                let hyphen = Span::new(span.end.saturating_sub(1), span.end);
                return Some(Error::bnf(&HOST, Kind::LabelHyphen, hyphen));
            }
            _ if label.len() > 63 && late.is_none() => {
                late = Some(Error::prose(&HOST, Kind::LabelTooLong, span));
            }
            _ => {}
        }
    }
    if !is_whole {
        return None;
    }
    let whole = Span::new(at, end);
    let top = host.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
    if top.first().is_some_and(u8::is_ascii_digit) {
        let numeric = host.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        if !numeric || labels != 4 {
            if numeric {
                return Some(Error::bnf(&HOST, Kind::GroupCount, whole));
            }
            let top_at = end.saturating_sub(offset(top.len()));
            return Some(Error::bnf(&HOST, Kind::TopLabelDigit, Span::new(top_at, end)));
        }
        return group_out_of_range(host, at);
    }
    if late.is_none() && host.len() > 255 {
        return Some(Error::prose(&HOST, Kind::NameTooLong, whole));
    }
    late
}

/// Returns the span of the dot that makes a label empty: the second of two, or the one at either end of the name.
fn empty_label(label: Span, host: &[u8], at: u32) -> Span {
    let end = at.saturating_add(offset(host.len()));
    if label.start < end {
        Span::new(label.start, label.start.saturating_add(1))
    } else {
        Span::new(end.saturating_sub(1), end)
    }
}

fn group_out_of_range(host: &[u8], at: u32) -> Option<Error> {
    let mut start = at;
    for group in host.split(|byte| *byte == b'.') {
        let span = Span::new(start, start.saturating_add(offset(group.len())));
        start = span.end.saturating_add(1);
        if decimal(group).is_none_or(|value| value > 255) {
            return Some(Error::range(&HOST, Kind::GroupOutOfRange, span));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects, reason = "numbers of tests are small")]

    use alloc::string::String;

    use super::end;

    /// Returns the end of the host by the prose of section 3.1.
    fn expected(text: &str, start: usize) -> Option<usize> {
        let outside = |c: char| !(c.is_ascii_alphanumeric() || "-.".contains(c));
        let host = text.get(start..)?.split(outside).next()?;
        let mut labels = host.split('.');
        let is_filled =
            |label: &str| !(label.is_empty() || label.starts_with('-') || label.ends_with('-'));
        let top = host.rsplit('.').next()?;
        let is_name = host.len() < 32
            && labels.clone().all(is_filled)
            && top.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_group = |label: &str| label.parse::<u64>().is_ok_and(|value| value < 256);
        let is_address = labels.clone().count() == 4 && labels.all(is_group);
        (is_name || is_address).then_some(start + host.len())
    }

    /// Checks `text` alone, with a prefix, and with a suffix long enough that it is parsed as a block.
    fn assert_end(text: &str) {
        let long = [text, "/", &"x".repeat(40)].concat();
        for (text, start) in [(String::from(text), 0), (["//", text].concat(), 2), (long, 0)] {
            assert_eq!(end(text.as_bytes(), start), expected(&text, start), "{text} from {start}");
        }
    }

    /// Checks all texts of five of these pieces.
    #[test]
    fn hosts_of_five_pieces_end_where_the_prose_says() {
        const PIECES: [&str; 8] = ["a", "1", "-", ".", ":", "/", "@", "255"];
        for number in 0..8_usize.pow(5) {
            let digits = [1, 8, 64, 512, 4096].map(|place| number / place % 8);
            let text: String = digits.iter().map(|digit| PIECES[*digit]).collect();
            assert_end(&text);
        }
    }

    #[test]
    fn hosts_at_the_limits_end_where_the_prose_says() {
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
            assert_end(text);
        }
    }
}
