//! The steps of a plan.

use super::{
    answers::{Answers, Question},
    argument::{Argument, Line},
};
use alloc::vec::Vec;

/// A step of a plan (section 4), displayed in the notation of plans: `CWD /etc`, `send "/docs\r\n"`.
///
/// A password is written as `***`, except in the alternate form (`{:#}`).
///
/// ```
/// use url1738_core::plan::{Argument, Condition, Step};
///
/// let cwd = Step::command("CWD", Argument::new(b"pub files")?);
/// assert_eq!(cwd.to_string(), "CWD pub files");
/// let guess = Step::command("TYPE", Argument::literal(b"I")).when(Condition::Guess);
/// assert_eq!(guess.to_string(), "TYPE I [guess]");
/// assert!(matches!(Step::send_line(&Argument::literal(b"0/pub")), Step::Send(_)));
/// # Ok::<(), url1738_core::plan::ControlOctet>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Sends a line over a control connection: a verb and its argument, ended by CR LF.
    Command(Command),
    /// Sends octets.
    Send(Vec<Chunk>),
    /// Asks the user.
    Ask(Question),
    /// Shows a user name to the user, and never sends it.
    AdviseUser(Argument),
    /// Shows a password to the user, and never sends it.
    AdvisePassword(Argument),
    /// Hands the connection to the user.
    Session,
    /// Opens a WAIS session.
    Init,
    /// Searches a WAIS database. The terms are an answer if the URL has none.
    Search {
        /// The database, decoded.
        database: Vec<u8>,
        /// The search terms, decoded.
        terms: Option<Vec<u8>>,
    },
    /// Retrieves a WAIS document.
    Retrieve {
        /// The database, decoded.
        database: Vec<u8>,
        /// The type of the document, decoded.
        wtype: Vec<u8>,
        /// The document id, decoded. Only its server may interpret it.
        id: Vec<u8>,
    },
    /// Resolves a name at a Prospero directory server.
    Resolve {
        /// The host-specific object name, decoded.
        hsoname: Vec<u8>,
        /// The names and values of the fields, decoded, in order.
        fields: Vec<(Vec<u8>, Vec<u8>)>,
    },
    /// Composes a message to this address.
    Compose(Argument),
    /// Opens the local file with this path, one item per segment.
    Open(Vec<Vec<u8>>),
}

/// A line of a control connection (section 3.2.2).
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Command {
    /// The verb.
    pub verb: &'static str,
    /// The argument: none, an empty one (the space is kept), octets, or an answer.
    pub argument: Option<Chunk>,
    /// The condition for sending the command.
    pub condition: Condition,
}

/// The condition for sending a command (section 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Condition {
    /// The command is always sent.
    #[default]
    Always,
    /// The command is sent if the server replies to the command before it with this code.
    If(u16),
    /// The command is always sent, but it is a guess of the client, because the URL does not determine it (section
    /// 3.2.3).
    Guess,
    /// The command may be left out, and an error reply to it is ignored.
    Optional,
}

/// Type of an FTP transfer (section 3.2.2; RFC 959, 3.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TransferType {
    /// Text, whose line ends change on the way: `TYPE A`.
    Ascii,
    /// Octets as they are: `TYPE I`. Lengths and offsets are exact.
    Image,
}

impl TransferType {
    /// Returns the argument of `TYPE`.
    #[inline]
    pub(super) const fn code(self) -> &'static [u8] {
        match self {
            Self::Ascii => b"A",
            Self::Image => b"I",
        }
    }
}

/// A piece of the octets that a step sends.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Chunk {
    /// Octets of the URL or the protocol, checked as an [`Argument`].
    Octets(Argument),
    /// Octets of the URL in which NUL is data, checked as a [`Line`].
    Line(Line),
    /// Other octets of the protocol, such as the end of a line.
    Protocol(&'static [u8]),
    /// The answer to a question.
    Answer(Question),
}

impl Step {
    /// Creates a command without an argument.
    #[must_use]
    #[inline]
    pub const fn bare(verb: &'static str) -> Self {
        Self::Command(Command { verb, argument: None, condition: Condition::Always })
    }

    /// Creates a command with an argument, which may be empty.
    #[must_use]
    #[inline]
    pub const fn command(verb: &'static str, argument: Argument) -> Self {
        let argument = Some(Chunk::Octets(argument));
        Self::Command(Command { verb, argument, condition: Condition::Always })
    }

    /// Creates a command whose argument is an answer.
    #[must_use]
    #[inline]
    pub const fn command_asking(verb: &'static str, question: Question) -> Self {
        let argument = Some(Chunk::Answer(question));
        Self::Command(Command { verb, argument, condition: Condition::Always })
    }

    /// Sets the condition of a command. Other steps are returned unchanged.
    #[must_use]
    #[inline]
    pub fn when(self, condition: Condition) -> Self {
        match self {
            Self::Command(command) => Self::Command(Command { condition, ..command }),
            other => other,
        }
    }

    /// Returns the condition of a command, or [`Condition::Always`] for other steps.
    ///
    /// ```
    /// use url1738_core::plan::{Condition, Step};
    ///
    /// assert_eq!(Step::bare("NOOP").when(Condition::Optional).condition(), Condition::Optional);
    /// assert_eq!(Step::Session.condition(), Condition::Always);
    /// ```
    #[must_use]
    #[inline]
    pub const fn condition(&self) -> Condition {
        match self {
            Self::Command(command) => command.condition,
            _ => Condition::Always,
        }
    }

    /// Creates a step that sends one line: the argument, then CR LF.
    #[must_use]
    #[inline]
    pub fn send_line(argument: &Argument) -> Self {
        Self::Send([Chunk::Octets(argument.clone()), Chunk::Protocol(b"\r\n")].into())
    }

    /// Returns the questions whose answers the step needs, in order.
    #[inline]
    pub(super) fn questions(&self) -> impl Iterator<Item = Question> {
        let (own, chunks) = match self {
            Self::Ask(question) => (Some(*question), [].as_slice()),
            Self::Search { terms: None, .. } => (Some(Question::Search), [].as_slice()),
            Self::Command(command) => (None, command.argument.as_slice()),
            Self::Send(chunks) => (None, chunks.as_slice()),
            _ => (None, [].as_slice()),
        };
        let of_chunk = |chunk: &Chunk| match chunk {
            Chunk::Answer(question) => Some(*question),
            _ => None,
        };
        own.into_iter().chain(chunks.iter().filter_map(of_chunk))
    }

    /// Returns the octets that the step sends, or `None` if it sends nothing. A missing answer is an error for the
    /// step as a whole: without it, the octets would differ from the displayed step.
    #[inline]
    pub(super) fn to_octets(&self, answers: &Answers) -> Result<Option<Vec<u8>>, Question> {
        // Before the first octet, so that no client sends half a command.
        if let Some(question) = self.questions().find(|question| !answers.has(*question)) {
            return Err(question);
        }
        let mut octets = Vec::new();
        match self {
            Self::Command(Command { verb, argument, .. }) => {
                octets.extend(verb.as_bytes());
                if let Some(argument) = argument {
                    octets.push(b' ');
                    argument.append_to(&mut octets, answers);
                }
                octets.extend(b"\r\n");
            }
            Self::Send(chunks) => {
                let mut is_empty_form = false;
                for chunk in chunks {
                    // A form without items has no line to end.
                    if !is_empty_form || *chunk != Chunk::Protocol(b"\r\n") {
                        chunk.append_to(&mut octets, answers);
                    }
                    is_empty_form =
                        *chunk == Chunk::Answer(Question::Form) && answers.has_empty_form();
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(octets))
    }
}

impl Command {
    /// Returns whether the command opens a data connection, over which a file or listing is transferred (RFC 959,
    /// 4.1.3): the verb is `APPE`, `MLSD`, `NLST`, `RETR`, `STOR` or `STOU`. The client sets the connection up before
    /// it sends the command, by `PASV` for example.
    ///
    /// The verb `LIST` is not among them: in plans it is the command of NNTP, which replies on its own connection. The
    /// plans of FTP URLs list directories by `NLST` (section 3.2.2).
    ///
    /// ```
    /// use url1738_core::plan::{Argument, Step};
    ///
    /// let opens = |step| matches!(step, Step::Command(command) if command.opens_data_connection());
    /// assert!(opens(Step::command("RETR", Argument::new(b"motd")?)) && opens(Step::bare("NLST")));
    /// assert!(!opens(Step::bare("QUIT")) && !opens(Step::bare("LIST")));
    /// # Ok::<(), url1738_core::plan::ControlOctet>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn opens_data_connection(&self) -> bool {
        matches!(self.verb, "APPE" | "MLSD" | "NLST" | "RETR" | "STOR" | "STOU")
    }
}

impl Chunk {
    /// Appends the octets. Whether the answers are there has been checked for the whole step.
    #[inline]
    fn append_to(&self, octets: &mut Vec<u8>, answers: &Answers) {
        match self {
            Self::Octets(argument) => octets.extend(argument.octets()),
            Self::Line(line) => octets.extend(line.octets()),
            Self::Protocol(protocol) => octets.extend(*protocol),
            Self::Answer(question) => {
                octets.extend(answers.octets(*question).into_iter().flatten());
            }
        }
    }
}
