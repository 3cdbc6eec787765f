//! Content, questions and events of an exchange, as the caller of a client receives them.

use core::net::SocketAddr;
use std::io;

use url1738::plan::{Answers, Question, Step};

use crate::{
    outcome::{Identity, Reply},
    secrets::Secrets,
    session::{Channel, Outgoing},
};

/// Receives the content of an exchange, and may answer questions and watch.
///
/// Every [`io::Write`] is a handler that only takes the content.
///
/// ```
/// use url1738_client::{Event, Handler};
///
/// /// Counts octets.
/// struct Count(usize);
///
/// impl Handler for Count {
///     fn content(&mut self, octets: &[u8]) -> std::io::Result<()> {
///         self.0 += octets.len();
///         Ok(())
///     }
/// }
///
/// let mut count = Count(0);
/// count.content(b"four")?;
/// count.event(&Event::Announced(4));
/// assert_eq!(count.0, 4);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Handler {
    /// Takes the next octets of the content.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be passed on, which ends the exchange.
    fn content(&mut self, octets: &[u8]) -> io::Result<()>;

    /// Returns the answers so far with one to a question, which `prompt` may describe: the form of a Gopher+ item. The
    /// default answers nothing, which ends the exchange.
    fn answer(&mut self, question: Question, prompt: &[u8], answers: Answers) -> Answers {
        let _ = (question, prompt);
        answers
    }

    /// Watches an event. The default does nothing.
    fn event(&mut self, event: &Event<'_>) {
        let _ = event;
    }
}

impl<W: io::Write> Handler for W {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        self.write_all(octets)
    }
}

/// Something that happens in an exchange. No event but [`Received`](Self::Received) shows a password.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A connection was opened.
    Connected(Channel, SocketAddr),
    /// Octets are about to be sent.
    Sent(&'a Outgoing),
    /// Octets were received, as they came: a server may repeat a password, which [`Secrets::mask`] masks. Empty octets say
    /// that the server closed the connection.
    Received(Channel, &'a [u8], &'a Secrets),
    /// A reply is complete.
    Reply(&'a Reply),
    /// A step that is a guess was sent.
    Guess(&'a str),
    /// The server announced the octets of the content.
    Announced(u64),
    /// The transfer of a file begins, at the requested offset. The server reported this about the file.
    Identified(&'a Identity),
    /// Advice for the user: a user name or password to type.
    Advice(&'a Step),
    /// The address to compose a message to.
    Compose(&'a [u8]),
    /// The exchange goes on at another URL.
    Redirected(&'a str),
}
