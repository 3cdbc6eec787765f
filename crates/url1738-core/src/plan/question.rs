//! Questions that only the user can answer.

/// A question to the user, which the configuration of the client may answer instead (section 3.2.1).
///
/// It is also the error for an answer that is missing, which Display describes.
///
/// ```
/// use url1738_core::plan::Question;
///
/// assert_eq!(Question::Email.name(), "email");
/// assert_eq!(Question::Email.to_string(), "missing answer: email");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("missing answer: {}", self.name())]
#[non_exhaustive]
pub enum Question {
    /// The password of the user that the URL names.
    Password,
    /// The end user's e-mail address.
    Email,
    /// The search terms.
    Search,
    /// The items of an electronic form.
    Form,
}

impl Question {
    /// Returns the name: `password`, `email`, `search` or `form`.
    #[must_use]
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Email => "email",
            Self::Search => "search",
            Self::Form => "form",
        }
    }

    /// Returns the placeholder for the answer in a displayed step.
    #[inline]
    pub(super) const fn placeholder(self) -> &'static str {
        match self {
            Self::Password => "<ask>",
            Self::Email => "<email>",
            Self::Search => "<search>",
            Self::Form => "<form>",
        }
    }
}
