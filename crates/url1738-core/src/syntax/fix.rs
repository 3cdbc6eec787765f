//! A change to a text, as data.

use alloc::borrow::Cow;
use core::fmt;

use super::span::Span;

/// A change to a text: what takes the place of the bytes of `span`.
///
/// Displayed, it is the new text alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to replace; empty where something is put in.
    pub span: Span,
    /// The new text.
    pub text: Cow<'static, str>,
}

impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Parses bytes as a URL of one scheme. Fails with the change that repairs the first error alone, if one is known.
pub(crate) type Attempt = fn(&[u8]) -> Result<(), Option<Fix>>;
