//! What is drawn below the parts.

use alloc::string::String;

use url1738::Lints;

use crate::Dialogue;

/// What is drawn below the parts.
///
/// ```
/// use url1738::Url;
/// use url1738_picture::{Finding, Picture};
///
/// let text = "http://h/a~b";
/// let error = Url::parse(text).unwrap_err();
/// let picture = Picture::of_error(text.as_bytes(), &error, false);
/// let Finding::Invalid { code, help, .. } = picture.finding() else { panic!() };
/// assert_eq!((code.as_str(), help.as_str()), ("tilde", "percent-encode it as `%7E`"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Finding {
    /// The line is a URL.
    #[non_exhaustive]
    Valid {
        /// The lints that are shown.
        lints: Lints,
        /// The access plan as a dialogue.
        dialogue: Dialogue,
    },
    /// The line is not a URL.
    #[non_exhaustive]
    Invalid {
        /// The code of the error.
        code: String,
        /// Where the error is: file, line and column, for example. Empty if that is unknown.
        place: String,
        /// What to do; empty if there is nothing to suggest.
        help: String,
        /// A note for readers who want to know more; may be empty.
        note: String,
    },
}
