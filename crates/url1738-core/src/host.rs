//! `host = hostname | hostnumber` (sections 3.1 and 5).

use core::{fmt, net::Ipv4Addr};

use crate::{
    cursor::Cursor,
    error::{Error, ErrorKind as Kind},
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
        let mut cursor = Cursor::new(text.as_bytes())?;
        cursor.host()?;
        cursor.finish(&HOST)?;
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
pub(crate) fn fault(host: &[u8], at: u32) -> Option<Error> {
    let mut start = at;
    let mut late = None;
    let mut labels = 0_usize;
    for label in host.split(|byte| *byte == b'.') {
        labels = labels.saturating_add(1);
        let span = Span::new(start, start.saturating_add(offset(label.len())));
        start = span.end.saturating_add(1);
        match label {
            [] => return Some(Error::bnf(&HOST, Kind::EmptyLabel, empty_label(span, host, at))),
            [b'-', ..] => {
                let hyphen = Span::new(span.start, span.start.saturating_add(1));
                return Some(Error::bnf(&HOST, Kind::LabelHyphen, hyphen));
            }
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
    let whole = Span::new(at, at.saturating_add(offset(host.len())));
    let top = host.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
    if top.first().is_some_and(u8::is_ascii_digit) {
        let numeric = host.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        if !numeric || labels != 4 {
            let (kind, top_at) = (Kind::TopLabelDigit, whole.end.saturating_sub(offset(top.len())));
            let span = if numeric { whole } else { Span::new(top_at, whole.end) };
            return Some(Error::bnf(&HOST, kind, span));
        }
        return group_out_of_range(host, at);
    }
    if late.is_none() && host.len() > 255 {
        return Some(Error::prose(&HOST, Kind::NameTooLong, whole));
    }
    late
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
