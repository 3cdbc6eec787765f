//! Offsets in a Python string, which count characters, and its text as UTF-8.

use std::borrow::Cow;

use pyo3::{prelude::*, types::PyString};
use url1738::Span;

/// Returns the text of a string. Lone surrogates, which UTF-8 does not have, become U+FFFD: neither is part of a URL, and
/// the number of characters is the same.
pub(crate) fn utf8<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    match text.to_str() {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => without_surrogates(text).map(Cow::Owned),
    }
}

#[cold]
fn without_surrogates(text: &Bound<'_, PyString>) -> PyResult<String> {
    let encoded = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    let mut octets: Vec<u8> = encoded.extract()?;
    // ED A0 80 to ED BF BF are the surrogates; U+FFFD is EF BF BD, of three bytes, too.
    for at in 0..octets.len() {
        match octets.get_mut(at..at.saturating_add(3)) {
            Some([a @ 0xED, b, c]) if *b >= 0xA0 => (*a, *b, *c) = (0xEF, 0xBF, 0xBD),
            _ => {}
        }
    }
    Ok(String::from_utf8_lossy(&octets).into_owned())
}

/// Returns whether a byte of UTF-8 continues a character.
pub(crate) const fn continues(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Converts a span of bytes to characters. A character that the span covers in part is within the result.
pub(crate) fn characters(text: &[u8], span: Span) -> (usize, usize) {
    let range = span.range();
    let starts = |end: usize| text.iter().take(end).filter(|byte| !continues(**byte)).count();
    let cut = text.get(range.start).copied().is_some_and(continues);
    (starts(range.start).saturating_sub(usize::from(cut)), starts(range.end))
}
