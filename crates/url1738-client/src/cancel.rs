//! Cancellation from another thread.

use core::{
    fmt::Debug,
    future::poll_fn,
    mem::take,
    pin::pin,
    sync::atomic::{AtomicBool, Ordering},
    task::{Poll, Waker},
};
use std::{
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

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
    is_cancelled: AtomicBool,
    /// The calls that wait for a server.
    waiting: Mutex<Vec<Weak<dyn Waiting>>>,
}

/// What a cancellation ends.
pub(crate) trait Waiting: Debug + Send + Sync {
    fn end(&self);
}

/// A blocking call that reads from the connection returns.
impl Waiting for TcpStream {
    fn end(&self) {
        // A connection that is closed already needs nothing.
        let _ = self.shutdown(Shutdown::Both);
    }
}

/// The task of an exchange looks whether it is cancelled.
impl Waiting for Waker {
    fn end(&self) {
        self.wake_by_ref();
    }
}

impl Cancel {
    /// Cancels the exchanges that are under way and all later ones.
    pub fn cancel(&self) {
        // Before the list is taken, so that what is added to it later finds the exchange cancelled.
        self.0.is_cancelled.store(true, Ordering::SeqCst);
        for waiting in take(&mut *self.waiting()).iter().filter_map(Weak::upgrade) {
            waiting.end();
        }
    }

    /// Returns whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::SeqCst)
    }

    /// Adds something that a cancellation ends, and removes what is gone.
    pub(crate) fn watch<W: Waiting + 'static>(&self, new: &Arc<W>) {
        let mut waiting = self.waiting();
        waiting.retain(|waiting| waiting.strong_count() > 0);
        // The binding makes it a trait object.
        let new: Weak<W> = Arc::downgrade(new);
        waiting.push(new);
        drop(waiting);
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
        let (mut future, mut noted) = (pin!(future), None::<Arc<Waker>>);
        poll_fn(|context| {
            if !noted.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
                self.watch(noted.insert(Arc::new(context.waker().clone())));
            }
            // The other order has a gap: not cancelled yet, cancelled, and then a waker that no one wakes.
            // Asked after the waker is noted: a cancellation before that wakes nothing.
            match self.is_cancelled() {
                true => Poll::Ready(Err(Error::Cancelled)),
                false => future.as_mut().poll(context),
            }
        })
        .await
    }

    /// Locks the list. A thread that panicked leaves it as it was.
    fn waiting(&self) -> MutexGuard<'_, Vec<Weak<dyn Waiting>>> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
