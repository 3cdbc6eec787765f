//! URLs of wss, with the syntax of http.

use pyo3::prelude::*;

use super::http::like_http;

like_http! {
    /// A WebSocket URL over TLS (RFC 6455).
    ///
    /// >>> import url1738
    /// >>> url = url1738.WssUrl("wss://host.dom/a%20b?q=%26")
    /// >>> url.segments, url.pairs, url.port_or_default
    /// (('a b',), (('q', '&'),), 443)
    WssUrl;

    /// Returns a WebSocket URL over TLS (RFC 6455). `path` has the decoded segments.
    ///
    /// >>> import url1738
    /// >>> url1738.wss("host.dom", path=["a b"], search="q=1")
    /// WssUrl('wss://host.dom/a%20b?q=1')
    wss
}
