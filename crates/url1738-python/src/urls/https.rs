//! URLs of https, with the syntax of http.

use pyo3::prelude::*;

use super::http::like_http;

like_http! {
    /// An HTTPS URL (RFC 2818).
    ///
    /// >>> import url1738
    /// >>> url = url1738.HttpsUrl("https://host.dom/a%20b?q=%26")
    /// >>> url.segments, url.pairs, url.port_or_default
    /// (('a b',), (('q', '&'),), 443)
    HttpsUrl;

    /// Returns an HTTPS URL (RFC 2818). `path` has the decoded segments.
    ///
    /// >>> import url1738
    /// >>> url1738.https("host.dom", path=["a b"], search="q=1")
    /// HttpsUrl('https://host.dom/a%20b?q=1')
    https
}
