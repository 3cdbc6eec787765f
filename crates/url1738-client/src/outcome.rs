//! The result of an exchange.

use core::net::SocketAddr;

use crate::{
    handler::{Event, Handler},
    identity::Identity,
    reply::Reply,
    session::Session,
};

/// The result of an exchange that was carried out to its end.
///
/// ```
/// use url1738::Url;
/// use url1738_client::Client;
///
/// let outcome = Client::new().fetch(&Url::parse("mailto:joe@host.dom")?, &mut Vec::new())?;
/// assert_eq!((outcome.content_len, outcome.peer, outcome.announced_len), (0, None, None));
/// assert!(outcome.replies.is_empty() && outcome.guesses.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The octets of the content.
    pub content_len: u64,
    /// The octets of the whole content that the server announced, if it did.
    pub announced_len: Option<u64>,
    /// What the file is, if it was to be identified.
    pub identity: Option<Identity>,
    /// The replies of the server, in order.
    pub replies: Vec<Reply>,
    /// The steps that were guesses, because the URL does not determine them: `TYPE I [guess]`.
    pub guesses: Vec<String>,
    /// The address of the server.
    pub peer: Option<SocketAddr>,
}

impl Outcome {
    pub(crate) fn of(session: &Session, peer: Option<SocketAddr>) -> Self {
        Self {
            content_len: session.content_len(),
            announced_len: session.announced_len(),
            identity: session.identity().cloned(),
            replies: session.replies().to_vec(),
            guesses: session.guesses().to_vec(),
            peer,
        }
    }
}

/// What was reported of a session so far.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    replies: usize,
    guesses: usize,
    is_announced: bool,
    is_identified: bool,
}

impl Progress {
    /// Reports the replies that are new. One may have come with the reply before it, so this is to be called before anything
    /// is sent, too.
    pub(crate) fn report_replies(&mut self, session: &Session, handler: &mut dyn Handler) {
        for reply in session.replies().get(self.replies..).unwrap_or_default() {
            handler.event(&Event::Reply(reply));
        }
        self.replies = session.replies().len();
    }

    /// Reports what is new.
    pub(crate) fn report(&mut self, session: &Session, handler: &mut dyn Handler) {
        self.report_replies(session, handler);
        for guess in session.guesses().get(self.guesses..).unwrap_or_default() {
            handler.event(&Event::Guess(guess));
        }
        self.guesses = session.guesses().len();
        if let (false, Some(len)) = (self.is_announced, session.announced_len()) {
            self.is_announced = true;
            handler.event(&Event::Announced(len));
        }
        if let (false, Some(identity)) = (self.is_identified, session.identity()) {
            self.is_identified = true;
            handler.event(&Event::Identified(identity));
        }
    }
}
