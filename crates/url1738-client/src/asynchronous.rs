//! The client for the runtime tokio.

use core::{future::Future, net::SocketAddr, pin::pin, task::Poll, time::Duration};
use std::{
    io,
    path::{Path, PathBuf},
    time::Instant,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use url1738::{
    Storage, Url,
    plan::{Answers, Endpoint, Plan},
};

use crate::{
    cancel::Cancel,
    clock::Clock,
    dial::{STAGGER, left},
    error::Error,
    handler::{Event, Handler},
    identity::Identity,
    limits::Limits,
    local,
    options::{Options, impl_options},
    outcome::{Outcome, Progress},
    policy::Policy,
    redirect::target,
    session::{Action, Channel, Outgoing, Session},
};

/// A client that carries plans out over TCP, as futures of the runtime tokio. Its options are those of
/// [`Client`](crate::Client).
///
/// Files of this machine are read on the threads that the runtime has for blocking operations. Handlers are called on the
/// task of the exchange, so they should not block.
///
/// ```
/// use std::{io::{Read as _, Write as _}, net::TcpListener, thread};
/// use url1738::Url;
/// use url1738_client::{AsyncClient, Policy, plan::Answers};
///
/// let server = TcpListener::bind("127.0.0.1:0")?;
/// let client = AsyncClient::new()
///     .connect_to(server.local_addr()?)
///     .policy(Policy::default())
///     .answers(Answers::new());
/// let serving = thread::spawn(move || {
///     let (mut stream, _) = server.accept()?;
///     let mut request = [0; 8];
///     stream.read_exact(&mut request)?;
///     stream.write_all(b"hello")
/// });
/// let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
/// let (url, mut content) = (Url::parse("gopher://host.dom/0/about")?, Vec::new());
/// let outcome = runtime.block_on(client.fetch(&url, &mut content))?;
/// assert_eq!((content.as_slice(), outcome.content_len), (&b"hello"[..], 5));
/// serving.join().unwrap()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct AsyncClient(Options);

impl AsyncClient {
    /// Creates a client with the default limits, which connects to any address.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    impl_options!();

    /// Carries the plan of a URL out, like [`Client::fetch`](crate::Client::fetch).
    ///
    /// # Errors
    ///
    /// Returns an error as [`Client::fetch`](crate::Client::fetch) does.
    pub async fn fetch<T: Storage>(
        &self,
        url: &Url<T>,
        handler: &mut (dyn Handler + Send),
    ) -> Result<Outcome, Error> {
        let clock = Clock::new(&self.0.limits);
        let mut redirects = self.0.redirects;
        let (mut plan, mut base) = (url.plan()?, url.to_string());
        loop {
            match self.exchange(plan, handler, clock).await {
                Err(Error::Redirected { step, location }) if redirects > 0 => {
                    redirects = redirects.saturating_sub(1);
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

    /// Carries a plan out, like [`Client::carry_out`](crate::Client::carry_out).
    ///
    /// # Errors
    ///
    /// Returns an error as [`fetch`](Self::fetch) does.
    pub async fn carry_out(
        &self,
        plan: &Plan,
        handler: &mut (dyn Handler + Send),
    ) -> Result<Outcome, Error> {
        self.exchange(plan.clone(), handler, Clock::new(&self.0.limits)).await
    }

    async fn exchange(
        &self,
        plan: Plan,
        handler: &mut (dyn Handler + Send),
        clock: Clock,
    ) -> Result<Outcome, Error> {
        let session = self.0.session(plan)?;
        let exchange =
            Exchange { options: &self.0, session, clock, control: None, peer: None, data: None };
        let cancelled = async {
            self.0.cancel.cancelled().await;
            Err(Error::Cancelled)
        };
        first(exchange.run(handler), cancelled).await
    }
}

/// Returns the output of the future that is ready first.
async fn first<T>(one: impl Future<Output = T>, other: impl Future<Output = T>) -> T {
    let (mut one, mut other) = (pin!(one), pin!(other));
    core::future::poll_fn(|context| match other.as_mut().poll(context) {
        Poll::Pending => one.as_mut().poll(context),
        ready => ready,
    })
    .await
}

/// One exchange.
struct Exchange<'a> {
    options: &'a Options,
    session: Session,
    clock: Clock,
    control: Option<TcpStream>,
    /// The server, which a socket no longer names once the connection is reset.
    peer: Option<SocketAddr>,
    data: Option<TcpStream>,
}

/// What is read at once. A thousand exchanges may be under way.
const BUFFER: usize = 16 * 1024;

/// An action, without the session it borrows from.
enum Next {
    Connect(Endpoint),
    Send(Outgoing),
    Receive(Channel),
    OpenData(u16),
    Open(PathBuf),
}

impl Exchange<'_> {
    async fn run(mut self, handler: &mut (dyn Handler + Send)) -> Result<Outcome, Error> {
        let mut buffer = vec![0; BUFFER];
        let mut progress = Progress::default();
        loop {
            self.clock.check(&self.session)?;
            let next = match self.session.next_action()? {
                Action::Connect(endpoint) => Next::Connect(endpoint.clone()),
                Action::Send(outgoing) => Next::Send(outgoing),
                Action::Receive(channel) => Next::Receive(channel),
                Action::OpenData(port) => Next::OpenData(port),
                Action::Ask(question) => {
                    let (prompt, answers) = (self.session.prompt(), self.session.answers().clone());
                    let answers = handler.answer(question, prompt, answers);
                    self.session.answer(answers);
                    self.clock.restart();
                    continue;
                }
                Action::Open(segments) => Next::Open(local::path_of(segments)),
                Action::Compose(address) => {
                    handler.event(&Event::Compose(address));
                    continue;
                }
                Action::Advise(step) => {
                    handler.event(&Event::Advice(step));
                    continue;
                }
                Action::Done => {
                    progress.report(&self.session, handler);
                    if let Some(control) = &mut self.control {
                        // The server may have closed it already.
                        let _ = control.shutdown().await;
                    }
                    return Ok(Outcome::of(&self.session, self.peer));
                }
            };
            progress.report_replies(&self.session, handler);
            let done = self.carry_out(next, handler, &mut buffer).await;
            progress.report(&self.session, handler);
            done?;
        }
    }

    async fn carry_out(
        &mut self,
        next: Next,
        handler: &mut (dyn Handler + Send),
        buffer: &mut [u8],
    ) -> Result<(), Error> {
        match next {
            Next::Connect(endpoint) => {
                self.control = None;
                let limit = self.clock.cap(self.options.limits.connect);
                let stream = self.dial(&endpoint, limit).await?;
                self.opened(Channel::Control, &stream, handler)?;
                self.control = Some(stream);
            }
            Next::OpenData(port) => {
                let peer = self.peer.ok_or(Error::NoPlan)?;
                let address = SocketAddr::new(peer.ip(), port);
                let limit = self.clock.cap(self.options.limits.connect);
                match connect("data", &[address], limit, limit).await {
                    Ok(stream) => {
                        self.opened(Channel::Data, &stream, handler)?;
                        self.data = Some(stream);
                    }
                    Err(_) => self.session.data_failed(),
                }
            }
            Next::Send(outgoing) => {
                handler.event(&Event::Sent(&outgoing));
                let limit = self.clock.cap(self.options.limits.read);
                let Some(stream) = &mut self.control else { return Err(Error::NoPlan) };
                match within(limit, stream.write_all(outgoing.octets())).await {
                    Err(source) if !outgoing.is_farewell() => {
                        return Err(self.broken(Channel::Control, source));
                    }
                    _ => self.clock.restart(),
                }
            }
            Next::Receive(channel) => {
                let limit = self.clock.wait(channel, &self.session)?;
                let stream = match channel {
                    Channel::Control => &mut self.control,
                    Channel::Data => &mut self.data,
                };
                let Some(stream) = stream else { return Err(Error::NoPlan) };
                let read = within(limit, stream.read(buffer)).await;
                let len = read.map_err(|source| self.broken(channel, source))?;
                let octets = buffer.get(..len).unwrap_or_default();
                handler.event(&Event::Received(channel, octets, self.session.secrets()));
                if channel == Channel::Data && octets.is_empty() {
                    self.data = None;
                }
                let content = self.session.received(octets)?;
                if channel == Channel::Data || !content.is_empty() {
                    self.clock.restart();
                }
                handler.content(&content).map_err(Error::Sink)?;
            }
            Next::Open(path) => self.open(&path, handler, buffer).await?,
        }
        Ok(())
    }

    /// Passes on a file of this machine.
    async fn open(
        &mut self,
        path: &Path,
        handler: &mut (dyn Handler + Send),
        buffer: &mut [u8],
    ) -> Result<(), Error> {
        let failed = |source| local::failed(path, source);
        // Opening a pipe would wait for its writer.
        let data = tokio::fs::metadata(path).await.map_err(failed)?;
        local::regular(&data).map_err(failed)?;
        let mut file = tokio::fs::File::open(path).await.map_err(failed)?;
        loop {
            let len = file.read(buffer).await.map_err(failed)?;
            if len == 0 {
                return Ok(());
            }
            self.session.count(len)?;
            handler.content(buffer.get(..len).unwrap_or_default()).map_err(Error::Sink)?;
            self.clock.check(&self.session)?;
        }
    }

    async fn dial(&self, endpoint: &Endpoint, limit: Duration) -> Result<TcpStream, Error> {
        let deadline = Instant::now().checked_add(limit);
        let (host, port) = self.options.target(endpoint)?;
        let found = match (self.options.connect_to, host.parse()) {
            (Some(address), _) => vec![address],
            (None, Ok(address)) => vec![SocketAddr::new(address, port)],
            (None, Err(_)) => {
                let found = within(limit, tokio::net::lookup_host((host.as_str(), port))).await;
                match found.map(Iterator::collect::<Vec<_>>) {
                    Ok(found) => found,
                    Err(source) if source.kind() == io::ErrorKind::TimedOut => {
                        return Err(timed_out("resolve", "address", limit));
                    }
                    Err(source) => return Err(Error::Resolve { host, source }),
                }
            }
        };
        let addresses = self.options.allowed(&host, found)?;
        let rest = left(deadline).unwrap_or(limit);
        connect(&format!("{host} port {port}"), &addresses, rest, limit).await
    }

    fn opened(
        &mut self,
        channel: Channel,
        stream: &TcpStream,
        handler: &mut (dyn Handler + Send),
    ) -> Result<(), Error> {
        // Commands are short and wait for their replies.
        stream.set_nodelay(true).map_err(|source| self.broken(channel, source))?;
        if let Ok(address) = stream.peer_addr() {
            if channel == Channel::Control {
                self.peer = Some(address);
            }
            handler.event(&Event::Connected(channel, address));
        }
        self.clock.restart();
        Ok(())
    }

    fn broken(&self, channel: Channel, source: io::Error) -> Error {
        match self.clock.timed_out(&source, channel, &self.session) {
            Some(error) => error,
            None => Error::Io { step: self.session.step(), source },
        }
    }
}

/// Connects to the first of the addresses that answers, in what is left of the limit. Each gets a head start before the next
/// (RFC 8305).
async fn connect(
    host: &str,
    addresses: &[SocketAddr],
    rest: Duration,
    limit: Duration,
) -> Result<TcpStream, Error> {
    let attempt = |(index, address): (usize, &SocketAddr)| {
        let (address, index) = (*address, u32::try_from(index).unwrap_or(u32::MAX));
        async move {
            tokio::time::sleep(STAGGER.saturating_mul(index)).await;
            TcpStream::connect(address).await
        }
    };
    let mut attempts: Vec<_> =
        addresses.iter().enumerate().map(|it| Some(Box::pin(attempt(it)))).collect();
    let mut last = None;
    let any = core::future::poll_fn(|context| {
        for attempt in &mut attempts {
            let Some(running) = attempt else { continue };
            match running.as_mut().poll(context) {
                Poll::Pending => {}
                Poll::Ready(Ok(stream)) => return Poll::Ready(Ok(stream)),
                Poll::Ready(Err(error)) => {
                    last = Some(error);
                    *attempt = None;
                }
            }
        }
        match attempts.iter().all(Option::is_none) {
            true => {
                let none = || io::ErrorKind::AddrNotAvailable.into();
                Poll::Ready(Err(last.take().unwrap_or_else(none)))
            }
            false => Poll::Pending,
        }
    });
    match timeout(rest, any).await {
        Ok(Ok(stream)) => Ok(stream),
        Ok(Err(source)) => Err(Error::Connect { host: host.to_owned(), source }),
        Err(_) => Err(timed_out("connect", "connection", limit)),
    }
}

/// Returns the result of a future, or the error of a read that takes too long.
async fn within<T>(limit: Duration, future: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    match timeout(limit, future).await {
        Ok(result) => result,
        Err(_) => Err(io::ErrorKind::TimedOut.into()),
    }
}

fn timed_out(step: &str, what: &'static str, limit: Duration) -> Error {
    Error::TimedOut { step: step.to_owned(), what, limit }
}
