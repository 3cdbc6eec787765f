//! What only a person knows.

/// What only a person, or the client's configuration, can tell (section 3.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// The password of the user that the URL names.
    Password,
    /// The end user's e-mail address.
    Email,
    /// The words to search for.
    Search,
    /// The items of an electronic form.
    Form,
}

impl Question {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Email => "email",
            Self::Search => "search",
            Self::Form => "form",
        }
    }

    /// How it stands in a step that waits for it.
    pub(super) const fn placeholder(self) -> &'static str {
        match self {
            Self::Password => "<ask>",
            Self::Email => "<email>",
            Self::Search => "<search>",
            Self::Form => "<form>",
        }
    }
}
