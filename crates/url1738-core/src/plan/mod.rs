//! Access plans: the exact exchange for a URL, as inert data.
//!
//! Section 2 says that a URL scheme needs at least an `access` method, section 4 requires one of every new scheme,
//! and section 6 says what it must never do. A [`Plan`] is that method for one URL: the endpoint, the [`Step`]s in
//! order and the warnings. A URL that is unsafe to access has a [`Refusal`] instead. Nothing here opens a socket;
//! the caller that executes a plan decides on every step.

mod answers;
mod argument;
mod notation;
mod step;

use alloc::{
    string::{String, ToString as _},
    vec::Vec,
};
use core::{fmt, iter};

pub use crate::lint::{
    path::{DOT_SEGMENT, ESCAPED_CONTROL, OPTION_LIKE},
    server::EMPTY_USER,
};
pub use answers::{Answers, Question};
pub(crate) use argument::CODES;
pub use argument::{Argument, ControlOctet, Line, Refusal};
pub use step::{Chunk, Command, Condition, Step, TransferType};

use crate::{
    lint::{Lint, server::port_risk},
    syntax::{
        code::CodeInfo,
        part::{PORT, Part},
        scheme_info::SchemeInfo,
        span::Span,
    },
    url::{host::Host, login::Login},
};

/// The access plan of a URL: an endpoint and the steps to take there (section 2).
///
/// Display writes the endpoint and one line per step. A password is written as `***`, except in the alternate form
/// (`{:#}`).
///
/// The plan of a custom scheme, and how a client uses it:
///
/// ```
/// use url1738_core::{
///     Span,
///     codes::{CodeInfo, CodeKind},
///     part::URLPATH,
///     plan::{Answers, Argument, Condition, Endpoint, Plan, Question, Step, mode_reader},
///     scheme::{Generic, Raw},
/// };
///
/// static NOT_TEXT: CodeInfo = CodeInfo::new(CodeKind::Warning, "not-text", "the server wants UTF-8");
///
/// let url = Raw::<Generic, &str>::parse("x-news://Host.dom:2000/a%FFb")?;
/// let name = Argument::decode(&URLPATH, Span::new(23, 28), url.as_str())?;
/// let mut plan = Plan::tcp(url.login(), None)
///     .step(mode_reader())
///     .step(Step::command_asking("PASS", Question::Password).when(Condition::If(381)))
///     .step(Step::command("GET", name))
///     .step(Step::bare("QUIT"))
///     .warn(&URLPATH, Span::new(23, 28), &NOT_TEXT);
/// plan.escapes_iac = true;
///
/// assert_eq!(plan.to_string(), r"host.dom:2000
/// MODE READER [optional]
/// PASS <ask> [if 381]
/// GET a\xffb
/// QUIT");
/// assert_eq!(plan.scheme.name, "");
/// assert_eq!(plan.endpoint, Endpoint::Tcp { host: "host.dom".into(), port: 2000 });
/// assert!(plan.warnings.iter().map(|it| it.code()).eq(["non-default-port", "not-text"]));
///
/// // The line with the password needs an answer. Over Telnet FF is written twice.
/// assert_eq!(plan.questions(), [Question::Password]);
/// assert_eq!(plan.to_wire(&Answers::new()), Err(Question::Password));
/// let answers = Answers::new().answer(Question::Password, b"s3cret")?;
/// let wire = plan.to_wire(&answers)?;
/// assert_eq!(wire[1..], [&b"PASS s3cret\r\n"[..], b"GET a\xff\xffb\r\n", b"QUIT\r\n"]);
/// assert_eq!(plan.step_to_wire(&plan.steps[3], &answers)?.unwrap(), b"QUIT\r\n");
/// assert_eq!(Plan::udp(url.login(), None).to_string(), "host.dom:2000/udp");
/// assert_eq!(Plan::tcp(url.login(), None).over_tls().to_string(), "host.dom:2000/tls");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The endpoint.
    pub endpoint: Endpoint,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The warnings, to consider before the plan is carried out (section 6). The kind of their code is
    /// [`CodeKind::Lint`](crate::codes::CodeKind::Lint) if the finding is a lint of the URL, too.
    pub warnings: Vec<Lint>,
    /// Whether the lines are sent over a Telnet connection, in which an octet FF is written twice (RFC 959, 2.3; RFC
    /// 854).
    #[doc(hidden)]
    pub escapes_iac: bool,
    /// What is said about the scheme whose access algorithm the plan is (section 4). Its name is empty if the plan was
    /// not made from a URL.
    pub scheme: &'static SchemeInfo,
    /// The type in which FTP transfers the file, or `None` if the plan sets none, as for the list of a directory.
    pub transfer_type: Option<TransferType>,
}

/// The server or machine that the steps are for (section 3.1).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Endpoint {
    /// A TCP connection. The host is in lower case; an address has no leading zeros.
    Tcp {
        /// Name or address.
        host: String,
        /// Port.
        port: u16,
    },
    /// TLS over a TCP connection, with the name of the host in its certificate (RFC 2818).
    Tls {
        /// Name or address.
        host: String,
        /// Port.
        port: u16,
    },
    /// UDP datagrams.
    Udp {
        /// Name or address.
        host: String,
        /// Port.
        port: u16,
    },
    /// A server that the URL does not name and the client is configured with.
    Configured {
        /// The kind of server.
        service: &'static str,
        /// The default port of the service.
        port: u16,
    },
    /// The machine that interprets the URL.
    ThisMachine,
    /// No endpoint: nothing is contacted.
    None,
}

/// Writes `host:port`, `host:port/tls`, `host:port/udp`, `news server:119`, `this machine` or `-`.
impl fmt::Display for Endpoint {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp { host, port } => write!(f, "{host}:{port}"),
            Self::Tls { host, port } => write!(f, "{host}:{port}/tls"),
            Self::Udp { host, port } => write!(f, "{host}:{port}/udp"),
            Self::Configured { service, port } => write!(f, "{service}:{port}"),
            Self::ThisMachine => f.write_str("this machine"),
            Self::None => f.write_str("-"),
        }
    }
}

impl Plan {
    /// The largest number of steps in the plan of any URL, so that no URL makes a client send commands without end.
    /// An FTP URL with too many directories is refused.
    pub const MAX_STEPS: usize = 256;

    /// Creates a plan without steps.
    #[must_use]
    #[inline]
    pub const fn new(endpoint: Endpoint) -> Self {
        Self {
            endpoint,
            steps: Vec::new(),
            warnings: Vec::new(),
            escapes_iac: false,
            scheme: &const { SchemeInfo::new("") },
            transfer_type: None,
        }
    }

    /// Creates a plan for the host and port of a URL over TCP, with a warning if the port is not `default_port`, the
    /// port of the scheme (section 6). Without a login, nothing is contacted.
    #[must_use]
    #[inline]
    pub fn tcp(login: Option<Login<'_>>, default_port: Option<u16>) -> Self {
        // A scheme of another crate may return spans of another text. The check makes sure that only a host is
        // connected to.
        let Some((login, host)) = login.and_then(|it| Some((it, Host::parse(it.host_str()).ok()?)))
        else {
            return Self::new(Endpoint::None);
        };
        // Port 0 for a scheme without a default port: no client connects to it by mistake.
        let port = login.port().or(default_port).unwrap_or(0);
        let host = host.to_string().to_ascii_lowercase();
        let plan = Self::new(Endpoint::Tcp { host, port });
        match login.spans().port().zip(port_risk(port, default_port)) {
            Some((span, info)) => plan.warn(&PORT, span, info),
            None => plan,
        }
    }

    /// Like [`tcp`](Self::tcp), but over UDP.
    #[must_use]
    #[inline]
    pub fn udp(login: Option<Login<'_>>, default_port: Option<u16>) -> Self {
        let plan = Self::tcp(login, default_port);
        match plan.endpoint {
            Endpoint::Tcp { host, port } => Self { endpoint: Endpoint::Udp { host, port }, ..plan },
            _ => plan,
        }
    }

    /// Sends what the plan sends over TCP over TLS instead.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub fn over_tls(self) -> Self {
        match self.endpoint {
            Endpoint::Tcp { host, port } => Self { endpoint: Endpoint::Tls { host, port }, ..self },
            _ => self,
        }
    }

    /// Adds a step.
    #[must_use]
    #[inline]
    pub fn step(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// Adds the FTP command that sets the type of the transfer (section 3.2.2).
    ///
    /// ```
    /// use url1738_core::plan::{Condition, Endpoint, Plan, TransferType};
    ///
    /// let plan = Plan::new(Endpoint::None).transfer_as(TransferType::Image, Condition::Guess);
    /// assert_eq!(plan.steps[0].to_string(), "TYPE I [guess]");
    /// assert_eq!(plan.transfer_type, Some(TransferType::Image));
    /// ```
    #[must_use]
    #[inline]
    pub fn transfer_as(mut self, transfer_type: TransferType, condition: Condition) -> Self {
        self.transfer_type = Some(transfer_type);
        let code = Argument::literal(transfer_type.code());
        self.step(Step::command("TYPE", code).when(condition))
    }

    /// Adds a warning about a part of the URL.
    #[must_use]
    #[inline]
    pub fn warn(mut self, part: &'static Part, span: Span, info: &'static CodeInfo) -> Self {
        self.warnings.push(Lint { info, part, span });
        self
    }

    /// Returns the questions that have to be asked before the plan is carried out, each once, in the order of the
    /// steps. A question of a conditional step is among them.
    #[must_use]
    #[inline]
    pub fn questions(&self) -> Vec<Question> {
        let mut questions = Vec::new();
        // Once each: a plan asks for the search terms, and sends them in another step.
        for question in self.steps.iter().flat_map(Step::questions) {
            if !questions.contains(&question) {
                questions.push(question);
            }
        }
        questions
    }

    /// Returns the exact octets of each step that sends something, with the answers filled in. Conditional steps are
    /// included, as if every condition held.
    ///
    /// # Errors
    ///
    /// Returns the first of the [`questions`](Self::questions) that `answers` do not answer. No step is left out.
    #[inline]
    pub fn to_wire(&self, answers: &Answers) -> Result<Vec<Vec<u8>>, Question> {
        let wire = |step| self.step_to_wire(step, answers).transpose();
        self.steps.iter().filter_map(wire).collect()
    }

    /// Returns the octets of one step of this plan, or `None` if it sends nothing.
    ///
    /// # Errors
    ///
    /// Returns the first question of the step that `answers` do not answer.
    #[inline]
    pub fn step_to_wire(
        &self,
        step: &Step,
        answers: &Answers,
    ) -> Result<Option<Vec<u8>>, Question> {
        let Some(octets) = step.to_octets(answers)? else { return Ok(None) };
        if !self.escapes_iac {
            return Ok(Some(octets));
        }
        // FF is IAC in Telnet: alone it would begin a command, and swallow the octet after it.
        let count = |octet| if octet == 0xFF { 2 } else { 1 };
        let doubled = octets.into_iter().flat_map(|octet| iter::repeat_n(octet, count(octet)));
        Ok(Some(doubled.collect()))
    }
}

/// Returns the step `MODE READER`, which some news servers require before they serve articles (RFC 2980, 2.3). It is
/// optional, because other servers reject it.
#[must_use]
#[inline]
pub fn mode_reader() -> Step {
    Step::command("MODE", Argument::literal(b"READER")).when(Condition::Optional)
}

impl fmt::Display for Plan {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.endpoint)?;
        for step in &self.steps {
            f.write_str("\n")?;
            fmt::Display::fmt(step, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Plan {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("endpoint", &self.endpoint)
            .field("steps", &self.steps)
            .field("warnings", &self.warnings)
            .finish()
    }
}
