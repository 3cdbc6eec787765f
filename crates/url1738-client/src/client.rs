//! The synchronous client.

use core::net::SocketAddr;
use std::{
    fs::File,
    io::{self, Read as _, Write as _},
    net::{Shutdown, TcpStream},
    path::{Path, PathBuf},
    time::Instant,
};

use url1738::{
    Storage, Url,
    plan::{Answers, Endpoint, Plan},
};

use crate::{
    cancel::{Cancel, Watched},
    clock::Clock,
    dial::{connect, dial},
    error::Error,
    handler::{Event, Handler},
    handover::Handover,
    identity::Identity,
    limits::Limits,
    local,
    options::{Options, impl_options},
    outcome::{Outcome, Progress},
    policy::Policy,
    redirect::target,
    session::{Action, Channel, Outgoing, Protocol, Session},
};

/// A client that carries plans out over TCP, one exchange after the other on the calling thread.
///
/// ```no_run
/// use core::time::Duration;
/// use url1738::Url;
/// use url1738_client::{Client, Limits, Policy};
///
/// let client = Client::new()
///     .limits(Limits { total: Some(Duration::from_secs(60)), ..Limits::default() })
///     .policy(Policy::public_only());
/// let mut menu = Vec::new();
/// let outcome = client.fetch(&Url::parse("gopher://host.dom/1/docs")?, &mut menu)?;
/// println!("{} octets", outcome.content_len);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A plan that is carried out with a server at another address, and what else can be set:
///
/// ```
/// use std::{io::{Read as _, Write as _}, net::TcpListener, thread};
/// use url1738::{Url, plan::Answers};
/// use url1738_client::{Client, Identity};
///
/// let server = TcpListener::bind("127.0.0.1:0")?;
/// let client = Client::new()
///     .connect_to(server.local_addr()?)
///     .answers(Answers::new().email(b"joe@host.dom")?)
///     .allow("non-default-port")
///     .allow_port(7070)
///     .news_server("news.host.dom", 119)?
///     .redirects(5)
///     .identify()
///     .expect(Identity::default())
///     .resume_at(0);
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
pub struct Client(Options);

impl Client {
    /// Creates a client with the default limits, which connects to any address.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    impl_options!();

    /// Carries the plan of a URL out, and passes the content on as it arrives. Redirects are followed as often as
    /// [`redirects`](Self::redirects) allows.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL, the plan or the address is refused, if the server refuses a step, or if the exchange
    /// fails or exceeds a limit.
    pub fn fetch<T: Storage>(
        &self,
        url: &Url<T>,
        handler: &mut dyn Handler,
    ) -> Result<Outcome, Error> {
        let clock = Clock::new(&self.0.limits);
        let mut next = None;
        let mut redirects = self.0.redirects;
        loop {
            let plan = match &next {
                None => url.plan(),
                Some(url) => Url::plan(url),
            }?;
            match self.exchange(&plan, handler, clock) {
                Err(Error::Redirected { step, location }) if redirects > 0 => {
                    redirects = redirects.saturating_sub(1);
                    let base = next.as_ref().map_or_else(|| url.to_string(), Url::to_string);
                    let Some(to) = target(&base, &location) else {
                        return Err(Error::Redirected { step, location });
                    };
                    handler.event(&Event::Redirected(to.as_str()));
                    next = Some(to);
                }
                result => return result,
            }
        }
    }

    /// Carries a plan out, and passes the content on as it arrives.
    ///
    /// # Errors
    ///
    /// Returns an error as [`fetch`](Self::fetch) does.
    pub fn carry_out(&self, plan: &Plan, handler: &mut dyn Handler) -> Result<Outcome, Error> {
        self.exchange(plan, handler, Clock::new(&self.0.limits))
    }

    fn exchange(
        &self,
        plan: &Plan,
        handler: &mut dyn Handler,
        clock: Clock,
    ) -> Result<Outcome, Error> {
        let session = self.0.session(plan.clone())?;
        let exchange = Exchange {
            options: &self.0,
            session,
            handler,
            clock,
            control: None,
            peer: None,
            data: None,
            progress: Progress::default(),
        };
        exchange.run()
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
    pub fn open_session(&self, plan: &Plan, handler: &mut dyn Handler) -> Result<Handover, Error> {
        self.0.check(plan)?;
        let mut session = Session::new(plan.clone(), self.0.answers.clone())?;
        session = session.with_limits(self.0.limits);
        if session.protocol() != Protocol::Telnet {
            return Err(Error::NoPlan);
        }
        loop {
            match session.next_action()? {
                Action::Advise(step) => handler.event(&Event::Advice(step)),
                Action::Connect(endpoint) => {
                    let stream = dial(&self.0, endpoint, self.0.limits.connect)?;
                    let watched = self.0.cancel.watch(&stream);
                    return Ok(Handover::new(session, stream, watched));
                }
                _ => return Err(Error::NoPlan),
            }
        }
    }
}

/// An open connection, which a cancellation shuts down.
struct Connection {
    stream: TcpStream,
    _watched: Watched,
}

/// One exchange.
struct Exchange<'a> {
    options: &'a Options,
    session: Session,
    handler: &'a mut dyn Handler,
    clock: Clock,
    control: Option<Connection>,
    /// The server, which a socket no longer names once the connection is reset.
    peer: Option<SocketAddr>,
    data: Option<Connection>,
    progress: Progress,
}

/// What is read at once.
const BUFFER: usize = 64 * 1024;

impl Exchange<'_> {
    fn run(mut self) -> Result<Outcome, Error> {
        let mut buffer = vec![0; BUFFER];
        loop {
            self.clock.check(&self.session)?;
            if self.options.cancel.is_cancelled() {
                return Err(Error::Cancelled);
            }
            let next = match self.session.next_action()? {
                Action::Connect(endpoint) => Next::Connect(endpoint.clone()),
                Action::Send(outgoing) => Next::Send(outgoing),
                Action::Receive(channel) => Next::Receive(channel),
                Action::OpenData(port) => Next::OpenData(port),
                Action::Ask(question) => {
                    let (prompt, answers) = (self.session.prompt(), self.session.answers().clone());
                    let answers = self.handler.answer(question, prompt, answers);
                    self.session.answer(answers);
                    self.clock.restart();
                    continue;
                }
                Action::Open(segments) => Next::Open(local::path_of(segments)),
                Action::Compose(address) => {
                    self.handler.event(&Event::Compose(address));
                    continue;
                }
                Action::Advise(step) => {
                    self.handler.event(&Event::Advice(step));
                    continue;
                }
                Action::Done => {
                    self.progress.report(&self.session, self.handler);
                    if let Some(control) = &self.control {
                        // The server may have closed it already.
                        let _ = control.stream.shutdown(Shutdown::Write);
                    }
                    return Ok(Outcome::of(&self.session, self.peer));
                }
            };
            self.progress.report_replies(&self.session, self.handler);
            let done = self.carry_out(next, &mut buffer);
            self.progress.report(&self.session, self.handler);
            if self.options.cancel.is_cancelled() {
                return Err(Error::Cancelled);
            }
            done?;
        }
    }

    fn carry_out(&mut self, next: Next, buffer: &mut [u8]) -> Result<(), Error> {
        match next {
            Next::Connect(endpoint) => {
                self.control = None;
                let limit = self.clock.cap(self.options.limits.connect);
                let stream = dial(self.options, &endpoint, limit)?;
                self.control = Some(self.opened(Channel::Control, stream)?);
            }
            Next::OpenData(port) => {
                let peer = self.peer.ok_or(Error::NoPlan)?;
                let address = SocketAddr::new(peer.ip(), port);
                let limit = self.clock.cap(self.options.limits.connect);
                let deadline = Instant::now().checked_add(limit);
                let shown = format!("{} port {port} for data", peer.ip());
                match connect(&self.options.cancel, &shown, &[address], deadline, limit) {
                    Ok(stream) => self.data = Some(self.opened(Channel::Data, stream)?),
                    Err(Error::Cancelled) => return Err(Error::Cancelled),
                    Err(_) => self.session.data_failed(),
                }
            }
            Next::Send(outgoing) => {
                self.handler.event(&Event::Sent(&outgoing));
                let limit = self.clock.cap(self.options.limits.read);
                let mut stream = self.control()?;
                let sent = stream
                    .set_write_timeout(Some(limit))
                    .and_then(|()| stream.write_all(outgoing.octets()));
                match sent {
                    Err(source) if !outgoing.is_farewell() => return Err(self.broken(source)),
                    _ => self.clock.restart(),
                }
            }
            Next::Receive(channel) => self.receive(channel, buffer)?,
            Next::Open(path) => self.open(&path, buffer)?,
        }
        Ok(())
    }

    fn receive(&mut self, channel: Channel, buffer: &mut [u8]) -> Result<(), Error> {
        let limit = self.clock.wait(channel, &self.session)?;
        let connection = if channel == Channel::Data { &self.data } else { &self.control };
        let Some(Connection { stream, .. }) = connection else { return Err(Error::NoPlan) };
        let mut reader = stream;
        let read = stream.set_read_timeout(Some(limit)).and_then(|()| reader.read(buffer));
        let len = match read {
            Ok(len) => len,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            Err(error) => match self.clock.timed_out(&error, channel, &self.session) {
                Some(error) => return Err(error),
                None => return Err(self.broken(error)),
            },
        };
        let octets = buffer.get(..len).unwrap_or_default();
        self.handler.event(&Event::Received(channel, octets, self.session.secrets()));
        if channel == Channel::Data && octets.is_empty() {
            self.data = None;
        }
        let content = self.session.received(octets)?;
        if channel == Channel::Data || !content.is_empty() {
            self.clock.restart();
        }
        self.handler.content(&content).map_err(Error::Sink)
    }

    /// Passes on a file of this machine.
    fn open(&mut self, path: &Path, buffer: &mut [u8]) -> Result<(), Error> {
        let failed = |source| local::failed(path, source);
        // Opening a pipe would wait for its writer.
        path.metadata().and_then(|data| local::regular(&data)).map_err(failed)?;
        let mut file = File::open(path).map_err(failed)?;
        loop {
            let len = file.read(buffer).map_err(failed)?;
            if len == 0 {
                return Ok(());
            }
            let octets = buffer.get(..len).unwrap_or_default();
            self.session.count(len)?;
            self.handler.content(octets).map_err(Error::Sink)?;
            self.clock.check(&self.session)?;
        }
    }

    fn opened(&mut self, channel: Channel, stream: TcpStream) -> Result<Connection, Error> {
        // Commands are short and wait for their replies.
        stream.set_nodelay(true).map_err(|source| self.broken(source))?;
        if let Ok(address) = stream.peer_addr() {
            if channel == Channel::Control {
                self.peer = Some(address);
            }
            self.handler.event(&Event::Connected(channel, address));
        }
        self.clock.restart();
        let watched = self.options.cancel.watch(&stream);
        Ok(Connection { stream, _watched: watched })
    }

    fn control(&self) -> Result<&TcpStream, Error> {
        self.control.as_ref().map(|it| &it.stream).ok_or(Error::NoPlan)
    }

    fn broken(&self, source: io::Error) -> Error {
        if let Some(error) = self.clock.timed_out(&source, Channel::Control, &self.session) {
            return error;
        }
        Error::Io { step: self.session.step(), source }
    }
}

/// An action, without the session it borrows from.
enum Next {
    Connect(Endpoint),
    Send(Outgoing),
    Receive(Channel),
    OpenData(u16),
    Open(PathBuf),
}
