//! One exchange by the actions of its session, as both clients carry it out.

use core::{net::IpAddr, net::SocketAddr, time::Duration};
use std::{
    io,
    path::{Path, PathBuf},
    time::Instant,
};

use url1738::{
    Storage, Url,
    plan::{Condition, Endpoint, Plan},
};

use crate::{
    cancel::Cancel,
    error::Error,
    handler::{Event, Handler},
    options::Options,
    outcome::Outcome,
    secrets::escape,
    session::{Action, Channel, Outgoing, Session},
};

/// A connection of one client, and what else the two do differently: names and files.
///
/// A call that takes longer than its limit fails with [`io::ErrorKind::TimedOut`]. The futures of the synchronous client are
/// ready when they are first polled, since its calls block.
pub(crate) trait Transport: Sized {
    /// The octets that are read at once.
    const BUFFER: usize;

    type File;

    async fn resolve(
        cancel: &Cancel,
        host: &str,
        port: u16,
        limit: Duration,
    ) -> io::Result<Vec<SocketAddr>>;

    /// Connects to the first of the addresses that answers. The next is tried after [`STAGGER`].
    async fn connect(
        cancel: &Cancel,
        addresses: &[SocketAddr],
        limit: Duration,
    ) -> io::Result<Self>;

    fn peer(&self) -> io::Result<SocketAddr>;

    async fn receive(&mut self, buffer: &mut [u8], limit: Duration) -> io::Result<usize>;

    async fn send(&mut self, octets: &[u8], limit: Duration) -> io::Result<()>;

    /// Says that no more octets are sent.
    async fn shut_down(&mut self) -> io::Result<()>;

    /// Opens a file if [`regular`] allows it.
    async fn open(path: &Path) -> io::Result<Self::File>;

    async fn read_file(file: &mut Self::File, buffer: &mut [u8]) -> io::Result<usize>;
}

/// The time after which the next address is tried while the others are under way (RFC 8305, 5).
pub(crate) const STAGGER: Duration = Duration::from_millis(250);

/// Returns an error unless this is a regular file: reading a pipe or a device may never end, and opening a pipe waits for
/// its writer.
pub(crate) fn regular(data: &std::fs::Metadata) -> io::Result<()> {
    match (data.is_dir(), data.is_file()) {
        (true, _) => Err(io::ErrorKind::IsADirectory.into()),
        (_, false) => Err(io::Error::other("not a regular file")),
        _ => Ok(()),
    }
}

/// Carries the plan of a URL out, and those of the URLs that it redirects to.
pub(crate) async fn fetch<S: Transport, T: Storage, H: Handler + ?Sized>(
    options: &Options,
    url: &Url<T>,
    handler: &mut H,
) -> Result<Outcome, Error> {
    let begun = Instant::now();
    let (mut plan, mut base) = (url.plan()?, url.to_string());
    let mut redirects = 0..options.redirects;
    loop {
        match carry_out::<S, H>(options, plan, handler, begun).await {
            Err(Error::Redirected { step, location }) if redirects.next().is_some() => {
                let Some(to) = target(&base, &location) else {
                    return Err(Error::Redirected { step, location });
                };
                handler.event(&Event::Redirected(to.as_str()));
                (plan, base) = (to.plan()?, to.into_string());
            }
            result => return result,
        }
    }
}

/// Returns the URL that a response at `base` redirects to, if it is one of http: a response must not lead to files of this
/// machine, or to a server of another protocol.
fn target(base: &str, location: &str) -> Option<Url> {
    // The fragment is for the reader of the page.
    let (location, _) = location.split_once('#').unwrap_or((location, ""));
    let joined = Url::parse(base).ok()?.join(location).ok()?.url;
    matches!(joined, Url::Http(_)).then_some(joined)
}

/// Carries a plan out. Its total time runs since `begun`.
pub(crate) async fn carry_out<S: Transport, H: Handler + ?Sized>(
    options: &Options,
    plan: Plan,
    handler: &mut H,
    begun: Instant,
) -> Result<Outcome, Error> {
    let mut exchange = Exchange::<S, H> {
        options,
        session: options.session(plan)?,
        handler,
        begun,
        waiting_since: begun,
        control: None,
        peer: None,
        data: None,
        replies: 0,
        is_announced: false,
        is_identified: false,
    };
    let mut buffer = vec![0; S::BUFFER];
    loop {
        exchange.check_time()?;
        let action = exchange.session.next_action()?;
        // A reply may have come with the one before it.
        exchange.report();
        if action == Action::Done {
            if let Some(control) = &mut exchange.control {
                // The server may have closed it already.
                let _ = control.shut_down().await;
            }
            return Ok(Outcome::of(&exchange.session, exchange.peer));
        }
        let done = exchange.perform(action, &mut buffer).await;
        exchange.report();
        // What a cancellation interrupts fails, too.
        options.check_cancelled()?;
        done?;
    }
}

/// Connects to an endpoint within the limit.
pub(crate) async fn dial<S: Transport>(
    options: &Options,
    endpoint: &Endpoint,
    limit: Duration,
) -> Result<S, Error> {
    let begun = Instant::now();
    let (host, port) = options.target(endpoint)?;
    let found = match (options.connect_to, host.parse::<IpAddr>()) {
        (Some(address), _) => vec![address],
        // An address needs no resolver, and a name like `010.1` is not one of a resolver's spellings of an address.
        (None, Ok(address)) => vec![SocketAddr::new(address, port)],
        (None, Err(_)) => {
            let found = S::resolve(&options.cancel, &host, port, limit).await;
            found.map_err(|source| match source.kind() {
                io::ErrorKind::TimedOut => Error::timed_out("resolve", "address", limit),
                _ => Error::Resolve { host: host.clone(), source },
            })?
        }
    };
    let addresses = options.allowed(&host, found)?;
    let left = limit.saturating_sub(begun.elapsed());
    S::connect(&options.cancel, &addresses, left).await.map_err(|source| {
        // The system may also give up on an address before the limit, which is an error like others.
        match source.kind() == io::ErrorKind::TimedOut && begun.elapsed() >= limit {
            true => Error::timed_out("connect", "connection", limit),
            false => Error::Connect { host: format!("{host} port {port}"), source },
        }
    })
}

struct Exchange<'a, S, H: ?Sized> {
    options: &'a Options,
    session: Session,
    handler: &'a mut H,
    begun: Instant,
    /// When the wait for the current reply began.
    waiting_since: Instant,
    control: Option<S>,
    /// The server, which a socket no longer names once the connection is reset.
    peer: Option<SocketAddr>,
    data: Option<S>,
    /// How many replies were reported.
    replies: usize,
    is_announced: bool,
    is_identified: bool,
}

impl<S: Transport, H: Handler + ?Sized> Exchange<'_, S, H> {
    async fn perform(&mut self, action: Action, buffer: &mut [u8]) -> Result<(), Error> {
        match action {
            Action::Connect(endpoint) => {
                // Gopher has a connection for each request. The old one is closed before the next is opened.
                self.control = None;
                let limit = self.cap(self.options.limits.connect);
                let stream: S = dial(self.options, &endpoint, limit).await?;
                self.peer = stream.peer().ok();
                self.control = Some(self.opened(Channel::Control, stream));
            }
            Action::OpenData(port) => {
                let peer = self.peer.ok_or(Error::NoPlan)?;
                let address = SocketAddr::new(peer.ip(), port);
                let limit = self.cap(self.options.limits.connect);
                match S::connect(&self.options.cancel, &[address], limit).await {
                    Ok(stream) => self.data = Some(self.opened(Channel::Data, stream)),
                    Err(_) => self.session.data_failed(),
                }
            }
            Action::Send(outgoing) => self.send(&outgoing).await?,
            Action::Receive(channel) => self.receive(channel, buffer).await?,
            Action::Ask(question) => {
                let (prompt, answers) = (self.session.prompt(), self.session.answers().clone());
                let answers = self.handler.answer(question, prompt, answers);
                self.session.answer(answers);
                self.waiting_since = Instant::now();
            }
            Action::Open(segments) => self.open(&path_of(&segments), buffer).await?,
            Action::Compose(address) => self.handler.event(&Event::Compose(&address)),
            Action::Advise(step) => self.handler.event(&Event::Advice(&step)),
            Action::Done => {}
        }
        Ok(())
    }

    async fn send(&mut self, outgoing: &Outgoing) -> Result<(), Error> {
        self.handler.event(&Event::Sent(outgoing));
        let step = outgoing.step().and_then(|at| self.session.plan().steps().get(at));
        if let Some(step) = step.filter(|step| step.condition() == Condition::Guess) {
            self.handler.event(&Event::Guess(&step.to_string()));
        }
        let limit = self.cap(self.options.limits.read);
        let control = self.control.as_mut().ok_or(Error::NoPlan)?;
        match control.send(outgoing.octets(), limit).await {
            Err(source) if !outgoing.is_farewell() => Err(self.broken(Channel::Control, source)),
            _ => {
                self.waiting_since = Instant::now();
                Ok(())
            }
        }
    }

    async fn receive(&mut self, channel: Channel, buffer: &mut [u8]) -> Result<(), Error> {
        // A reply has to come as a whole within the limit. Otherwise a server that sends one octet now and then could hold
        // the client.
        let left = match channel {
            Channel::Control => {
                self.options.limits.read.saturating_sub(self.waiting_since.elapsed())
            }
            Channel::Data => self.options.limits.read,
        };
        let limit = self.cap(left);
        let stream = match channel {
            Channel::Control => &mut self.control,
            Channel::Data => &mut self.data,
        };
        let stream = stream.as_mut().ok_or(Error::NoPlan)?;
        let received = match left {
            Duration::ZERO => Err(io::ErrorKind::TimedOut.into()),
            _ => stream.receive(buffer, limit).await,
        };
        let octets = match received {
            Ok(len) => &buffer[..len],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            Err(error) => return Err(self.broken(channel, error)),
        };
        self.handler.event(&Event::Received(channel, octets, self.session.secrets()));
        if channel == Channel::Data && octets.is_empty() {
            self.data = None;
        }
        let content = self.session.received(octets)?;
        if channel == Channel::Data || !content.is_empty() {
            self.waiting_since = Instant::now();
        }
        self.handler.content(&content).map_err(Error::Sink)
    }

    /// Passes on a file of this machine.
    async fn open(&mut self, path: &Path, buffer: &mut [u8]) -> Result<(), Error> {
        let failed = |source| {
            let path = escape(path.as_os_str().as_encoded_bytes());
            Error::File { path, source }
        };
        let mut file = S::open(path).await.map_err(failed)?;
        loop {
            let len = S::read_file(&mut file, buffer).await.map_err(failed)?;
            if len == 0 {
                return Ok(());
            }
            self.session.count(len)?;
            self.handler.content(&buffer[..len]).map_err(Error::Sink)?;
            self.check_time()?;
        }
    }

    fn opened(&mut self, channel: Channel, stream: S) -> S {
        if let Ok(address) = stream.peer() {
            self.handler.event(&Event::Connected(channel, address));
        }
        self.waiting_since = Instant::now();
        stream
    }

    /// Reports what the session found out since the last report.
    fn report(&mut self) {
        for reply in &self.session.replies()[self.replies..] {
            self.handler.event(&Event::Reply(reply));
        }
        self.replies = self.session.replies().len();
        if let (false, Some(len)) = (self.is_announced, self.session.announced_len()) {
            self.is_announced = true;
            self.handler.event(&Event::Announced(len));
        }
        if let (false, Some(identity)) = (self.is_identified, self.session.identity()) {
            self.is_identified = true;
            self.handler.event(&Event::Identified(identity));
        }
    }

    /// Returns an error if the total time is over.
    fn check_time(&self) -> Result<(), Error> {
        match self.options.limits.total {
            Some(limit) if self.begun.elapsed() >= limit => {
                Err(Error::timed_out(&self.session.step(), "end", limit))
            }
            _ => Ok(()),
        }
    }

    /// Returns a limit, cut by what is left of the total time. A socket takes a limit of zero for none.
    fn cap(&self, limit: Duration) -> Duration {
        let total = self.options.limits.total;
        let left = total.map_or(limit, |total| total.saturating_sub(self.begun.elapsed()));
        limit.min(left).max(Duration::from_millis(1))
    }

    /// Returns the error of a connection that broke or was silent.
    fn broken(&self, channel: Channel, source: io::Error) -> Error {
        let step = self.session.step();
        // The read timeout of a socket is `WouldBlock` on Unix and `TimedOut` on Windows.
        match source.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                let what = if channel == Channel::Data { "data" } else { "reply" };
                let silent = Error::timed_out(&step, what, self.options.limits.read);
                self.check_time().err().unwrap_or(silent)
            }
            _ => Error::Io { step, source },
        }
    }
}

/// Returns the path of a file of this machine, from the octets of its segments.
fn path_of(segments: &[Vec<u8>]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
        let mut path = PathBuf::from("/");
        path.extend(segments.iter().map(|segment| OsStr::from_bytes(segment)));
        path
    }
    #[cfg(not(unix))]
    {
        // `C:` or `C|` is a drive.
        let path = String::from_utf8_lossy(&segments.join(&b'\\')).into_owned();
        match path.as_bytes() {
            [drive, b':' | b'|', rest @ ..] if drive.is_ascii_alphabetic() => {
                let rest = String::from_utf8_lossy(rest);
                PathBuf::from(format!("{}:{rest}", char::from(*drive)))
            }
            _ => PathBuf::from(format!("\\{path}")),
        }
    }
}
