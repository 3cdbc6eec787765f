//! The synchronous client.

use core::{
    net::SocketAddr,
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};
use std::{
    fs::File,
    io::{self, Read as _, Write as _},
    net::{Shutdown, TcpStream, ToSocketAddrs as _},
    path::Path,
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::Instant,
};

use url1738::{
    Storage, Url,
    plan::{Answers, Plan},
};

use crate::{
    cancel::Cancel,
    error::Error,
    exchange::{self, STAGGER, Transport, dial, regular},
    handler::{Event, Handler},
    handover::Handover,
    identity::Identity,
    limits::Limits,
    options::{Options, impl_options},
    outcome::Outcome,
    policy::Policy,
    session::{Action, Protocol},
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
        ready(exchange::fetch::<Connection, T, _>(&self.0, url, handler))
    }

    /// Carries a plan out, and passes the content on as it arrives.
    ///
    /// # Errors
    ///
    /// Returns an error as [`fetch`](Self::fetch) does.
    pub fn carry_out(&self, plan: &Plan, handler: &mut dyn Handler) -> Result<Outcome, Error> {
        let begun = Instant::now();
        ready(exchange::carry_out::<Connection, _>(&self.0, plan.clone(), handler, begun))
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
        let mut session = self.0.session(plan.clone())?;
        if session.protocol() != Protocol::Telnet {
            return Err(Error::NoPlan);
        }
        loop {
            match session.next_action()? {
                Action::Advise(step) => handler.event(&Event::Advice(&step)),
                Action::Connect(endpoint) => {
                    let dialed = ready(dial(&self.0, &endpoint, self.0.limits.connect));
                    self.0.check_cancelled()?;
                    let Connection(stream) = dialed?;
                    return Ok(Handover::new(session, stream));
                }
                _ => return Err(Error::NoPlan),
            }
        }
    }
}

/// Runs a future of an [`exchange`] over [`Connection`]s. Their calls block, so the future is ready when it is first polled, and
/// the waker is never used.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

/// An open connection, which a cancellation shuts down.
struct Connection(Arc<TcpStream>);

impl Transport for Connection {
    const BUFFER: usize = 64 * 1024;

    type File = File;

    async fn resolve(
        cancel: &Cancel,
        host: &str,
        port: u16,
        limit: Duration,
    ) -> io::Result<Vec<SocketAddr>> {
        let (sender, receiver) = mpsc::channel();
        let host = host.to_owned();
        spawn(move || {
            let found = (host.as_str(), port).to_socket_addrs().map(Iterator::collect);
            // Fails if the limit was shorter.
            let _ = sender.send(found);
        })?;
        wait(cancel, &receiver, limit)?
    }

    async fn connect(
        cancel: &Cancel,
        addresses: &[SocketAddr],
        limit: Duration,
    ) -> io::Result<Self> {
        let begun = Instant::now();
        let (sender, receiver) = mpsc::channel();
        let mut waiting = addresses.iter().copied();
        let mut running = 0;
        let mut last = io::ErrorKind::AddrNotAvailable.into();
        loop {
            let left = limit.saturating_sub(begun.elapsed());
            if let Some(address) = waiting.next() {
                running += 1;
                let sender = sender.clone();
                spawn(move || {
                    let left = left.max(Duration::from_millis(1));
                    // Fails if another address was faster; the connection is closed then.
                    let _ = sender.send(TcpStream::connect_timeout(&address, left));
                })?;
            } else if running == 0 {
                return Err(last);
            }
            // The next address is tried after a while, or at once if one failed.
            let pause = if waiting.len() == 0 { left } else { left.min(STAGGER) };
            match wait(cancel, &receiver, pause) {
                Ok(Ok(stream)) => {
                    // Commands are short and wait for their replies.
                    stream.set_nodelay(true)?;
                    let stream = Arc::new(stream);
                    cancel.watch(&stream);
                    return Ok(Self(stream));
                }
                Ok(Err(error)) => {
                    running -= 1;
                    last = error;
                }
                Err(error)
                    if error.kind() == io::ErrorKind::TimedOut && begun.elapsed() < limit => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn peer(&self) -> io::Result<SocketAddr> {
        self.0.peer_addr()
    }

    async fn receive(&mut self, buffer: &mut [u8], limit: Duration) -> io::Result<usize> {
        self.0.set_read_timeout(Some(limit))?;
        (&*self.0).read(buffer)
    }

    async fn send(&mut self, octets: &[u8], limit: Duration) -> io::Result<()> {
        self.0.set_write_timeout(Some(limit))?;
        (&*self.0).write_all(octets)
    }

    async fn shut_down(&mut self) -> io::Result<()> {
        self.0.shutdown(Shutdown::Write)
    }

    async fn open(path: &Path) -> io::Result<File> {
        regular(&path.metadata()?)?;
        File::open(path)
    }

    async fn read_file(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
        file.read(buffer)
    }
}

/// How long a wait lasts at most before a cancellation is noticed.
const SLICE: Duration = Duration::from_millis(20);

/// Waits for what a thread sends.
fn wait<T>(cancel: &Cancel, receiver: &Receiver<T>, limit: Duration) -> io::Result<T> {
    let begun = Instant::now();
    loop {
        if cancel.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let left = limit.saturating_sub(begun.elapsed());
        match receiver.recv_timeout(left.min(SLICE)) {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Timeout) if !left.is_zero() => {}
            Err(_) => return Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("connect".to_owned()).spawn(work).map(drop)
}

#[cfg(test)]
mod tests {
    use core::net::Ipv4Addr;
    use std::net::TcpListener;

    use super::*;

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
        let stream = ready(Connection::connect(&Cancel::default(), &addresses, limit)).unwrap();
        assert_eq!(stream.peer().unwrap(), there);
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }
}
