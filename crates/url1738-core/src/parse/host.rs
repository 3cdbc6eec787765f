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
    let whole = Span::of_len(at, offset(host.len()));
    let bnf = |kind, span| Some(Error::bnf(&HOST, kind, span));
    let mut deferred = None;
    let mut top = (whole, host);
    for (span, label) in labels(host, at) {
        top = (span, label);
        let is_complete = is_whole || span.end != whole.end;
        match label {
            [b'-', ..] => return bnf(Kind::LabelHyphen, Span::of_len(span.start, 1)),
            [] | [.., b'-'] if !is_complete => return None,
            [] => return bnf(Kind::EmptyLabel, empty_label(span, whole)),
            [.., b'-'] => return bnf(Kind::LabelHyphen, Span::new(span.end - 1, span.end)),
            _ if label.len() > 63 && deferred.is_none() => {
                deferred = Some(Error::prose(&HOST, Kind::LabelTooLong, span));
            }
            _ => {}
        }
    }
    if !is_whole {
        return None;
    }
    let (top_span, top) = top;
    if top.first().is_some_and(u8::is_ascii_digit) {
        if !host.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') {
            return bnf(Kind::TopLabelDigit, top_span);
        }
        if labels(host, at).count() != 4 {
            return bnf(Kind::GroupCount, whole);
        }
        let (span, _) =
            labels(host, at).find(|(_, group)| decimal(group).is_none_or(|value| value > 255))?;
        return Some(Error::range(&HOST, Kind::GroupOutOfRange, span));
    }
    if deferred.is_none() && host.len() > 255 {
        return Some(Error::prose(&HOST, Kind::NameTooLong, whole));
    }
    deferred
}

/// Returns the labels of a host that starts at `at`, and their spans.
fn labels(host: &[u8], at: u32) -> impl Iterator<Item = (Span, &[u8])> {
    let mut start = at;
    host.split(|byte| *byte == b'.').map(move |label| {
        let span = Span::of_len(start, offset(label.len()));
        // After the last label of a text of 4 GiB - 1, there is no byte to count.
        start = span.end.saturating_add(1);
        (span, label)
    })
}

/// Returns the span of the dot that makes a label empty: the second of two, or the one at either end of the name.
const fn empty_label(label: Span, host: Span) -> Span {
    let start = if label.start < host.end { label.start } else { host.end - 1 };
    Span::of_len(start, 1)
}
