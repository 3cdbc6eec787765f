//! The edit of a text, as data.

use alloc::borrow::Cow;
use core::fmt;

use super::span::Span;

/// Edit of a text: replaces the bytes of `span` with `text`.
///
/// Display writes only the new text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// The bytes to replace. Empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: Cow<'static, str>,
}

impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
