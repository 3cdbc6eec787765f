//! URLs from decoded data: one function per scheme.

use pyo3::{
    prelude::*,
    types::{PyDict, PyString},
};

use crate::{
    args::{Object, Parts},
    urls::edit::edited,
};

/// Returns the URL of a scheme with arguments, of which some may be given by position.
fn built<'py, const N: usize>(
    py: Python<'py>,
    scheme: &str,
    first: [(&str, Option<&Bound<'py, PyAny>>); N],
    others: Option<&Parts<'py>>,
) -> Object<'py> {
    let parts = others.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
    for (name, value) in first {
        if let Some(value) = value {
            parts.set_item(name, value)?;
        }
    }
    edited(py, url1738::registry().edit(scheme), Some(&parts))
}

/// Returns an FTP URL. `path` has the decoded segments: the directories, then the name.
///
/// >>> import url1738
/// >>> url1738.ftp("host.dom", path=["pub", "a/b", "motd"], typecode="i")
/// FtpUrl('ftp://host.dom/pub/a%2Fb/motd;type=i')
/// >>> url1738.ftp(host="host.dom", user="joe", password="p@ss")
/// FtpUrl('ftp://joe:***@host.dom')
#[pyfunction]
#[pyo3(signature = (host, path=None, **parts), text_signature = "(host, path=None, *, segments=..., user=None, password=None, port=None, typecode=None)")]
pub(crate) fn ftp<'py>(
    host: &Bound<'py, PyString>,
    path: Option<Bound<'py, PyAny>>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(host.py(), "ftp", [("host", Some(host)), ("path", path.as_ref())], parts)
}

/// Returns an HTTP URL. `path` has the decoded segments.
///
/// >>> import url1738
/// >>> url1738.http("host.dom", path=["a b", "c"], search="q=1", port=8080)
/// HttpUrl('http://host.dom:8080/a%20b/c?q=1')
#[pyfunction]
#[pyo3(signature = (host, path=None, **parts), text_signature = "(host, path=None, *, segments=..., search=None, port=None)")]
pub(crate) fn http<'py>(
    host: &Bound<'py, PyString>,
    path: Option<Bound<'py, PyAny>>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(host.py(), "http", [("host", Some(host)), ("path", path.as_ref())], parts)
}

/// Returns a Gopher URL. Without an item type and a selector it names the top-level directory.
///
/// >>> import url1738
/// >>> url1738.gopher("host.dom", item_type="7", selector="/find", search="two words")
/// GopherUrl('gopher://host.dom/7/find%09two%20words')
#[pyfunction]
#[pyo3(signature = (host, **parts), text_signature = "(host, *, item_type='1', selector='', search=None, plus=None, port=None)")]
pub(crate) fn gopher<'py>(host: &Bound<'py, PyString>, parts: Option<&Parts<'py>>) -> Object<'py> {
    built(host.py(), "gopher", [("host", Some(host))], parts)
}

/// Returns a mailto URL.
///
/// >>> import url1738
/// >>> url1738.mailto("joe%x@host.dom")
/// MailtoUrl('mailto:joe%25x@host.dom')
#[pyfunction]
pub(crate) fn mailto<'py>(address: &Bound<'py, PyString>) -> Object<'py> {
    built(address.py(), "mailto", [("address", Some(address))], None)
}

/// Returns a news URL: of a group, of an article by its Message-ID, or of all groups.
///
/// >>> import url1738
/// >>> url1738.news(group="comp.lang.c"), url1738.news(article="a/b@host.dom"), url1738.news()
/// (NewsUrl('news:comp.lang.c'), NewsUrl('news:a/b@host.dom'), NewsUrl('news:*'))
#[pyfunction]
#[pyo3(signature = (**parts), text_signature = "(*, group=None, article=None)")]
pub(crate) fn news<'py>(py: Python<'py>, parts: Option<&Parts<'py>>) -> Object<'py> {
    built(py, "news", [], parts)
}

/// Returns an NNTP URL.
///
/// >>> import url1738
/// >>> url1738.nntp("host.dom", "comp.lang.c", article=42)
/// NntpUrl('nntp://host.dom/comp.lang.c/42')
#[pyfunction]
#[pyo3(signature = (host, group, **parts), text_signature = "(host, group, *, article=None, port=None)")]
pub(crate) fn nntp<'py>(
    host: &Bound<'py, PyString>,
    group: &Bound<'py, PyString>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(host.py(), "nntp", [("host", Some(host)), ("group", Some(group))], parts)
}

/// Returns a telnet URL.
///
/// >>> import url1738
/// >>> url1738.telnet("host.dom", user="guest", port=2323)
/// TelnetUrl('telnet://guest@host.dom:2323/')
#[pyfunction]
#[pyo3(signature = (host, **parts), text_signature = "(host, *, user=None, password=None, port=None, slash=True)")]
pub(crate) fn telnet<'py>(host: &Bound<'py, PyString>, parts: Option<&Parts<'py>>) -> Object<'py> {
    built(host.py(), "telnet", [("host", Some(host))], parts)
}

/// Returns a WAIS URL: of a database, of a search in it, or of a document by its type and id.
///
/// >>> import url1738
/// >>> url1738.wais("host.dom", "db", search="words")
/// WaisUrl('wais://host.dom/db?words')
#[pyfunction]
#[pyo3(signature = (host, database, **parts), text_signature = "(host, database, *, search=None, wtype=None, wpath=None, port=None)")]
pub(crate) fn wais<'py>(
    host: &Bound<'py, PyString>,
    database: &Bound<'py, PyAny>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(host.py(), "wais", [("host", Some(host)), ("database", Some(database))], parts)
}

/// Returns a file URL. `path` has the decoded segments.
///
/// >>> import url1738
/// >>> url1738.file(path=["etc", "a b"])
/// FileUrl('file:///etc/a%20b')
#[pyfunction]
#[pyo3(signature = (path=None, **parts), text_signature = "(path=None, *, segments=..., host=None)")]
pub(crate) fn file<'py>(
    py: Python<'py>,
    path: Option<Bound<'py, PyAny>>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(py, "file", [("path", path.as_ref())], parts)
}

/// Returns a Prospero URL.
///
/// >>> import url1738
/// >>> url1738.prospero("host.dom", "a b/c", fields=[("version", "2")])
/// ProsperoUrl('prospero://host.dom/a%20b/c;version=2')
#[pyfunction]
#[pyo3(signature = (host, hsoname, **parts), text_signature = "(host, hsoname, *, fields=(), port=None)")]
pub(crate) fn prospero<'py>(
    host: &Bound<'py, PyString>,
    hsoname: &Bound<'py, PyAny>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(host.py(), "prospero", [("host", Some(host)), ("hsoname", Some(hsoname))], parts)
}
