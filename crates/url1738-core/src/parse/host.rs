//! Finds the error in an invalid host (sections 3.1 and 5).

use crate::{
    diagnostics::error::{Error, ErrorKind as Kind},
    syntax::{
        address::decimal,
        part::HOST,
        span::{Span, offset},
    },
};

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
