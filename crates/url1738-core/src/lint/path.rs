//! The lints of the parts after the server, and of escapes in any part.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: the place of an escape and its end are within the URL"
)]

use super::list::{Lints, lint};
use crate::{
    normal,
    scan::hex,
    syntax::{
        code::{CodeInfo, listed},
        escaped::{self, Escaped},
        part::PartSpan,
        span::{Span, offset},
    },
};

/// Adds the lints of a segment that has at most two bytes or escapes. Any other is neither empty nor one of dots.
pub(super) fn segment(at: PartSpan, text: &str, lints: &mut Lints) {
    // The empty segment at the end of `a/` is the common form of a directory, and not reported.
    if at.span.is_empty() && text.as_bytes().get(at.span.end as usize) == Some(&b'/') {
        lints.push(at, &EMPTY_SEGMENT);
    }
    // Decoded: `%2e%2E` is a dot segment to software that decodes first, and `..%2Fetc` to a server that splits the path
    // after that.
    let decoded = Escaped::new_validated(at.span.slice(text)).decode();
    let is_dots = |name: &[u8]| matches!(name, b"." | b"..");
    if is_dots(&decoded) {
        lints.push(at, &DOT_SEGMENT);
    } else if decoded.split(|octet| *octet == b'/').any(is_dots) {
        const AFTER_DECODING: &CodeInfo = &DOT_SEGMENT.with_message(
            "dot segment beside an escaped slash: servers that split the path after decoding resolve it",
        );
        lints.push(at, AFTER_DECODING);
    }
}

/// Adds the lints of the escapes of a part, each once. A backslash matters only in a segment.
#[inline]
pub(super) fn escapes(at: PartSpan, text: &str, is_segment: bool, lints: &mut Lints) {
    let plain = normal::plain(at.part);
    let before = lints.len();
    for (found, digits) in escaped::escapes(at.span.slice_bytes(text.as_bytes())) {
        let here = Span::of_len(at.span.start + offset(found), 3);
        let after = Span::new(here.end, at.span.end).slice_bytes(text.as_bytes());
        let here = PartSpan { span: here, ..at };
        let (at, info) = match hex::octet_of(digits) {
            octet @ (0xC0 | 0xC1 | 0xE0 | 0xF0) if is_overlong(octet, after) => {
                (at, &OVERLONG_UTF_8)
            }
            0..0x20 | 0x7F => (here, &ESCAPED_CONTROL),
            b'\\' if is_segment => (here, &BACKSLASH_IN_SEGMENT),
            // `%252e` is `%2e` after one decoding and `.` after two.
            b'%' if hex::octet(after).is_some() => (here, &DOUBLE_ESCAPE),
            b'/' if names_server(Span::new(0, here.span.start).slice(text), after) => continue,
            octet if plain.contains(octet) => (here, &NEEDLESS_ESCAPE),
            _ => continue,
        };
        // Once a part: a name of a thousand `%41` has one lint.
        if lints.iter().skip(before).all(|lint| lint.code() != info.code) {
            lints.push(at, info);
        }
    }
}

/// Returns whether an octet and the escapes after it are a US-ASCII character in two, three or four octets. It has seven bits,
/// which take one: `%C0%AE`, `%E0%80%AE` and `%F0%80%80%AE` are `.` to a lenient decoder.
#[inline]
fn is_overlong(first: u8, after: &[u8]) -> bool {
    let mut escapes = after.chunks(3).map_while(|it| hex::octet(it.strip_prefix(b"%")?));
    matches!(
        (first, [(); 3].map(|()| escapes.next())),
        (0xC0 | 0xC1, [Some(0x80..=0xBF), ..])
            | (0xE0, [Some(0x80 | 0x81), Some(0x80..=0xBF), _])
            | (0xF0, [Some(0x80), Some(0x80 | 0x81), Some(0x80..=0xBF)])
    )
}

/// Returns whether two slashes would follow the name of the scheme without the escape of a slash between the texts: in
/// `news:%2F/a@host.dom`, they would name a server.
fn names_server(before: &str, after: &[u8]) -> bool {
    let name = before.trim_end_matches('/');
    name.find(':') == name.len().checked_sub(1)
        && (name.len() < before.len() || after.starts_with(b"/"))
}

listed! {
    /// The codes of the lints of the parts after the server.
    CODES;

    pub(super) static QUESTION_MARK_IN_FSEGMENT = lint("question-mark-in-fsegment", "3.2")
        .with_message("`?` is part of the file name: RFC 3986 and WHATWG parsers end the path here and read a query")
        .with_explanation("In ftp and file URLs `?` is part of a name. RFC 3986 and WHATWG parsers end the path there and read a query.")
        .with_examples("ftp://host.dom/a?b", "ftp://host.dom/a%3Fb");

    pub(super) static EMPTY_SEGMENT = lint("empty-segment", "3.2.2")
        .with_message("empty path segment: other software merges the two slashes, RFC 1738 does not")
        .with_explanation("An empty segment is a segment: for ftp, a CWD with an empty argument. Much other software merges two slashes into one. For the root of a server write `%2F`.")
        .with_examples("ftp://host.dom//etc/motd", "ftp://host.dom/etc/motd");

    pub(super) static OVERLONG_UTF_8 = lint("overlong-utf-8", "6")
        .with_message("overlong UTF-8: lenient decoders read a US-ASCII character such as `.` or `/`, strict ones fail")
        .with_explanation("Overlong UTF-8 encodes a US-ASCII character in more octets than it needs. Lenient decoders accept it, so that it passes filters that look for the character.")
        .with_examples("http://host.dom/%C0%AE", "http://host.dom/%C3%A9");

    pub(super) static BACKSLASH_IN_SEGMENT = lint("backslash-in-segment", "3.3")
        .with_message("backslash in path segment: servers on Windows read it as a separator after decoding")
        .with_explanation("An escaped backslash is a character of the name. A server on Windows may decode it and read a separator, so that `..%5C` leaves the directory past a filter for `../`.")
        .with_examples("http://host.dom/a%5Cb", "http://host.dom/a/b");

    pub(super) static DOUBLE_ESCAPE = lint("double-escape", "2.2")
        .with_message("double escape: software that decodes twice reads another name")
        .with_explanation("The octets after decoding look like an escape. Software that decodes twice reads another name than software that decodes once, which is a way around filters.")
        .with_examples("ftp://host.dom/%252e", "ftp://host.dom/%25");

    pub(super) static NEEDLESS_ESCAPE = lint("needless-escape", "2.2")
        .with_message("needless escape: software that compares byte for byte sees two different URLs")
        .with_explanation("The escape and the character mean the same in this part. Software that compares URLs byte for byte, such as a cache, sees two different ones.")
        .with_examples("ftp://host.dom/%41", "ftp://host.dom/A");

    /// Name `.` or `..` in a path (section 3.2.2).
    pub static DOT_SEGMENT = lint("dot-segment", "3.2.2")
        .with_message("dot segment: RFC 3986 and WHATWG parsers resolve it, RFC 1738 sends it as a name")
        .with_explanation("`.` and `..` have no special meaning in RFC 1738: a client sends them as names. RFC 3986 and WHATWG parsers resolve them first, and a server may go up a directory.")
        .with_examples("ftp://host.dom/a/../b", "ftp://host.dom/b");

    /// Name that begins with a hyphen (section 6).
    pub static OPTION_LIKE = lint("option-like", "6")
        .with_message("begins with `-`: programs read it as an option if it is passed as an argument")
        .with_explanation("A name that begins with a hyphen becomes an option if a program passes it to another one as an argument.")
        .with_examples("ftp://host.dom/-la", "ftp://host.dom/la");

    /// Control character as an escape (section 6).
    pub static ESCAPED_CONTROL = lint("escaped-control", "6")
        .with_message("escaped control character: clients that decode it into a command let the URL inject commands")
        .with_explanation("A client that decodes the URL into a line of a protocol would end the line here and send what follows as another command.")
        .with_examples("http://host.dom/a%0D%0Ab", "http://host.dom/a%20b");
}
