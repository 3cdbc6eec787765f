//! The client, and what it refuses because of its options.

use core::net::SocketAddr;
use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use url1738::{
    AnyUrl, Host,
    plan::{Answers, Argument, Endpoint, Plan},
};

use crate::{
    cancel::Cancel,
    error::Error,
    exchange::{self, Kept, dial},
    handler::{Event, Handler},
    handover::Handover,
    outcome::{Identity, Outcome},
    policy::{BLOCKED_PORTS, Limits, is_public},
    session::{Action, Known, Options, Protocol, Session},
};

/// The warnings of plans that are refusals unless they are allowed.
const REFUSED_WARNINGS: [&str; 3] = ["non-default-port", "reserved-port", "port-zero"];

/// The addresses of a host that are tried. The owner of its name chooses how many there are.
const MOST_ADDRESSES: usize = 8;

/// A client that carries plans out over TCP: on the calling thread, or as futures of the runtime tokio.
///
/// ```
/// use core::time::Duration;
/// use std::{io::{Read as _, Write as _}, net::TcpListener, thread};
/// use url1738::{Url, plan::{Answers, Argument, Question}};
/// use url1738_client::{Client, Identity, Limits};
///
/// let server = TcpListener::bind("127.0.0.1:0")?;
/// let mut limits = Limits::default();
/// limits.total = Some(Duration::from_secs(60));
/// let client = Client::new()
///     .limits(limits)
///     .public_only(false)
///     .connect_to(server.local_addr()?)
///     .answers(Answers::new().answer(Question::Email, b"joe@host.dom")?)
///     .allow_port(7070)
///     .allow_given_ports()
///     .news_server("news.host.dom", 119)?
///     .news_login([Argument::new(b"joe")?, Argument::new(b"hunter2")?])
///     .redirects(5)
///     .identify()
///     .details()
///     .keep_open()
///     .resume_at(0, Identity::default());
/// let serving = thread::spawn(move || {
///     let (mut stream, _) = server.accept()?;
///     let mut request = [0; 8];
///     stream.read_exact(&mut request)?;
///     stream.write_all(b"hello")
/// });
/// let (mut content, plan) = (Vec::new(), Url::parse("gopher://host.dom:7070/0/about")?.plan().unwrap());
/// let outcome = client.carry_out(&plan, &mut content)?;
/// assert_eq!((content.as_slice(), outcome.content_len), (&b"hello"[..], 5));
/// serving.join().unwrap()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Client {
    pub(crate) options: Options,
    is_public_only: bool,
    allowed_ports: Vec<u16>,
    allows_given: bool,
    news_server: Option<(String, u16)>,
    pub(crate) connect_to: Option<SocketAddr>,
    pub(crate) redirects: u8,
    /// The connection that is kept open, of this client and its clones.
    pub(crate) kept: Arc<Mutex<Option<Kept>>>,
    answers: Answers,
    pub(crate) cancel: Cancel,
}

impl Client {
    /// Creates a client with the default limits, which connects to any address and reads files of this machine.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options.limits = limits;
        self
    }

    /// Sets whether addresses that are not [public](crate::is_public) are refused, and the files of this machine. Addresses are
    /// checked after a host name is resolved, and the client connects to the address that was checked, so a name that resolves
    /// to another address a moment later gains nothing.
    #[must_use]
    pub fn public_only(mut self, is_public_only: bool) -> Self {
        (self.is_public_only, self.kept) = (is_public_only, Arc::default());
        self
    }

    /// Allows a port, whatever the scheme of the URL: plans with the warnings `non-default-port`, `reserved-port` and
    /// `port-zero` are refused otherwise.
    #[must_use]
    pub fn allow_port(mut self, port: u16) -> Self {
        self.allowed_ports.push(port);
        self
    }

    /// Allows the port of each URL and plan that is passed to this client, unless browsers block it: for URLs that a person
    /// wrote. A redirect to another server is refused unless its port is the default one or allowed.
    #[must_use]
    pub fn allow_given_ports(mut self) -> Self {
        self.allows_given = true;
        self
    }

    /// Sets the server of news URLs, which name none.
    ///
    /// # Errors
    ///
    /// Returns an error if `host` is not a host as URLs have it: a name, or an address of four numbers.
    pub fn news_server(mut self, host: &str, port: u16) -> Result<Self, Error> {
        let host = Host::parse(host).map_err(Error::NewsServer)?;
        (self.news_server, self.kept) = (Some((host.to_string(), port)), Arc::default());
        Ok(self)
    }

    /// Sets the user and the password for a news server that wants to know them, by `AUTHINFO USER` and `AUTHINFO PASS` (RFC
    /// 4643), after its reply 480 to a step, which is then sent again. They are sent to the server of whatever news or nntp URL
    /// is fetched.
    #[must_use]
    pub fn news_login(mut self, [user, password]: [Argument; 2]) -> Self {
        self.options.news_login = Some([user, password.secret()]);
        self
    }

    /// Connects to this address, whatever host and port a URL names. It is refused if [`public_only`](Self::public_only) refuses it.
    #[must_use]
    pub fn connect_to(mut self, address: SocketAddr) -> Self {
        (self.connect_to, self.kept) = (Some(address), Arc::default());
        self
    }

    /// Sets the number of HTTP redirects to follow, which is 0 by default.
    #[must_use]
    pub fn redirects(mut self, most: u8) -> Self {
        self.redirects = most;
        self
    }

    /// Asks for the length and the time of a file before its transfer, by `SIZE` and `MDTM` (RFC 3659), if it is retrieved by
    /// FTP in TYPE I. A server that does not know the commands is not asked for more. They are in
    /// [`Event::Identified`](crate::Event::Identified) and [`Outcome::identity`].
    #[must_use]
    pub fn identify(mut self) -> Self {
        self.options.identifies = true;
        self
    }

    /// Asks for the kinds, sizes and times of what is in a directory, by `MLSD` (RFC 3659) and if the server does not know it by
    /// `LIST` (RFC 959), before `NLST`, which the plan has; and for the subjects of the newest 1,000 articles of a news group,
    /// by `OVER` (RFC 3977) or `XOVER`, after `GROUP`. [`Listing::sent`](crate::Listing::sent) shows an example.
    #[must_use]
    pub fn details(mut self) -> Self {
        self.options.details = true;
        self
    }

    /// Keeps the last connection of ftp and nntp open, for the next URL of the same server, user and directory: this client
    /// and its clones then log in once for all of them, except a clone with another
    /// choice of addresses, news server or address to connect to.
    /// A refusal of a step after the directory, as of a file that is not there, does not end it. It is closed, without `QUIT`,
    /// when the last of them is dropped.
    #[must_use]
    pub fn keep_open(mut self) -> Self {
        self.options.keeps = true;
        self
    }

    /// Begins with the octet at `offset` of a file, by `REST` (RFC 959, 4.1.3; RFC 3659, 5). The file is
    /// [identified](Self::identify), and must be what it was when the transfer began that is resumed: `then`. The offset plus
    /// the octets that come must be its length. If neither the server nor `then` has a length, nothing shows whether the
    /// server honors the offset, and the exchange ends with an error before any content.
    ///
    /// A plan that does not retrieve a file by FTP in TYPE I is refused: in other types and protocols, an offset does not
    /// determine where the content goes on. An offset of 0 resumes nothing.
    #[must_use]
    pub fn resume_at(mut self, offset: u64, then: Identity) -> Self {
        (self.options.offset, self.options.expected) = (offset, then);
        self
    }

    /// Sets the answers to questions, which are then not asked.
    #[must_use]
    pub fn answers(mut self, answers: Answers) -> Self {
        self.answers = answers;
        self
    }

    /// Returns a handle that cancels the exchanges of this client and its clones.
    #[must_use]
    pub fn cancel_handle(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Carries the plan of a URL of any type out, and passes the content on as it arrives. Redirects are followed as often as
    /// [`redirects`](Self::redirects) allows. The lone dot that ends a gopher text is not passed on; [`carry_out`](Self::carry_out)
    /// passes it on, since a plan has no type of item.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL, the plan or the address is refused, if the server refuses a step, or if the exchange
    /// fails or exceeds a limit.
    ///
    /// # Panics
    ///
    /// Panics if it is called by a future of tokio, whose thread it would block: use [`fetch_async`](Self::fetch_async) there.
    pub fn fetch(&self, url: &dyn AnyUrl, handler: &mut dyn Handler) -> Result<Outcome, Error> {
        self.block_on(exchange::fetch(self, url, handler))
    }

    /// Carries a plan out, and passes the content on as it arrives.
    ///
    /// # Errors
    ///
    /// Returns an error as [`fetch`](Self::fetch) does.
    ///
    /// # Panics
    ///
    /// Panics as [`fetch`](Self::fetch) does.
    pub fn carry_out(&self, plan: &Plan, handler: &mut dyn Handler) -> Result<Outcome, Error> {
        let plan = (plan.clone(), true, Known::Nothing);
        self.block_on(exchange::carry_out(self, plan, handler, Instant::now()))
    }

    /// Carries the plan of a URL out, like [`fetch`](Self::fetch), as a future of the runtime tokio.
    ///
    /// Files of this machine are read on the threads that the runtime has for blocking operations. The handler is called
    /// on the task of the exchange, so it should not block.
    ///
    /// ```
    /// use url1738::Url;
    /// use url1738_client::{Client, Error};
    ///
    /// let (client, mut content) = (Client::new(), Vec::new());
    /// let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    /// let refused = Url::parse("gopher://127.0.0.1:25/")?;
    /// let error = runtime.block_on(client.fetch_async(&refused, &mut content)).unwrap_err();
    /// assert!(matches!(error, Error::Warned { code: "reserved-port", .. }));
    /// let plan = refused.plan().unwrap();
    /// assert!(runtime.block_on(client.carry_out_async(&plan, &mut content)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error as [`fetch`](Self::fetch) does.
    pub async fn fetch_async(
        &self,
        url: &dyn AnyUrl,
        handler: &mut (dyn Handler + Send),
    ) -> Result<Outcome, Error> {
        self.cancel.guard(exchange::fetch(self, url, handler)).await
    }

    /// Carries a plan out, like [`carry_out`](Self::carry_out), as a future of the runtime tokio.
    ///
    /// # Errors
    ///
    /// Returns an error as [`fetch`](Self::fetch) does.
    pub async fn carry_out_async(
        &self,
        plan: &Plan,
        handler: &mut (dyn Handler + Send),
    ) -> Result<Outcome, Error> {
        let plan = (plan.clone(), true, Known::Nothing);
        self.cancel.guard(exchange::carry_out(self, plan, handler, Instant::now())).await
    }

    /// Runs an exchange on this thread until it ends or is cancelled.
    fn block_on<T>(&self, future: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Error::broken("connect".to_owned(), error))?;
        let result = runtime.block_on(self.cancel.guard(future));
        // A name that is still being resolved is not waited for.
        runtime.shutdown_background();
        result
    }

    /// Opens the session of a telnet URL and hands the connection over: to the user, or to a program in place of the
    /// user. The advice of the plan, a user name and a password to type, is in the events.
    ///
    /// ```no_run
    /// use std::io::{Read as _, Write as _};
    /// use url1738::Url;
    /// use url1738_client::Client;
    ///
    /// let plan = Url::parse("telnet://host.dom/")?.plan().unwrap();
    /// let mut session = Client::new().open_session(&plan, &mut std::io::sink())?;
    /// session.stream().set_read_timeout(Some(core::time::Duration::from_secs(60)))?;
    /// let mut sender = session.sender()?;
    /// sender.write_all(b"guest\n")?;
    /// let mut shown = [0; 80];
    /// let len = session.read(&mut shown)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the plan has no session, or the connection cannot be opened.
    ///
    /// # Panics
    ///
    /// Panics as [`fetch`](Self::fetch) does.
    pub fn open_session(&self, plan: &Plan, handler: &mut dyn Handler) -> Result<Handover, Error> {
        let mut session = self.session(plan)?;
        if Protocol::of(plan) != Some(Protocol::Telnet) {
            return Err(Error::NoPlan);
        }
        loop {
            match session.next_action()? {
                Action::Advise(step) => handler.event(&Event::Advice(&step)),
                Action::Connect(endpoint) => {
                    // It is read by blocking calls from here on.
                    let connected = async {
                        let stream = dial(self, &endpoint, self.options.limits.connect).await?;
                        let stream = stream.into_std().and_then(|stream| {
                            stream.set_nonblocking(false)?;
                            Ok(stream)
                        });
                        stream.map_err(|error| Error::broken(session.step(), error))
                    };
                    let stream = self.block_on(connected)?;
                    return Ok(Handover::new(session, stream));
                }
                _ => return Err(Error::NoPlan),
            }
        }
    }

    /// Begins the exchange of a plan by the options of this client, without a connection. What the client refuses before it
    /// connects is refused here, too.
    ///
    /// ```
    /// use url1738::{Url, plan::Argument};
    /// use url1738_client::{Action, Client};
    ///
    /// let plan = Url::parse("nntp://host.dom/comp.lang.c")?.plan().unwrap();
    /// let login = [Argument::new(b"joe")?, Argument::new(b"hunter2")?];
    /// let mut session = Client::new().news_login(login).keep_open().session(&plan)?;
    /// let replies = ["200 hi", "200 ok", "480 who?", "381 and?", "281 welcome", "211 0 0 0 a"];
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
    /// assert_eq!((&sent[4], sent.len()), (&sent[1], 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the plan is refused, or if it is not the plan of a file that can be resumed.
    pub fn session(&self, plan: &Plan) -> Result<Session, Error> {
        self.begin(plan.clone(), true, Known::Nothing)
    }

    /// Checks a plan against the options, before anything is resolved, and begins its session. `is_given` says whether the
    /// caller named its server.
    pub(crate) fn begin(&self, plan: Plan, is_given: bool, known: Known) -> Result<Session, Error> {
        let port = match &plan.endpoint {
            Endpoint::Tcp { port, .. } | Endpoint::Udp { port, .. } => Some(*port),
            _ => None,
        };
        let is_given = |port| is_given && self.allows_given && !BLOCKED_PORTS.contains(&port);
        let is_port_allowed =
            port.is_some_and(|port| self.allowed_ports.contains(&port) || is_given(port));
        for warning in plan.warnings.iter().filter(|_| !is_port_allowed) {
            let (code, message) = (warning.code(), warning.message());
            if REFUSED_WARNINGS.contains(&code) {
                return Err(Error::Warned { code, message });
            }
        }
        if self.is_public_only && Protocol::of(&plan) == Some(Protocol::File) {
            return Err(Error::LocalFile);
        }
        let options = Options { known, ..self.options.clone() };
        Session::with_options(plan, self.answers.clone(), options)
    }

    /// Returns the host and port to resolve.
    pub(crate) fn target(&self, endpoint: &Endpoint) -> Result<(String, u16), Error> {
        match endpoint {
            Endpoint::Tcp { host, port } => Ok((host.clone(), *port)),
            Endpoint::Configured { .. } => match (&self.news_server, self.connect_to) {
                (Some(server), _) => Ok(server.clone()),
                (None, Some(address)) => Ok((address.ip().to_string(), address.port())),
                (None, None) => Err(Error::NoNewsServer),
            },
            _ => Err(Error::NoPlan),
        }
    }

    /// Returns those of the resolved addresses that may be connected to: of both families in turn, at most eight.
    pub(crate) fn allowed(
        &self,
        host: &str,
        found: impl IntoIterator<Item = SocketAddr>,
    ) -> Result<Vec<SocketAddr>, Error> {
        let (mut ordered, mut counts, mut denied) = (Vec::new(), [0; 2], None);
        for address in found {
            let family = usize::from(address.is_ipv4());
            if self.is_public_only && !is_public(address.ip()) {
                denied = Some(address.ip());
            } else if !ordered.iter().any(|(_, _, known)| *known == address) {
                ordered.push((counts[family], family, address));
                counts[family] += 1;
            }
        }
        // The first of each family, then the second of each.
        ordered.sort_unstable();
        let ordered: Vec<_> = ordered.iter().take(MOST_ADDRESSES).map(|it| it.2).collect();
        match (ordered.is_empty(), denied) {
            (false, _) => Ok(ordered),
            (true, Some(address)) => Err(Error::Denied { host: host.to_owned(), address }),
            (true, None) => Err(Error::unresolved(host, std::io::ErrorKind::NotFound.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_take_turns_and_are_bounded() {
        let four = |last| SocketAddr::from(([10, 0, 0, last], 1));
        let six = |last| SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, last], 1));
        let found = [four(1), four(2), four(3), six(1), four(1)];
        let ordered = Client::default().allowed("host", found).unwrap();
        assert_eq!(ordered, [six(1), four(1), four(2), four(3)]);
        let many = (0..100).map(four);
        assert_eq!(Client::default().allowed("host", many).unwrap().len(), 8);
    }
}
