//! The components of a text that is not a URL, by the names of the fields that URLs have for them.

use core::ops::Range;

use url1738::{Span, syntax::part::SCHEME};

/// Returns whether a text is the name of a scheme, known or not.
pub(crate) fn is_scheme(text: &[u8]) -> bool {
    !text.is_empty() && SCHEME.class.run(text) == text.len()
}

/// Splits a text. One without a scheme has no components: it may be anything.
pub(crate) fn split(text: &[u8]) -> Vec<(&'static str, Span)> {
    let scheme = text.iter().position(|byte| *byte == b':');
    let Some(colon) = scheme.filter(|len| is_scheme(text.split_at(*len).0)) else {
        return Vec::new();
    };
    let mut components = vec![("scheme", Span::from(0..colon))];
    let mut add = |name, at: Range<usize>| components.push((name, Span::from(at)));
    let mut at = colon + 1;
    if text.iter().skip(at).take(2).eq(b"//") {
        let (mut start, end) = (at + 2, first_of(text, at + 2, b"/?#"));
        let authority = |start| Span::from(start..end).slice_bytes(text);
        if let Some(len) = authority(start).iter().rposition(|byte| *byte == b'@') {
            let (at, colon) = (start + len, first_of(text, start, b":").min(start + len));
            add("user", start..colon);
            if colon < at {
                add("password", colon + 1..at);
            }
            start = at + 1;
        }
        // The colons of an IPv6 address are in brackets.
        let server = authority(start);
        let digits = server.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let host = server.split_at(server.len() - digits).0.strip_suffix(b":");
        add("host", start..host.map_or(end, |host| start + host.len()));
        if host.is_some() && digits > 0 {
            add("port", end - digits..end);
        }
        at = end;
    }
    let end = first_of(text, at, b"?#");
    // As in the records of URLs, the slash after the host is not part of the path.
    let slash = usize::from(text.get(at) == Some(&b'/'));
    add("path", at + slash..end);
    at = end;
    for (delimiter, name, stops) in [(b'?', "search", &b"#"[..]), (b'#', "fragment", b"")] {
        if text.get(at) == Some(&delimiter) {
            let end = first_of(text, at + 1, stops);
            add(name, at + 1..end);
            at = end;
        }
    }
    components
}

/// Returns the place of the first of `stops` from `at` on, or the end of the text.
fn first_of(text: &[u8], at: usize, stops: &[u8]) -> usize {
    let len = text.iter().skip(at).position(|byte| stops.contains(byte));
    len.map_or(text.len(), |len| at + len)
}
