//! The builder of news URLs.

use alloc::{borrow::ToOwned, format, string::String};

use url1738_core::{
    BorrowOrShare, Error, ErrorKind, Host, Span, impl_builder, part::GROUP, scheme::Scheme,
};

use crate::{ARTICLE, News, NewsUrl, scheme::encode_unique};

/// Builder of a [`NewsUrl`] from decoded data (section 3.6). It begins with `news:*`.
///
/// [`NewsUrl::group`], [`NewsUrl::article`] and [`NewsUrl::all`] return a URL in one call.
///
/// ```
/// use url1738_news::{Host, NewsUrl};
///
/// let builder = NewsUrl::builder();
/// assert_eq!(builder.clone().group("comp.lang.c")?.build(), "news:comp.lang.c");
/// assert_eq!(builder.clone().article("a@b", Host::parse("host.dom")?)?.build(), "news:a%40b@host.dom");
/// assert_eq!(builder.clone().group("comp.lang.c")?.all().build(), "news:*");
/// assert_eq!(builder.group("9fans").unwrap_err().span().range(), 0..1);
/// # Ok::<(), url1738_news::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct NewsBuilder {
    grouppart: String,
}

impl NewsUrl {
    /// Returns a builder, which begins with `news:*`.
    pub fn builder() -> NewsBuilder {
        NewsBuilder { grouppart: "*".to_owned() }
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> NewsUrl<T> {
    /// Returns a builder with all parts of this URL.
    pub fn to_builder(&'i self) -> NewsBuilder {
        let (text, spans) = (self.as_str(), self.0.spans());
        NewsBuilder { grouppart: spans.grouppart(text).slice(text).to_owned() }
    }
}

impl NewsBuilder {
    /// Names all available groups: `*`.
    pub fn all(self) -> Self {
        NewsUrl::builder()
    }

    /// Sets a group by its name.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` is not a group name. The span of the error is relative to `name`.
    pub fn group(mut self, name: &str) -> Result<Self, Error> {
        GROUP.read_group(name)?;
        name.clone_into(&mut self.grouppart);
        Ok(self)
    }

    /// Sets the article `<unique@host>`. `unique` is percent-encoded.
    ///
    /// # Errors
    ///
    /// Returns an error if `unique` is empty.
    pub fn article(mut self, unique: impl AsRef<[u8]>, host: Host<'_>) -> Result<Self, Error> {
        let unique = unique.as_ref();
        if unique.is_empty() {
            return Err(Error::bnf(&ARTICLE, ErrorKind::Empty, Span::new(0, 0)));
        }
        self.grouppart = format!("{}@{host}", encode_unique(unique));
        Ok(self)
    }

    fn write(&self) -> String {
        format!("{}:{}", News::NAME, self.grouppart)
    }
}

impl_builder!(NewsBuilder: NewsUrl);
