//! Cancellation from another thread.

use core::{future::poll_fn, pin::pin, task::Poll};
use std::{
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex, Weak},
};

use tokio::sync::watch;

use crate::error::Error;

/// A handle that cancels the exchanges of a [`Client`](crate::Client), from any thread.
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Client, Error};
///
/// let client = Client::new();
/// let handle = client.cancel_handle();
/// assert!(!handle.is_cancelled());
/// handle.cancel();
/// let url = Url::parse("gopher://127.0.0.1/")?;
/// assert!(matches!(client.fetch(&url, &mut Vec::new()), Err(Error::Cancelled)));
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_cancelled: watch::Sender<bool>,
    /// The connections that are handed over, whose reader waits for the server.
    handed_over: Mutex<Vec<Weak<TcpStream>>>,
}

impl Cancel {
    /// Cancels the exchanges that are under way and all later ones.
    pub fn cancel(&self) {
        // Before the list is read, so that what is added to it later finds the exchange cancelled.
        self.0.is_cancelled.send_replace(true);
        let Ok(handed_over) = self.0.handed_over.lock() else { return };
        for stream in handed_over.iter().filter_map(Weak::upgrade) {
            // A connection that is closed already needs nothing.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Returns whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        *self.0.is_cancelled.borrow()
    }

    /// Lets a cancellation shut a connection down.
    pub(crate) fn watch(&self, stream: &Arc<TcpStream>) {
        if let Ok(mut handed_over) = self.0.handed_over.lock() {
            handed_over.retain(|stream| stream.strong_count() > 0);
            handed_over.push(Arc::downgrade(stream));
        }
        // Another thread may have cancelled before it was noted.
        if self.is_cancelled() {
            self.cancel();
        }
    }

    /// Returns the output of a future, or an error as soon as the exchange is cancelled.
    pub(crate) async fn guard<T>(
        &self,
        future: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let mut receiver = self.0.is_cancelled.subscribe();
        let (mut future, mut cancelled) = (pin!(future), pin!(receiver.wait_for(|it| *it)));
        poll_fn(|context| match cancelled.as_mut().poll(context) {
            Poll::Ready(_) => Poll::Ready(Err(Error::Cancelled)),
            Poll::Pending => future.as_mut().poll(context),
        })
        .await
    }
}
