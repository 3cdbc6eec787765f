//! The record of an exchange, and by what a file is known.

use core::net::SocketAddr;

use crate::reply::Reply;

/// The record of an exchange: of one that was carried out, or of a [`Session`](crate::Session) so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The octets of the content.
    pub content_len: u64,
    /// The octets of the whole content, if the server announced them: the `Content-Length` of HTTP, the length in a
    /// Gopher+ header, or the answer to `SIZE` or the text of the reply before a file in FTP. In TYPE A, the text of a reply
    /// is only a hint, since the ends of lines change on the way.
    pub announced_len: Option<u64>,
    /// What the file is, if it was to be identified and its transfer began.
    pub identity: Option<Identity>,
    /// The replies of the server, in order.
    pub replies: Vec<Reply>,
    /// The steps that were guesses, because the URL does not determine them: `TYPE I [guess]`.
    pub guesses: Vec<String>,
    /// The address of the server. A session does not know it.
    pub peer: Option<SocketAddr>,
}

/// What a server says about a file before it sends it, by which a resumed file is known to be the same one
/// (RFC 3659, sections 3 and 4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The octets of the whole file: the answer to `SIZE`, or the length in the reply before the file.
    pub len: Option<u64>,
    /// The time of its last change as the server writes it, the answer to `MDTM`: `20261123170000`.
    pub modified: Option<String>,
}

/// Returns the time in the text of a reply to `MDTM` (RFC 3659, 3): digits, and perhaps a fraction.
pub(crate) fn modified(text: &[u8]) -> Option<String> {
    /// Servers write up to nine digits of a fraction.
    const LONGEST: usize = 32;
    let is_time = (14..=LONGEST).contains(&text.len())
        && text.iter().all(|octet| octet.is_ascii_digit() || *octet == b'.');
    String::from_utf8(text.to_vec()).ok().filter(|_| is_time)
}
