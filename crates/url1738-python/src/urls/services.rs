//! The classes of URLs of menus, searches and sessions, and of schemes that RFC 1738 does not define.

use pyo3::{
    prelude::*,
    types::{PyBytes, PyString},
};
use url1738::{Error, Escaped, Url as AnyUrl, wais::WaisForm};

use super::class::{class, pairs, typed};
use crate::value;

class! {
    /// A Gopher URL (section 3.4).
    ///
    /// >>> import url1738
    /// >>> url = url1738.GopherUrl("gopher://host.dom/7/find%09words")
    /// >>> url.item_type, url.selector, url.search
    /// ('7', '/find', 'words')
    /// >>> url.replace(item_type="0", selector="/docs", search=None)
    /// GopherUrl('gopher://host.dom/0/docs')
    GopherUrl matches "host", "item_type", "selector";
    built {
        /// Returns a Gopher URL. Without an item type and a selector it names the top-level directory.
        ///
        /// >>> import url1738
        /// >>> url1738.gopher("host.dom", item_type="7", selector="/find", search="two words")
        /// GopherUrl('gopher://host.dom/7/find%09two%20words')
        gopher(host) "(host, *, item_type='1', selector='', search=None, plus=None, port=None)"
    }
    replaces "($self, *, host=..., item_type=..., selector=..., search=..., plus=..., port=...)";

    selector, selector_bytes if "it" is UTF-8:
        "The selector, decoded", |url| url.selector();

    search, search_bytes if "it" is UTF-8:
        "The search string, decoded", |url| url.search();

    plus, plus_bytes if "it" is UTF-8:
        "The Gopher+ string, decoded", |url| url.gopher_plus_string();

    {
        /// The type of the item, one character; `1`, a directory, if the URL has none.
        ///
        /// Raises `UnicodeDecodeError` if it is not US-ASCII: see `item_type_bytes`.
        #[getter]
        fn item_type<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
            value::text(slf.py(), &[typed!(slf, GopherUrl).item_type().octet()])
        }

        /// The type of the item as an octet.
        #[getter]
        fn item_type_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
            Ok(PyBytes::new(slf.py(), &[typed!(slf, GopherUrl).item_type().octet()]))
        }
    }
}

class! {
    /// A WAIS URL (section 3.9): a database, a search in it, or a document of it.
    ///
    /// >>> import url1738
    /// >>> url = url1738.WaisUrl("wais://host.dom/db?words")
    /// >>> url.database, url.search, url.wtype
    /// ('db', 'words', None)
    /// >>> url.replace(search=None, wtype="TEXT", wpath=b"1 2")
    /// WaisUrl('wais://host.dom/db/TEXT/1%202')
    WaisUrl matches "host", "database", "search";
    built {
        /// Returns a WAIS URL: of a database, of a search in it, or of a document by its type and id.
        ///
        /// >>> import url1738
        /// >>> url1738.wais("host.dom", "db", search="words")
        /// WaisUrl('wais://host.dom/db?words')
        wais(host, database) "(host, database, *, search=None, wtype=None, wpath=None, port=None)"
    }
    replaces "($self, *, host=..., database=..., search=..., wtype=..., wpath=..., port=...)";

    database, database_bytes if "it" is UTF-8:
        "The name of the database, decoded", |url| url.database();

    search, search_bytes if "it" is UTF-8:
        "The terms of a search, decoded", |url| search(url.form());

    wtype, wtype_bytes if "it" is UTF-8:
        "The type of a document, decoded", |url| document(url.form()).map(|(wtype, _)| wtype);

    wpath, wpath_bytes if "it" is UTF-8:
        "The id of a document, decoded", |url| document(url.form()).map(|(_, wpath)| wpath);
}

/// Returns the terms of a search.
const fn search(form: WaisForm<'_>) -> Option<Escaped<'_>> {
    match form {
        WaisForm::Index { search } => Some(search),
        _ => None,
    }
}

/// Returns the type and the id of a document.
const fn document(form: WaisForm<'_>) -> Option<(Escaped<'_>, Escaped<'_>)> {
    match form {
        WaisForm::Document { wtype, wpath } => Some((wtype, wpath)),
        _ => None,
    }
}

class! {
    /// A telnet URL (section 3.8).
    ///
    /// >>> import url1738
    /// >>> url = url1738.TelnetUrl("telnet://guest:pw@host.dom:2323/")
    /// >>> url.user, url.port, url.has_slash
    /// ('guest', 2323, True)
    /// >>> url.replace(password=None, slash=False)
    /// TelnetUrl('telnet://guest@host.dom:2323')
    TelnetUrl matches "host", "port";
    built {
        /// Returns a telnet URL.
        ///
        /// >>> import url1738
        /// >>> url1738.telnet("host.dom", user="guest", port=2323)
        /// TelnetUrl('telnet://guest@host.dom:2323/')
        telnet(host) "(host, *, user=None, password=None, port=None, slash=True)"
    }
    replaces "($self, *, host=..., user=..., password=..., port=..., slash=...)";

    {
        /// Whether the URL ends with `/`.
        #[getter]
        fn has_slash(slf: &Bound<'_, Self>) -> PyResult<bool> {
            Ok(typed!(slf, TelnetUrl).path().is_some())
        }
    }
}

class! {
    /// A URL of a scheme without a class, read by the general syntax of section 5: `ssh`, `tel` and so on.
    ///
    /// Host, port, user and password are there if it has the form `scheme://login/path`; else the whole is opaque.
    ///
    /// >>> import url1738
    /// >>> url = url1738.parse("x-db://joe@host.dom:5432/a/b")
    /// >>> url.scheme, url.user, url.host, url.port, url.path
    /// ('x-db', 'joe', 'host.dom', 5432, 'a/b')
    /// >>> url1738.parse("x-db://host.dom/orders?mode=require").pairs
    /// (('mode', 'require'),)
    /// >>> url1738.parse("tel:+358-555").schemepart
    /// '+358-555'
    /// >>> url.replace(user=None, path=["c d"])
    /// GenericUrl('x-db://host.dom:5432/c%20d')
    GenericUrl matches "scheme", "schemepart"; parsed by other;
    replaces "($self, *, host=..., path=..., segments=..., user=..., password=..., port=...)";

    segments, segment_bytes if "one" is UTF-8:
        "The segments of the path by the common form, decoded; empty for a URL without a path",
        |url| url.segments().collect::<Vec<_>>();

    search, search_bytes if "it" is UTF-8:
        "What follows the first `?` of the path, by the common form, decoded as a whole: see `pairs`", |url| url.search();

    pairs, pair_bytes if "one" is UTF-8:
        "Names and values of the search part, decoded, in order; the value of a name without `=` is `None`",
        |url| pairs(url.search());

    {
        /// What follows `scheme:`, as written.
        #[getter]
        fn schemepart<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
            let text = slf.as_super().get().text(slf.py())?;
            let (_, part) = text.split_once(':').unwrap_or_default();
            Ok(PyString::new(slf.py(), part))
        }
    }
}

/// Parses a URL, and returns whether its scheme has no class.
fn other(text: &str) -> Result<bool, Error> {
    AnyUrl::parse(text).map(|url| matches!(url, AnyUrl::Other(_)))
}
