//! Cancellation from another thread.

use core::{future::poll_fn, pin::pin, task::Poll};
use std::sync::Arc;

use tokio::sync::watch;

use crate::error::Error;

/// A handle that cancels the exchanges of a [`Client`](crate::Client), from any thread. A session that is handed over is ended by
/// its [`stream`](crate::Handover::stream).
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
pub struct Cancel(Arc<watch::Sender<bool>>);

impl Cancel {
    /// Cancels the exchanges that are under way and all later ones.
    pub fn cancel(&self) {
        self.0.send_replace(true);
    }

    /// Returns whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        *self.0.borrow()
    }

    /// Returns the output of a future, or an error as soon as the exchange is cancelled.
    pub(crate) async fn guard<T>(
        &self,
        future: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let mut receiver = self.0.subscribe();
        let (mut future, mut cancelled) = (pin!(future), pin!(receiver.wait_for(|it| *it)));
        poll_fn(|context| match cancelled.as_mut().poll(context) {
            Poll::Ready(_) => Poll::Ready(Err(Error::Cancelled)),
            Poll::Pending => future.as_mut().poll(context),
        })
        .await
    }
}
