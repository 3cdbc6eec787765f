//! The exchange of a plan as a state machine without input and output.

mod control;
mod ftp;
mod gopher;
mod http;
mod news;
mod plus;
mod protocol;
mod retrieval;
mod script;
mod telnet;

use std::borrow::Cow;

use url1738::plan::{Answers, Endpoint, Plan, Question, Step, TransferType};

pub use protocol::Protocol;
pub use script::Outgoing;

use crate::{error::Error, identity::Identity, limits::Limits, reply::Reply, secrets::Secrets};
use script::Script;

/// The exchange of one plan, as a state machine. It opens no socket and reads no clock: the caller carries out each
/// [`Action`] and passes on what it receives, from whatever source and in pieces of any size.
///
/// Every octet that it asks to send is what [`Plan::step_to_wire`] returns for a step, or one of the commands that a
/// plan leaves to the client: in FTP `EPSV`, `PASV`, `REST` and `QUIT`, and `SIZE` and `MDTM` with the argument of `RETR`
/// if the file is to be [identified](Self::identify); in Telnet refusals of options.
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Action, Channel, Session, plan::Answers};
///
/// let plan = Url::parse("gopher://host.dom/0/about")?.plan().unwrap();
/// let mut session = Session::new(plan, Answers::new())?;
/// let mut content = Vec::new();
/// loop {
///     match session.next_action()? {
///         Action::Connect(endpoint) => assert_eq!(endpoint.to_string(), "host.dom:70"),
///         Action::Send(outgoing) => assert_eq!(outgoing.octets(), b"/about\r\n"),
///         // Here the server sends one octet and closes the connection.
///         Action::Receive(Channel::Control) => {
///             content.extend_from_slice(&session.received(b"!")?);
///             session.received(b"")?;
///         }
///         Action::Done => break,
///         other => panic!("unexpected {other:?}"),
///     }
/// }
/// assert_eq!((content, session.content_len()), (b"!".to_vec(), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    script: Script,
    machine: Machine,
    protocol: Protocol,
}

/// What the caller of a [`Session`] does next. Asking for the next action says that the last one was carried out.
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Action, Session, plan::Answers};
///
/// let plan = Url::parse("mailto:joe@host.dom")?.plan().unwrap();
/// let mut session = Session::new(plan, Answers::new())?;
/// assert!(matches!(session.next_action()?, Action::Compose(address) if address == b"joe@host.dom"));
/// assert!(matches!(session.next_action()?, Action::Done));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use url1738_client::Channel;
///
/// assert_ne!(Channel::Control, Channel::Data);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// The connection to the server.
    Control,
    /// The data connection of FTP.
    Data,
}

/// The state machine of a protocol.
#[derive(Debug)]
enum Machine {
    Ftp(ftp::Ftp),
    Gopher(gopher::Gopher),
    Http(http::Http),
    News(news::News),
    Telnet(telnet::Session),
    /// Steps that need no connection, and the next of them.
    Local(usize),
}

impl Session {
    /// Begins the exchange of a plan with the given answers. Answers that are missing are asked for when a step needs
    /// them.
    ///
    /// # Errors
    ///
    /// Returns an error if the plan belongs to a protocol that no known server speaks, or to none.
    pub fn new(plan: Plan, answers: Answers) -> Result<Self, Error> {
        let Some(protocol) = Protocol::of(&plan) else {
            let first = plan.steps().iter().find(|step| !matches!(step, Step::Ask(_)));
            return Err(match first {
                Some(
                    Step::Init | Step::Search { .. } | Step::Retrieve { .. } | Step::Resolve { .. },
                ) => Error::NoServer(plan.scheme().name),
                _ => Error::NoPlan,
            });
        };
        let machine = match protocol {
            Protocol::Ftp => Machine::Ftp(ftp::Ftp::default()),
            Protocol::Gopher => Machine::Gopher(gopher::Gopher::default()),
            Protocol::Http => Machine::Http(http::Http::default()),
            Protocol::News => Machine::News(news::News::default()),
            Protocol::Telnet => Machine::Telnet(telnet::Session::default()),
            Protocol::File | Protocol::Mail => Machine::Local(0),
        };
        Ok(Self { script: Script::new(plan, answers), machine, protocol })
    }

    /// Sets the limits of replies and of the content. The times among them are up to the caller.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Action, Limits, Session, plan::Answers};
    ///
    /// let plan = Url::parse("nntp://host.dom/comp.test")?.plan().unwrap();
    /// let mut limits = Limits::default();
    /// limits.reply = 8;
    /// let mut session = Session::new(plan, Answers::new())?.with_limits(limits);
    /// assert!(matches!(session.next_action()?, Action::Connect(_)));
    /// assert!(session.received(b"200 a long greeting\r\n").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.script.limits = limits;
        self
    }

    /// Asks for the length and the time of a file before its transfer, by `SIZE` and `MDTM` (RFC 3659), if the plan
    /// retrieves it by FTP in TYPE I. A server that does not know the commands is not asked for more.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Action, Session, plan::Answers};
    ///
    /// let plan = Url::parse("ftp://host.dom/x;type=i")?.plan().unwrap();
    /// let mut session = Session::new(plan, Answers::new())?.identify();
    /// let replies = ["220 hi", "230 in", "200 i", "213 1000", "213 20261123170000", "229 (|||7|)", "150 go"];
    /// let mut replies = replies.map(|reply| format!("{reply}\r\n")).into_iter();
    /// let mut sent = Vec::new();
    /// while session.identity().is_none() {
    ///     match session.next_action()? {
    ///         Action::Send(outgoing) => sent.push(outgoing.to_string()),
    ///         Action::Receive(_) => drop(session.received(replies.next().unwrap().as_bytes())?),
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(sent[2..4], [r"SIZE x\r\n", r"MDTM x\r\n"]);
    /// assert_eq!(session.identity().unwrap().len, Some(1000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn identify(mut self) -> Self {
        self.script.identifies = true;
        self
    }

    /// Refuses to go on if the server says that the file is not the one that is expected: the identity that was reported
    /// when the transfer began that is resumed. [`resume_at`](Self::resume_at) shows an example.
    #[must_use]
    pub fn expect(mut self, identity: Identity) -> Self {
        self.script.identifies = true;
        self.script.expected = identity;
        self
    }

    /// Begins with the octet at `offset` of the file, by `REST` (RFC 959, 4.1.3; RFC 3659, 5). The file is
    /// [identified](Self::identify), and the offset plus the octets that come must be its length. If neither the server
    /// nor the [expected](Self::expect) identity has a length, nothing shows whether the server honors the offset, and
    /// the session ends with an error before any content.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Error, Identity, Session, plan::Answers};
    ///
    /// let resumed = |url| {
    ///     let plan = Url::parse(url).unwrap().plan().unwrap();
    ///     Session::new(plan, Answers::new())?.resume_at(1000)
    /// };
    /// assert!(resumed("ftp://host.dom/x;type=i").is_ok());
    /// assert!(matches!(resumed("ftp://host.dom/x;type=a"), Err(Error::NotResumable(_))));
    /// let then = Identity { len: Some(2000), modified: None };
    /// let session = resumed("ftp://host.dom/x;type=i")?.expect(then);
    /// assert_eq!(session.identity(), None);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error unless the plan retrieves a file by FTP in TYPE I: in other types and protocols, an offset does not
    /// determine where the content goes on.
    pub fn resume_at(mut self, offset: u64) -> Result<Self, Error> {
        if self.protocol != Protocol::Ftp {
            return Err(Error::NotResumable("only files of ftp URLs can be resumed"));
        }
        if self.script.plan.transfer_type() != Some(TransferType::Image) {
            return Err(Error::NotResumable("the transfer is not in TYPE I"));
        }
        self.script.offset = offset;
        Ok(self.identify())
    }

    /// Returns what to do next. [`Action::Receive`], [`Action::Ask`] and [`Action::Done`] are returned until they are
    /// answered, all others once.
    ///
    /// # Errors
    ///
    /// Returns an error if the server refused a step, or sent something before it was asked.
    pub fn next_action(&mut self) -> Result<Action, Error> {
        let Self { script, machine, .. } = self;
        match machine {
            Machine::Ftp(machine) => machine.next(script),
            Machine::Gopher(machine) => machine.next(script),
            Machine::Http(machine) => machine.next(script),
            Machine::News(machine) => machine.next(script),
            Machine::Telnet(machine) => machine.next(script),
            Machine::Local(at) => {
                let step = script.plan.steps().get(*at);
                *at = at.saturating_add(1);
                match step {
                    Some(Step::Open(segments)) => Ok(Action::Open(segments.clone())),
                    Some(Step::Compose(address)) => Ok(Action::Compose(address.octets().to_vec())),
                    Some(_) => Err(Error::NoPlan),
                    None => Ok(Action::Done),
                }
            }
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
            Machine::Ftp(machine) => machine.received(script, octets),
            Machine::Gopher(machine) => machine.received(script, octets),
            Machine::Http(machine) => machine.received(script, octets),
            Machine::News(machine) => machine.received(script, octets),
            Machine::Telnet(machine) => machine.received(script, octets),
            Machine::Local(_) => Ok(Cow::Borrowed(&[][..])),
        }?;
        script.count(content.len())?;
        Ok(content)
    }

    /// Says that the data connection could not be opened. The next action may be another attempt.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Action, Session, plan::Answers};
    ///
    /// let plan = Url::parse("ftp://host.dom/")?.plan().unwrap();
    /// let mut session = Session::new(plan, Answers::new())?;
    /// let mut last = Vec::new();
    /// let replies = [&b"220 hi\r\n"[..], b"230 in\r\n", b"229 ok (|||2000|)\r\n"];
    /// let mut replies = replies.into_iter();
    /// while !last.starts_with(b"PASV") {
    ///     match session.next_action()? {
    ///         Action::Send(outgoing) => last = outgoing.octets().to_vec(),
    ///         Action::Receive(_) => drop(session.received(replies.next().unwrap())?),
    ///         Action::OpenData(2000) => session.data_failed(),
    ///         _ => {}
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn data_failed(&mut self) {
        if let Machine::Ftp(machine) = &mut self.machine {
            machine.data_failed();
        }
    }

    /// Replaces the answers, for the question of [`Action::Ask`].
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Action, Session, plan::{Answers, Question}};
    ///
    /// let plan = Url::parse("gopher://host.dom/7/find")?.plan().unwrap();
    /// let mut session = Session::new(plan, Answers::new())?;
    /// assert_eq!(session.next_action()?, Action::Ask(Question::Search));
    /// session.answer(session.answers().clone().search(b"two words")?);
    /// assert!(matches!(session.next_action()?, Action::Connect(_)));
    /// assert!(matches!(session.next_action()?, Action::Send(it) if it.octets() == b"/find\ttwo words\r\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(&mut self, answers: Answers) {
        self.script.answer(answers);
    }

    /// Returns the answers so far.
    #[must_use]
    pub const fn answers(&self) -> &Answers {
        &self.script.answers
    }

    /// Returns what the server sent for the question of [`Action::Ask`]: the form of a Gopher+ item. It is empty for other
    /// questions.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Action, Session, plan::Answers};
    ///
    /// let plan = Url::parse("gopher://host.dom/0/item%09%09?")?.plan().unwrap();
    /// let mut session = Session::new(plan, Answers::new())?;
    /// let mut replies = [&b"+-2\r\n+ASK:\r\n Ask: Your name?\r\n"[..], b""].into_iter();
    /// loop {
    ///     match session.next_action()? {
    ///         Action::Receive(_) => drop(session.received(replies.next().unwrap())?),
    ///         Action::Ask(_) => break,
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(session.prompt(), b"+ASK:\r\n Ask: Your name?\r\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn prompt(&self) -> &[u8] {
        match &self.machine {
            Machine::Gopher(machine) => machine.prompt(),
            _ => &[],
        }
    }

    /// Returns what a user types, as it is sent over a Telnet connection: an octet FF twice, and the end of a line as
    /// CR LF (RFC 854).
    ///
    /// ```
    /// use url1738_client::Session;
    ///
    /// assert_eq!(Session::typed(b"ls\n\xff"), b"ls\r\n\xff\xff");
    /// ```
    #[must_use]
    pub fn typed(octets: &[u8]) -> Vec<u8> {
        telnet::typed(octets)
    }

    /// Returns the plan.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Protocol, Session, plan::Answers};
    ///
    /// let plan = Url::parse("gopher://host.dom/")?.plan().unwrap();
    /// let session = Session::new(plan.clone(), Answers::new())?;
    /// assert_eq!((session.plan(), session.protocol()), (&plan, Protocol::Gopher));
    /// assert!(session.replies().is_empty() && session.guesses().is_empty());
    /// assert_eq!((session.step(), session.announced_len()), ("connect".to_owned(), None));
    /// assert!(!session.answers().has(url1738_client::plan::Question::Email));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.script.plan
    }

    /// Returns the protocol.
    #[must_use]
    pub const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns the replies so far.
    #[must_use]
    pub fn replies(&self) -> &[Reply] {
        &self.script.replies
    }

    /// Returns the guesses that were sent so far: the steps with [`Condition::Guess`](url1738::plan::Condition::Guess).
    #[must_use]
    pub fn guesses(&self) -> &[String] {
        &self.script.guesses
    }

    /// Returns the passwords that the exchange sends.
    #[must_use]
    pub const fn secrets(&self) -> &Secrets {
        &self.script.secrets
    }

    /// Returns what the exchange is at, without passwords: a step in the notation of plans, `connect`, `greeting`, or a
    /// command of the client such as `EPSV`.
    #[must_use]
    pub fn step(&self) -> String {
        self.script.stage()
    }

    /// Counts content that did not come over a connection.
    pub(crate) fn count(&mut self, len: usize) -> Result<(), Error> {
        self.script.count(len)
    }

    /// Returns the octets of the content so far.
    #[must_use]
    pub const fn content_len(&self) -> u64 {
        self.script.content
    }

    /// Returns the octets of the whole content, if the server announced them: the `Content-Length` of HTTP, the length in
    /// a Gopher+ header, or the answer to `SIZE` or the text of the reply before a file in FTP. In TYPE A, the text of a
    /// reply is only a hint, since the ends of lines change on the way.
    #[must_use]
    pub const fn announced_len(&self) -> Option<u64> {
        self.script.announced
    }

    /// Returns what the file is, once its transfer begins. Returns `None` before that, and if the file is not
    /// [identified](Self::identify).
    #[must_use]
    pub const fn identity(&self) -> Option<&Identity> {
        self.script.identity.as_ref()
    }
}
