//! What a server may cost: time, octets and lines.

use core::time::Duration;

/// The limits of an exchange. A server that exceeds one ends the exchange with an error that names the limit.
///
/// ```
/// use core::time::Duration;
/// use url1738_client::Limits;
///
/// let limits = Limits { bytes: Some(1 << 20), total: Some(Duration::from_secs(60)), ..Limits::default() };
/// assert_eq!(limits.reply, 64 * 1024);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time for resolving a host name and connecting to one of its addresses. The default is 15 s.
    pub connect: Duration,
    /// The time without any octet, and the time for one whole reply. The default is 30 s.
    pub read: Duration,
    /// The time for the whole exchange, without limit by default.
    pub total: Option<Duration>,
    /// The octets of the content, without limit by default.
    pub bytes: Option<u64>,
    /// The octets of one reply: all its lines, the header of an HTTP response, or the form of a Gopher+ item. The
    /// default is 64 KiB.
    pub reply: usize,
    /// The lines of one reply, the replies to one command, and the Telnet options of a connection. The default is 1,000.
    pub lines: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(15),
            read: Duration::from_secs(30),
            total: None,
            bytes: None,
            reply: 64 * 1024,
            lines: 1000,
        }
    }
}
