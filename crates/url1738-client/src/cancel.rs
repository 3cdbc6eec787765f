//! Cancellation from another thread.

#[cfg(feature = "tokio")]
use core::task::Waker;
use core::{
    mem::take,
    sync::atomic::{AtomicBool, Ordering},
};
use std::{
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

#[cfg(feature = "tokio")]
use crate::error::Error;

/// A handle that cancels the exchanges of a [`Client`](crate::Client), from any thread.
///
/// ```
/// use url1738::Url;
/// use url1738_client::{Client, Error};
///
/// let client = Client::new();
/// client.cancel_handle().cancel();
/// let url = Url::parse("gopher://127.0.0.1/")?;
/// assert!(matches!(client.fetch(&url, &mut Vec::new()), Err(Error::Cancelled)));
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_cancelled: AtomicBool,
    /// The open connections, which a cancellation shuts down so that no read is waited for.
    open: Mutex<Vec<Weak<TcpStream>>>,
    /// The tasks of exchanges that are under way.
    #[cfg(feature = "tokio")]
    wakers: Mutex<Vec<Waker>>,
}

impl Cancel {
    /// Cancels the exchanges that are under way and all later ones.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::SeqCst);
        for stream in take(&mut *lock(&self.0.open)).iter().filter_map(Weak::upgrade) {
            // A connection that is closed already needs nothing.
            let _ = stream.shutdown(Shutdown::Both);
        }
        #[cfg(feature = "tokio")]
        take(&mut *lock(&self.0.wakers)).into_iter().for_each(Waker::wake);
    }

    /// Returns whether [`cancel`](Self::cancel) was called.
    ///
    /// ```
    /// use url1738_client::Client;
    ///
    /// let handle = Client::new().cancel_handle();
    /// assert!(!handle.is_cancelled());
    /// handle.cancel();
    /// assert!(handle.is_cancelled());
    /// ```
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::SeqCst)
    }

    /// Notes an open connection, and forgets those that were closed.
    pub(crate) fn watch(&self, stream: &Arc<TcpStream>) {
        let mut open = lock(&self.0.open);
        open.retain(|stream| stream.strong_count() > 0);
        open.push(Arc::downgrade(stream));
        drop(open);
        // Another thread may have cancelled before the connection was noted.
        if self.is_cancelled() {
            self.cancel();
        }
    }

    /// Returns the output of a future, or an error as soon as the exchange is cancelled.
    #[cfg(feature = "tokio")]
    pub(crate) async fn guard<T>(
        &self,
        future: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let mut future = core::pin::pin!(future);
        core::future::poll_fn(|context| {
            let mut wakers = lock(&self.0.wakers);
            if !wakers.iter().any(|waker| waker.will_wake(context.waker())) {
                wakers.push(context.waker().clone());
            }
            drop(wakers);
            // Asked after the waker is noted: a cancellation before that wakes nothing.
            match self.is_cancelled() {
                true => core::task::Poll::Ready(Err(Error::Cancelled)),
                false => future.as_mut().poll(context),
            }
        })
        .await
    }
}

/// Locks a list. A thread that panicked leaves it as it was.
fn lock<T>(list: &Mutex<T>) -> MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}
