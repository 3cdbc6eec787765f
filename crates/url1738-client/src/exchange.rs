//! One exchange by the actions of its session, over sockets of the runtime tokio.

use core::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};
use std::{
    io,
    path::{Path, PathBuf},
    time::Instant,
};

use tokio::{
    fs::File,
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::timeout,
};
use url1738::{
    AnyUrl, Url,
    plan::{Condition, Endpoint, Plan},
    relative::Resolution,
};

use crate::{
    client::Client,
    error::Error,
    handler::{Event, Handler},
    listing::Listing,
    outcome::Outcome,
    secrets::escape,
    session::{Action, Channel, Known, Outgoing, Protocol, Session},
};

/// The octets that are read at once. A thousand exchanges may be under way.
const BUFFER: usize = 32 * 1024;

/// A connection over which a plan was carried out. The next exchange may run on another runtime.
#[derive(Debug)]
pub(crate) struct Kept {
    plan: Plan,
    control: std::net::TcpStream,
}

impl Kept {
    /// Returns whether the server neither sent more nor closed the connection: a second reply to the last command would be
    /// taken for that to the next.
    fn is_silent(&self) -> bool {
        self.control.peek(&mut [0]).is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
    }
}

/// Opens a regular file: reading a pipe or a device may never end, and opening a pipe waits for its writer.
async fn open(path: &Path) -> io::Result<File> {
    let data = tokio::fs::metadata(path).await?;
    match (data.is_dir(), data.is_file()) {
        (true, _) => Err(io::ErrorKind::IsADirectory.into()),
        (_, false) => Err(io::Error::other("not a regular file")),
        _ => File::open(path).await,
    }
}

/// Carries the plan of a URL out, and those of the URLs that it redirects to.
pub(crate) async fn fetch<H: Handler + ?Sized>(
    client: &Client,
    url: &dyn AnyUrl,
    handler: &mut H,
) -> Result<Outcome, Error> {
    let begun = Instant::now();
    let mut plan = url.plan()?;
    let known = Url::parse(url.as_str()).map_or(Known::Nothing, |url| known(&url));
    let given = plan.endpoint.clone();
    let mut redirects = 0..client.redirects;
    let mut followed: Option<Url> = None;
    loop {
        let is_given = plan.endpoint == given;
        let result = carry_out(client, (plan, is_given, known), handler, begun).await;
        let (step, location) = match result {
            Err(Error::Redirected { step, location }) if redirects.next().is_some() => {
                (step, location)
            }
            result => return result.map_err(|error| of_redirect(error, followed.as_ref())),
        };
        // Relative to the page that redirects, not to the first: `Location: b` at `/a/x` is `/a/b`.
        let base = followed.as_ref().map_or(url.as_str(), Url::as_str);
        let Some(to) = target(base, &location) else {
            return Err(Error::Redirected { step, location });
        };
        handler.event(&Event::Redirected(to.as_str()));
        // Its plan is checked like that of the first URL: a response must not lead where the options do not.
        plan = to.plan().map_err(|refusal| of_redirect(refusal.into(), Some(&to)))?;
        followed = Some(to);
    }
}

/// Returns what an answer by gopher is known to be.
fn known(url: &Url<&str>) -> Known {
    match url {
        Url::Gopher(url) if url.item_type().octet() == b'0' => Known::Text,
        url if Listing::new(url).is_some() => Known::Nothing,
        _ => Known::File,
    }
}

/// Returns the error of a URL that a response redirected to, or of the first one. A refusal is about that URL.
fn of_redirect(error: Error, to: Option<&Url>) -> Error {
    match (error, to) {
        (error @ (Error::Refused(_) | Error::Warned { .. } | Error::Denied { .. }), Some(to)) => {
            Error::RefusedRedirect { url: to.redacted().to_string(), error: Box::new(error) }
        }
        (error, _) => error,
    }
}

/// Returns the URL that a response at `base` redirects to, if it is one of http: a response must not lead to files of this
/// machine, or to a server of another protocol.
fn target(base: &str, location: &str) -> Option<Url> {
    // The fragment is for the reader of the page, and no URL contains one. References in headers are those of RFC 3986 (RFC 9110,
    // 10.2.2).
    let (location, _) = location.split_once('#').unwrap_or((location, ""));
    // In its normal form, `http://host.dom` has the slash that must precede `?x`.
    let base = Url::parse(base).ok()?.normalize();
    let joined = base.join_with(location, Resolution::Rfc3986).ok()?.url;
    matches!(joined, Url::Http(_)).then_some(joined)
}

/// Carries a plan out. `is_given` says whether the caller named its server. Its total time runs since `begun`.
pub(crate) async fn carry_out<H: Handler + ?Sized>(
    client: &Client,
    (plan, is_given, known): (Plan, bool, Known),
    handler: &mut H,
    begun: Instant,
) -> Result<Outcome, Error> {
    let mut session = client.begin(plan.clone(), is_given, known)?;
    let kept = client.kept.lock().ok().and_then(|mut kept| kept.take());
    let kept = kept.filter(|kept| kept.is_silent() && session.continue_after(&kept.plan));
    let is_kept = kept.is_some();
    let peer = kept.as_ref().and_then(|kept| kept.control.peer_addr().ok());
    let mut exchange = Exchange {
        client,
        session,
        handler,
        begun,
        waiting_since: begun,
        // One that is broken fails when the first command is sent over it.
        control: kept.and_then(|kept| TcpStream::from_std(kept.control).ok()),
        peer,
        data: None,
        replies: 0,
        is_announced: false,
        is_identified: false,
        is_over: false,
    };
    let result = exchange.run().await;
    // The server closed the connection meanwhile, and may have said so. As nothing else was answered, the second attempt repeats
    // no step that the server has carried out. After any other reply the error is reported: a transfer that broke midway is not
    // begun again unseen.
    let is_closed = exchange.session.outcome().replies.iter().all(|reply| reply.code == 421);
    match result {
        Err(Error::Closed { .. } | Error::Io { code: "io", .. } | Error::Rejected { .. })
            if is_kept && is_closed =>
        {
            exchange.session = client.begin(plan, is_given, known)?;
            exchange.replies = 0;
            exchange.run().await
        }
        result => result,
    }
}

/// Connects to an endpoint within the limit.
pub(crate) async fn dial(
    client: &Client,
    endpoint: &Endpoint,
    limit: Duration,
) -> Result<TcpStream, Error> {
    let begun = Instant::now();
    let (host, port) = client.target(endpoint)?;
    let found = match (client.connect_to, host.parse::<IpAddr>()) {
        (Some(address), _) => vec![address],
        // An address needs no resolver, and a name like `010.1` is not one of a resolver's spellings of an address.
        (None, Ok(address)) => vec![SocketAddr::new(address, port)],
        (None, Err(_)) => {
            let resolve = tokio::net::lookup_host((host.as_str(), port));
            let found = within(limit, async { Ok(resolve.await?.collect()) }).await;
            found.map_err(|error| match error.kind() {
                io::ErrorKind::TimedOut => Error::timed_out("resolve", "address", limit),
                _ => Error::unresolved(&host, error),
            })?
        }
    };
    let addresses = client.allowed(&host, found)?;
    let left = limit.saturating_sub(begun.elapsed());
    match timeout(left, connect(&addresses)).await {
        Ok(stream) => stream.map_err(|error| {
            let what = format!("cannot connect to {host} port {port}");
            Error::Io { code: "connect", what, error }
        }),
        Err(_) => Err(Error::timed_out("connect", "connection", limit)),
    }
}

/// The time after which the next address is tried while the others are under way (RFC 8305, 5).
const STAGGER: Duration = Duration::from_millis(250);

/// Connects to the first of the addresses that answers. The next is tried after [`STAGGER`], or at once if one failed.
async fn connect(addresses: &[SocketAddr]) -> io::Result<TcpStream> {
    // A host with a dead IPv6 address and a live IPv4 address answers after 250 ms this way, and not after the minutes in
    // which the system gives an address up.
    let (mut waiting, mut attempts) = (addresses.iter(), JoinSet::new());
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    loop {
        match waiting.next() {
            Some(address) => drop(attempts.spawn(TcpStream::connect(*address))),
            None if attempts.is_empty() => return Err(last),
            None => {}
        }
        match timeout(STAGGER, attempts.join_next()).await {
            Ok(Some(Ok(Ok(stream)))) => {
                // Commands are short and wait for their replies.
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Ok(Some(Ok(Err(error)))) => last = error,
            Ok(Some(Err(error))) => last = error.into(),
            Ok(None) | Err(_) => {}
        }
    }
}

/// Returns the result of a call on a connection, or an error if it takes too long.
async fn within<T>(limit: Duration, call: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    timeout(limit, call).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

struct Exchange<'a, H: ?Sized> {
    client: &'a Client,
    session: Session,
    handler: &'a mut H,
    begun: Instant,
    /// When the wait for the current reply began.
    waiting_since: Instant,
    control: Option<TcpStream>,
    /// The server, which a socket no longer names once the connection is reset.
    peer: Option<SocketAddr>,
    data: Option<TcpStream>,
    /// How many replies were reported.
    replies: usize,
    is_announced: bool,
    is_identified: bool,
    /// Whether `QUIT` was sent.
    is_over: bool,
}

impl<H: Handler + ?Sized> Exchange<'_, H> {
    async fn run(&mut self) -> Result<Outcome, Error> {
        let mut buffer = vec![0; BUFFER];
        loop {
            // Before each action, and not only at a read: a server that drips one octet a second keeps every read within its limit.
            self.check_time()?;
            let action = match self.session.next_action() {
                // Another error leaves the connection in doubt.
                Err(error @ Error::Rejected { .. }) => {
                    self.part().await;
                    return Err(error);
                }
                action => action?,
            };
            // A reply may have come with the one before it.
            self.report();
            if action == Action::Done {
                let outcome = Outcome { peer: self.peer, ..self.session.outcome().clone() };
                self.part().await;
                return Ok(outcome);
            }
            let done = self.perform(action, &mut buffer).await;
            self.report();
            // What a cancellation interrupts fails, too.
            if self.client.cancel.is_cancelled() {
                return Err(Error::Cancelled);
            }
            done?;
        }
    }

    /// Keeps the connection for the next exchange, unless it was ended by `QUIT`, or closes it.
    async fn part(&mut self) {
        let protocol = Protocol::of(self.session.plan());
        let is_long = matches!(protocol, Some(Protocol::Ftp | Protocol::News));
        match self.control.take() {
            Some(control) if self.client.options.keeps && is_long && !self.is_over => {
                let plan = self.session.plan().clone();
                if let (Ok(mut place), Ok(control)) = (self.client.kept.lock(), control.into_std())
                {
                    *place = Some(Kept { plan, control });
                }
            }
            // The server may have closed it already.
            Some(mut control) => drop(control.shutdown().await),
            None => {}
        }
    }

    async fn perform(&mut self, action: Action, buffer: &mut [u8]) -> Result<(), Error> {
        match action {
            Action::Connect(endpoint) => {
                // Gopher has a connection for each request. The old one is closed before the next is opened.
                self.control = None;
                let limit = self.cap(self.client.options.limits.connect);
                let stream = dial(self.client, &endpoint, limit).await?;
                self.peer = stream.peer_addr().ok();
                self.control = Some(self.opened(Channel::Control, stream));
            }
            Action::OpenData(port) => {
                let peer = self.peer.ok_or(Error::NoPlan)?;
                let address = SocketAddr::new(peer.ip(), port);
                let limit = self.cap(self.client.options.limits.connect);
                // The address in the reply is ignored: by another one, a server could make the client connect to a third host.
                match within(limit, connect(&[address])).await {
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
        let step = outgoing.step().and_then(|at| self.session.plan().steps.get(at));
        if let Some(step) = step.filter(|step| step.condition() == Condition::Guess) {
            self.handler.event(&Event::Guess(&step.to_string()));
        }
        self.is_over = outgoing.is_farewell();
        let limit = self.cap(self.client.options.limits.read);
        let control = self.control.as_mut().ok_or(Error::NoPlan)?;
        match within(limit, control.write_all(outgoing.octets())).await {
            Err(error) if !outgoing.is_farewell() => Err(self.broken(Channel::Control, error)),
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
                self.client.options.limits.read.saturating_sub(self.waiting_since.elapsed())
            }
            Channel::Data => self.client.options.limits.read,
        };
        let limit = self.cap(left);
        let stream = match channel {
            Channel::Control => &mut self.control,
            Channel::Data => &mut self.data,
        };
        let stream = stream.as_mut().ok_or(Error::NoPlan)?;
        let received = match left {
            Duration::ZERO => Err(io::ErrorKind::TimedOut.into()),
            _ => within(limit, stream.read(buffer)).await,
        };
        let octets = match received {
            Ok(len) => &buffer[..len],
            // By a signal: the session asks for the same octets again.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            Err(error) => return Err(self.broken(channel, error)),
        };
        self.handler.event(&Event::Received(channel, octets, self.session.secrets()));
        if channel == Channel::Data && octets.is_empty() {
            self.data = None;
        }
        let content = self.session.received(octets)?;
        // Content shows that the server works, lines of a reply do not: the time for the whole reply runs on.
        if channel == Channel::Data || !content.is_empty() {
            self.waiting_since = Instant::now();
        }
        self.handler.content(&content).map_err(Error::Sink)
    }

    /// Passes on a file of this machine.
    async fn open(&mut self, path: &Path, buffer: &mut [u8]) -> Result<(), Error> {
        let failed = |error| {
            let what = format!("cannot read {}", escape(path.as_os_str().as_encoded_bytes()));
            Error::Io { code: "file", what, error }
        };
        let mut file = open(path).await.map_err(failed)?;
        loop {
            let len = file.read(buffer).await.map_err(failed)?;
            if len == 0 {
                return Ok(());
            }
            self.session.count(len)?;
            self.handler.content(&buffer[..len]).map_err(Error::Sink)?;
            self.check_time()?;
        }
    }

    fn opened(&mut self, channel: Channel, stream: TcpStream) -> TcpStream {
        if let Ok(address) = stream.peer_addr() {
            self.handler.event(&Event::Connected(channel, address));
        }
        self.waiting_since = Instant::now();
        stream
    }

    /// Reports what the session found out since the last report.
    fn report(&mut self) {
        let outcome = self.session.outcome();
        for reply in &outcome.replies[self.replies..] {
            self.handler.event(&Event::Reply(reply));
        }
        self.replies = outcome.replies.len();
        if let (false, Some(len)) = (self.is_announced, outcome.announced_len) {
            self.is_announced = true;
            self.handler.event(&Event::Announced(len));
        }
        if let (false, Some(identity)) = (self.is_identified, &outcome.identity) {
            self.is_identified = true;
            self.handler.event(&Event::Identified(identity));
        }
    }

    /// Returns an error if the total time is over.
    fn check_time(&self) -> Result<(), Error> {
        match self.client.options.limits.total {
            Some(limit) if self.begun.elapsed() >= limit => {
                Err(Error::timed_out(&self.session.step(), "end", limit))
            }
            _ => Ok(()),
        }
    }

    /// Returns a limit, cut by what is left of the total time.
    fn cap(&self, limit: Duration) -> Duration {
        let total = self.client.options.limits.total;
        let left = total.map_or(limit, |total| total.saturating_sub(self.begun.elapsed()));
        limit.min(left)
    }

    /// Returns the error of a connection that broke or was silent.
    fn broken(&self, channel: Channel, error: io::Error) -> Error {
        let step = self.session.step();
        match error.kind() {
            io::ErrorKind::TimedOut => {
                let what = if channel == Channel::Data { "data" } else { "reply" };
                let silent = Error::timed_out(&step, what, self.client.options.limits.read);
                self.check_time().err().unwrap_or(silent)
            }
            _ => Error::broken(step, error),
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

#[cfg(test)]
mod tests {
    use core::net::Ipv4Addr;
    use std::net::{TcpListener, TcpStream as Blocking};

    use super::*;

    /// A listener with as many connections as it holds does not answer further ones on Linux. Elsewhere, documentation
    /// addresses do not answer at most machines; at others a connection to them fails at once.
    #[test]
    fn an_address_that_does_not_answer_is_not_waited_for() {
        let full = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = full.local_addr().unwrap();
        let open = || Blocking::connect_timeout(&address, STAGGER).ok();
        let _open: Vec<Blocking> = core::iter::from_fn(open).take(5000).collect();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let there = listener.local_addr().unwrap();
        let silent = match cfg!(target_os = "linux") {
            true => address,
            false => SocketAddr::from(([192, 0, 2, 1], 70)),
        };
        let closed = {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            listener.local_addr().unwrap()
        };
        let limit = Duration::from_secs(20);
        let begun = Instant::now();
        let addresses = [silent, closed, there];
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let stream = runtime.block_on(within(limit, connect(&addresses))).unwrap();
        assert_eq!(stream.peer_addr().unwrap(), there);
        // Waiting for the silent address would take all of the limit.
        assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    }
}
