//! The steps of a plan.

use alloc::{format, vec::Vec};
use core::fmt;

use super::{
    answers::Answers,
    argument::{Argument, Line, Quoting, write_octets},
    question::Question,
};
use crate::diagnostics::redact::{MASK, Redacted};

/// One step (section 4). Displayed, it is in the notation of the plans: `CWD /etc`, `send "/docs\r\n"`.
///
/// A password is `***`, except in the alternate form (`{:#}`).
///
/// ```
/// use url1738_core::plan::{Argument, Condition, Step};
///
/// let cwd = Step::command("CWD", Argument::new(b"pub files")?);
/// assert_eq!(cwd.to_string(), "CWD pub files");
/// let guess = Step::command("TYPE", Argument::literal(b"I")).when(Condition::Guess);
/// assert_eq!(guess.to_string(), "TYPE I [guess]");
/// # Ok::<(), url1738_core::plan::ControlOctet>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// A line of a control connection: a verb and its argument, ended by CR LF.
    Command(Command),
    /// These octets, all of them.
    Send(Vec<Chunk>),
    /// The user is asked.
    Ask(Question),
    /// A user name is shown to the user, never sent.
    AdviseUser(Argument),
    /// A password is shown to the user, never sent.
    AdvisePassword(Argument),
    /// The connection is handed to the user.
    Session,
    /// A WAIS session is opened.
    Init,
    /// A WAIS search; the terms are an answer where the URL has none.
    Search {
        /// The database, decoded.
        database: Vec<u8>,
        /// The terms, decoded.
        terms: Option<Vec<u8>>,
    },
    /// A WAIS retrieval.
    Retrieve {
        /// The database, decoded.
        database: Vec<u8>,
        /// The type of the document, decoded.
        wtype: Vec<u8>,
        /// The document-id, decoded, which only its server may take apart.
        id: Vec<u8>,
    },
    /// A request to a Prospero directory server.
    Resolve {
        /// The host-specific object name, decoded.
        hsoname: Vec<u8>,
        /// Names and values of the fields, decoded, in order.
        fields: Vec<(Vec<u8>, Vec<u8>)>,
    },
    /// A message to this address.
    Compose(Argument),
    /// The local file below these directories.
    Open(Vec<Vec<u8>>),
}

/// A line of a control connection (section 3.2.2).
#[derive(Clone, PartialEq, Eq)]
pub struct Command {
    /// The verb.
    pub verb: &'static str,
    /// The argument: none, a null one (the blank stays), octets, or an answer.
    pub argument: Option<Chunk>,
    /// When it is sent.
    pub condition: Condition,
}

/// When a command is sent (section 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Condition {
    /// Always.
    #[default]
    Always,
    /// Where the server answers the command before with this code.
    If(u16),
    /// Always; the URL does not say so, it is the client's guess (section 3.2.3).
    Guess,
    /// It may be left out; a refusal of it is no failure.
    Optional,
}

/// A piece of what is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// Octets that the URL and the protocol give.
    Octets(Argument),
    /// Octets that the URL gives, among which NUL is data.
    Line(Line),
    /// What ends a line, or any other octets of the protocol itself.
    Protocol(&'static [u8]),
    /// What a person answers.
    Answer(Question),
}

impl Step {
    /// A command without an argument.
    #[must_use]
    pub const fn bare(verb: &'static str) -> Self {
        Self::Command(Command { verb, argument: None, condition: Condition::Always })
    }

    /// A command with an argument, which may be null.
    #[must_use]
    pub const fn command(verb: &'static str, argument: Argument) -> Self {
        let argument = Some(Chunk::Octets(argument));
        Self::Command(Command { verb, argument, condition: Condition::Always })
    }

    /// A command whose argument is an answer.
    #[must_use]
    pub const fn command_asking(verb: &'static str, question: Question) -> Self {
        let argument = Some(Chunk::Answer(question));
        Self::Command(Command { verb, argument, condition: Condition::Always })
    }

    /// The same command under a condition; other steps have none.
    #[must_use]
    pub fn when(self, condition: Condition) -> Self {
        match self {
            Self::Command(command) => Self::Command(Command { condition, ..command }),
            other => other,
        }
    }

    /// Sends one line: the argument, then CR LF.
    #[must_use]
    pub fn send_line(argument: &Argument) -> Self {
        Self::Send([Chunk::Octets(argument.clone()), Chunk::Protocol(b"\r\n")].into())
    }

    /// What it sends; `None` if it sends nothing, or an answer that it needs is missing.
    ///
    /// A search may be missing if it is the last field of its line: then it is left out with the protocol's tab before
    /// it, and the bare selector is sent. Anywhere else nothing is sent, as a field behind it would take its place.
    pub(super) fn to_octets(&self, answers: &Answers) -> Option<Vec<u8>> {
        match self {
            Self::Command(Command { verb, argument, .. }) => {
                let mut line = verb.as_bytes().to_vec();
                if let Some(argument) = argument {
                    line.push(b' ');
                    line.extend(argument.to_octets(answers)?);
                }
                line.extend(b"\r\n");
                Some(line)
            }
            Self::Send(chunks) => {
                let mut octets = Vec::new();
                let mut rest = chunks.as_slice();
                while let [chunk, behind @ ..] = rest {
                    rest =
                        match (chunk, behind) {
                            (
                                Chunk::Protocol(b"\t"),
                                [Chunk::Answer(Question::Search), end @ ..],
                            ) if !answers.has(Question::Search) && begins_with_line_end(end) => end,
                            // A form without items has no line that could end.
                            (
                                Chunk::Answer(Question::Form),
                                [Chunk::Protocol(b"\r\n"), end @ ..],
                            ) if answers.has_empty_form() => end,
                            _ => {
                                octets.extend(chunk.to_octets(answers)?);
                                behind
                            }
                        };
                }
                Some(octets)
            }
            _ => None,
        }
    }
}

/// Whether the line ends with what comes first in `chunks`.
fn begins_with_line_end(chunks: &[Chunk]) -> bool {
    matches!(chunks, [] | [Chunk::Protocol([b'\r', b'\n', ..]), ..])
}

/// Writes what is displayed, without `#` whatever `f` has: it would ask for the secrets.
fn masked(f: &mut fmt::Formatter<'_>, name: &str, shown: &dyn fmt::Display) -> fmt::Result {
    let text = format!("{name}({shown})");
    f.write_str(&text)
}

/// Shows the step in the notation of plans, without secrets.
impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        masked(f, "Step", self)
    }
}

/// Shows the line in the notation of plans, without secrets.
impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        masked(f, "Command", self)
    }
}

impl Chunk {
    fn to_octets(&self, answers: &Answers) -> Option<Vec<u8>> {
        match self {
            Self::Octets(argument) => Some(argument.octets().to_vec()),
            Self::Line(line) => Some(line.octets().to_vec()),
            Self::Protocol(octets) => Some(octets.to_vec()),
            Self::Answer(question) => answers.octets(*question),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, quoting: Quoting) -> fmt::Result {
        match self {
            Self::Octets(argument) if argument.is_secret() => fmt::Display::fmt(argument, f),
            Self::Octets(argument) => write_octets(f, argument.octets(), quoting),
            Self::Line(line) => write_octets(f, line.octets(), quoting),
            Self::Protocol(octets) => write_octets(f, octets, quoting),
            Self::Answer(question) => f.write_str(question.placeholder()),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verb)?;
        if let Some(argument) = &self.argument {
            f.write_str(" ")?;
            argument.write(f, Quoting::Bare)?;
        }
        match self.condition {
            Condition::Always => Ok(()),
            Condition::If(code) => write!(f, " [if {code}]"),
            Condition::Guess => f.write_str(" [guess]"),
            Condition::Optional => f.write_str(" [optional]"),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(command) => fmt::Display::fmt(command, f),
            Self::Send(chunks) => {
                f.write_str("send \"")?;
                chunks.iter().try_for_each(|chunk| chunk.write(f, Quoting::Quoted))?;
                f.write_str("\"")
            }
            Self::Ask(question) => write!(f, "ask {}", question.name()),
            Self::AdviseUser(user) => quoted(f, "advise user ", user),
            Self::AdvisePassword(password) => quoted(f, "advise password ", password),
            Self::Session => f.write_str("session"),
            Self::Init => f.write_str("init"),
            Self::Search { database, terms } => {
                f.write_str("search [")?;
                write_octets(f, database, Quoting::Bare)?;
                match terms {
                    Some(terms) => {
                        f.write_str("] ")?;
                        quoted_octets(f, terms)
                    }
                    None => f.write_str("] <search>"),
                }
            }
            Self::Retrieve { database, wtype, id } => {
                f.write_str("retrieve [")?;
                write_octets(f, database, Quoting::Bare)?;
                f.write_str("] type ")?;
                quoted_octets(f, wtype)?;
                f.write_str(" id ")?;
                quoted_octets(f, id)
            }
            Self::Resolve { hsoname, fields } => {
                f.write_str("resolve ")?;
                quoted_octets(f, hsoname)?;
                for (name, value) in fields {
                    f.write_str(" ")?;
                    write_octets(f, name, Quoting::Bare)?;
                    f.write_str("=")?;
                    // A name may say that the value is a password.
                    let field = [b";", &**name, b"=", value].concat();
                    let start = field.len().saturating_sub(value.len());
                    let masked = Redacted::of_data(&field);
                    let secret = masked.secrets().iter().any(|at| at.start as usize == start);
                    if secret && !f.alternate() {
                        f.write_str(MASK)?;
                    } else {
                        quoted_octets(f, value)?;
                    }
                }
                Ok(())
            }
            Self::Compose(address) => write!(f, "compose {address}"),
            Self::Open(segments) => {
                // As one text: a URL within the path is several segments.
                let path: Vec<u8> =
                    segments.iter().flat_map(|segment| [&b"/"[..], segment].concat()).collect();
                f.write_str("open ")?;
                write_octets(f, &path, Quoting::Bare)
            }
        }
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, label: &str, argument: &Argument) -> fmt::Result {
    f.write_str(label)?;
    f.write_str("\"")?;
    Chunk::Octets(argument.clone()).write(f, Quoting::Quoted)?;
    f.write_str("\"")
}

fn quoted_octets(f: &mut fmt::Formatter<'_>, octets: &[u8]) -> fmt::Result {
    f.write_str("\"")?;
    write_octets(f, octets, Quoting::Quoted)?;
    f.write_str("\"")
}
