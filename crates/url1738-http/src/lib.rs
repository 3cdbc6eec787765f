#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod builder;
mod scheme;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::HttpBuilder;
pub use scheme::{HSEGMENT, Http, HttpSpans, SEARCH};
pub use url1738_core::exports::*;

/// The codes of this scheme (section 3.3), beyond those of all schemes: none.
///
/// ```
/// assert!(url1738_http::CODES.is_empty());
/// ```
pub const CODES: &[&CodeInfo] = &[];

/// `http://host:port/path?search` (section 3.3).
#[derive(Clone, Copy)]
pub struct HttpUrl<T = String>(Raw<Http, T>);
impl_url!(HttpUrl: Http);
impl_login!(HttpUrl: Http);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> HttpUrl<T> {
    /// Returns the path as written, without the `/` before it. Returns `None` if the URL ends with the host or port, and
    /// an empty path if it ends with that `/`.
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Option<Escaped<'o>> {
        self.0.path()
    }

    /// Returns the search part as written: `None` if there is no `?`, empty if nothing follows it.
    #[must_use]
    #[inline]
    pub fn search(&'i self) -> Option<Escaped<'o>> {
        self.0.spans().search(self.as_str()).map(|span| self.0.part(span))
    }

    /// Returns the segments of the path; none if there is no path.
    ///
    /// ```
    /// use url1738_http::HttpUrl;
    ///
    /// let url = HttpUrl::parse("http://host.dom/%7Ejoe/a%2Fb/")?;
    /// assert!(url.segments().map(|s| s.decode()).eq([&b"~joe"[..], b"a/b", b""]));
    /// # Ok::<(), url1738_http::Error>(())
    /// ```
    #[inline]
    pub fn segments(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        self.0.spans().segments(self.as_str()).escaped()
    }
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(HttpUrl);
