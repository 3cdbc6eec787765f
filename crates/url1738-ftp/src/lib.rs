#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod access;
mod builder;
mod scheme;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::{FtpBuilder, NoSuchSegment};
pub use scheme::{FTPTYPE, Ftp, FtpSpans, TypeCode};
pub use url1738_core::{exports::*, part::FSEGMENT};

/// The codes of this scheme (section 3.2), beyond those of all schemes.
pub const CODES: &[&CodeInfo] = &[
    &access::BLANK_ARGUMENT,
    &access::EMPTY_PASSWORD,
    &access::NO_FILE_NAME,
    &access::NO_NAME_NO_TYPECODE,
    &access::ROOT_AS_FILE,
    &access::SHELL_LIKE,
    &access::TELNET_IAC,
    &access::TOO_MANY_DIRECTORIES,
    &scheme::TYPECODE,
    &scheme::TYPECODE_CASE,
    &scheme::TYPECODE_WITHOUT_SLASH,
    &scheme::TYPECODE_CASE_REPAIR,
    &scheme::TYPECODE_WITHOUT_SLASH_REPAIR,
];

/// `ftp://user:password@host:port/cwd/.../cwd/name;type=code` (section 3.2).
///
/// ```
/// use url1738_ftp::{FtpUrl, TypeCode};
///
/// let url = FtpUrl::parse("ftp://joe:p%40ss@host.dom/pub/a%2Fb/motd;type=A")?;
/// assert_eq!(url.password().unwrap().decode_utf8(), Ok("p@ss".into()));
/// assert_eq!((url.port(), url.port_or_default()), (None, 21));
/// assert_eq!(url.path().unwrap(), "pub/a%2Fb/motd");
/// assert_eq!(url.segments().count(), 3);
/// assert_eq!(url.typecode().map(TypeCode::as_str), Some("a"));
/// # Ok::<(), url1738_ftp::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct FtpUrl<T = String>(Raw<Ftp, T>);
impl_url!(FtpUrl: Ftp);
impl_login!(FtpUrl: Ftp);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> FtpUrl<T> {
    /// Returns the url-path as written, without `;type=`. Returns `None` if the URL ends with the login, and an empty path
    /// if it ends with the `/` after the login.
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Option<Escaped<'o>> {
        self.0.path()
    }

    /// Returns the directories and the name, or nothing if there is no path.
    #[inline]
    pub fn segments(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        self.0.spans().segments(self.as_str()).escaped()
    }

    /// Returns the directories to change into, one after the other. An empty one is a CWD with an empty argument.
    ///
    /// ```
    /// use url1738_ftp::FtpUrl;
    ///
    /// let url = FtpUrl::parse("ftp://host.dom/%2Fetc//motd")?;
    /// assert!(url.cwds().map(|cwd| cwd.decode()).eq([&b"/etc"[..], b""]));
    /// # Ok::<(), url1738_ftp::Error>(())
    /// ```
    #[inline]
    pub fn cwds(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        let mut segments = self.segments();
        segments.next_back();
        segments
    }

    /// Returns the name of the file or directory, or `None` if there is no path.
    #[must_use]
    #[inline]
    pub fn name(&'i self) -> Option<Escaped<'o>> {
        self.segments().next_back()
    }

    /// Returns the typecode, or `None` if the URL has none.
    #[must_use]
    #[inline]
    pub fn typecode(&'i self) -> Option<TypeCode> {
        self.0.spans().typecode
    }
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(FtpUrl);
