//! The client for the runtime tokio.

use core::{future::Future, net::SocketAddr, task::Poll, time::Duration};
use std::{io, path::Path, time::Instant};

use tokio::{
    fs::File,
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{sleep, timeout},
};
use url1738::{
    Storage, Url,
    plan::{Answers, Plan},
};

use crate::{
    cancel::Cancel,
    error::Error,
    exchange::{self, STAGGER, Transport, regular},
    handler::Handler,
    identity::Identity,
    limits::Limits,
    options::{Options, impl_options},
    outcome::Outcome,
    policy::Policy,
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
        let fetch = exchange::fetch::<TcpStream, T, _>(&self.0, url, handler);
        self.0.cancel.guard(fetch).await
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
        let (plan, begun) = (plan.clone(), Instant::now());
        let carry_out = exchange::carry_out::<TcpStream, _>(&self.0, plan, handler, begun);
        self.0.cancel.guard(carry_out).await
    }
}

impl Transport for TcpStream {
    /// A thousand exchanges may be under way.
    const BUFFER: usize = 16 * 1024;

    type File = File;

    async fn resolve(
        _: &Cancel,
        host: &str,
        port: u16,
        limit: Duration,
    ) -> io::Result<Vec<SocketAddr>> {
        Ok(within(limit, tokio::net::lookup_host((host, port))).await?.collect())
    }

    async fn connect(_: &Cancel, addresses: &[SocketAddr], limit: Duration) -> io::Result<Self> {
        let attempt = |(index, address): (u32, &SocketAddr)| {
            let address = *address;
            Box::pin(async move {
                // INVARIANT: at most eight addresses are tried.
                sleep(STAGGER * index).await;
                Self::connect(address).await
            })
        };
        let mut attempts: Vec<_> = (0..).zip(addresses).map(attempt).collect();
        let mut last = io::ErrorKind::AddrNotAvailable.into();
        let any = core::future::poll_fn(|context| {
            let mut connected = None;
            attempts.retain_mut(|attempt| match attempt.as_mut().poll(context) {
                Poll::Pending => true,
                Poll::Ready(Ok(stream)) => {
                    connected.get_or_insert(stream);
                    false
                }
                Poll::Ready(Err(error)) => {
                    last = error;
                    false
                }
            });
            match connected {
                Some(stream) => Poll::Ready(Ok(stream)),
                None if attempts.is_empty() => {
                    Poll::Ready(Err(core::mem::replace(&mut last, io::ErrorKind::Other.into())))
                }
                None => Poll::Pending,
            }
        });
        let stream = within(limit, any).await?;
        // Commands are short and wait for their replies.
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    fn peer(&self) -> io::Result<SocketAddr> {
        self.peer_addr()
    }

    async fn receive(&mut self, buffer: &mut [u8], limit: Duration) -> io::Result<usize> {
        within(limit, self.read(buffer)).await
    }

    async fn send(&mut self, octets: &[u8], limit: Duration) -> io::Result<()> {
        within(limit, self.write_all(octets)).await
    }

    async fn shut_down(&mut self) -> io::Result<()> {
        self.shutdown().await
    }

    async fn open(path: &Path) -> io::Result<File> {
        regular(&tokio::fs::metadata(path).await?)?;
        File::open(path).await
    }

    async fn read_file(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
        file.read(buffer).await
    }
}

/// Returns the result of a future, or an error if it takes too long.
async fn within<T>(limit: Duration, future: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    timeout(limit, future).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}
