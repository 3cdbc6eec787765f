//! An error with a caret line under the text, without a diagnostics crate.

use core::fmt::{self, Write as _};

use super::{error::Error, redact::Redacted};

/// An error displayed together with the text, returned by [`Error::annotate`].
///
/// ```
/// use url1738_core::GenericUrl;
///
/// let text = "x-db://me:s3cret@host.dom/a b";
/// let error = GenericUrl::parse(text).unwrap_err();
/// assert_eq!(
///     error.annotate(text).to_string(),
///     "x-db://me:***@host.dom/a b
///                         ^
/// unexpected space in path at byte 27
/// help: percent-encode it as `%20`"
/// );
/// ```
#[derive(Clone, Copy)]
pub struct Annotated<'a> {
    error: Error,
    text: &'a str,
}

impl Error {
    /// Returns the text with a caret line under the span, followed by the message and the help. Passwords in the text
    /// are masked as `***`.
    #[must_use]
    pub const fn annotate<'a>(&self, text: &'a str) -> Annotated<'a> {
        Annotated { error: *self, text }
    }
}

impl fmt::Display for Annotated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = Redacted::new(self.text.as_bytes());
        let (before, marked) = shown.columns(self.error.span());
        writeln!(f, "{shown}")?;
        // The columns are written one by one because a format width ends at 65535.
        (0..before).try_for_each(|_| f.write_char(' '))?;
        (0..marked.max(1)).try_for_each(|_| f.write_char('^'))?;
        f.write_char('\n')?;
        write!(f, "{}", self.error)?;
        let help = self.error.help_for(self.text);
        if help.is_empty() { Ok(()) } else { write!(f, "\nhelp: {help}") }
    }
}

impl fmt::Debug for Annotated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Annotated").field(&self.error).finish()
    }
}
