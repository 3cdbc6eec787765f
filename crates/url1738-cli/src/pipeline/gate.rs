//! Lets at most one line be held that is longer than a chunk.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Closed while a long line is held.
#[derive(Debug, Default)]
pub(super) struct Gate {
    closed: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    /// Waits until the gate is open.
    pub(super) fn wait(&self) -> MutexGuard<'_, bool> {
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        while *closed {
            closed = self.opened.wait(closed).unwrap_or_else(PoisonError::into_inner);
        }
        closed
    }

    /// Waits until the gate is open, and closes it.
    pub(super) fn pass(self: &Arc<Self>) -> Pass {
        *self.wait() = true;
        Pass(Arc::clone(self))
    }
}

/// The permission to hold a long line. Dropping it opens the gate.
#[derive(Debug)]
pub(super) struct Pass(Arc<Gate>);

impl Drop for Pass {
    fn drop(&mut self) {
        *self.0.closed.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.0.opened.notify_one();
    }
}
