//! The times of an exchange against its limits.

use core::time::Duration;
use std::{io, time::Instant};

use crate::{
    dial::left,
    error::Error,
    limits::Limits,
    session::{Channel, Session},
};

/// The times of an exchange.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    limits: Limits,
    end: Option<Instant>,
    /// When the wait for the current reply began.
    since: Instant,
}

impl Clock {
    pub(crate) fn new(limits: &Limits) -> Self {
        let now = Instant::now();
        let end = limits.total.and_then(|total| now.checked_add(total));
        Self { limits: *limits, end, since: now }
    }

    /// Begins to wait anew.
    pub(crate) fn restart(&mut self) {
        self.since = Instant::now();
    }

    /// Returns an error if the total time is over.
    pub(crate) fn check(&self, session: &Session) -> Result<(), Error> {
        match (left(self.end), self.limits.total) {
            (Some(Duration::ZERO), Some(limit)) => {
                Err(Error::TimedOut { step: session.step(), what: "end", limit })
            }
            _ => Ok(()),
        }
    }

    /// Returns a limit, cut by the total time that is left. A limit of zero would be none.
    pub(crate) fn cap(&self, limit: Duration) -> Duration {
        let capped = left(self.end).map_or(limit, |left| left.min(limit));
        capped.max(Duration::from_millis(1))
    }

    /// Returns how long to wait for octets. A reply has to come as a whole within the limit, so that one octet after the
    /// other does not hold the client.
    pub(crate) fn wait(&self, channel: Channel, session: &Session) -> Result<Duration, Error> {
        self.check(session)?;
        let read = self.limits.read;
        if channel == Channel::Data {
            return Ok(self.cap(read));
        }
        match read.saturating_sub(self.since.elapsed()) {
            Duration::ZERO => Err(self.silent(channel, session)),
            left => Ok(self.cap(left)),
        }
    }

    fn silent(&self, channel: Channel, session: &Session) -> Error {
        let what = if channel == Channel::Data { "data" } else { "reply" };
        Error::TimedOut { step: session.step(), what, limit: self.limits.read }
    }

    /// Returns the error of a read or write that took too long, or `None` if it failed otherwise.
    pub(crate) fn timed_out(
        &self,
        error: &io::Error,
        channel: Channel,
        session: &Session,
    ) -> Option<Error> {
        let kinds = [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut];
        if !kinds.contains(&error.kind()) {
            return None;
        }
        Some(self.check(session).err().unwrap_or_else(|| self.silent(channel, session)))
    }
}
