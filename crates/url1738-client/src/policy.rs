//! The limits of an exchange, and the addresses that a client may connect to.

use core::{
    net::{IpAddr, Ipv4Addr},
    time::Duration,
};

/// The limits of an exchange. A server that exceeds one ends the exchange with an error that names the limit.
///
/// ```
/// use std::time::Duration;
/// use url1738_client::Limits;
///
/// let mut limits = Limits::default();
/// limits.total = Some(Duration::from_secs(60));
/// assert_eq!((limits.connect.as_secs(), limits.bytes), (15, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

/// Returns whether an address is public: not loopback, private, link-local or of another special purpose.
///
/// ```
/// use url1738_client::is_public;
///
/// assert!(is_public("192.31.7.1".parse()?));
/// assert!(!is_public("127.0.0.1".parse()?) && !is_public("::ffff:10.0.0.1".parse()?));
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
#[must_use]
pub const fn is_public(address: IpAddr) -> bool {
    match address {
        // The special-purpose addresses of the IANA registry are not public.
        IpAddr::V4(address) => !matches!(
            address.octets(),
            [0 | 10 | 127, ..]
                | [100, 64..=127, ..]
                | [169, 254, ..]
                | [172, 16..=31, ..]
                | [192, 0, 0 | 2, _]
                | [192, 88, 99, _]
                | [192, 168, ..]
                | [198, 18 | 19, ..]
                | [198, 51, 100, _]
                | [203, 0, 113, _]
                | [224..=255, ..]
        ),
        IpAddr::V6(address) => match address.segments() {
            // `[::ffff:127.0.0.1]` and `[64:ff9b::7f00:1]` reach the loopback address of IPv4.
            // An IPv4 address in an IPv6 one: mapped, compatible, translated (NAT64), and the gateway of 6to4.
            [0, 0, 0, 0, 0, 0xFFFF | 0, high, low]
            | [0x64, 0xFF9B, 0, 0, 0, 0, high, low]
            | [0x2002, high, low, ..] => {
                let [[a, b], [c, d]] = [high.to_be_bytes(), low.to_be_bytes()];
                is_public(IpAddr::V4(Ipv4Addr::new(a, b, c, d)))
            }
            // Benchmarks, Teredo and other protocol assignments; documentation.
            [0x2001, 0..0x200, ..] | [0x2001, 0xDB8, ..] | [0x3FFF, 0..0x1000, ..] => false,
            // All other global unicast addresses.
            [0x2000..0x4000, ..] => true,
            _ => false,
        },
    }
}

/// The ports that browsers block: their servers may take a request for a command (WHATWG Fetch, port blocking).
pub(crate) const BLOCKED_PORTS: [u16; 83] = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
    993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
    6668, 6669, 6679, 6697, 10080,
];
