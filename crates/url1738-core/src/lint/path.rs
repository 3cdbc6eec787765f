//! The lints of the parts after the server, and of escapes in any part.

use core::mem::replace;

use super::{
    list::{Lints, byte},
    prefilter,
};
use crate::{
    scan::hex,
    syntax::{
        part::{Canon, PartSpan},
        span::{Span, offset},
    },
};

#[inline]
pub(super) fn question_mark(at: PartSpan, written: &str, lints: &mut Lints) {
    if let Some(found) = written.find('?') {
        lints.push(
            byte(at, found),
            "question-mark-in-fsegment",
            "`?` is part of the file name: RFC 3986 and WHATWG parsers end the path here and read a query",
        );
    }
}

#[inline]
pub(super) fn segment(at: PartSpan, text: &str, escaped: bool, lints: &mut Lints) {
    let (written, after) = (at.span.slice(text), text.as_bytes().get(at.span.end as usize));
    if written.is_empty() && after == Some(&b'/') {
        lints.push(
            at,
            "empty-segment",
            "empty path segment: other software merges the two slashes, RFC 1738 does not",
        );
    }
    if (escaped || written.starts_with('.')) && has_dot_name(written.as_bytes()) {
        lints.push(
            at,
            "dot-segment",
            "dot segment: RFC 3986 and WHATWG parsers resolve it, RFC 1738 sends it as a name",
        );
    }
}

/// Returns whether a name in the segment is `.` or `..`. An escaped slash is not a separator, but a server may decode
/// the segment before it splits it.
#[inline]
fn has_dot_name(written: &[u8]) -> bool {
    let is_dots = |dots| matches!(dots, Some(1 | 2));
    // The number of dots if the name so far consists only of dots.
    let mut dots = Some(0_u32);
    let mut rest = written;
    while let Some((byte, after)) = rest.split_first() {
        let escaped = if *byte == b'%' { hex::octet(after) } else { None };
        rest = if escaped.is_some() { after.get(2..).unwrap_or_default() } else { after };
        dots = match escaped.unwrap_or(*byte) {
            b'/' if is_dots(dots) => return true,
            b'/' => Some(0),
            b'.' => dots.map(|dots| dots.saturating_add(1)),
            _ => None,
        };
    }
    is_dots(dots)
}

/// Adds the lints of the escapes of a part, the first of which is at `first`. A backslash matters only in a segment.
#[inline]
pub(super) fn escapes(at: PartSpan, text: &str, first: usize, is_segment: bool, lints: &mut Lints) {
    let plain = at.part.class().without(at.part.reserved());
    let plain = |octet| at.part.canon() == Canon::Escapes && plain.contains(octet);
    let (mut overlong, mut control, mut double, mut needless) = (false, false, false, false);
    let mut backslash = false;
    for (found, octet) in prefilter::escapes(text.as_bytes(), first) {
        let here = Span::new(offset(found), offset(found).saturating_add(3));
        if here.start >= at.span.end {
            break;
        }
        // No lint is about most escapes.
        if !(plain(octet) || prefilter::is_relevant_in_all_parts(octet)) {
            continue;
        }
        let after = Span::new(here.end, at.span.end).slice_bytes(text.as_bytes());
        let here = PartSpan { span: here, ..at };
        match octet {
            0xC0 | 0xC1 if is_continuation(after) && !replace(&mut overlong, true) => lints.push(
                at,
                "overlong-utf-8",
                "overlong UTF-8: lenient decoders read a US-ASCII character such as `.` or `/`, strict ones fail",
            ),
            0..0x20 | 0x7f if !replace(&mut control, true) => lints.push(
                here,
                "escaped-control",
                "escaped control character: clients that decode it into a command let the URL inject commands",
            ),
            b'\\' if is_segment && !replace(&mut backslash, true) => lints.push(
                here,
                "backslash-in-segment",
                "backslash in path segment: servers on Windows read it as a separator after decoding",
            ),
            b'%' if hex::octet(after).is_some() && !replace(&mut double, true) => lints.push(
                here,
                "double-escape",
                "double escape: software that decodes twice reads another name",
            ),
            _ if plain(octet) && !replace(&mut needless, true) => lints.push(
                here,
                "needless-escape",
                "needless escape: software that compares byte for byte sees two different URLs",
            ),
            _ => {}
        }
    }
}

/// Returns whether an escape of a continuation octet follows, so that the two octets are an overlong form of one
/// character.
#[inline]
fn is_continuation(after: &[u8]) -> bool {
    after.split_first().is_some_and(|(percent, digits)| {
        *percent == b'%' && matches!(hex::octet(digits), Some(0x80..=0xBF))
    })
}

#[inline]
pub(super) fn name(at: PartSpan, written: &str, lints: &mut Lints) {
    if written.starts_with('-') || written.starts_with("%2D") || written.starts_with("%2d") {
        lints.push(
            at,
            "option-like",
            "begins with `-`: programs read it as an option if it is passed as an argument",
        );
    }
}
