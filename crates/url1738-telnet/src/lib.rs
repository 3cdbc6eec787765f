#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod builder;
mod scheme;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::TelnetBuilder;
pub use scheme::Telnet;
pub use url1738_core::exports::*;

/// The codes of this scheme (section 3.8), beyond those of all schemes.
pub const CODES: &[&CodeInfo] = &[&scheme::TELNET_PATH, &scheme::TELNET_PATH_REPAIR];

/// `telnet://user:password@host:port/` (section 3.8).
#[derive(Clone, Copy)]
pub struct TelnetUrl<T = String>(Raw<Telnet, T>);
impl_url!(TelnetUrl: Telnet);
impl_login!(TelnetUrl: Telnet);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> TelnetUrl<T> {
    /// Returns the path, which is always empty: `Some` if the URL ends with the optional `/`.
    ///
    /// ```
    /// use url1738_telnet::TelnetUrl;
    ///
    /// assert_eq!(TelnetUrl::parse("telnet://host.dom/")?.path().unwrap(), "");
    /// assert_eq!(TelnetUrl::parse("telnet://host.dom")?.path(), None);
    /// # Ok::<(), url1738_telnet::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Option<Escaped<'o>> {
        self.0.path()
    }

    /// Returns whether the URL ends with the optional `/`.
    #[must_use]
    #[inline]
    pub fn has_slash(&'i self) -> bool {
        self.as_str().ends_with('/')
    }
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(TelnetUrl);
