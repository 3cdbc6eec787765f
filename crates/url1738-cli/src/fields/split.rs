//! The components of a text that is not a URL, by the names of the fields that URLs have for them.

use core::ops::Range;

use url1738::{Span, syntax::part::SCHEME};

/// Splits a text. One without a scheme has no components: it may be anything.
pub(crate) fn split(text: &[u8]) -> Vec<(&'static str, Span)> {
    let mut components = Vec::new();
    let scheme = text.iter().position(|byte| *byte == b':');
    let is_name = |len: &usize| *len > 0 && SCHEME.class().run(text) == *len;
    let Some(colon) = scheme.filter(is_name) else { return components };
    components.push(("scheme", Span::from(0..colon)));
    let mut at = colon + 1;
    if text.iter().skip(at).take(2).eq(b"//") {
        let end = first_of(text, at + 2, b"/?#");
        authority(text, at + 2..end, &mut components);
        at = end;
    }
    let end = first_of(text, at, b"?#");
    // As in the records of URLs, the slash after the host is not part of the path.
    let slash = usize::from(text.get(at) == Some(&b'/'));
    components.push(("path", Span::from(at + slash..end)));
    at = end;
    for (delimiter, name, stops) in [(b'?', "search", &b"#"[..]), (b'#', "fragment", b"")] {
        if text.get(at) == Some(&delimiter) {
            let end = first_of(text, at + 1, stops);
            components.push((name, Span::from(at + 1..end)));
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

/// Splits an authority into user, password, host and port.
fn authority(text: &[u8], range: Range<usize>, components: &mut Vec<(&'static str, Span)>) {
    let Range { mut start, end } = range;
    let login = Span::from(start..end).slice_bytes(text);
    if let Some(len) = login.iter().rposition(|byte| *byte == b'@') {
        let at = start + len;
        let colon = first_of(text, start, b":").min(at);
        components.push(("user", Span::from(start..colon)));
        if colon < at {
            components.push(("password", Span::from(colon + 1..at)));
        }
        start = at + 1;
    }
    let server = Span::from(start..end).slice_bytes(text);
    // The colons of an IPv6 address are in brackets.
    let digits = server.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, _) = server.split_at(server.len() - digits);
    match before.strip_suffix(b":") {
        Some(host) => {
            components.push(("host", Span::from(start..start + host.len())));
            components.push(("port", Span::from(end - digits..end)));
        }
        None => components.push(("host", Span::from(start..end))),
    }
}
