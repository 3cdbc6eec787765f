//! Deserialization of URLs with serde.
//!
//! A visitor parses the text while the deserializer still knows where it is: `serde_json` then reports the line and column
//! of the bad URL. If the text were taken first and parsed after, it would report the end of the structure around it.

use alloc::string::String;
use core::fmt;

use serde_core::{
    Deserializer,
    de::{self, Unexpected},
};

use crate::diagnostics::error::Error;

/// Deserializes a URL that owns its text. `title` is that of its scheme, or empty for any scheme.
#[doc(hidden)]
pub fn owned<'de, D: Deserializer<'de>, U: TryFrom<String, Error = Error>>(
    deserializer: D,
    title: &'static str,
) -> Result<U, D::Error> {
    with(deserializer, title, |text| Some(U::try_from(text.unwrap_or_else(|copied| copied).into())))
}

/// Deserializes a URL that borrows its text from the input.
#[doc(hidden)]
pub fn borrowed<'de, D: Deserializer<'de>, U: TryFrom<&'de str, Error = Error>>(
    deserializer: D,
    title: &'static str,
) -> Result<U, D::Error> {
    with(deserializer, title, |text| text.ok().map(U::try_from))
}

/// Deserializes a text with `parse`, which receives it in `Ok` if it can be borrowed from the input, and returns `None` if
/// it must be and cannot.
pub(super) fn with<'de, D: Deserializer<'de>, U>(
    deserializer: D,
    title: &'static str,
    parse: impl FnOnce(Result<&'de str, &str>) -> Option<Result<U, Error>>,
) -> Result<U, D::Error> {
    deserializer.deserialize_str(Visitor { expected: Expected(title), parse })
}

struct Visitor<F> {
    expected: Expected,
    parse: F,
}

impl<F> Visitor<F> {
    /// Like [`Error`], the error contains none of the text: the one that serde writes by default would, passwords included.
    fn read<'de, U, E: de::Error>(self, text: Result<&'de str, &str>) -> Result<U, E>
    where
        F: FnOnce(Result<&'de str, &str>) -> Option<Result<U, Error>>,
    {
        let expected = self.expected;
        match (self.parse)(text) {
            // With its help: who reads a document has nothing else to call.
            Some(url) => {
                url.map_err(|error| E::custom(format_args!("{error:#}, expected {expected}")))
            }
            None => Err(E::custom(format_args!(
                "the input contains the text with escapes, so it cannot be borrowed, expected {expected}"
            ))),
        }
    }
}

impl<'de, U, F> de::Visitor<'de> for Visitor<F>
where
    F: FnOnce(Result<&'de str, &str>) -> Option<Result<U, Error>>,
{
    type Value = U;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.expected, f)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<U, E> {
        self.read(Err(text))
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<U, E> {
        self.read(Ok(text))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<U, E> {
        match core::str::from_utf8(bytes) {
            Ok(text) => self.read(Err(text)),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(bytes), &self)),
        }
    }

    fn visit_borrowed_bytes<E: de::Error>(self, bytes: &'de [u8]) -> Result<U, E> {
        match core::str::from_utf8(bytes) {
            Ok(text) => self.read(Ok(text)),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(bytes), &self)),
        }
    }
}

/// What is expected, by the title of its scheme: `a URL`, `a news URL` or `an FTP URL`.
#[derive(Clone, Copy)]
struct Expected(&'static str);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(title) = self;
        let (vowels, first) = match title.as_bytes() {
            [] => return f.write_str("a URL"),
            // A title of capitals is spelled out: *an eff-tee-pee*.
            all @ [first, ..] if all.iter().all(u8::is_ascii_uppercase) => ("AEFHILMNORSX", *first),
            // The letter before the hyphen of an experimental scheme is spelled, too.
            [b'x' | b'X', b'-', ..] => ("x", b'x'),
            [first, ..] => ("AEIOaeio", *first),
        };
        let article = if vowels.as_bytes().contains(&first) { "an" } else { "a" };
        write!(f, "{article} {title} URL")
    }
}
