//! The client for the runtime tokio.

use core::{net::SocketAddr, time::Duration};
use std::{io, path::Path, time::Instant};

use tokio::{
    fs::File,
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use url1738::{AnyUrl, plan::Plan};

use crate::{
    client::Client,
    error::Error,
    exchange::{self, Transport, regular, within},
    handler::Handler,
    outcome::Outcome,
};

impl Client {
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
        self.cancel.guard(exchange::fetch::<TcpStream, _>(self, url, handler)).await
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
        let (plan, begun) = (plan.clone(), Instant::now());
        let carry_out =
            exchange::carry_out::<TcpStream, _>(self, (plan, true, false), handler, begun);
        self.cancel.guard(carry_out).await
    }
}

impl Transport for TcpStream {
    /// A thousand exchanges may be under way.
    const BUFFER: usize = 16 * 1024;

    type File = File;

    fn sleep(time: Duration) -> impl Future<Output = ()> {
        tokio::time::sleep(time)
    }

    async fn resolve(host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok(tokio::net::lookup_host((host, port)).await?.collect())
    }

    async fn connect(address: SocketAddr, _: Duration) -> io::Result<Self> {
        let stream = Self::connect(address).await?;
        // Commands are short and wait for their replies.
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    fn peer(&self) -> io::Result<SocketAddr> {
        self.peer_addr()
    }

    async fn receive(&mut self, buffer: &mut [u8], limit: Duration) -> io::Result<usize> {
        within::<Self, _>(limit, self.read(buffer)).await
    }

    async fn send(&mut self, octets: &[u8], limit: Duration) -> io::Result<()> {
        within::<Self, _>(limit, self.write_all(octets)).await
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
