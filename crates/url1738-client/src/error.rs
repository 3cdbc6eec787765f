//! Errors of an exchange, and how to fix them.

use core::{fmt, net::IpAddr, time::Duration};
use std::io;

use url1738::plan::{Question, Refusal};

use crate::{outcome::Reply, secrets::redacted};

/// An error of an exchange by the protocol of a scheme (section 3).
///
/// Display names the step of the plan and what happened there, with the server's reply; [`help`](Self::help) suggests a
/// fix, and with `{:#}` Display ends with it. Neither contains a password, nor an octet that a terminal would interpret.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The URL is unsafe to access.
    Refused(Refusal),
    /// The plan has a warning that is not allowed: `non-default-port`, `reserved-port` or `port-zero`.
    Warned {
        /// The code of the warning.
        code: &'static str,
        /// Its message.
        message: &'static str,
    },
    /// No client speaks the protocol, because no server is known.
    NoServer(&'static str),
    /// The plan needs TLS, which this client does not speak.
    Tls,
    /// The plan has no steps, or its steps belong to no protocol.
    NoPlan,
    /// The name of the news server is not a host.
    NewsServer(url1738::Error),
    /// A news URL names no server, and none is configured.
    NoNewsServer,
    /// The policy does not allow the address.
    Denied {
        /// The host.
        host: String,
        /// Its address.
        address: IpAddr,
    },
    /// The policy does not allow files of this machine.
    LocalFile,
    /// The file on the server is not the one that is resumed.
    Changed {
        /// What changed.
        what: &'static str,
        /// What it was.
        then: String,
        /// What it is.
        now: String,
    },
    /// The content cannot be resumed.
    NotResumable(&'static str),
    /// The answer to a question is missing.
    Unanswered {
        /// The step.
        step: String,
        /// The question.
        question: Question,
    },
    /// The system reports an error: a host has no address (`resolve`), none of its addresses could be connected to
    /// (`connect`), a connection broke (`io`), or a file of this machine could not be read (`file`).
    Io {
        /// The code of the error.
        code: &'static str,
        /// What failed, made safe to show: the step, or `cannot read` and a path.
        what: String,
        /// The error of the system. Of several addresses, that of the last.
        error: io::Error,
    },
    /// A time limit.
    TimedOut {
        /// The step.
        step: String,
        /// What did not happen in time.
        what: &'static str,
        /// The limit.
        limit: Duration,
    },
    /// The server closed the connection.
    Closed {
        /// The step.
        step: String,
    },
    /// The server refused a step.
    Rejected {
        /// The step.
        step: String,
        /// The reply.
        reply: Reply,
    },
    /// The server speaks another protocol, or speaks it wrongly.
    Protocol {
        /// The step.
        step: String,
        /// What the protocol requires.
        expected: &'static str,
        /// What came, made safe to show.
        got: String,
    },
    /// The server sent more than allowed.
    TooLong {
        /// The step.
        step: String,
        /// What is too long.
        what: &'static str,
        /// The limit.
        limit: u64,
        /// What is counted: octets or lines.
        unit: &'static str,
    },
    /// The content ended early.
    Truncated {
        /// The step.
        step: String,
        /// The announced octets.
        expected: u64,
        /// The received octets.
        received: u64,
    },
    /// More content came than was announced.
    Excess {
        /// The step.
        step: String,
        /// The announced octets, without those before the offset of a resumed file.
        expected: u64,
    },
    /// The server redirects, and that was not allowed.
    Redirected {
        /// The step.
        step: String,
        /// The new location, with the password that it may contain. Display masks it.
        location: String,
    },
    /// The URL that the server redirects to is refused. A span in the error is one of that URL.
    RefusedRedirect {
        /// The new URL, without its password.
        url: String,
        /// Why it is refused.
        error: Box<Self>,
    },
    /// The exchange was cancelled.
    Cancelled,
    /// The content could not be passed on.
    Sink(io::Error),
}

/// Writes the step and what happened; with `{:#}` the help, too.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => write!(f, "{refusal}"),
            Self::Warned { code, message } => write!(f, "refused: {message} [{code}]"),
            Self::NoServer(name) => write!(f, "refused: no server is known that speaks {name}"),
            Self::Tls => f.write_str("refused: this client does not speak TLS"),
            Self::NoPlan => {
                f.write_str("refused: the plan has no step that this client can carry out")
            }
            Self::NewsServer(error) => write!(f, "the news server is not a host: {error}"),
            Self::NoNewsServer => {
                f.write_str("refused: the URL names no news server, and none is configured")
            }
            Self::Denied { host, address } if *host == address.to_string() => {
                write!(f, "refused: {address} is not a public address")
            }
            Self::Denied { host, address } => {
                write!(f, "refused: {host} at {address} is not a public address")
            }
            Self::LocalFile => f.write_str("refused: the URL names a file of this machine"),
            Self::Changed { what, then, now } => {
                write!(f, "the file on the server has changed: its {what} was {then} and is {now}")
            }
            Self::NotResumable(why) => write!(f, "cannot resume: {why}"),
            Self::Unanswered { step, question } => write!(f, "{step}: {question}"),
            Self::Io { what, error, .. } => write!(f, "{what}: {error}"),
            Self::TimedOut { step, what, limit } => {
                write!(f, "{step}: no {what} within {} s", limit.as_secs_f32())
            }
            Self::Closed { step } => write!(f, "{step}: the server closed the connection"),
            Self::Rejected { step, reply } => write!(f, "{step}: the server replied {reply}"),
            Self::Protocol { step, expected, got } => {
                write!(f, "{step}: {expected}, and the server sent \"{got}\"")
            }
            Self::TooLong { step, what, limit, unit } => {
                write!(f, "{step}: the {what} exceeds {limit} {unit}")
            }
            Self::Truncated { step, expected, received } => {
                write!(f, "{step}: the server announced {expected} octets and sent {received}")
            }
            Self::Excess { step, expected } => {
                write!(f, "{step}: the server announced {expected} octets and sent more")
            }
            Self::Redirected { step, location } => {
                let location = redacted(location.as_bytes());
                write!(f, "{step}: the server redirects to \"{location}\"")
            }
            Self::RefusedRedirect { url, error } => {
                write!(f, "the server redirects to \"{url}\": {error}")
            }
            Self::Cancelled => f.write_str("cancelled"),
            Self::Sink(error) => write!(f, "cannot write the content: {error}"),
        }?;
        let help = self.help().filter(|_| f.alternate());
        help.map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// The kind of an error, as programs distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The client or the server refused, or there is nothing at the URL.
    Refused,
    /// An answer is missing, or this machine failed.
    Local,
    /// The network or the server failed.
    Network,
}

impl Error {
    /// A step failed, since the connection broke.
    pub(crate) const fn broken(step: String, error: io::Error) -> Self {
        Self::Io { code: "io", what: step, error }
    }

    pub(crate) fn unresolved(host: &str, error: io::Error) -> Self {
        Self::Io { code: "resolve", what: format!("cannot resolve {host}"), error }
    }

    pub(crate) fn timed_out(step: &str, what: &'static str, limit: Duration) -> Self {
        Self::TimedOut { step: step.to_owned(), what, limit }
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind_and_code().0
    }

    /// Returns a stable name, in lower case with hyphens: that of the refusal or warning of a plan, or of the error.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::Client;
    ///
    /// let url = Url::parse("gopher://host.dom:25/")?;
    /// let error = Client::new().fetch(&url, &mut Vec::new()).unwrap_err();
    /// assert_eq!((error.code(), error.help().is_some()), ("reserved-port", true));
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind_and_code().1
    }

    fn kind_and_code(&self) -> (ErrorKind, &'static str) {
        use ErrorKind::{Local, Network, Refused};
        match self {
            Self::Refused(refusal) => (Refused, refusal.code()),
            Self::Warned { code, .. } => (Refused, code),
            Self::NoServer(_) => (Refused, "no-server"),
            Self::Tls => (Refused, "tls"),
            Self::NoPlan => (Refused, "no-plan"),
            Self::NewsServer(_) => (Local, "news-server"),
            Self::NoNewsServer => (Refused, "no-news-server"),
            Self::Denied { .. } => (Refused, "denied"),
            Self::LocalFile => (Refused, "local-file"),
            Self::Changed { .. } => (Refused, "changed"),
            Self::NotResumable(_) => (Refused, "not-resumable"),
            Self::Unanswered { .. } => (Local, "unanswered"),
            Self::TimedOut { .. } => (Network, "timed-out"),
            Self::Io { code: code @ "file", .. } => (Local, code),
            Self::Io { code, .. } => (Network, code),
            Self::Closed { .. } => (Network, "closed"),
            Self::Rejected { reply, .. } => {
                (if reply.is_failure { Network } else { Refused }, "rejected")
            }
            Self::Protocol { .. } => (Network, "protocol"),
            Self::TooLong { .. } => (Network, "too-long"),
            Self::Truncated { .. } => (Network, "truncated"),
            Self::Excess { .. } => (Network, "excess"),
            Self::Redirected { .. } => (Refused, "redirected"),
            Self::RefusedRedirect { error, .. } => error.kind_and_code(),
            Self::Cancelled => (Local, "cancelled"),
            Self::Sink(_) => (Local, "sink"),
        }
    }

    /// Returns the reply of the server, if it refused a step.
    #[must_use]
    pub const fn reply(&self) -> Option<&Reply> {
        match self {
            Self::Rejected { reply, .. } => Some(reply),
            _ => None,
        }
    }

    /// Returns a suggestion as an imperative sentence, or `None` if nothing helps in general.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::Refused(refusal) if refusal.code() == "no-access-method" => {
                "use a program that speaks the protocol of this scheme"
            }
            Self::Refused(refusal) if refusal.code() == "other-host" => {
                "ask for a URL of a protocol that the host speaks"
            }
            Self::Refused(_) => "a URL like this is unsafe to access: check where it comes from",
            Self::Warned { code: "port-zero", .. } => "correct the port",
            Self::Warned { .. } => "allow the port if you trust the URL (`Client::allow_port`)",
            Self::NoServer(_) => "ask whether the document is published by another protocol",
            Self::Tls => "use curl, which does",
            Self::NoPlan => "check the scheme of the URL",
            Self::NewsServer(_) => "name a host, or an address of four numbers",
            Self::NoNewsServer => "configure a news server, or use an nntp URL",
            Self::Denied { .. } | Self::LocalFile => "allow local addresses if you trust the URL",
            Self::NotResumable(_) | Self::Changed { .. } => "start from the beginning",
            Self::Excess { .. } => "try again, from the beginning if the file was resumed",
            Self::Unanswered { question: Question::Password, .. } => {
                "answer the question, or keep the password in a netrc file"
            }
            Self::Unanswered { .. } => "answer the question",
            Self::Io { code: "resolve", .. } => "check the host name and the network",
            Self::Io { code: "connect", .. } => "check that the server is up, and the port",
            Self::Io { code: "file", .. } => "check the path and its permissions",
            Self::TimedOut { .. } => "try again, or raise the limit",
            Self::TooLong { what: "content", .. } => "raise the limit if the content is wanted",
            Self::TooLong { .. } => "do not trust this server, or raise the limit",
            Self::Io { .. } | Self::Closed { .. } | Self::Truncated { .. } => "try again",
            Self::Protocol { .. } => "check that the port belongs to a server of this protocol",
            Self::Redirected { .. } => "fetch the new URL, or allow more redirects",
            Self::RefusedRedirect { error, .. } => return error.help(),
            Self::Rejected { step, reply } => return rejection(step, reply),
            Self::Sink(_) => "check the space and the permissions where it is written",
            Self::Cancelled => return None,
        })
    }
}

/// Returns what to do about a reply.
fn rejection(step: &str, reply: &Reply) -> Option<&'static str> {
    let verb = step.split_once(' ').map_or(step, |(verb, _)| verb);
    Some(match (verb, reply.code) {
        _ if verb == "greeting" || reply.is_failure && matches!(reply.code, 400 | 421) => {
            "the server does not serve this client: try later or another server"
        }
        ("USER" | "PASS", _) | (_, 401 | 407 | 480..=482 | 530 | 532) => {
            "check the user name and the password"
        }
        ("RETR", 550) => "check the name; if it is a directory, end the URL with `/` to list it",
        ("CWD", _) => "check the names of the directories; `%2F` begins the path at the root",
        ("MLSD" | "LIST" | "NLST", 450 | 550) => "the directory may be empty or not readable",
        ("EPSV" | "PASV", _) => "the server offers no data connection: try later or another server",
        ("REST", _) => "this server cannot resume: start from the beginning",
        ("GROUP", 411) => "check the name of the group",
        ("ARTICLE", 420..=430) => "the article does not exist on this server, or has expired",
        _ if reply.is_failure || reply.code == 450 => "try again later",
        (_, 403 | 502) => "the server does not allow this",
        (_, 404 | 410 | 550 | 553) => "check the name",
        (_, 0) => "check the selector",
        _ => return None,
    })
}
