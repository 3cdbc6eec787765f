//! One exchange by the actions of its session, over blocking sockets and those of tokio alike.

use core::{
    future::poll_fn,
    net::{IpAddr, SocketAddr},
    pin::pin,
    task::Poll,
    time::Duration,
};
use std::{
    io,
    path::{Path, PathBuf},
    time::Instant,
};

use url1738::{
    AnyUrl, Url,
    plan::{Condition, Endpoint, Plan},
};

use crate::{
    cancel::Cancel,
    client::Client,
    error::Error,
    handler::{Event, Handler},
    listing::Listing,
    outcome::Outcome,
    secrets::escape,
    session::{Action, Channel, Outgoing, Protocol, Session},
};

/// A connection, and what else blocking calls and those of tokio do differently: timers, names and files.
///
/// A call that takes longer than its limit fails with [`io::ErrorKind::TimedOut`].
pub(crate) trait Transport: Sized {
    /// The octets that are read at once.
    const BUFFER: usize;

    type File;

    // The blocking client runs these futures to their end on its own thread, where most are ready at once. One description of
    // the exchange serves both, so that no limit, policy or secret is in one of them alone.
    fn sleep(time: Duration) -> impl Future<Output = ()>;

    async fn resolve(host: &str, port: u16) -> io::Result<Vec<SocketAddr>>;

    async fn connect(address: SocketAddr, limit: Duration) -> io::Result<Self>;

    /// Lets a cancellation end the calls of this connection, unless dropping their futures does.
    fn watch(&self, _: &Cancel) {}

    fn peer(&self) -> io::Result<SocketAddr>;

    async fn receive(&mut self, buffer: &mut [u8], limit: Duration) -> io::Result<usize>;

    async fn send(&mut self, octets: &[u8], limit: Duration) -> io::Result<()>;

    /// Closes the direction in which octets are sent.
    async fn shut_down(&mut self) -> io::Result<()>;

    /// Opens a file if [`regular`] allows it.
    async fn open(path: &Path) -> io::Result<Self::File>;

    async fn read_file(file: &mut Self::File, buffer: &mut [u8]) -> io::Result<usize>;

    /// Takes the connection that the client keeps open, if it keeps one.
    fn take(_: &Client) -> Option<Kept<Self>> {
        None
    }

    /// Lets the client keep a connection open.
    fn keep(_: &Client, _: Kept<Self>) {}
}

/// A connection over which a plan was carried out.
#[derive(Debug)]
pub(crate) struct Kept<S> {
    plan: Plan,
    control: S,
    peer: Option<SocketAddr>,
}

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
pub(crate) async fn fetch<S: Transport, H: Handler + ?Sized>(
    client: &Client,
    url: &dyn AnyUrl,
    handler: &mut H,
) -> Result<Outcome, Error> {
    let begun = Instant::now();
    let mut plan = url.plan()?;
    let is_file = Url::parse(url.as_str()).is_ok_and(|url| !Listing::is_expected(&url));
    let given = plan.endpoint().clone();
    let mut redirects = 0..client.redirects;
    let mut followed: Option<Url> = None;
    loop {
        let is_given = *plan.endpoint() == given;
        let result = carry_out::<S, H>(client, (plan, is_given, is_file), handler, begun).await;
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
    // The fragment is for the reader of the page, and no URL contains one.
    let (location, _) = location.split_once('#').unwrap_or((location, ""));
    let joined = Url::parse(base).ok()?.join(location).ok()?.url;
    matches!(joined, Url::Http(_)).then_some(joined)
}

/// Carries a plan out. `is_given` says whether the caller named its server, `is_file` whether its content is known to be a
/// file. Its total time runs since `begun`.
pub(crate) async fn carry_out<S: Transport, H: Handler + ?Sized>(
    client: &Client,
    (plan, is_given, is_file): (Plan, bool, bool),
    handler: &mut H,
    begun: Instant,
) -> Result<Outcome, Error> {
    let begin = |plan| client.session(plan, is_given).map(|session| session.with_file(is_file));
    let mut session = begin(plan.clone())?;
    let kept = S::take(client).filter(|kept| session.continue_after(&kept.plan));
    let is_kept = kept.is_some();
    let mut exchange = Exchange::<S, H>::new(client, session, handler, begun, kept);
    match exchange.run().await {
        // Nothing was answered, so that the second attempt repeats no step that the server has carried out. After any reply the
        // error is reported: a transfer that broke midway is not begun again unseen.
        // The server closed the connection meanwhile.
        Err(Error::Closed { .. } | Error::Io { .. } | Error::Rejected { .. })
            if is_kept && exchange.has_no_reply() =>
        {
            let session = begin(plan)?;
            Exchange::<S, H>::new(client, session, exchange.handler, begun, None).run().await
        }
        result => result,
    }
}

/// Connects to an endpoint within the limit.
pub(crate) async fn dial<S: Transport>(
    client: &Client,
    endpoint: &Endpoint,
    limit: Duration,
) -> Result<S, Error> {
    let begun = Instant::now();
    let (host, port) = client.target(endpoint)?;
    let found = match (client.connect_to, host.parse::<IpAddr>()) {
        (Some(address), _) => vec![address],
        // An address needs no resolver, and a name like `010.1` is not one of a resolver's spellings of an address.
        (None, Ok(address)) => vec![SocketAddr::new(address, port)],
        (None, Err(_)) => {
            let found = within::<S, _>(limit, S::resolve(&host, port)).await;
            found.map_err(|error| match error.kind() {
                io::ErrorKind::TimedOut => Error::timed_out("resolve", "address", limit),
                _ => Error::Resolve { host: host.clone(), error },
            })?
        }
    };
    let addresses = client.allowed(&host, found)?;
    let left = limit.saturating_sub(begun.elapsed());
    connect(client, &addresses, left).await.map_err(|error| {
        // The system may also give up on an address before the limit, which is an error like others.
        match error.kind() == io::ErrorKind::TimedOut && begun.elapsed() >= limit {
            true => Error::timed_out("connect", "connection", limit),
            false => Error::Connect { host: format!("{host} port {port}"), error },
        }
    })
}

/// The time after which the next address is tried while the others are under way (RFC 8305, 5).
const STAGGER: Duration = Duration::from_millis(250);

/// Connects to the first of the addresses that answers. The next is tried after [`STAGGER`], or at once if one failed.
async fn connect<S: Transport>(
    client: &Client,
    addresses: &[SocketAddr],
    limit: Duration,
) -> io::Result<S> {
    // A host with a dead IPv6 address and a live IPv4 address answers after 250 ms this way, and not after the minutes in
    // which the system gives an address up.
    // A socket takes a limit of zero for none.
    let limit = limit.max(Duration::from_millis(1));
    let mut waiting = addresses.iter().map(|address| Box::pin(S::connect(*address, limit)));
    let mut attempts: Vec<_> = waiting.next().into_iter().collect();
    let mut pause = Box::pin(S::sleep(STAGGER));
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    let first = poll_fn(|context| {
        loop {
            let (running, mut connected) = (attempts.len(), None);
            // The attempts share a waker, which does not say whose it was, so all of them are polled.
            attempts.retain_mut(|attempt| match attempt.as_mut().poll(context) {
                Poll::Ready(Ok(stream)) => {
                    connected.get_or_insert(stream);
                    false
                }
                Poll::Ready(Err(error)) => {
                    last = error;
                    false
                }
                Poll::Pending => true,
            });
            if let Some(stream) = connected {
                return Poll::Ready(Ok(stream));
            }
            let is_next = attempts.is_empty() || attempts.len() < running;
            if !is_next && pause.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
            match waiting.next() {
                Some(attempt) => {
                    attempts.push(attempt);
                    pause = Box::pin(S::sleep(STAGGER));
                }
                None if attempts.is_empty() => {
                    let none = io::ErrorKind::AddrNotAvailable.into();
                    return Poll::Ready(Err(core::mem::replace(&mut last, none)));
                }
                None => return Poll::Pending,
            }
        }
    });
    let stream = within::<S, _>(limit, first).await?;
    stream.watch(&client.cancel);
    Ok(stream)
}

/// Returns the result of a future, or an error if it takes too long.
pub(crate) async fn within<S: Transport, T>(
    limit: Duration,
    future: impl Future<Output = io::Result<T>>,
) -> io::Result<T> {
    let (mut future, mut timer) = (pin!(future), pin!(S::sleep(limit)));
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Pending => timer.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into())),
        ready => ready,
    })
    .await
}

struct Exchange<'a, S, H: ?Sized> {
    client: &'a Client,
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

impl<'a, S: Transport, H: Handler + ?Sized> Exchange<'a, S, H> {
    fn new(
        client: &'a Client,
        session: Session,
        handler: &'a mut H,
        begun: Instant,
        kept: Option<Kept<S>>,
    ) -> Self {
        let (control, peer) = kept.map_or((None, None), |kept| (Some(kept.control), kept.peer));
        Self {
            client,
            session,
            handler,
            begun,
            waiting_since: begun,
            control,
            peer,
            data: None,
            replies: 0,
            is_announced: false,
            is_identified: false,
        }
    }

    /// Returns whether the server answered nothing, or only that it closes the connection.
    fn has_no_reply(&self) -> bool {
        self.session.outcome().replies.iter().all(|reply| reply.code == 421)
    }

    async fn run(&mut self) -> Result<Outcome, Error> {
        let mut buffer = vec![0; S::BUFFER];
        loop {
            // Before each action, and not only at a read: a server that drips one octet a second keeps every read within its limit.
            self.check_time()?;
            let action = self.session.next_action()?;
            // A reply may have come with the one before it.
            self.report();
            if action == Action::Done {
                let outcome = Outcome { peer: self.peer, ..self.session.outcome().clone() };
                let is_long = matches!(self.session.protocol(), Protocol::Ftp | Protocol::News);
                match self.control.take() {
                    Some(control) if self.client.keeps && is_long => {
                        let plan = self.session.plan().clone();
                        S::keep(self.client, Kept { plan, control, peer: self.peer });
                    }
                    // The server may have closed it already.
                    Some(mut control) => drop(control.shut_down().await),
                    None => {}
                }
                return Ok(outcome);
            }
            let done = self.perform(action, &mut buffer).await;
            self.report();
            // What a cancellation interrupts fails, too.
            self.client.check_cancelled()?;
            done?;
        }
    }

    async fn perform(&mut self, action: Action, buffer: &mut [u8]) -> Result<(), Error> {
        match action {
            Action::Connect(endpoint) => {
                // Gopher has a connection for each request. The old one is closed before the next is opened.
                self.control = None;
                let limit = self.cap(self.client.limits.connect);
                let stream: S = dial(self.client, &endpoint, limit).await?;
                self.peer = stream.peer().ok();
                self.control = Some(self.opened(Channel::Control, stream));
            }
            Action::OpenData(port) => {
                let peer = self.peer.ok_or(Error::NoPlan)?;
                let address = SocketAddr::new(peer.ip(), port);
                let limit = self.cap(self.client.limits.connect);
                // The address in the reply is ignored: by another one, a server could make the client connect to a third host.
                match connect(self.client, &[address], limit).await {
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
        let limit = self.cap(self.client.limits.read);
        let control = self.control.as_mut().ok_or(Error::NoPlan)?;
        match control.send(outgoing.octets(), limit).await {
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
                self.client.limits.read.saturating_sub(self.waiting_since.elapsed())
            }
            Channel::Data => self.client.limits.read,
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
            let path = escape(path.as_os_str().as_encoded_bytes());
            Error::File { path, error }
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
        match self.client.limits.total {
            Some(limit) if self.begun.elapsed() >= limit => {
                Err(Error::timed_out(&self.session.step(), "end", limit))
            }
            _ => Ok(()),
        }
    }

    /// Returns a limit, cut by what is left of the total time. A socket takes a limit of zero for none.
    fn cap(&self, limit: Duration) -> Duration {
        let total = self.client.limits.total;
        let left = total.map_or(limit, |total| total.saturating_sub(self.begun.elapsed()));
        limit.min(left).max(Duration::from_millis(1))
    }

    /// Returns the error of a connection that broke or was silent.
    fn broken(&self, channel: Channel, error: io::Error) -> Error {
        let step = self.session.step();
        // The read timeout of a socket is `WouldBlock` on Unix and `TimedOut` on Windows.
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                let what = if channel == Channel::Data { "data" } else { "reply" };
                let silent = Error::timed_out(&step, what, self.client.limits.read);
                self.check_time().err().unwrap_or(silent)
            }
            _ => Error::Io { step, error },
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
    use std::net::{TcpListener, TcpStream};

    use super::*;
    use crate::blocking::{Connection, block_on};

    /// A listener with as many connections as it holds does not answer further ones on Linux. Elsewhere, documentation
    /// addresses do not answer at most machines; at others a connection to them fails at once.
    #[test]
    fn an_address_that_does_not_answer_is_not_waited_for() {
        let full = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = full.local_addr().unwrap();
        let open = || TcpStream::connect_timeout(&address, STAGGER).ok();
        let _open: Vec<TcpStream> = core::iter::from_fn(open).take(5000).collect();
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
        let client = Client::new();
        let stream: Connection = block_on(connect(&client, &addresses, limit)).unwrap();
        assert_eq!(stream.peer().unwrap(), there);
        // Waiting for the silent address would take all of the limit.
        assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    }
}
