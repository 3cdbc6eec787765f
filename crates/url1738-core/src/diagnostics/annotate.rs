//! An error with a caret line under the text, without a diagnostics crate.

use core::fmt::{self, Write as _};

use super::{error::Error, fix::Parse, message::help, redact::Redacted};

/// An error displayed together with the text, returned by the associated function `annotate` of URL types.
///
/// ```
/// use url1738_core::GenericUrl;
///
/// let text = "x-db://me:s3cret@host.dom/a b";
/// let error = GenericUrl::parse(text).unwrap_err();
/// assert_eq!(
///     GenericUrl::annotate(text, &error).to_string(),
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
    parse: Parse,
}

impl<'a> Annotated<'a> {
    /// Wraps an error in `text`, and the parser that fixes have to satisfy.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(text: &'a str, error: &Error, parse: Parse) -> Self {
        Self { error: *error, text, parse }
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
        let help = help(self.text.as_bytes(), &self.error, self.parse);
        if help.is_empty() { Ok(()) } else { write!(f, "\nhelp: {help}") }
    }
}

impl fmt::Debug for Annotated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Annotated").field(&self.error).finish()
    }
}
