//! HTTP URLs from decoded data.

use alloc::{borrow::ToOwned, string::String};

use url1738_core::{
    Escaped, Host, Login, impl_builder,
    scheme::{LoginBuilder, Scheme},
};

use crate::{HSEGMENT, Http, HttpUrl, SEARCH};

/// Collects the parts of an [`HttpUrl`] (section 3.3): decoded octets come in, and are escaped where the part wants it.
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
/// A part of a URL is changed by way of it, too:
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

impl HttpBuilder {
    pub(crate) fn new(host: Host<'_>) -> Self {
        Self { login: LoginBuilder::new(host), path: None, search: None }
    }

    pub(crate) fn from_url(
        login: Login<'_>,
        path: Option<Escaped<'_>>,
        search: Option<Escaped<'_>>,
    ) -> Self {
        let text = |part: Escaped<'_>| part.as_str().to_owned();
        Self { login: login.into(), path: path.map(text), search: search.map(text) }
    }

    /// Sets the segments of the path; none at all leaves the path out, unless a search part is set.
    pub fn path<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        self.path = HSEGMENT.encode_joined(segments, '/');
        self
    }

    /// Sets the search part; only the server interprets it, so it is escaped as one piece.
    pub fn search(mut self, search: impl AsRef<[u8]>) -> Self {
        self.search = Some(SEARCH.encode(search.as_ref()).into_owned());
        self
    }

    /// Leaves the search part out.
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

impl_builder!(HttpBuilder: HttpUrl, hostport, port: 80, example: url1738_http, "http", "/a");
