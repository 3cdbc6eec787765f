#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod access;
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod builder;
mod parse;
mod repair;

use alloc::string::String;

use url1738_core::{BorrowOrShare, impl_url, scheme::Raw};

pub use builder::NewsBuilder;
pub use parse::{ARTICLE, GROUPPART, News, NewsSpans};
pub use url1738_core::{Error, Escaped, Host, part::GROUP, plan};

/// `news:` and a group, a message-id, or `*` (section 3.6).
///
/// ```
/// use url1738_news::NewsUrl;
///
/// assert_eq!(NewsUrl::all().build(), "news:*");
/// let url = NewsUrl::parse("news:comp.lang.c")?;
/// assert_eq!(url.to_builder().build(), url);
/// # Ok::<(), url1738_news::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct NewsUrl<T = String>(Raw<News, T>);
impl_url!(NewsUrl: News);

impl NewsUrl {
    /// Returns the URL of all available groups, `news:*`.
    pub fn all() -> NewsBuilder {
        NewsBuilder::all()
    }

    /// Starts a URL for a group.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` is not a group name; the span is an offset in it.
    pub fn group(name: &str) -> Result<NewsBuilder, Error> {
        NewsBuilder::group(name)
    }

    /// Starts a URL for the article `<unique@host>`.
    ///
    /// # Errors
    ///
    /// Returns an error if `unique` is empty.
    pub fn article(unique: impl AsRef<[u8]>, host: Host<'_>) -> Result<NewsBuilder, Error> {
        NewsBuilder::article(unique.as_ref(), host)
    }
}

/// What a news URL names (section 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Returns what is before the `@`; upper and lower case differ in it.
    #[must_use]
    pub const fn unique(self) -> Escaped<'a> {
        self.unique
    }

    /// Returns what is after the `@`, as written.
    #[must_use]
    pub const fn host_str(self) -> &'a str {
        self.host
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> NewsUrl<T> {
    /// Returns what the URL names.
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
    pub fn grouppart(&'i self) -> Grouppart<'o> {
        let (text, spans) = (self.as_str(), self.0.spans());
        let written = spans.grouppart(text).slice(text);
        match spans.unique_end() {
            Some(end) => {
                let (unique, host) = written.split_at_checked(end).unwrap_or_default();
                let host = host.strip_prefix('@').unwrap_or_default();
                Grouppart::Article(MessageId { unique: Escaped::new_validated(unique), host })
            }
            None if written == "*" => Grouppart::All,
            None => Grouppart::Group(written),
        }
    }

    /// Returns a builder that holds all parts of this URL.
    pub fn to_builder(&'i self) -> NewsBuilder {
        let (text, spans) = (self.as_str(), self.0.spans());
        NewsBuilder::from_url(spans.grouppart(text).slice(text))
    }
}
