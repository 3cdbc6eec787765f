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

/// Returns the lone surrogate at a character, as in `U+D800`.
pub(crate) fn surrogate(text: &Bound<'_, PyString>, at: usize) -> Option<String> {
    if text.to_str().is_ok() {
        return None;
    }
    let character = text.as_any().get_item(at).ok()?;
    let octets = character.call_method1("encode", ("utf-16-be", "surrogatepass")).ok()?;
    match octets.extract::<Vec<u8>>().ok()?.as_slice() {
        [high @ 0xD8..=0xDF, low] => Some(format!("U+{high:02X}{low:02X}")),
        _ => None,
    }
}

/// Returns whether a byte of UTF-8 continues a character.
pub(crate) const fn continues(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Converts spans of bytes of a text to characters, by the bytes since the last one: spans in order take one pass over the text.
pub(crate) struct Characters<'a> {
    text: &'a [u8],
    /// The last offset that was asked for, in bytes and in characters.
    last: (usize, usize),
}

impl<'a> Characters<'a> {
    pub(crate) const fn new(text: &'a [u8]) -> Self {
        Self { text, last: (0, 0) }
    }

    /// A character that the span covers in part is within the result.
    pub(crate) fn of(&mut self, span: Span) -> (usize, usize) {
        let range = span.range();
        let cut = self.text.get(range.start).copied().is_some_and(continues);
        (self.at(range.start).saturating_sub(usize::from(cut)), self.at(range.end))
    }

    /// Returns how many characters start before a byte.
    fn at(&mut self, byte: usize) -> usize {
        let (last, characters) = self.last;
        let between = self.text.get(last.min(byte)..last.max(byte)).unwrap_or_default();
        let starts = between.iter().filter(|byte| !continues(**byte)).count();
        let characters = match last <= byte {
            true => characters.saturating_add(starts),
            false => characters.saturating_sub(starts),
        };
        self.last = (byte, characters);
        characters
    }
}
