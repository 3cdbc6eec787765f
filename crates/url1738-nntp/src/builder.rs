//! The builder of nntp URLs.

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
};

use url1738_core::{
    BorrowOrShare, Error, Host, impl_builder,
    part::GROUP,
    scheme::{LoginBuilder, Scheme},
};

use crate::{Nntp, NntpUrl};

/// Builder of an [`NntpUrl`] (section 3.7).
///
/// ```
/// use url1738_nntp::{Host, NntpUrl};
///
/// let url = NntpUrl::builder(Host::parse("host.dom")?, "comp.lang.c")?.article(10).build();
/// assert_eq!(url, "nntp://host.dom/comp.lang.c/10");
/// # Ok::<(), url1738_nntp::Error>(())
/// ```
///
/// It also changes parts of an existing URL:
///
/// ```
/// use url1738_nntp::NntpUrl;
///
/// let url = NntpUrl::parse("nntp://host.dom:1119/comp.test/7")?;
/// assert_eq!(url.port(), Some(1119));
/// assert_eq!(url.to_builder().without_port().build(), "nntp://host.dom/comp.test/7");
/// assert_eq!(url.to_builder().port(2119).build(), "nntp://host.dom:2119/comp.test/7");
/// # Ok::<(), url1738_nntp::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct NntpBuilder {
    login: LoginBuilder,
    group: String,
    article: Option<String>,
}

impl NntpUrl {
    /// Returns a builder of a URL of a group of the server `host`.
    ///
    /// # Errors
    ///
    /// Returns an error if `group` is not a group name. The span of the error is relative to `group`.
    pub fn builder(host: Host<'_>, group: &str) -> Result<NntpBuilder, Error> {
        let login = LoginBuilder::new(host);
        NntpBuilder { login, group: String::new(), article: None }.group(group)
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> NntpUrl<T> {
    /// Returns a builder with all parts of this URL.
    pub fn to_builder(&'i self) -> NntpBuilder {
        let article = self.article_str().map(ToOwned::to_owned);
        NntpBuilder { login: self.login().into(), group: self.group().to_owned(), article }
    }
}

impl NntpBuilder {
    /// Sets the group.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` is not a group name. The span of the error is relative to `name`.
    pub fn group(mut self, name: &str) -> Result<Self, Error> {
        GROUP.read_group(name)?;
        self.group = name.to_owned();
        Ok(self)
    }

    /// Sets the number of the article.
    pub fn article(mut self, number: u64) -> Self {
        self.article = Some(number.to_string());
        self
    }

    /// Removes the article. The URL then names the group.
    pub fn without_article(mut self) -> Self {
        self.article = None;
        self
    }

    fn write(&self) -> String {
        let mut text = self.login.write(Nntp::NAME);
        text.push('/');
        text.push_str(&self.group);
        if let Some(article) = &self.article {
            text.push('/');
            text.push_str(article);
        }
        text
    }
}

impl_builder!(NntpBuilder: NntpUrl, hostport);
