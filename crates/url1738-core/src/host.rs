//! `host = hostname | hostnumber` (sections 3.1 and 5).

use core::{fmt, net::Ipv4Addr};

use crate::{
    cursor::Cursor,
    error::{Error, ErrorKind as Kind},
    hostport,
    part::HOST,
    span::{Span, offset},
};

/// A host (section 3.1): a domain name, or the four numbers of an address.
///
/// ```
/// use url1738_core::Host;
///
/// assert!(matches!(Host::new("ftp.example.com")?, Host::Name(name) if name.as_str() == "ftp.example.com"));
/// assert_eq!(Host::new("192.0.2.7")?.address(), Some([192, 0, 2, 7].into()));
/// assert_eq!(Host::new("my_host").unwrap_err().span().range(), 2..3);
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Host<'a> {
    /// `hostname`: one label or several, the last beginning with a letter.
    Name(Hostname<'a>),
    /// `hostnumber`: four decimal groups, leading zeros read as decimal too.
    Number(Ipv4Addr),
}

/// A domain name that follows the grammar of section 3.1, as written.
///
/// Equality is that of domain names: letters in upper and lower case are the same.
#[derive(Clone, Copy, Eq)]
pub struct Hostname<'a>(&'a str);

impl<'a> Hostname<'a> {
    /// The name as it was written.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.0
    }
}

impl PartialEq for Hostname<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(other.0)
    }
}

impl core::hash::Hash for Hostname<'_> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.0.bytes().for_each(|byte| state.write_u8(byte.to_ascii_lowercase()));
    }
}

impl fmt::Debug for Hostname<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}

impl fmt::Display for Hostname<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl<'a> Host<'a> {
    /// Reads a host, for a builder.
    ///
    /// # Errors
    ///
    /// Where `text` is neither a name nor four numbers, or a label, the name or a number is too
    /// large (section 3.1).
    pub fn new(text: &'a str) -> Result<Self, Error> {
        Cursor::new(text.as_bytes())?.whole_host()?;
        Ok(Self::new_validated(text))
    }

    /// Types text that a parser has validated as a host.
    pub(crate) fn new_validated(text: &'a str) -> Self {
        let last = text.rsplit('.').next().unwrap_or_default();
        if !last.starts_with(|c: char| c.is_ascii_digit()) {
            return Self::Name(Hostname(text));
        }
        let mut groups = [0; 4];
        for (group, digits) in groups.iter_mut().zip(text.split('.')) {
            *group = decimal(digits.as_bytes()).and_then(|n| n.try_into().ok()).unwrap_or_default();
        }
        Self::Number(groups.into())
    }

    /// The address, where the host is one.
    #[must_use]
    pub const fn address(self) -> Option<Ipv4Addr> {
        match self {
            Self::Name(_) => None,
            Self::Number(address) => Some(address),
        }
    }

    /// The name, where the host is one.
    #[must_use]
    pub const fn name(self) -> Option<&'a str> {
        match self {
            Self::Name(name) => Some(name.0),
            Self::Number(_) => None,
        }
    }
}

impl From<Ipv4Addr> for Host<'_> {
    fn from(address: Ipv4Addr) -> Self {
        Self::Number(address)
    }
}

impl<'a> TryFrom<&'a str> for Host<'a> {
    type Error = Error;

    fn try_from(text: &'a str) -> Result<Self, Error> {
        Self::new(text)
    }
}

/// A name as written, an address in its four numbers without leading zeros.
impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => name.fmt(f),
            Self::Number(address) => address.fmt(f),
        }
    }
}

/// The value of a run of digits; `None` from 2^32 on. Leading zeros do not count.
pub(crate) fn decimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0_u32, |value, digit| {
        value.checked_mul(10)?.checked_add(u32::from(digit.wrapping_sub(b'0')))
    })
}

/// What is wrong with a non-empty run of letters, digits, `-` and `.` that starts at `at`, if
/// anything: first what breaks the BNF, then what is too long or too large.
///
/// Of a run that a byte ends which no host holds only the labels before the last are judged: the last one is not whole,
/// and it is the byte that is wrong.
pub(crate) fn fault(host: &[u8], at: u32, is_whole: bool) -> Option<Error> {
    let mut start = at;
    let end = at.saturating_add(offset(host.len()));
    let mut late = None;
    let mut labels = 0_usize;
    for label in host.split(|byte| *byte == b'.') {
        labels = labels.saturating_add(1);
        let span = Span::new(start, start.saturating_add(offset(label.len())));
        start = span.end.saturating_add(1);
        match label {
            [] if span.end == end && !is_whole => return None,
            [] => return Some(Error::bnf(&HOST, Kind::EmptyLabel, empty_label(span, host, at))),
            [b'-', ..] => {
                let hyphen = Span::new(span.start, span.start.saturating_add(1));
                return Some(Error::bnf(&HOST, Kind::LabelHyphen, hyphen));
            }
            [.., b'-'] if span.end == end && !is_whole => return None,
            [.., b'-'] => {
                let hyphen = Span::new(span.end.saturating_sub(1), span.end);
                return Some(Error::bnf(&HOST, Kind::LabelHyphen, hyphen));
            }
            _ if label.len() > 63 && late.is_none() => {
                late = Some(Error::prose(&HOST, Kind::LabelTooLong, span));
            }
            _ => {}
        }
    }
    if !is_whole {
        return None;
    }
    let whole = Span::new(at, end);
    let top = host.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
    if top.first().is_some_and(u8::is_ascii_digit) {
        let numeric = host.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        if !numeric || labels != 4 {
            if numeric {
                return Some(Error::bnf(&HOST, Kind::GroupCount, whole));
            }
            let top_at = end.saturating_sub(offset(top.len()));
            return Some(Error::bnf(&HOST, Kind::TopLabelDigit, Span::new(top_at, end)));
        }
        return group_out_of_range(host, at);
    }
    if late.is_none() && host.len() > 255 {
        return Some(Error::prose(&HOST, Kind::NameTooLong, whole));
    }
    late
}

/// The IPv4 address in brackets that `text` is, or the one that is mapped to IPv6 there (RFC 4291, section 2.5.5.2):
/// both name the same machine as the four numbers alone.
pub(crate) fn bracketed_ipv4(text: &[u8]) -> Option<&[u8]> {
    const MAPPED: &[u8] = b"::ffff:";
    let inner = text.strip_prefix(b"[")?.strip_suffix(b"]")?;
    let address = match inner.split_at_checked(MAPPED.len()) {
        Some((head, address)) if head.eq_ignore_ascii_case(MAPPED) => address,
        _ => inner,
    };
    (hostport::address(address, 0) == Some(address.len())).then_some(address)
}

/// Whether `text`, an authority or the rest of one, reads like an IPv6 address without brackets, perhaps with a zone or
/// a port behind it.
pub(crate) fn is_bare_ipv6(text: &[u8]) -> bool {
    let address = text.split(|byte| *byte == b'%').next().unwrap_or_default();
    let in_address = |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.');
    let colons = address.iter().filter(|byte| **byte == b':').count();
    let shortened = address.windows(2).any(|pair| pair == b"::");
    (shortened || colons >= 7) && address.iter().all(in_address)
}

/// The dot that makes a label empty: the second of two, or the one at an end of the name.
fn empty_label(label: Span, host: &[u8], at: u32) -> Span {
    let end = at.saturating_add(offset(host.len()));
    if label.start < end {
        Span::new(label.start, label.start.saturating_add(1))
    } else {
        Span::new(end.saturating_sub(1), end)
    }
}

fn group_out_of_range(host: &[u8], at: u32) -> Option<Error> {
    let mut start = at;
    for group in host.split(|byte| *byte == b'.') {
        let span = Span::new(start, start.saturating_add(offset(group.len())));
        start = span.end.saturating_add(1);
        if decimal(group).is_none_or(|value| value > 255) {
            return Some(Error::range(&HOST, Kind::GroupOutOfRange, span));
        }
    }
    None
}
