//! Connections whose calls block the calling thread.

use core::{
    future::poll_fn,
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
        mpsc::{self, TryRecvError},
    },
    task::Wake,
    thread::{self, Thread},
    time::Instant,
};

use crate::{
    cancel::Cancel,
    client::Client,
    exchange::{Kept, Transport, regular},
};

/// How long a timer is late at most: none wakes the thread.
const SLICE: Duration = Duration::from_millis(20);

/// Runs a future of an [`exchange`](crate::exchange) over [`Connection`]s. Reading and writing block, so the future waits
/// for names and connections only.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let (mut future, mut context) = (pin!(future), Context::from_waker(&waker));
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        thread::park_timeout(SLICE);
    }
}

/// Returns the result of blocking work, which another thread does: it may go on after no one waits for it any more.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    let (sender, receiver) = mpsc::channel();
    let waker = poll_fn(|context| Poll::Ready(context.waker().clone())).await;
    thread::Builder::new().name("connect".to_owned()).spawn(move || {
        // Fails if the limit was shorter.
        let _ = sender.send(work());
        waker.wake();
    })?;
    poll_fn(|_| match receiver.try_recv() {
        Ok(result) => Poll::Ready(result),
        Err(TryRecvError::Empty) => Poll::Pending,
        Err(TryRecvError::Disconnected) => Poll::Ready(Err(io::ErrorKind::Other.into())),
    })
    .await
}

/// An open connection, which a cancellation shuts down.
#[derive(Debug)]
pub(crate) struct Connection(pub(crate) Arc<TcpStream>);

impl Transport for Connection {
    const BUFFER: usize = 64 * 1024;

    type File = File;

    fn sleep(time: Duration) -> impl Future<Output = ()> {
        let begun = Instant::now();
        poll_fn(move |_| if begun.elapsed() < time { Poll::Pending } else { Poll::Ready(()) })
    }

    async fn resolve(host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let host = host.to_owned();
        on_thread(move || Ok((host.as_str(), port).to_socket_addrs()?.collect())).await
    }

    async fn connect(address: SocketAddr, limit: Duration) -> io::Result<Self> {
        let stream = on_thread(move || TcpStream::connect_timeout(&address, limit)).await?;
        // Commands are short and wait for their replies.
        stream.set_nodelay(true)?;
        Ok(Self(Arc::new(stream)))
    }

    fn watch(&self, cancel: &Cancel) {
        cancel.watch(&self.0);
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

    fn take(client: &Client) -> Option<Kept<Self>> {
        client.kept.lock().ok()?.take()
    }

    fn keep(client: &Client, kept: Kept<Self>) {
        if let Ok(mut place) = client.kept.lock() {
            *place = Some(kept);
        }
    }
}
