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
///     .answer(Question::Email, b"joe@host.dom")?
///     .answer(Question::Search, b"two words")?
///     .form([&b"Joe"[..], b"42"])?
///     .answer(Question::Key, b"dGhlIHNhbXBsZSBub25jZQ==")?;
/// assert!(answers.has(Question::Form) && !answers.has(Question::Password));
/// assert_eq!(Answers::new().answer(Question::Search, b"a\r\nb").unwrap_err().offset, 1);
/// assert_eq!(Answers::new().answer(Question::Search, b"a\tb").unwrap_err().octet, b'\t');
/// assert_eq!(Answers::new().form([&b"."[..]]).unwrap_err().octet, b'.');
/// # Ok::<(), url1738_core::plan::ControlOctet>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Answers {
    by_question: [Option<Vec<Argument>>; QUESTIONS.len()],
}

/// All questions, in the order of their declaration, which is that of the answers. Only [`Question::Form`] has any number of arguments, the others have one.
const QUESTIONS: [Question; 5] =
    [Question::Password, Question::Email, Question::Search, Question::Form, Question::Key];

/// Lists the questions that have an answer, not the answers, which may be secrets.
impl fmt::Debug for Answers {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Answers")?;
        f.debug_set().entries(QUESTIONS.iter().filter(|it| self.has(**it))).finish()
    }
}

impl Answers {
    /// Creates an empty set of answers.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the answer to a question; for a form, the only item.
    ///
    /// # Errors
    ///
    /// Returns an error if it contains an octet that ends a line, if search terms contain a tab, which ends the field
    /// of a Gopher search, or if the item of a form is `.`, which ends the form.
    #[inline]
    pub fn answer(self, question: Question, octets: &[u8]) -> Result<Self, ControlOctet> {
        self.with(question, [octets])
    }

    /// Sets the items of a form.
    ///
    /// # Errors
    ///
    /// Returns an error if [`answer`](Self::answer) returns one for an item.
    #[inline]
    pub fn form<'a>(self, items: impl IntoIterator<Item = &'a [u8]>) -> Result<Self, ControlOctet> {
        self.with(Question::Form, items)
    }

    #[inline]
    #[expect(clippy::indexing_slicing, reason = "INVARIANT: there is a place for each question")]
    fn with<'a>(
        mut self,
        question: Question,
        items: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<Self, ControlOctet> {
        let item = |octets: &[u8]| match (question, octets.iter().position(|it| *it == b'\t')) {
            (Question::Search, Some(offset)) => Err(ControlOctet { octet: b'\t', offset }),
            (Question::Form, _) if octets == b"." => Err(ControlOctet { octet: b'.', offset: 0 }),
            _ => Argument::new(octets),
        };
        let items = items.into_iter().map(item).collect::<Result<_, _>>()?;
        self.by_question[question as usize] = Some(items);
        Ok(self)
    }

    /// Returns whether there is an answer to this question.
    #[must_use]
    #[inline]
    pub const fn has(&self, question: Question) -> bool {
        self.arguments(question).is_some()
    }

    #[inline]
    #[expect(clippy::indexing_slicing, reason = "INVARIANT: there is a place for each question")]
    const fn arguments(&self, question: Question) -> Option<&Vec<Argument>> {
        self.by_question[question as usize].as_ref()
    }

    /// Returns the octets of an answer. The items of a form are lines.
    #[inline]
    pub(super) fn octets(&self, question: Question) -> Option<Vec<u8>> {
        let arguments = self.arguments(question)?;
        Some(arguments.iter().map(Argument::octets).collect::<Vec<_>>().join(&b"\r\n"[..]))
    }

    #[inline]
    pub(super) fn has_empty_form(&self) -> bool {
        self.arguments(Question::Form).is_some_and(Vec::is_empty)
    }
}
