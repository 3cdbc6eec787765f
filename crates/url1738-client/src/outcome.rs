//! The result of an exchange.

use core::net::SocketAddr;

use crate::{identity::Identity, reply::Reply, session::Session};

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
