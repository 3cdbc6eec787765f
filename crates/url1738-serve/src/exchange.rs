//! One exchange of the client, at the pace of the browser: content waits on the wire, not in memory.

use core::{
    future::poll_fn,
    net::IpAddr,
    pin::Pin,
    task::{Context, Poll, Waker},
};
use std::io;

use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::{
    sync::{
        OwnedSemaphorePermit,
        mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    },
    task::coop,
};
use url1738::Url;
use url1738_client::{Channel, Client, Error, Event, Handler, Outcome, Outgoing};

/// The octets of content that show what it is.
const HEAD: usize = 1024;

/// An exchange that is under way. Dropping it closes its connections.
pub(crate) struct Exchange {
    future: Pin<Box<dyn Future<Output = Result<Outcome, Error>> + Send>>,
    /// It holds a few pieces of content at most: the exchange pauses after each.
    arrivals: UnboundedReceiver<Arrival>,
    /// The address of the server, once there is a connection.
    pub(crate) peer: Option<IpAddr>,
    /// The last command that was sent: that of a listing says how its lines are written.
    pub(crate) sent: Option<Outgoing>,
    outcome: Option<Result<Outcome, Error>>,
    /// It ends the session when the content has been passed on.
    _session: OwnedSemaphorePermit,
}

/// What the client reports of an exchange.
enum Arrival {
    Content(Bytes),
    Peer(IpAddr),
    Sent(Outgoing),
}

/// The receiver lives as long as the exchange that sends, so no send fails.
struct Sink(UnboundedSender<Arrival>);

impl Handler for Sink {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        if !octets.is_empty() {
            let _ = self.0.send(Arrival::Content(Bytes::copy_from_slice(octets)));
            end_turn();
        }
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>) {
        let _ = match event {
            Event::Connected(Channel::Control, address) => self.0.send(Arrival::Peer(address.ip())),
            Event::Sent(outgoing) if !outgoing.is_farewell() => {
                self.0.send(Arrival::Sent((*outgoing).clone()))
            }
            _ => Ok(()),
        };
    }
}

/// Spends the turn of this task, so that the exchange pauses before it reads on. Otherwise a fast server would fill the
/// memory within one turn: tokio lets a task read a hundred times.
fn end_turn() {
    /// More than a turn has. A task without limit never ends its turn.
    const READS: usize = 256;
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..READS {
        match coop::poll_proceed(&mut context) {
            Poll::Ready(read) => read.made_progress(),
            Poll::Pending => return,
        }
    }
}

impl Exchange {
    /// Begins the exchange for a URL.
    pub(crate) fn new(client: Client, url: Url, session: OwnedSemaphorePermit) -> Self {
        let (sender, arrivals) = unbounded_channel();
        let mut sink = Sink(sender);
        let future = Box::pin(async move { client.fetch_async(&url, &mut sink).await });
        Self { future, arrivals, peer: None, sent: None, outcome: None, _session: session }
    }

    /// Returns what the server reported, if the exchange has ended well.
    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()?.as_ref().ok()
    }

    /// Returns the next octets of the content, or `None` at its end.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, Error> {
        poll_fn(|context| self.poll(context)).await
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Option<Bytes>, Error>> {
        loop {
            while let Ok(arrival) = self.arrivals.try_recv() {
                match arrival {
                    Arrival::Content(chunk) => return Poll::Ready(Ok(Some(chunk))),
                    Arrival::Peer(address) => self.peer = Some(address),
                    Arrival::Sent(outgoing) => self.sent = Some(outgoing),
                }
            }
            match &mut self.outcome {
                // The error is returned once, after what arrived before it.
                Some(outcome @ Err(_)) => {
                    let ended = core::mem::replace(outcome, Ok(Outcome::default()));
                    return Poll::Ready(ended.map(|_| None));
                }
                Some(Ok(_)) => return Poll::Ready(Ok(None)),
                None => {}
            }
            match self.future.as_mut().poll(context) {
                Poll::Ready(outcome) => self.outcome = Some(outcome),
                Poll::Pending if self.arrivals.is_empty() => return Poll::Pending,
                Poll::Pending => {}
            }
        }
    }

    /// Reads the beginning of the content, or all of it if it is short.
    pub(crate) async fn head(&mut self) -> Result<Vec<u8>, Error> {
        let mut head = Vec::new();
        while head.len() < HEAD {
            let Some(chunk) = self.next().await? else { break };
            head.extend_from_slice(&chunk);
        }
        Ok(head)
    }
}

/// The body of an answer: a page, or content as it arrives.
pub(crate) struct Answer {
    /// The page, or the head of the content.
    begun: Option<Bytes>,
    /// The rest of the content.
    exchange: Option<Box<Exchange>>,
    /// The memory that the page takes.
    _held: Option<OwnedSemaphorePermit>,
}

impl Answer {
    pub(crate) fn page(page: impl Into<Bytes>, held: Option<OwnedSemaphorePermit>) -> Self {
        Self { begun: Some(page.into()), exchange: None, _held: held }
    }

    pub(crate) fn content(head: Vec<u8>, exchange: Exchange) -> Self {
        let begun = Some(head).filter(|head| !head.is_empty()).map(Bytes::from);
        Self { begun, exchange: Some(Box::new(exchange)), _held: None }
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let Self { begun, exchange, .. } = self.get_mut();
        let next = match (begun.take(), exchange) {
            (None, Some(exchange)) => exchange.poll(context),
            (begun, _) => Poll::Ready(Ok(begun)),
        };
        // An error ends the answer before its end, so that the browser reports the download as failed.
        next.map(|next| next.transpose().map(|next| next.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        self.begun.is_none() && self.exchange.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        match self.exchange {
            None => SizeHint::with_exact(self.begun.as_ref().map_or(0, |page| page.len() as u64)),
            Some(_) => SizeHint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;
    use std::{
        io::{Read as _, Write as _},
        net::TcpListener,
        sync::Arc,
        thread,
    };

    use tokio::{runtime, sync::Semaphore};

    use super::*;

    /// A server that writes as fast as it can, and a browser that reads slowly.
    #[test]
    fn content_waits_on_the_wire() {
        const LEN: usize = 8 << 20;
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("gopher://{}/9x", listener.local_addr().unwrap());
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            stream.read_exact(&mut [0; 3]).unwrap();
            stream.write_all(&vec![0; LEN]).unwrap();
        });
        let session = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        let client = Client::new().allow_given_ports();
        let mut exchange = Exchange::new(client, url.parse().unwrap(), session);
        let (mut len, mut most) = (0, 0);
        runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
            while let Some(chunk) = exchange.next().await.unwrap() {
                thread::sleep(Duration::from_millis(1));
                (len, most) = (len + chunk.len(), most.max(exchange.arrivals.len()));
            }
        });
        // The client reports one read at a time, and the outcome of the last.
        assert!(len == LEN && most <= 1, "{len} octets, {most} pieces held");
    }
}
