#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod builder;
mod scheme;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::NntpBuilder;
pub use scheme::{DIGITS, Nntp, NntpSpans};
pub use url1738_core::{exports::*, part::GROUP};

/// The codes of this scheme (section 3.7), beyond those of all schemes.
pub const CODES: &[&CodeInfo] =
    &[&scheme::NNTP_PATH, &scheme::NNTP_MESSAGE_ID, &scheme::LARGE_ARTICLE_NUMBER];

/// `nntp://host:port/group/number` (section 3.7).
#[derive(Clone, Copy)]
pub struct NntpUrl<T = String>(Raw<Nntp, T>);
impl_url!(NntpUrl: Nntp);
impl_login!(NntpUrl: Nntp);

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> NntpUrl<T> {
    /// Returns the path as written: the group, and the number of the article after a `/`.
    ///
    /// ```
    /// use url1738_nntp::NntpUrl;
    ///
    /// assert_eq!(NntpUrl::parse("nntp://host.dom/comp.lang.c/10")?.path(), "comp.lang.c/10");
    /// # Ok::<(), url1738_nntp::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn path(&'i self) -> Escaped<'o> {
        let login = self.0.spans().login;
        self.0.part(Span::to_end(login.span_to(0).start, self.as_str()))
    }

    /// Returns the name of the group.
    #[must_use]
    #[inline]
    pub fn group(&'i self) -> &'o str {
        self.0.spans().group().slice(self.as_str())
    }

    /// Returns the number of the article in the group, if the URL names one and it is below 2^64.
    ///
    /// ```
    /// use url1738_nntp::NntpUrl;
    ///
    /// let url = NntpUrl::parse("nntp://host.dom/comp.test/0099999999999999999999")?;
    /// assert_eq!((url.article(), url.article_str()), (None, Some("0099999999999999999999")));
    /// assert_eq!(NntpUrl::parse("nntp://host.dom/comp.test/10")?.article(), Some(10));
    /// # Ok::<(), url1738_nntp::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn article(&'i self) -> Option<u64> {
        self.article_str()?.parse().ok()
    }

    /// Returns the number of the article as written: digits, as many as there are.
    #[must_use]
    #[inline]
    pub fn article_str(&'i self) -> Option<&'o str> {
        let text = self.as_str();
        self.0.spans().digits(text).map(|span| span.slice(text))
    }
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(NntpUrl);
