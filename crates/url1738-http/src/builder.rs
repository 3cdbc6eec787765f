//! The builder of HTTP URLs.

use alloc::{borrow::ToOwned, string::String};

use url1738_core::{
    BorrowOrShare, Escaped, Host, impl_builder,
    scheme::{LoginBuilder, Scheme},
};

use crate::{HSEGMENT, Http, HttpUrl, SEARCH};

/// Builder of an [`HttpUrl`] (section 3.3). Percent-encodes its arguments.
///
/// ```
/// use url1738_http::{Host, HttpUrl};
///
/// let url = HttpUrl::builder(Host::parse("host.dom")?)
///     .path(["~joe", "a/b"])
///     .search("to be?")
///     .build();
/// assert_eq!(url, "http://host.dom/%7Ejoe/a%2Fb?to%20be%3F");
/// # Ok::<(), url1738_http::Error>(())
/// ```
///
/// It also changes parts of an existing URL:
///
/// ```
/// use url1738_http::HttpUrl;
///
/// let url = HttpUrl::parse("http://host.dom:8080/a/b?q")?;
/// assert_eq!(url.to_builder().without_port().without_search().build(), "http://host.dom/a/b");
/// # Ok::<(), url1738_http::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct HttpBuilder {
    login: LoginBuilder,
    path: Option<String>,
    search: Option<String>,
}

impl HttpUrl {
    /// Returns a builder of a URL on `host`.
    pub fn builder(host: Host<'_>) -> HttpBuilder {
        HttpBuilder { login: LoginBuilder::new(host), path: None, search: None }
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> HttpUrl<T> {
    /// Returns a builder with all parts of this URL.
    pub fn to_builder(&'i self) -> HttpBuilder {
        let text = |part: Escaped<'_>| part.as_str().to_owned();
        let (path, search) = (self.path().map(text), self.search().map(text));
        HttpBuilder { login: self.login().into(), path, search }
    }
}

impl HttpBuilder {
    /// Sets the segments of the path. An empty list removes the path; if a search part is set, an empty path is written.
    pub fn path<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        self.path = HSEGMENT.encode_joined(segments, '/');
        self
    }

    /// Sets the search part. Only the server interprets it, so that it is percent-encoded as a whole.
    pub fn search(mut self, search: impl AsRef<[u8]>) -> Self {
        self.search = Some(SEARCH.encode(search.as_ref()).into_owned());
        self
    }

    /// Removes the search part.
    pub fn without_search(mut self) -> Self {
        self.search = None;
        self
    }

    fn write(&self) -> String {
        let mut text = self.login.write(Http::NAME);
        if self.path.is_some() || self.search.is_some() {
            text.push('/');
            text.push_str(self.path.as_deref().unwrap_or_default());
        }
        if let Some(search) = &self.search {
            text.push('?');
            text.push_str(search);
        }
        text
    }
}

impl_builder!(HttpBuilder: HttpUrl, hostport);
