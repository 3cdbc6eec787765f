//! The classes of http and its successors.

use pyo3::prelude::*;

use super::class::pairs;

/// Writes the class of a scheme with the syntax of http, and the function that builds a URL of it.
macro_rules! like_http {
    ($(#[$about:meta])* $Url:ident; $(#[$built:meta])* $build:ident) => {
        $crate::urls::class::class! {
            $(#[$about])*
            $Url matches "host", "path", "search";
            built {
                $(#[$built])*
                $build(host, path = None) "(host, path=None, *, segments=..., search=None, pairs=None, port=None)"
            }
            replaces "($self, *, host=..., path=..., segments=..., search=..., pairs=..., port=...)";

            segments, segment_bytes if "one" is UTF-8:
                "The segments of the path, decoded; empty for a URL without a path", |url| url.segments().collect::<Vec<_>>();

            search, search_bytes if "it" is UTF-8:
                "The search part, decoded as a whole: see `pairs` and `raw_search`", |url| url.search();

            pairs, pair_bytes if "one" is UTF-8:
                "Names and values of the search part, decoded, in order; the value of a name without `=` is `None`",
                |url| pairs(url.search());

            {
                /// The search part as written.
                #[getter]
                fn raw_search<'py>(
                    slf: &Bound<'py, Self>,
                ) -> PyResult<Option<Bound<'py, pyo3::types::PyString>>> {
                    let search = $crate::urls::class::typed!(slf, $Url).search();
                    Ok(search.map(|it| pyo3::types::PyString::new(slf.py(), it.as_str())))
                }
            }
        }
    };
}

like_http! {
    /// An HTTP URL (section 3.3).
    ///
    /// >>> import url1738
    /// >>> url = url1738.HttpUrl("http://host.dom:8080/a%20b/c?q=%26&r=2")
    /// >>> url.segments, url.search, url.pairs
    /// (('a b', 'c'), 'q=&&r=2', (('q', '&'), ('r', '2')))
    /// >>> url.replace(port=None, search="x y")
    /// HttpUrl('http://host.dom/a%20b/c?x%20y')
    /// >>> url.replace(pairs={"q": "a&b", "flag": None})
    /// HttpUrl('http://host.dom:8080/a%20b/c?q=a%26b&flag')
    HttpUrl;

    /// Returns an HTTP URL. `path` has the decoded segments.
    ///
    /// >>> import url1738
    /// >>> url1738.http("host.dom", path=["a b", "c"], search="q=1", port=8080)
    /// HttpUrl('http://host.dom:8080/a%20b/c?q=1')
    /// >>> url1738.http("host.dom", pairs=[("q", "1 & 2"), ("flag", None)])
    /// HttpUrl('http://host.dom/?q=1%20%26%202&flag')
    http
}

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

like_http! {
    /// A WebSocket URL (RFC 6455).
    ///
    /// >>> import url1738
    /// >>> url = url1738.WsUrl("ws://host.dom/a%20b?q=%26")
    /// >>> url.segments, url.pairs, url.port_or_default
    /// (('a b',), (('q', '&'),), 80)
    WsUrl;

    /// Returns a WebSocket URL (RFC 6455). `path` has the decoded segments.
    ///
    /// >>> import url1738
    /// >>> url1738.ws("host.dom", path=["a b"], search="q=1")
    /// WsUrl('ws://host.dom/a%20b?q=1')
    ws
}

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
