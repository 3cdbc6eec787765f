//! The questions of a plan, and their answers.

use alloc::vec::Vec;
use core::fmt;

use super::argument::{Argument, ControlOctet};

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
    /// A key that the client chooses at random for each connection: 16 octets in Base64 (RFC 6455, section 4.1).
    Key,
}

impl Question {
    /// Returns the name: `password`, `email`, `search`, `form` or `key`.
    #[must_use]
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Email => "email",
            Self::Search => "search",
            Self::Form => "form",
            Self::Key => "key",
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
            Self::Key => "<key>",
        }
    }
}

/// Answers from the user or from the configuration of a client (section 3.2.1). Each is checked like the octets of a
/// URL: an answer cannot end a line, the search of a Gopher request cannot begin the next field, and no item of a
/// form can end the form (sections 3.4.1 and 3.4.9).
///
/// ```
/// use url1738_core::plan::{Answers, Question};
///
/// let answers = Answers::new()
///     .email(b"joe@host.dom")?
///     .search(b"two words")?
///     .form([&b"Joe"[..], b"42"])?
///     .key(b"dGhlIHNhbXBsZSBub25jZQ==")?;
/// assert!(answers.has(Question::Form) && !answers.has(Question::Password));
/// assert_eq!(Answers::new().search(b"a\r\nb").unwrap_err().offset, 1);
/// assert_eq!(Answers::new().search(b"a\tb").unwrap_err().octet, b'\t');
/// assert_eq!(Answers::new().form([&b"."[..]]).unwrap_err().octet, b'.');
/// # Ok::<(), url1738_core::plan::ControlOctet>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Answers {
    password: Option<Argument>,
    email: Option<Argument>,
    search: Option<Argument>,
    form: Option<Vec<Argument>>,
    key: Option<Argument>,
}

/// Lists the questions that have an answer, not the answers, which may be secrets.
impl fmt::Debug for Answers {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Question::{Email, Form, Key, Password, Search};
        let answered = [Password, Email, Search, Form, Key].into_iter().filter(|it| self.has(*it));
        f.write_str("Answers")?;
        f.debug_set().entries(answered).finish()
    }
}

impl Answers {
    /// Creates an empty set of answers.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the password.
    ///
    /// # Errors
    ///
    /// Returns an error if it contains an octet that ends a line.
    #[inline]
    pub fn password(mut self, octets: &[u8]) -> Result<Self, ControlOctet> {
        self.password = Some(Argument::new(octets)?.secret());
        Ok(self)
    }

    /// Sets the e-mail address.
    ///
    /// # Errors
    ///
    /// Returns an error if it contains an octet that ends a line.
    #[inline]
    pub fn email(mut self, octets: &[u8]) -> Result<Self, ControlOctet> {
        self.email = Some(Argument::new(octets)?);
        Ok(self)
    }

    /// Sets the search terms.
    ///
    /// # Errors
    ///
    /// Returns an error if they contain an octet that ends a line, or a tab, which ends the field of a Gopher search.
    #[inline]
    pub fn search(mut self, octets: &[u8]) -> Result<Self, ControlOctet> {
        if let Some(offset) = octets.iter().position(|octet| *octet == b'\t') {
            return Err(ControlOctet { octet: b'\t', offset });
        }
        self.search = Some(Argument::new(octets)?);
        Ok(self)
    }

    /// Sets the items of a form.
    ///
    /// # Errors
    ///
    /// Returns an error if an item contains an octet that ends a line, or is `.`, which ends the form.
    #[inline]
    pub fn form<'a>(
        mut self,
        items: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<Self, ControlOctet> {
        let item = |octets: &[u8]| match octets {
            b"." => Err(ControlOctet { octet: b'.', offset: 0 }),
            _ => Argument::new(octets),
        };
        self.form = Some(items.into_iter().map(item).collect::<Result<_, _>>()?);
        Ok(self)
    }

    /// Sets the key of a connection for messages.
    ///
    /// # Errors
    ///
    /// Returns an error if it contains an octet that ends a line.
    #[inline]
    pub fn key(mut self, octets: &[u8]) -> Result<Self, ControlOctet> {
        self.key = Some(Argument::new(octets)?);
        Ok(self)
    }

    /// Returns whether there is an answer to this question.
    #[must_use]
    #[inline]
    pub const fn has(&self, question: Question) -> bool {
        match question {
            Question::Password => self.password.is_some(),
            Question::Email => self.email.is_some(),
            Question::Search => self.search.is_some(),
            Question::Form => self.form.is_some(),
            Question::Key => self.key.is_some(),
        }
    }

    /// Returns the octets of an answer. The items of a form are lines.
    #[inline]
    pub(super) fn octets(&self, question: Question) -> Option<Vec<u8>> {
        let octets = |argument: &Argument| argument.octets().to_vec();
        match question {
            Question::Password => self.password.as_ref().map(octets),
            Question::Email => self.email.as_ref().map(octets),
            Question::Search => self.search.as_ref().map(octets),
            Question::Key => self.key.as_ref().map(octets),
            Question::Form => {
                let items = self.form.as_ref()?;
                Some(items.iter().map(Argument::octets).collect::<Vec<_>>().join(&b"\r\n"[..]))
            }
        }
    }

    /// Returns whether the form was answered without any items.
    #[inline]
    pub(super) fn has_empty_form(&self) -> bool {
        self.form.as_ref().is_some_and(Vec::is_empty)
    }
}
