//! Offsets in a Python string, which count characters, and its text as UTF-8.

use std::{borrow::Cow, collections::VecDeque};

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
    let character = text.as_any().get_item(at).ok()?;
    let code = text.py().import("builtins").ok()?.call_method1("ord", (character,)).ok()?;
    let code = code.extract::<u32>().ok()?;
    (0xD800..0xE000).contains(&code).then(|| format!("U+{code:04X}"))
}

/// Converts offsets of bytes to characters, in a text that may come in chunks.
#[derive(Default)]
pub(crate) struct Characters {
    /// The number of bytes so far.
    pub(crate) len: usize,
    /// The places of the bytes that continue a character, from the first that an offset may still be about.
    continuing: VecDeque<usize>,
    /// The number of those before.
    passed: usize,
    /// Whether offsets stay those of bytes.
    pub(crate) in_bytes: bool,
}

impl Characters {
    /// Returns those of a text that is pushed chunk by chunk.
    pub(crate) fn of_chunks(in_bytes: bool) -> Self {
        Self { in_bytes, ..Self::default() }
    }

    /// Returns those of a whole text.
    pub(crate) fn new(text: &str) -> Self {
        let mut characters = Self::of_chunks(false);
        characters.push(text.as_bytes());
        characters
    }

    pub(crate) fn push(&mut self, chunk: &[u8]) {
        if !self.in_bytes && !chunk.is_ascii() {
            let places = chunk.iter().enumerate().filter(|(_, byte)| **byte & 0xC0 == 0x80);
            let from = self.len;
            self.continuing.extend(places.map(|(at, _)| from.saturating_add(at)));
        }
        self.len = self.len.saturating_add(chunk.len());
    }

    /// Returns how many characters start before a byte.
    pub(crate) fn at(&self, byte: usize) -> usize {
        let before = self.continuing.partition_point(|place| *place < byte);
        byte.saturating_sub(self.passed).saturating_sub(before)
    }

    /// Returns a span in characters. A character that it covers in part is within the result.
    pub(crate) fn of(&self, span: Span) -> (usize, usize) {
        let range = span.range();
        let cut = self.continuing.binary_search(&range.start).is_ok();
        (self.at(range.start).saturating_sub(usize::from(cut)), self.at(range.end))
    }

    /// Forgets what is before `byte`.
    pub(crate) fn forget(&mut self, byte: usize) {
        let before = self.continuing.partition_point(|place| *place < byte);
        self.continuing.drain(..before);
        self.passed = self.passed.saturating_add(before);
    }
}
