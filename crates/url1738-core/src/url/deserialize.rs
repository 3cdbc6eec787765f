//! Deserialization of URLs with serde.
//!
//! A visitor parses the text while the deserializer still knows where it is: `serde_json` then reports the line and column
//! of the bad URL. If the text were taken first and parsed after, it would report the end of the structure around it.

use alloc::string::String;
use core::{fmt, marker::PhantomData, str::FromStr};

use serde_core::{
    Deserializer,
    de::{Unexpected, Visitor},
};

use crate::diagnostics::error::Error;

/// Deserializes a URL that owns its text. `title` is that of its scheme, or empty for any scheme.
#[doc(hidden)]
pub fn owned<'de, D: Deserializer<'de>, U>(
    deserializer: D,
    title: &'static str,
) -> Result<U, D::Error>
where
    U: FromStr<Err = Error> + TryFrom<String, Error = Error>,
{
    deserializer.deserialize_string(Owned(title, PhantomData))
}

/// Deserializes a URL that borrows its text from the input.
#[doc(hidden)]
pub fn borrowed<'de, D: Deserializer<'de>, U>(
    deserializer: D,
    title: &'static str,
) -> Result<U, D::Error>
where
    U: TryFrom<&'de str, Error = Error>,
{
    deserializer.deserialize_str(Borrowed(title, PhantomData))
}

struct Owned<U>(&'static str, PhantomData<U>);

impl<U> Visitor<'_> for Owned<U>
where
    U: FromStr<Err = Error> + TryFrom<String, Error = Error>,
{
    type Value = U;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_kind(f, self.0)
    }

    fn visit_str<E: serde_core::de::Error>(self, text: &str) -> Result<U, E> {
        text.parse().map_err(|error| invalid(error, self.0))
    }

    fn visit_string<E: serde_core::de::Error>(self, text: String) -> Result<U, E> {
        U::try_from(text).map_err(|error| invalid(error, self.0))
    }

    fn visit_bytes<E: serde_core::de::Error>(self, bytes: &[u8]) -> Result<U, E> {
        match core::str::from_utf8(bytes) {
            Ok(text) => self.visit_str(text),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(bytes), &self)),
        }
    }
}

struct Borrowed<U>(&'static str, PhantomData<U>);

impl<'de, U: TryFrom<&'de str, Error = Error>> Visitor<'de> for Borrowed<U> {
    type Value = U;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_kind(f, self.0)
    }

    fn visit_borrowed_str<E: serde_core::de::Error>(self, text: &'de str) -> Result<U, E> {
        U::try_from(text).map_err(|error| invalid(error, self.0))
    }

    fn visit_borrowed_bytes<E: serde_core::de::Error>(self, bytes: &'de [u8]) -> Result<U, E> {
        match core::str::from_utf8(bytes) {
            Ok(text) => self.visit_borrowed_str(text),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(bytes), &self)),
        }
    }

    /// The default would write the text into the error, passwords included.
    fn visit_str<E: serde_core::de::Error>(self, _: &str) -> Result<U, E> {
        Err(E::custom(format_args!(
            "the input contains the text with escapes, so it cannot be borrowed, expected {}",
            Kind(self.0)
        )))
    }
}

/// Returns the error for a text that is not a URL. Like [`Error`], it contains none of the text.
fn invalid<E: serde_core::de::Error>(error: Error, title: &'static str) -> E {
    E::custom(format_args!("{error}, expected {}", Kind(title)))
}

/// What is expected, as [`write_kind`] writes it.
struct Kind(&'static str);

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_kind(f, self.0)
    }
}

/// Writes `a URL`, `a news URL` or `an FTP URL`. A title of capitals is spelled out: *an eff-tee-pee*.
fn write_kind(f: &mut fmt::Formatter<'_>, title: &str) -> fmt::Result {
    let (vowels, first) = match title.as_bytes() {
        [] => return f.write_str("a URL"),
        all @ [first, ..] if all.iter().all(u8::is_ascii_uppercase) => ("AEFHILMNORSX", *first),
        // The letter before the hyphen of an experimental scheme is spelled, too.
        [b'x' | b'X', b'-', ..] => ("x", b'x'),
        [first, ..] => ("AEIOaeio", *first),
    };
    let article = if vowels.as_bytes().contains(&first) { "an" } else { "a" };
    write!(f, "{article} {title} URL")
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::Kind;

    #[test]
    fn articles() {
        for (title, shown) in [
            ("", "a URL"),
            ("FTP", "an FTP URL"),
            ("HTTP", "an HTTP URL"),
            ("NNTP", "an NNTP URL"),
            ("WAIS", "a WAIS URL"),
            ("Gopher", "a Gopher URL"),
            ("file", "a file URL"),
            ("echo", "an echo URL"),
            ("x-room", "an x-room URL"),
        ] {
            assert_eq!(Kind(title).to_string(), shown);
        }
    }
}
