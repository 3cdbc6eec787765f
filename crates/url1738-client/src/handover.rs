//! A connection that is handed over to the user.

use std::{
    collections::VecDeque,
    io::{self, Read, Write},
    net::TcpStream,
};

use crate::session::{Action, Session};

/// The connection of a telnet session, handed over by [`Client::open_session`](crate::Client::open_session). Reading returns
/// what the user is to be shown; requests for options are refused meanwhile.
#[derive(Debug)]
pub struct Handover {
    session: Session,
    stream: TcpStream,
    shown: VecDeque<u8>,
}

/// Sends what a user types: FF is sent twice, and the end of a line as CR LF. [`Handover::sender`] returns it.
#[derive(Debug)]
pub struct Sender(TcpStream);

impl Handover {
    pub(crate) const fn new(session: Session, stream: TcpStream) -> Self {
        Self { session, stream, shown: VecDeque::new() }
    }

    /// Returns the other direction, which another thread may use.
    ///
    /// # Errors
    ///
    /// Returns an error if the system has no descriptors left.
    pub fn sender(&self) -> io::Result<Sender> {
        self.stream.try_clone().map(Sender)
    }

    /// Returns the connection itself, for its timeouts, and for another thread that ends the session by shutting it down.
    #[must_use]
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }
}

/// Returns 0 at the end of the session.
impl Read for Handover {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut received = [0; 4096];
        // Octets may be commands alone, of which nothing is shown. Returning 0 for them would be the end of the session.
        while self.shown.is_empty() && !buffer.is_empty() {
            match self.session.next_action().map_err(io::Error::other)? {
                Action::Send(refusals) => match (&self.stream).write_all(refusals.octets()) {
                    // The server has closed the connection. What it said before is still to be read.
                    Err(error) if is_closed(&error) => {}
                    sent => sent?,
                },
                Action::Receive(_) => {
                    let len = (&self.stream).read(&mut received)?;
                    let shown = self.session.received(&received[..len]);
                    self.shown.extend(shown.map_err(io::Error::other)?);
                }
                _ => return Ok(0),
            }
        }
        self.shown.read(buffer)
    }
}

fn is_closed(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset)
}

impl Write for Sender {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.0.write_all(&Session::typed(octets))?;
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
