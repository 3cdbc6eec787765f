//! news URLs from decoded data.

use alloc::{borrow::ToOwned, format, string::String};

use url1738_core::{Error, ErrorKind, Host, Span, impl_builder, part::GROUP, scheme::Scheme};

use crate::{ARTICLE, News, NewsUrl};

/// Holds what a [`NewsUrl`] names (section 3.6).
///
/// ```
/// use url1738_news::{Host, NewsUrl};
///
/// assert_eq!(NewsUrl::group("comp.lang.c")?.build(), "news:comp.lang.c");
/// assert_eq!(NewsUrl::article("a@b", Host::parse("host.dom")?)?.build(), "news:a%40b@host.dom");
/// assert_eq!(NewsUrl::group("9fans").unwrap_err().span().range(), 0..1);
/// # Ok::<(), url1738_news::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct NewsBuilder {
    grouppart: String,
}

impl NewsBuilder {
    pub(crate) fn all() -> Self {
        Self { grouppart: "*".to_owned() }
    }

    pub(crate) fn group(name: &str) -> Result<Self, Error> {
        GROUP.read_group(name)?;
        Ok(Self { grouppart: name.to_owned() })
    }

    pub(crate) fn article(unique: &[u8], host: Host<'_>) -> Result<Self, Error> {
        if unique.is_empty() {
            return Err(Error::bnf(&ARTICLE, ErrorKind::Empty, Span::new(0, 0)));
        }
        let unique = ARTICLE.encode(unique);
        // A unique part that begins with two slashes would read as a server.
        let unique = match unique.strip_prefix("//") {
            Some(rest) => format!("%2F/{rest}"),
            None => unique.into_owned(),
        };
        Ok(Self { grouppart: format!("{unique}@{host}") })
    }

    pub(crate) fn from_url(grouppart: &str) -> Self {
        Self { grouppart: grouppart.to_owned() }
    }

    fn write(&self) -> String {
        format!("{}:{}", News::NAME, self.grouppart)
    }
}

impl_builder!(NewsBuilder: NewsUrl, example: url1738_news, "news", ":comp.lang.c");
