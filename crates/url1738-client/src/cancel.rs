//! Cancellation from another thread.

use core::sync::atomic::{AtomicBool, Ordering};
use std::{
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex, PoisonError},
};

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
    open: Mutex<Vec<(u64, TcpStream)>>,
    #[cfg(feature = "tokio")]
    wakers: Mutex<Vec<core::task::Waker>>,
}

impl Cancel {
    /// Cancels the exchanges that are under way and all later ones.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::SeqCst);
        let open = core::mem::take(&mut *self.lock());
        for (_, stream) in open {
            // A connection that is closed already needs nothing.
            let _ = stream.shutdown(Shutdown::Both);
        }
        #[cfg(feature = "tokio")]
        for waker in
            core::mem::take(&mut *self.0.wakers.lock().unwrap_or_else(PoisonError::into_inner))
        {
            waker.wake();
        }
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

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(u64, TcpStream)>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes an open connection. Returns a guard that forgets it.
    pub(crate) fn watch(&self, stream: &TcpStream) -> Watched {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        // Without a second descriptor, the read timeout ends the wait.
        if let Ok(stream) = stream.try_clone() {
            self.lock().push((id, stream));
        }
        if self.is_cancelled() {
            self.cancel();
        }
        Watched { cancel: self.clone(), id }
    }

    /// Returns when the exchange is cancelled.
    #[cfg(feature = "tokio")]
    pub(crate) async fn cancelled(&self) {
        core::future::poll_fn(|context| {
            if !self.is_cancelled() {
                let mut wakers = self.0.wakers.lock().unwrap_or_else(PoisonError::into_inner);
                if !wakers.iter().any(|waker| waker.will_wake(context.waker())) {
                    wakers.push(context.waker().clone());
                }
            }
            // Asked again, because the other thread may have come between.
            match self.is_cancelled() {
                true => core::task::Poll::Ready(()),
                false => core::task::Poll::Pending,
            }
        })
        .await;
    }
}

static NEXT: core::sync::atomic::AtomicU64 = core::sync::atomic::AtomicU64::new(0);

/// Forgets a connection when dropped.
#[derive(Debug)]
pub(crate) struct Watched {
    cancel: Cancel,
    id: u64,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.cancel.lock().retain(|(id, _)| *id != self.id);
    }
}
