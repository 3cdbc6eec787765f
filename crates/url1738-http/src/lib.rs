#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod access;
mod builder;
mod parse;
mod repair;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::HttpBuilder;
pub use parse::{HSEGMENT, Http, HttpSpans, SEARCH};
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
impl_login!(HttpUrl: Http, hostport: |spans| spans.login, port: 80, example: url1738_http, "http", "/a");

impl HttpUrl {
    /// Starts a URL on `host`.
    pub fn builder(host: Host<'_>) -> HttpBuilder {
        HttpBuilder::new(host)
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> HttpUrl<T> {
    /// Returns the path as written, without the `/` before it: `None` if the URL ends with the host or port, empty
    /// where it ends with that `/`.
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Option<Escaped<'o>> {
        self.0.spans().path().map(|span| Escaped::new_validated(span.slice(self.as_str())))
    }

    /// Returns the search part as written: `None` if there is no `?`, empty if nothing follows it.
    #[must_use]
    #[inline]
    pub fn search(&'i self) -> Option<Escaped<'o>> {
        // Nothing follows the path, or a `?` and the search part. The sum is at most the length and 1.
        let after_mark = (self.0.spans().path()?.end as usize).saturating_add(1);
        self.as_str().get(after_mark..).map(Escaped::new_validated)
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

    /// Returns a builder that holds all parts of this URL, to change some of them.
    pub fn to_builder(&'i self) -> HttpBuilder {
        HttpBuilder::from_url(self.login(), self.path(), self.search())
    }
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(HttpUrl);
