#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod addr_spec;
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod builder;
mod scheme;

use alloc::{borrow::Cow, string::String};

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::MailtoBuilder;
pub use scheme::{ENCODED822ADDR, Mailto, MailtoSpans};
pub use url1738_core::exports::*;

/// The codes of this scheme (section 3.5), beyond those of all schemes.
pub const CODES: &[&CodeInfo] = &[
    &scheme::NOT_AN_ADDR_SPEC,
    &scheme::MAILTO_HEADERS,
    &scheme::MAILTO_LIST,
    &scheme::MAILTO_DOMAIN,
    &scheme::PERCENT_HACK,
    &scheme::QUERY_IN_MAILTO,
    &scheme::NOT_AN_ADDR_SPEC_REPAIR,
    &scheme::MAILTO_HEADERS_REPAIR,
];

/// `mailto:` and one RFC 822 addr-spec, encoded (section 3.5).
///
/// ```
/// use url1738_mailto::MailtoUrl;
///
/// let url = MailtoUrl::parse("mailto:joe%25host@relay.dom")?;
/// assert_eq!((url.encoded_address().as_str(), &*url.address()), ("joe%25host@relay.dom", "joe%host@relay.dom"));
/// assert_eq!(url.to_builder().address("joe@host.dom")?.build(), "mailto:joe@host.dom");
/// # Ok::<(), url1738_mailto::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct MailtoUrl<T = String>(Raw<Mailto, T>);
impl_url!(MailtoUrl: Mailto);
impl_login!(MailtoUrl: Mailto, opaque);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> MailtoUrl<T> {
    fn decoded(&'i self, span: Span) -> Cow<'o, str> {
        // INVARIANT: an addr-spec is US-ASCII, also when it is decoded.
        self.0.part(span).decode_utf8().unwrap_or_default()
    }

    /// Returns the address as written in the URL.
    #[must_use]
    #[inline]
    pub fn encoded_address(&'i self) -> Escaped<'o> {
        self.0.part(self.0.spans().address(self.as_str()))
    }

    /// Returns the address, decoded.
    ///
    /// ```
    /// use url1738_mailto::MailtoUrl;
    ///
    /// let url = MailtoUrl::parse("mailto:gorby%25kremvax@host.dom")?;
    /// assert_eq!(url.address(), "gorby%kremvax@host.dom");
    /// assert_eq!((&*url.local_part(), &*url.domain()), ("gorby%kremvax", "host.dom"));
    /// # Ok::<(), url1738_mailto::Error>(())
    /// ```
    #[must_use]
    pub fn address(&'i self) -> Cow<'o, str> {
        self.decoded(self.0.spans().address(self.as_str()))
    }

    /// Returns the part before the `@`, decoded. A quoted string includes its quotation marks.
    #[must_use]
    pub fn local_part(&'i self) -> Cow<'o, str> {
        self.decoded(self.0.spans().local_part())
    }

    /// Returns the part after the `@`, decoded: a host name, an IPv4 address, or a domain literal in brackets.
    #[must_use]
    pub fn domain(&'i self) -> Cow<'o, str> {
        self.decoded(self.0.spans().domain(self.as_str()))
    }
}
