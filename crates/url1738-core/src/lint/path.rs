//! The lints of the parts after the server, and of escapes in any part.

use core::mem::replace;

use super::list::{Lints, byte};
use crate::{
    plan::risks::{DOT_SEGMENT, ESCAPED_CONTROL, OPTION_LIKE},
    scan::{hex, swar::find},
    syntax::{
        code::{CodeInfo, CodeKind},
        part::{Canon, PartSpan},
        span::{Span, offset},
    },
};

#[inline]
pub(super) fn question_mark(at: PartSpan, written: &str, lints: &mut Lints) {
    if let Some(found) = written.find('?') {
        lints.push(byte(at, found), &QUESTION_MARK_IN_FSEGMENT);
    }
}

#[inline]
pub(super) fn segment(at: PartSpan, text: &str, lints: &mut Lints) {
    let (written, after) = (at.span.slice(text), text.as_bytes().get(at.span.end as usize));
    if written.is_empty() && after == Some(&b'/') {
        lints.push(at, &EMPTY_SEGMENT);
    }
    if has_dot_name(written.as_bytes()) {
        lints.push(at, &DOT_SEGMENT);
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

/// Adds the lints of the escapes of a part. A backslash matters only in a segment.
#[inline]
pub(super) fn escapes(at: PartSpan, text: &str, is_segment: bool, lints: &mut Lints) {
    let plain = at.part.class().without(at.part.reserved());
    let plain = |octet| at.part.canon() == Canon::Escapes && plain.contains(octet);
    let (mut overlong, mut control, mut double, mut needless) = (false, false, false, false);
    let mut backslash = false;
    for (found, octet) in octets_of_escapes(at.span.slice_bytes(text.as_bytes())) {
        let start = at.span.start.saturating_add(offset(found));
        let here = Span::new(start, start.saturating_add(3));
        let after = Span::new(here.end, at.span.end).slice_bytes(text.as_bytes());
        let here = PartSpan { span: here, ..at };
        match octet {
            0xC0 | 0xC1 if is_continuation(after) && !replace(&mut overlong, true) => {
                lints.push(at, &OVERLONG_UTF_8);
            }
            0..0x20 | 0x7f if !replace(&mut control, true) => lints.push(here, &ESCAPED_CONTROL),
            b'\\' if is_segment && !replace(&mut backslash, true) => {
                lints.push(here, &BACKSLASH_IN_SEGMENT);
            }
            b'%' if hex::octet(after).is_some() && !replace(&mut double, true) => {
                lints.push(here, &DOUBLE_ESCAPE);
            }
            _ if plain(octet) && !replace(&mut needless, true) => {
                lints.push(here, &NEEDLESS_ESCAPE);
            }
            _ => {}
        }
    }
}

/// Returns the escapes of a part: the position of the `%`, and the octet. In a URL two hexadecimal digits follow every
/// `%`, so that the digits are not checked.
#[inline]
fn octets_of_escapes(part: &[u8]) -> impl Iterator<Item = (usize, u8)> + '_ {
    let mut at = 0;
    core::iter::from_fn(move || {
        let found = find(part, b'%', at);
        at = found.saturating_add(3);
        let [_, high, low] = *part.get(found..)?.first_chunk()?;
        Some((found, hex::octet_of([high, low])))
    })
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
        lints.push(at, &OPTION_LIKE);
    }
}

pub(super) static QUESTION_MARK_IN_FSEGMENT: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "question-mark-in-fsegment",
    "`?` is part of the file name: RFC 3986 and WHATWG parsers end the path here and read a query",
)
.with_explanation("In ftp and file URLs `?` is part of a name. RFC 3986 and WHATWG parsers end the path there and read a query.")
.with_examples("ftp://host.dom/a?b", "ftp://host.dom/a%3Fb")
.with_section("3.2");

pub(super) static EMPTY_SEGMENT: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "empty-segment",
    "empty path segment: other software merges the two slashes, RFC 1738 does not",
)
.with_explanation("An empty segment is a segment: for ftp, a CWD with an empty argument. Much other software merges two slashes into one. For the root of a server write `%2F`.")
.with_examples("ftp://host.dom//etc/motd", "ftp://host.dom/etc/motd")
.with_section("3.2.2");

pub(super) static OVERLONG_UTF_8: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "overlong-utf-8",
    "overlong UTF-8: lenient decoders read a US-ASCII character such as `.` or `/`, strict ones fail",
)
.with_explanation("Overlong UTF-8 encodes a US-ASCII character in more octets than it needs. Lenient decoders accept it, so that it passes filters that look for the character.")
.with_examples("http://host.dom/%C0%AE", "http://host.dom/%C3%A9")
.with_section("6");

pub(super) static BACKSLASH_IN_SEGMENT: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "backslash-in-segment",
    "backslash in path segment: servers on Windows read it as a separator after decoding",
)
.with_explanation("An escaped backslash is a character of the name. A server on Windows may decode it and read a separator, so that `..%5C` leaves the directory past a filter for `../`.")
.with_examples("http://host.dom/a%5Cb", "http://host.dom/a/b")
.with_section("3.3");

pub(super) static DOUBLE_ESCAPE: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "double-escape",
    "double escape: software that decodes twice reads another name",
)
.with_explanation("The octets after decoding look like an escape. Software that decodes twice reads another name than software that decodes once, which is a way around filters.")
.with_examples("ftp://host.dom/%252e", "ftp://host.dom/%25")
.with_section("2.2");

pub(super) static NEEDLESS_ESCAPE: CodeInfo = CodeInfo::new(
    CodeKind::Lint,
    "needless-escape",
    "needless escape: software that compares byte for byte sees two different URLs",
)
.with_explanation("The escape and the character mean the same in this part. Software that compares URLs byte for byte, such as a cache, sees two different ones.")
.with_examples("ftp://host.dom/%41", "ftp://host.dom/A")
.with_section("2.2");

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::octets_of_escapes;

    #[test]
    fn octets_of_escapes_with_their_positions() {
        let found: Vec<_> = octets_of_escapes(b"a%42%4f%4").collect();
        assert_eq!(found, [(1, b'B'), (4, b'O')]);
    }
}
