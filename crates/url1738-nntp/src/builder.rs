//! nntp URLs from decoded data.

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
};

use url1738_core::{
    Error, Host, Login, impl_builder,
    part::GROUP,
    scheme::{LoginBuilder, Scheme},
};

use crate::{Nntp, NntpUrl};

/// Collects the parts of an [`NntpUrl`] (section 3.7).
///
/// ```
/// use url1738_nntp::{Host, NntpUrl};
///
/// let url = NntpUrl::builder(Host::parse("host.dom")?, "comp.lang.c")?.article(10).build();
/// assert_eq!(url, "nntp://host.dom/comp.lang.c/10");
/// # Ok::<(), url1738_nntp::Error>(())
/// ```
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

impl NntpBuilder {
    pub(crate) fn new(host: Host<'_>, group: &str) -> Result<Self, Error> {
        GROUP.read_group(group)?;
        Ok(Self { login: LoginBuilder::new(host), group: group.to_owned(), article: None })
    }

    pub(crate) fn from_url(login: Login<'_>, group: &str, article: Option<&str>) -> Self {
        let article = article.map(ToOwned::to_owned);
        Self { login: login.into(), group: group.to_owned(), article }
    }

    /// Sets the group.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` is not a group name; the span is an offset in it.
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

    /// Leaves the article out: the group itself.
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

impl_builder!(NntpBuilder: NntpUrl, hostport, port: 119, example: url1738_nntp, "nntp", "/comp.lang.c/10");
