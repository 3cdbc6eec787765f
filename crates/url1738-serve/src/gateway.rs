//! The gateway before and after its port is open: the options, and the server.

use core::{
    convert::Infallible,
    fmt,
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};
use std::{io, net::TcpListener, sync::Arc};

use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::TcpStream,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};
use url1738::{Redacted, Url};
use url1738_client::{Client, Limits};

use crate::{
    links::{self, bare},
    requests,
    state::{Origin, State},
};

/// The connections of browsers that are open at a time. The others wait.
const CONNECTIONS: usize = 256;
/// The time in which a browser has to send its request.
const REQUEST: Duration = Duration::from_secs(10);
/// The octets of a request, and those that wait for a browser that reads slowly.
const BUFFER: usize = 64 * 1024;
/// The time that a browser has to read an answer after the longest exchange.
const GRACE: Duration = Duration::from_secs(30);

/// The gateway as configured: a client, the address to listen on, and limits.
///
/// ```
/// use core::time::Duration;
/// use url1738_client::Client;
/// use url1738_serve::Gateway;
///
/// let mut gateway = Gateway::new(Client::new());
/// gateway.address = "127.0.0.1:0".parse()?;
/// gateway.limits.total = Some(Duration::from_secs(10));
/// gateway.sessions = 8;
/// gateway.idle = Some(Duration::from_secs(3600));
/// let server = gateway.listen()?;
/// assert!(server.address().ip().is_loopback());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Gateway {
    /// The client that fetches. Its limits and answers, and whether it is `public_only`, are replaced for each request.
    pub client: Client,
    /// The address to listen on [default: a free port of 127.0.0.1]. On an address that is not a loopback address, everyone in
    /// the network who learns the token can use the gateway.
    pub address: SocketAddr,
    /// The limits of each exchange [default: 60 s in total and 64 MiB of content].
    pub limits: Limits,
    /// The exchanges that may be open at a time [default: 64]. A request beyond it is answered with 503.
    pub sessions: usize,
    /// The time without any connection after which the server ends [default: never].
    pub idle: Option<Duration>,
}

impl Gateway {
    /// Creates a gateway with the defaults that fetches with this client.
    #[must_use]
    pub fn new(client: Client) -> Self {
        let mut limits = Limits::default();
        limits.total = Some(Duration::from_secs(60));
        limits.bytes = Some(64 * 1024 * 1024);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        Self { client, address, limits, sessions: 64, idle: None }
    }

    /// Opens the port and chooses the token.
    ///
    /// # Errors
    ///
    /// Returns an error if the address cannot be bound, or the system has no random numbers.
    pub fn listen(self) -> io::Result<Server> {
        let mut token = [0; 16];
        getrandom::fill(&mut token).map_err(io::Error::other)?;
        let token = u128::from_ne_bytes(token);
        let listener = TcpListener::bind(self.address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let home = format!("/{token:032x}/");
        // Ports are part of what the user or a page names. The client refuses those that browsers block.
        let client = self.client.allow_given_ports().details().identify();
        let state = State::new(Self { client, address, ..self }, home);
        Ok(Server { listener, state: Arc::new(state) })
    }
}

/// A gateway whose port is open. Debug does not show the token.
pub struct Server {
    listener: TcpListener,
    state: Arc<State>,
}

impl Server {
    /// Returns the address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.state.gateway.address
    }

    /// Returns the address of the first page. It contains the token: whoever knows it can use the gateway.
    #[must_use]
    pub fn home(&self) -> String {
        format!("http://{}{}", self.address(), self.state.home)
    }

    /// Returns the address of the page that opens `url`. Private addresses are refused until the user confirms them there. A
    /// password is kept in memory, and the address does not contain it.
    ///
    /// ```
    /// use url1738_client::Client;
    /// use url1738_serve::Gateway;
    ///
    /// let server = Gateway::new(Client::new()).listen()?;
    /// let page = server.page("gopher://host.dom/1/docs");
    /// assert!(page.starts_with(&server.home()) && page.ends_with("gopher%3A%2F%2Fhost.dom%2F1%2Fdocs"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn page(&self, url: &str) -> String {
        let bare = Url::parse(url).map_or_else(
            |_| Redacted::new(url.as_bytes()).to_string(),
            |url| {
                self.state.remember_password(&url, &Origin::default());
                bare(&url)
            },
        );
        self.home() + &links::get(&bare, [])
    }

    /// Serves until the idle time passes, on the calling thread.
    ///
    /// # Errors
    ///
    /// Returns an error if the runtime cannot be created.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(self.serve())
    }

    async fn serve(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let open = Arc::new(Semaphore::new(CONNECTIONS));
        loop {
            let Ok(permit) = Arc::clone(&open).acquire_owned().await else { return Ok(()) };
            let accepted = match self.state.gateway.idle {
                Some(idle) => timeout(idle, listener.accept()).await,
                None => Ok(listener.accept().await),
            };
            match accepted {
                Ok(Ok((stream, _))) => {
                    tokio::spawn(connection(Arc::clone(&self.state), stream, permit));
                }
                // The system has no descriptors left, or the browser is gone already.
                Ok(Err(_)) => sleep(Duration::from_millis(100)).await,
                // All permits are back, but for the one that waits for the next connection.
                Err(_) if open.available_permits().saturating_add(1) == CONNECTIONS => {
                    return Ok(());
                }
                Err(_) => {}
            }
        }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address()).finish_non_exhaustive()
    }
}

/// Answers one request of a browser. A connection is closed after it, so that no browser holds one.
async fn connection(state: Arc<State>, stream: TcpStream, _permit: OwnedSemaphorePermit) {
    let limit = state.gateway.limits.total.unwrap_or(REQUEST).saturating_add(GRACE);
    let service = service_fn(|request| {
        let state = Arc::clone(&state);
        async move { Ok::<_, Infallible>(requests::answer(&state, &request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST)
        .keep_alive(false)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service);
    // An error is that of a browser that is gone, and a browser that does not read loses the connection.
    let _ = timeout(limit, connection).await;
}
