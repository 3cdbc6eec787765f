//! The components of a line that is not a URL, as the regular expression of RFC 3986, appendix B, splits any text.

use serde::ser::SerializeMap;
use url1738::{Redacted, Span, syntax::part::SCHEME};

use crate::diagnostics::Sanitized;

/// The components that the text has, by the names of the fields that URLs have for them.
pub(crate) struct Split<'a> {
    text: Redacted<'a>,
    components: Vec<(&'static str, Span)>,
}

impl<'a> Split<'a> {
    /// Splits a text. One without a scheme has no components: it may be anything.
    pub(crate) fn new(text: Redacted<'a>) -> Self {
        let mut components = Vec::new();
        let mut rest = Rest::of(text.bytes(), Span::from(0..text.bytes().len()));
        let scheme = rest.bytes.iter().position(|byte| *byte == b':');
        let is_name = |len: &usize| *len > 0 && SCHEME.class().run(rest.bytes) == *len;
        if let Some(len) = scheme.filter(is_name) {
            components.push(("scheme", rest.take(len)));
            rest.take(1);
            if rest.bytes.starts_with(b"//") {
                rest.take(2);
                authority(text.bytes(), rest.until(b"/?#"), &mut components);
            }
            let path = rest.until(b"?#");
            // As in the records of URLs, the slash after the host is not part of the path.
            let slash = u32::from(path.slice_bytes(text.bytes()).starts_with(b"/"));
            components.push(("path", Span::new(path.start + slash, path.end)));
            for (delimiter, name, stops) in [(b'?', "search", &b"#"[..]), (b'#', "fragment", b"")] {
                if rest.bytes.first() == Some(&delimiter) {
                    rest.take(1);
                    components.push((name, rest.until(stops)));
                }
            }
        }
        Self { text, components }
    }

    /// Returns a component as a cell of a table.
    pub(crate) fn cell(&self, name: &str) -> Option<String> {
        let (_, span) = self.components.iter().find(|(known, _)| *known == name)?;
        Some(Sanitized::masked(self.text.slice(*span)).to_string())
    }

    pub(crate) fn members<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        self.components.iter().try_for_each(|(name, span)| {
            let text = Sanitized::masked(self.text.slice(*span));
            match text.to_string().parse::<u16>() {
                Ok(port) if *name == "port" => object.serialize_entry(*name, &port),
                _ => object.serialize_entry(*name, &text),
            }
        })
    }
}

/// The bytes that are not split yet, and their place in the text.
struct Rest<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Rest<'a> {
    fn of(text: &'a [u8], span: Span) -> Self {
        Self { bytes: span.slice_bytes(text), at: span.range().start }
    }

    fn take(&mut self, len: usize) -> Span {
        let start = self.at;
        (_, self.bytes) = self.bytes.split_at(len);
        self.at += len;
        Span::from(start..self.at)
    }

    /// Takes the bytes before the first of `stops`.
    fn until(&mut self, stops: &[u8]) -> Span {
        let len = self.bytes.iter().position(|byte| stops.contains(byte));
        self.take(len.unwrap_or(self.bytes.len()))
    }
}

/// Splits an authority into user, password, host and port.
fn authority(text: &[u8], span: Span, components: &mut Vec<(&'static str, Span)>) {
    let mut rest = Rest::of(text, span);
    if let Some(at) = rest.bytes.iter().rposition(|byte| *byte == b'@') {
        let mut login = Rest::of(text, rest.take(at));
        components.push(("user", login.until(b":")));
        if !login.bytes.is_empty() {
            login.take(1);
            components.push(("password", login.until(b"")));
        }
        rest.take(1);
    }
    // The colons of an IPv6 address are in brackets.
    let digits = rest.bytes.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, _) = rest.bytes.split_at(rest.bytes.len() - digits);
    let host = before.strip_suffix(b":");
    components.push(("host", rest.take(host.unwrap_or(rest.bytes).len())));
    if host.is_some() {
        rest.take(1);
        components.push(("port", rest.until(b"")));
    }
}
