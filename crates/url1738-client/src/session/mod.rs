//! The exchange of a plan as a state machine without input and output.

mod commands;
pub(crate) mod gopher;
mod http;
mod lines;
mod requests;
mod retrieval;
mod script;
mod telnet;

use url1738::plan::{Answers, Endpoint, Plan, Question, Step, TransferType};

pub(crate) use gopher::Known;
pub(crate) use script::Options;
pub use script::Outgoing;

use crate::{
    error::Error,
    outcome::{Identity, Outcome},
    secrets::Secrets,
};
use commands::Commands;
use requests::Requests;
use script::Script;

/// The exchange of one plan, as a state machine. It opens no socket and reads no clock: the caller carries out each
/// [`Action`] and passes on what it receives, from whatever source and in pieces of any size.
///
/// Every octet that it asks to send is what [`Plan::step_to_wire`] returns for a step, or one of the commands that a
/// plan leaves to the client: in FTP `EPSV`, `PASV`, `REST` and `QUIT`, and `SIZE` and `MDTM` with the argument of `RETR`
/// if the file is to be [identified](crate::Client::identify), and `MLSD` and `LIST` with the argument of `NLST` if a directory is to
/// be listed with [details](crate::Client::details); in NNTP `OVER` and `XOVER`, if a group is, and
/// `AUTHINFO` with a [login](crate::Client::news_login); in Telnet refusals of options.
///
/// [`Client::session`] begins one by the options of a client, [`new`](Self::new) one by the default options.
///
/// [`Client::session`]: crate::Client::session
///
/// ```
/// use url1738::{Url, plan::Answers};
/// use url1738_client::{Action, ErrorKind, Session};
///
/// let plan = Url::parse("ftp://me:hunter2@host.dom/x")?.plan().unwrap();
/// let mut session = Session::new(plan.clone(), Answers::new())?;
/// assert_eq!(session.plan(), &plan);
/// let mut replies = [&b"220 hi\r\n"[..], b"331 pw?\r\n", b"530 not hunter2\r\n"].into_iter();
/// let mut sent = Vec::new();
/// let error = loop {
///     match session.next_action() {
///         Ok(Action::Send(outgoing)) => sent.push(outgoing),
///         Ok(Action::Receive(_)) => drop(session.received(replies.next().unwrap())?),
///         Ok(_) => {}
///         Err(error) => break error,
///     }
/// };
/// assert_eq!((sent[1].octets(), sent[1].step()), (&b"PASS hunter2\r\n"[..], Some(1)));
/// assert_eq!(sent[1].to_string(), r"PASS ***\r\n");
/// assert!(sent[2].is_farewell());
/// assert_eq!(error.to_string(), "PASS ***: the server replied 530 not ***");
/// assert_eq!(error.help(), Some("check the user name and the password"));
/// assert!(format!("{error:#}").ends_with("530 not ***; check the user name and the password"));
/// assert_eq!((error.kind(), error.reply().unwrap().code), (ErrorKind::Refused, 530));
/// assert_eq!(session.step(), "PASS ***");
/// let greeting = &session.outcome().replies[0];
/// assert_eq!((greeting.code, greeting.text.as_str(), greeting.step), (220, "hi", None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A question is asked before the step that needs its answer:
///
/// ```
/// use url1738::{Url, plan::{Answers, Question}};
/// use url1738_client::{Action, Session};
///
/// let plan = Url::parse("gopher://host.dom/7/find")?.plan().unwrap();
/// let mut session = Session::new(plan, Answers::new())?;
/// assert_eq!(session.next_action()?, Action::Ask(Question::Search));
/// assert!(session.prompt().is_empty());
/// session.answer(session.answers().clone().answer(Question::Search, b"two words")?);
/// assert!(matches!(session.next_action()?, Action::Connect(_)));
/// assert!(matches!(session.next_action()?, Action::Send(it) if it.octets() == b"/find\ttwo words\r\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A file that is resumed from its octet 1,000 on:
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Action, Client, Identity};
///
/// let plan = Url::parse("ftp://host.dom/x;type=i")?.plan().unwrap();
/// let then = Identity { len: Some(2000), modified: None };
/// let mut session = Client::new().resume_at(1000, then).session(&plan)?;
/// let replies = ["220 hi", "230 in", "200 i", "213 2000", "500 what?", "229 (|||7|)", "227 1,2,3,4,0,9"];
/// let mut replies = replies.map(|reply| format!("{reply}\r\n")).into_iter();
/// let mut sent = Vec::new();
/// while !sent.contains(&r"REST 1000\r\n".to_owned()) {
///     match session.next_action()? {
///         Action::Send(outgoing) => sent.push(outgoing.to_string()),
///         Action::Receive(_) => drop(session.received(replies.next().unwrap().as_bytes())?),
///         Action::OpenData(7) => session.data_failed(),
///         _ => {}
///     }
/// }
/// assert_eq!(sent[2..6], [r"SIZE x\r\n", r"MDTM x\r\n", r"EPSV\r\n", r"PASV\r\n"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    script: Script,
    machine: Machine,
}

/// The next action for the caller of a [`Session`]. Asking for another one means that the last one was carried out.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Close the connection if there is one, and connect to this server.
    Connect(Endpoint),
    /// Send octets over the control connection.
    Send(Outgoing),
    /// Receive octets, and pass them to [`Session::received`].
    Receive(Channel),
    /// Connect to this port of the host at the other end of the control connection, whatever address the server named.
    /// If that fails, call [`Session::data_failed`].
    OpenData(u16),
    /// Ask the user, and pass the answers to [`Session::answer`].
    Ask(Question),
    /// Read this file: one item per segment of its path, as octets.
    Open(Vec<Vec<u8>>),
    /// Compose a message to this address.
    Compose(Vec<u8>),
    /// Show advice to the user: a user name or a password to type. It contains the password if `{:#}` displays it.
    Advise(Step),
    /// Nothing: the plan is carried out.
    Done,
}

/// A connection of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// The connection to the server.
    Control,
    /// The data connection of FTP.
    Data,
}

/// The protocol that the steps of a plan belong to (section 3), if a client speaks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Protocol {
    /// FTP (RFC 959).
    Ftp,
    /// Gopher (RFC 1436) and Gopher+.
    Gopher,
    /// HTTP/1.0.
    Http,
    /// NNTP (RFC 977).
    News,
    /// Telnet (RFC 854).
    Telnet,
    /// A file of this machine.
    File,
    /// A mail address.
    Mail,
}

impl Protocol {
    /// Returns the protocol of a plan, or `None` if it has no step that belongs to one that a client speaks. Commands are
    /// those of the scheme of the plan. A plan of another scheme that sends something else is carried out as one of Gopher:
    /// one connection for each request, and an answer that ends with it.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::Protocol;
    ///
    /// let of = |url| Protocol::of(&Url::parse(url).unwrap().plan().unwrap()).unwrap();
    /// assert_eq!((of("ftp://host.dom/x"), of("news:comp.lang.c")), (Protocol::Ftp, Protocol::News));
    /// ```
    #[must_use]
    pub fn of(plan: &Plan) -> Option<Self> {
        Some(match (first(plan)?, plan.scheme.name) {
            (Step::Command(_), "ftp") => Self::Ftp,
            (Step::Command(_), "news" | "nntp") => Self::News,
            (Step::Send(_), "http") => Self::Http,
            // After the answer to the request, messages follow that no machine here reads.
            (Step::Send(_), "ws") => return None,
            (Step::Send(_), _) => Self::Gopher,
            (Step::Session | Step::AdviseUser(_) | Step::AdvisePassword(_), _) => Self::Telnet,
            (Step::Open(_), _) => Self::File,
            (Step::Compose(_), _) => Self::Mail,
            _ => return None,
        })
    }
}

/// Returns the first step that is not a question.
fn first(plan: &Plan) -> Option<&Step> {
    plan.steps.iter().find(|step| !matches!(step, Step::Ask(_)))
}

/// Returns the first steps of a plan: those that need not be repeated on the same connection.
fn beginning(plan: &Plan) -> &[Step] {
    let is_kept = |step: &Step| match step {
        Step::Command(it) => matches!(it.verb, "USER" | "PASS" | "CWD" | "MODE"),
        step => matches!(step, Step::Ask(_)),
    };
    let len = plan.steps.iter().take_while(|step| is_kept(step)).count();
    &plan.steps[..len]
}

/// The machines, each of which speaks more than one protocol.
#[derive(Debug)]
enum Machine {
    Commands(Box<Commands>),
    Requests(Requests),
}

impl Session {
    /// Begins the exchange of a plan with the given answers. Answers that are missing are asked for when a step needs
    /// them.
    ///
    /// # Errors
    ///
    /// Returns an error if the plan needs TLS, or belongs to a protocol that no known server speaks, or to none.
    pub fn new(plan: Plan, answers: Answers) -> Result<Self, Error> {
        Self::with_options(plan, answers, Options::default())
    }

    pub(crate) fn with_options(
        plan: Plan,
        answers: Answers,
        mut options: Options,
    ) -> Result<Self, Error> {
        if matches!(plan.endpoint, Endpoint::Tls { .. }) {
            return Err(Error::Tls);
        }
        let Some(protocol) = Protocol::of(&plan) else {
            return Err(match first(&plan) {
                Some(
                    Step::Init | Step::Search { .. } | Step::Retrieve { .. } | Step::Resolve { .. },
                ) => Error::NoServer(plan.scheme.name),
                _ => Error::NoPlan,
            });
        };
        options.identifies |= options.offset > 0;
        if options.offset == 0 {
            options.expected = Identity::default();
        } else if protocol != Protocol::Ftp {
            return Err(Error::NotResumable("only files of ftp URLs can be resumed"));
        } else if plan.transfer_type != Some(TransferType::Image) {
            return Err(Error::NotResumable("the transfer is not in TYPE I"));
        }
        let machine = match protocol {
            Protocol::Ftp | Protocol::News => Machine::Commands(<_>::default()),
            _ => Machine::Requests(<_>::default()),
        };
        Ok(Self { script: Script::new(plan, answers, options), machine })
    }

    /// Goes on over the connection of a session that was [kept open](crate::Client::keep_open), and whose plan was `before`.
    /// Login and directory are not sent again. Call it before the first action. Returns `false`, and changes nothing, if the
    /// two plans differ in server, login or directory.
    ///
    /// ```
    /// use url1738::{Url, plan::Answers};
    /// use url1738_client::{Action, Session};
    ///
    /// let plan = |url| Url::parse(url).unwrap().plan().unwrap();
    /// let before = plan("ftp://host.dom/pub/;type=d");
    /// let mut next = Session::new(plan("ftp://host.dom/pub/rfc1738.txt;type=i"), Answers::new())?;
    /// assert!(next.continue_after(&before));
    /// assert!(matches!(next.next_action()?, Action::Send(it) if it.octets() == b"TYPE I\r\n"));
    /// let mut other = Session::new(plan("ftp://host.dom/rfc1738.txt;type=i"), Answers::new())?;
    /// assert!(!other.continue_after(&before));
    /// # Ok::<(), url1738_client::Error>(())
    /// ```
    pub fn continue_after(&mut self, before: &Plan) -> bool {
        let plan = &self.script.plan;
        let beginning = beginning(plan);
        let is_same = before.endpoint == plan.endpoint && self::beginning(before) == beginning;
        match &mut self.machine {
            Machine::Commands(machine) if is_same => {
                machine.continue_at(beginning.len());
                true
            }
            _ => false,
        }
    }

    /// Returns the next action. [`Action::Receive`] and [`Action::Done`] are returned until they are carried out, all others
    /// once.
    ///
    /// # Errors
    ///
    /// Returns an error if the server refused a step, or sent something before it was asked, and if a question has no answer
    /// after it was asked.
    pub fn next_action(&mut self) -> Result<Action, Error> {
        let Self { script, machine } = self;
        match machine {
            Machine::Commands(machine) => machine.next(script),
            Machine::Requests(machine) => machine.next(script),
        }
    }

    /// Passes on what was received over the connection that [`Action::Receive`] named, and returns the content in it: the
    /// octets of the file, listing, menu, page or article. An empty slice says that the server closed that connection.
    ///
    /// # Errors
    ///
    /// Returns an error if the server closed the connection early, speaks another protocol, or exceeds a limit.
    pub fn received(&mut self, octets: &[u8]) -> Result<Vec<u8>, Error> {
        let Self { script, machine } = self;
        let content = match machine {
            Machine::Commands(machine) => machine.received(script, octets),
            Machine::Requests(machine) => machine.received(script, octets),
        }?;
        script.count(content.len())?;
        Ok(content)
    }

    /// Reports that the data connection could not be opened. The next action may be another attempt.
    pub fn data_failed(&mut self) {
        if let Machine::Commands(machine) = &mut self.machine {
            machine.data_failed(&self.script);
        }
    }

    /// Replaces the answers, for the question of [`Action::Ask`].
    pub fn answer(&mut self, answers: Answers) {
        self.script.answer(answers);
    }

    /// Returns the answers so far.
    #[must_use]
    pub const fn answers(&self) -> &Answers {
        &self.script.answers
    }

    /// Returns the form of a Gopher+ item, for the question of [`Action::Ask`]. It is empty for other questions.
    #[must_use]
    pub fn prompt(&self) -> &[u8] {
        &self.script.form
    }

    /// Returns the plan.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.script.plan
    }

    /// Returns the record of the exchange so far.
    #[must_use]
    pub const fn outcome(&self) -> &Outcome {
        &self.script.outcome
    }

    /// Returns the passwords that the exchange sends.
    #[must_use]
    pub const fn secrets(&self) -> &Secrets {
        &self.script.secrets
    }

    /// Returns the current step, without passwords: a step in the notation of plans, `connect`, `greeting`, or a
    /// command of the client such as `EPSV`.
    #[must_use]
    pub fn step(&self) -> String {
        self.script.stage()
    }

    /// Counts content that did not come over a connection.
    pub(crate) fn count(&mut self, len: usize) -> Result<(), Error> {
        self.script.count(len)
    }
}
