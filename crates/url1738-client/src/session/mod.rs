//! The exchange of a plan as a state machine without input and output.

mod commands;
pub(crate) mod gopher;
mod http;
mod lines;
mod requests;
mod retrieval;
mod script;
mod telnet;

use std::borrow::Cow;

use url1738::plan::{Answers, Argument, Endpoint, Plan, Question, Step, TransferType};

pub use script::Outgoing;

use crate::{
    error::Error,
    outcome::{Identity, Outcome},
    policy::Limits,
    secrets::Secrets,
};
use script::Script;

const NOTHING: Cow<'static, [u8]> = Cow::Borrowed(&[]);

/// The exchange of one plan, as a state machine. It opens no socket and reads no clock: the caller carries out each
/// [`Action`] and passes on what it receives, from whatever source and in pieces of any size.
///
/// Every octet that it asks to send is what [`Plan::step_to_wire`] returns for a step, or one of the commands that a
/// plan leaves to the client: in FTP `EPSV`, `PASV`, `REST` and `QUIT`, and `SIZE` and `MDTM` with the argument of `RETR`
/// if the file is to be [identified](Self::identify), and `MLSD` and `LIST` with the argument of `NLST` if a directory is to
/// be listed with [details](Self::details); in NNTP `OVER` and `XOVER`, if a group is, and
/// `AUTHINFO` with a [login](Self::news_login); in Telnet refusals of options.
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Action, ErrorKind, Limits, Protocol, Session, plan::Answers};
///
/// let plan = Url::parse("ftp://me:hunter2@host.dom/x")?.plan().unwrap();
/// let session = Session::new(plan.clone(), Answers::new())?;
/// assert_eq!((session.plan(), session.protocol()), (&plan, Protocol::Ftp));
/// let mut limits = Limits::default();
/// limits.bytes = Some(1 << 20);
/// let mut session = session.with_limits(limits);
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
/// use url1738::Url;
/// use url1738_client::{Action, Session, plan::{Answers, Question}};
///
/// let plan = Url::parse("gopher://host.dom/7/find")?.plan().unwrap();
/// let mut session = Session::new(plan, Answers::new())?;
/// assert_eq!(session.next_action()?, Action::Ask(Question::Search));
/// assert!(session.prompt().is_empty());
/// session.answer(session.answers().clone().search(b"two words")?);
/// assert!(matches!(session.next_action()?, Action::Connect(_)));
/// assert!(matches!(session.next_action()?, Action::Send(it) if it.octets() == b"/find\ttwo words\r\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A file that is resumed from its octet 1,000 on:
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Action, Identity, Session, plan::Answers};
///
/// let plan = Url::parse("ftp://host.dom/x;type=i")?.plan().unwrap();
/// let then = Identity { len: Some(2000), modified: None };
/// let mut session = Session::new(plan, Answers::new())?.identify().resume_at(1000, then)?;
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
    protocol: Protocol,
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
        Some(match (first(plan)?, plan.scheme().name) {
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
    plan.steps().iter().find(|step| !matches!(step, Step::Ask(_)))
}

/// Returns the first steps of a plan: those that need not be repeated on the same connection.
fn beginning(plan: &Plan) -> &[Step] {
    let is_kept = |step: &Step| match step {
        Step::Command(it) => matches!(it.verb, "USER" | "PASS" | "CWD" | "MODE"),
        step => matches!(step, Step::Ask(_)),
    };
    let len = plan.steps().iter().take_while(|step| is_kept(step)).count();
    &plan.steps()[..len]
}

/// The machines, each of which speaks more than one protocol.
#[derive(Debug)]
enum Machine {
    Commands(Box<commands::Commands>),
    Requests(requests::Requests),
    Steps(telnet::Steps),
}

impl Session {
    /// Begins the exchange of a plan with the given answers. Answers that are missing are asked for when a step needs
    /// them.
    ///
    /// # Errors
    ///
    /// Returns an error if the plan needs TLS, or belongs to a protocol that no known server speaks, or to none.
    pub fn new(plan: Plan, answers: Answers) -> Result<Self, Error> {
        if matches!(plan.endpoint(), Endpoint::Tls { .. }) {
            return Err(Error::Tls);
        }
        let Some(protocol) = Protocol::of(&plan) else {
            return Err(match first(&plan) {
                Some(
                    Step::Init | Step::Search { .. } | Step::Retrieve { .. } | Step::Resolve { .. },
                ) => Error::NoServer(plan.scheme().name),
                _ => Error::NoPlan,
            });
        };
        let machine = match protocol {
            Protocol::Ftp | Protocol::News => {
                Machine::Commands(Box::new(commands::Commands::new(protocol)))
            }
            Protocol::Gopher | Protocol::Http => {
                Machine::Requests(requests::Requests::new(protocol))
            }
            Protocol::Telnet | Protocol::File | Protocol::Mail => Machine::Steps(<_>::default()),
        };
        Ok(Self { script: Script::new(plan, answers), machine, protocol })
    }

    /// Sets the limits of replies and of the content. The times among them are up to the caller.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.script.limits = limits;
        self
    }

    /// Asks for the length and the time of a file before its transfer, by `SIZE` and `MDTM` (RFC 3659), if the plan
    /// retrieves it by FTP in TYPE I. A server that does not know the commands is not asked for more.
    #[must_use]
    pub const fn identify(mut self) -> Self {
        self.script.identifies = true;
        self
    }

    /// Asks for the kinds, sizes and times of what is in a directory, by `MLSD` (RFC 3659) and if the server does not know it by
    /// `LIST` (RFC 959), before `NLST`, which the plan has; and for the subjects of the newest 1,000 articles of a news group,
    /// by `OVER` (RFC 3977) or `XOVER`, after `GROUP`. [`Listing::sent`](crate::Listing::sent) shows an example.
    #[must_use]
    pub const fn details(mut self) -> Self {
        self.script.details = true;
        self
    }

    /// Sets whether the content is that of a file. Then an answer by gopher that begins with an error item is an error,
    /// whatever follows.
    pub(crate) const fn with_file(mut self, is_file: bool) -> Self {
        self.script.is_file = is_file;
        self
    }

    /// Logs in to a news server that wants it, by `AUTHINFO USER` and `AUTHINFO PASS` (RFC 4643), after its reply 480 to a step.
    /// The step is then sent again.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Action, Session, plan::{Answers, Argument}};
    ///
    /// let plan = Url::parse("nntp://host.dom/comp.lang.c")?.plan().unwrap();
    /// let login = [Argument::new(b"joe")?, Argument::new(b"hunter2")?];
    /// let mut session = Session::new(plan, Answers::new())?.news_login(login);
    /// let replies = ["200 hi", "200 ok", "480 who?", "381 and?", "281 welcome", "211 0 0 0 a", "205 bye"];
    /// let mut replies = replies.map(|reply| format!("{reply}\r\n")).into_iter();
    /// let mut sent = Vec::new();
    /// loop {
    ///     match session.next_action()? {
    ///         Action::Send(outgoing) => sent.push(outgoing.to_string()),
    ///         Action::Receive(_) => drop(session.received(replies.next().unwrap().as_bytes())?),
    ///         Action::Done => break,
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(sent[1..4], [r"GROUP comp.lang.c\r\n", r"AUTHINFO USER joe\r\n", r"AUTHINFO PASS ***\r\n"]);
    /// assert_eq!(sent[4], sent[1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn news_login(mut self, [user, password]: [Argument; 2]) -> Self {
        self.script.secrets.add(password.octets());
        self.script.login = Some([user, password]);
        self
    }

    /// Ends without `QUIT`, so that another session can [go on](Self::continue_after) over the connection.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Action, Session, plan::Answers};
    ///
    /// let plan = |url| Url::parse(url).unwrap().plan().unwrap();
    /// let mut first = Session::new(plan("ftp://host.dom/pub/;type=d"), Answers::new())?.keep_open();
    /// let replies = ["220 hi", "230 in", "250 there", "229 (|||7|)", "150 here", "226 done"];
    /// let mut replies = replies.map(|reply| format!("{reply}\r\n")).into_iter();
    /// loop {
    ///     match first.next_action()? {
    ///         Action::Receive(url1738_client::Channel::Data) => drop(first.received(b"")?),
    ///         Action::Receive(_) => drop(first.received(replies.next().unwrap().as_bytes())?),
    ///         Action::Done => break,
    ///         _ => {}
    ///     }
    /// }
    /// let mut next = Session::new(plan("ftp://host.dom/pub/rfc1738.txt;type=i"), Answers::new())?;
    /// assert!(next.continue_after(first.plan()));
    /// assert!(matches!(next.next_action()?, Action::Send(it) if it.octets() == b"TYPE I\r\n"));
    /// let mut other = Session::new(plan("ftp://host.dom/rfc1738.txt;type=i"), Answers::new())?;
    /// assert!(!other.continue_after(first.plan()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn keep_open(mut self) -> Self {
        self.script.keeps = true;
        self
    }

    /// Goes on over the connection of a session that was [kept open](Self::keep_open), and whose plan was `before`. Login and
    /// directory are not sent again. Call it before the first action. Returns `false`, and changes nothing, if the two plans
    /// differ in server, login or directory.
    pub fn continue_after(&mut self, before: &Plan) -> bool {
        let plan = &self.script.plan;
        let beginning = beginning(plan);
        let is_same = before.endpoint() == plan.endpoint() && self::beginning(before) == beginning;
        match &mut self.machine {
            Machine::Commands(machine) if is_same => {
                machine.continue_at(beginning.len());
                true
            }
            _ => false,
        }
    }

    /// Begins with the octet at `offset` of a file, by `REST` (RFC 959, 4.1.3; RFC 3659, 5). The file is
    /// [identified](Self::identify), and must be what it was when the transfer began that is resumed: `then`. The offset plus
    /// the octets that come must be its length. If neither the server nor `then` has a length, nothing shows whether the
    /// server honors the offset, and the session ends with an error before any content.
    ///
    /// # Errors
    ///
    /// Returns an error unless the plan retrieves a file by FTP in TYPE I: in other types and protocols, an offset does not
    /// determine where the content goes on.
    pub fn resume_at(mut self, offset: u64, then: Identity) -> Result<Self, Error> {
        if self.protocol != Protocol::Ftp {
            return Err(Error::NotResumable("only files of ftp URLs can be resumed"));
        }
        if self.script.plan.transfer_type() != Some(TransferType::Image) {
            return Err(Error::NotResumable("the transfer is not in TYPE I"));
        }
        (self.script.offset, self.script.expected) = (offset, then);
        Ok(self.identify())
    }

    /// Returns the next action. [`Action::Receive`] and [`Action::Done`] are returned until they are carried out, all others
    /// once.
    ///
    /// # Errors
    ///
    /// Returns an error if the server refused a step, or sent something before it was asked, and if a question has no answer
    /// after it was asked.
    pub fn next_action(&mut self) -> Result<Action, Error> {
        let Self { script, machine, .. } = self;
        match machine {
            Machine::Commands(machine) => machine.next(script),
            Machine::Requests(machine) => machine.next(script),
            Machine::Steps(machine) => machine.next(script),
        }
    }

    /// Passes on what was received over the connection that [`Action::Receive`] named, and returns the content in it: the
    /// octets of the file, listing, menu, page or article. An empty slice says that the server closed that connection.
    ///
    /// # Errors
    ///
    /// Returns an error if the server closed the connection early, speaks another protocol, or exceeds a limit.
    pub fn received<'a>(&mut self, octets: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
        let Self { script, machine, .. } = self;
        let content = match machine {
            Machine::Commands(machine) => machine.received(script, octets),
            Machine::Requests(machine) => machine.received(script, octets),
            Machine::Steps(machine) => machine.received(script, octets),
        }?;
        script.count(content.len())?;
        Ok(content)
    }

    /// Reports that the data connection could not be opened. The next action may be another attempt.
    pub fn data_failed(&mut self) {
        if let Machine::Commands(machine) = &mut self.machine {
            machine.data_failed();
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
        match &self.machine {
            Machine::Requests(machine) => &machine.form,
            _ => &[],
        }
    }

    /// Returns the plan.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.script.plan
    }

    /// Returns the protocol.
    #[must_use]
    pub const fn protocol(&self) -> Protocol {
        self.protocol
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
