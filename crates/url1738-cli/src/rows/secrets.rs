//! What a row says besides its URL, with its secrets masked.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use url1738::{Redacted, Url, syntax::MASK};

use crate::diagnostics::sanitized::masked_bytes;

/// Masks the secrets of an object or of columns. Returns `None` if there are none.
pub(crate) fn masked_capture(text: &[u8]) -> Option<Vec<u8>> {
    if !text.trim_ascii_start().starts_with(b"{") {
        return masked_text(text);
    }
    let (mut masked, mut has_secret, mut rest) = (Vec::new(), false, text);
    while let Some((before, literal, after)) = next_literal(rest) {
        masked.extend_from_slice(before);
        let new = masked_literal(literal);
        has_secret |= new.is_some();
        masked.extend_from_slice(new.as_deref().unwrap_or(literal));
        rest = after;
    }
    masked.extend_from_slice(rest);
    let masked = has_secret.then_some(masked);
    // serde_json skips a string without a look at its encoding.
    let is_json = |text: &str| serde_json::from_str::<IgnoredAny>(text).is_ok();
    if core::str::from_utf8(text).is_ok_and(is_json) {
        return masked;
    }
    // What is not an object, or has no closing quotation mark, is searched as text.
    masked_text(masked.as_deref().unwrap_or(text)).or(masked)
}

/// Masks the secrets of a URL, or of a text that was intended as one.
pub(super) fn masked_url(text: &[u8]) -> Option<Vec<u8>> {
    let url = Url::parse_bytes(text);
    masked(text, url.as_ref().map_or_else(|_| Redacted::new(text), Url::redacted))
}

/// Masks the secrets of running text.
pub(super) fn masked_text(text: &[u8]) -> Option<Vec<u8>> {
    masked(text, Redacted::of_text(text))
}

fn masked(text: &[u8], masked: Redacted<'_>) -> Option<Vec<u8>> {
    // A secret that is masked already is found again.
    let is_secret = |text: &[u8]| text != MASK.as_bytes();
    let mut secrets = masked.secrets().iter();
    secrets.any(|secret| is_secret(secret.slice_bytes(text))).then(|| masked_bytes(masked))
}

/// Masks the secrets of a string in JSON, which may hide them by escapes: `ftp:\/\/joe:pw@h`.
fn masked_literal(quoted: &[u8]) -> Option<Vec<u8>> {
    let string: Cow<'_, str> = match memchr::memchr(b'\\', quoted) {
        None => core::str::from_utf8(quoted.get(1..quoted.len() - 1)?).ok()?.into(),
        Some(_) => serde_json::from_slice::<String>(quoted).ok()?.into(),
    };
    let url = Url::parse(&string);
    let masked = url.as_ref().map_or_else(|_| Redacted::of_text(string.as_bytes()), Url::redacted);
    let text = (!masked.secrets().is_empty()).then(|| masked_bytes(masked))?;
    serde_json::to_vec(&String::from_utf8_lossy(&text)).ok()
}

/// Returns the first string in JSON, with its quotation marks, between what is before and after it.
fn next_literal(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (before, literal) = text.split_at(memchr::memchr(b'"', text)?);
    let mut end = 1;
    loop {
        end += memchr::memchr2(b'"', b'\\', literal.get(end..)?)?;
        if literal.get(end) == Some(&b'"') {
            let (literal, after) = literal.split_at(end + 1);
            return Some((before, literal, after));
        }
        end += 2;
    }
}
