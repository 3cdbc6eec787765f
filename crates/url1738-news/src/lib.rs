#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod builder;
mod scheme;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_login, impl_url, scheme::Raw};

pub use builder::NewsBuilder;
pub use scheme::{ARTICLE, GROUPPART, News, NewsSpans};
pub use url1738_core::{exports::*, part::GROUP};

/// The codes of this scheme (section 3.6), beyond those of all schemes.
pub const CODES: &[&CodeInfo] = &[
    &scheme::ALL_GROUPS,
    &scheme::MESSAGE_ID_OCTETS,
    &scheme::BRACKETED_ID,
    &scheme::NEWS_SERVER,
    &scheme::BRACKETED_ID_REPAIR,
];

/// `news:` and a group, a message-id, or `*` (section 3.6).
///
/// ```
/// use url1738_news::NewsUrl;
///
/// assert_eq!(NewsUrl::all(), "news:*");
/// let url = NewsUrl::parse("news:comp.lang.c")?;
/// assert_eq!(url.to_builder().build(), url);
/// # Ok::<(), url1738_news::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct NewsUrl<T = String>(Raw<News, T>);
impl_url!(NewsUrl: News);
impl_login!(NewsUrl: News, opaque);

impl NewsUrl {
    /// Returns the URL of all available groups, `news:*`.
    #[must_use]
    pub fn all() -> Self {
        Self::builder().build()
    }

    /// Returns the URL of a group.
    ///
    /// ```
    /// use url1738_news::NewsUrl;
    ///
    /// assert_eq!(NewsUrl::group("comp.lang.c")?, "news:comp.lang.c");
    /// # Ok::<(), url1738_news::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `name` is not a group name, or longer than 4 GiB - 1. The span of the error is relative to
    /// `name`.
    pub fn group(name: &str) -> Result<Self, Error> {
        Self::builder().group(name)?.try_build()
    }

    /// Returns the URL of the article `<unique@host>`. `unique` is percent-encoded.
    ///
    /// ```
    /// use url1738_news::{Host, NewsUrl};
    ///
    /// assert_eq!(NewsUrl::article("a%b", Host::parse("host.dom")?)?, "news:a%25b@host.dom");
    /// # Ok::<(), url1738_news::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `unique` is empty, or if the URL is longer than 4 GiB - 1.
    pub fn article(unique: impl AsRef<[u8]>, host: Host<'_>) -> Result<Self, Error> {
        Self::builder().article(unique, host)?.try_build()
    }
}

/// The resource that a news URL names (section 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grouppart<'a> {
    /// `*`: all available groups.
    All,
    /// A group, by its name.
    Group(&'a str),
    /// An article, by its message-id.
    Article(MessageId<'a>),
}

/// A message-id without its angle brackets (RFC 1036, section 2.1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageId<'a> {
    unique: Escaped<'a>,
    host: &'a str,
}

impl<'a> MessageId<'a> {
    /// Returns the text before the `@`, which is case-sensitive.
    #[must_use]
    pub const fn unique(self) -> Escaped<'a> {
        self.unique
    }

    /// Returns the text after the `@`, as written.
    #[must_use]
    pub const fn host_str(self) -> &'a str {
        self.host
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> NewsUrl<T> {
    /// Returns the resource that the URL names.
    ///
    /// ```
    /// use url1738_news::{Grouppart, NewsUrl};
    ///
    /// let url = NewsUrl::parse("news:a%25b@host.dom")?;
    /// let Grouppart::Article(id) = url.grouppart() else { panic!() };
    /// assert_eq!((&*id.unique().decode(), id.host_str()), (&b"a%b"[..], "host.dom"));
    ///
    /// assert!(matches!(NewsUrl::parse("news:comp.lang.c")?.grouppart(), Grouppart::Group("comp.lang.c")));
    /// assert!(matches!(NewsUrl::parse("news:*")?.grouppart(), Grouppart::All));
    /// # Ok::<(), url1738_news::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn grouppart(&'i self) -> Grouppart<'o> {
        let (text, spans) = (self.as_str(), self.0.spans());
        let written = spans.grouppart(text).slice(text);
        // A unique part contains no `@`, so that the first one divides a message-id.
        match written.split_once('@') {
            Some((unique, host)) => {
                Grouppart::Article(MessageId { unique: Escaped::new_validated(unique), host })
            }
            None if written == "*" => Grouppart::All,
            None => Grouppart::Group(written),
        }
    }
}

#[cfg(feature = "arbitrary")]
url1738_core::impl_arbitrary!(NewsUrl, |draft, part| {
    let is_article = *part == ARTICLE;
    if is_article {
        // Two slashes at the beginning would name a server.
        draft.one_of(scheme::UNIQUE.without(url1738_core::chars::Class::of(b"/")));
        draft.run_but(scheme::UNIQUE, b"");
        draft.push("@");
        draft.host();
    }
    is_article
});
