//! `host = hostname | hostnumber` (sections 3.1 and 5).

use core::{fmt, net::Ipv4Addr};

use crate::{diagnostics::error::Error, parse::cursor::Cursor, syntax::address::inet_aton};

/// Host (section 3.1): a domain name or an IPv4 address.
///
/// ```
/// use url1738_core::Host;
///
/// assert!(matches!(Host::parse("ftp.example.com")?, Host::Name(name) if name.as_str() == "ftp.example.com"));
/// assert_eq!(Host::parse("192.0.2.7")?.ipv4(), Some([192, 0, 2, 7].into()));
/// assert_eq!(Host::parse("my_host").unwrap_err().span().range(), 2..3);
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Host<'a> {
    /// `hostname`: one or more labels, the last of which begins with a letter.
    Name(Hostname<'a>),
    /// `hostnumber`: four decimal numbers. Numbers with leading zeros are decimal, too, not octal.
    Number(Ipv4Addr),
}

/// Domain name that conforms to the grammar of section 3.1, as written.
///
/// Equality and hashing ignore the case of ASCII letters, as in DNS.
#[derive(Clone, Copy, Eq)]
pub struct Hostname<'a>(&'a str);

impl<'a> Hostname<'a> {
    /// Returns the name as written.
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
        // Without case, as `==`: names that are equal must have equal hashes.
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
    /// Parses `text` as a host.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` is not a host name or IPv4 address, if a label or the name is too long, or if a number
    /// is too large (section 3.1).
    pub fn parse(text: &'a str) -> Result<Self, Error> {
        Cursor::new(text.as_bytes())?.whole_host()?;
        Ok(Self::new_validated(text))
    }

    /// Returns the address that `inet_aton` and parsers of the WHATWG URL Standard reach by a host of one to four numbers, octal
    /// after `0` and hexadecimal after `0x`. To this crate all numbers are decimal, and there are four (section 3.1).
    ///
    /// ```
    /// use url1738_core::Host;
    ///
    /// assert_eq!(Host::inet_aton("2130706433"), Some([127, 0, 0, 1].into()));
    /// assert_eq!(Host::inet_aton("010.0.0.1"), Some([8, 0, 0, 1].into()));
    /// assert_eq!(Host::parse("010.0.0.1")?.ipv4(), Some([10, 0, 0, 1].into()));
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    pub fn inet_aton(text: &str) -> Option<Ipv4Addr> {
        inet_aton(text.as_bytes())
    }

    /// Converts text that a parser has validated as a host.
    pub(crate) fn new_validated(text: &'a str) -> Self {
        // The last label of a name begins with a letter, and that of an address is a number.
        let last = text.as_bytes().rsplit(|byte| *byte == b'.').next();
        if !last.is_some_and(|last| last.first().is_some_and(u8::is_ascii_digit)) {
            return Self::Name(Hostname(text));
        }
        let mut groups = [0; 4];
        for (group, digits) in groups.iter_mut().zip(text.split('.')) {
            // Four numbers of at most 255: the parser has refused all others.
            *group = digits.parse().unwrap_or(0);
        }
        Self::Number(groups.into())
    }

    /// Returns the IPv4 address, or `None` if the host is a name.
    #[must_use]
    pub const fn ipv4(self) -> Option<Ipv4Addr> {
        match self {
            Self::Name(_) => None,
            Self::Number(address) => Some(address),
        }
    }

    /// Returns the name, or `None` if the host is an IPv4 address.
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
        Self::parse(text)
    }
}

/// Writes a name as it was written, and an IPv4 address without leading zeros.
impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => name.fmt(f),
            Self::Number(address) => address.fmt(f),
        }
    }
}
