//! Gopher URLs.

use pyo3::{
    prelude::*,
    types::{PyBytes, PyString},
};

use super::{base, edit::built, typed};
use crate::{
    args::{Object, Parts},
    urls::url::Url,
    value,
};

/// A Gopher URL (section 3.4).
///
/// >>> import url1738
/// >>> url = url1738.GopherUrl("gopher://host.dom/7/find%09words")
/// >>> url.item_type, url.selector, url.search
/// ('7', '/find', 'words')
/// >>> url.replace(item_type="0", selector="/docs", search=None)
/// GopherUrl('gopher://host.dom/0/docs')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct GopherUrl;

#[pymethods]
impl GopherUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("host", "item_type", "selector")
    }

    /// Parses a URL of this scheme.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        Ok(base(text, |text| url1738::GopherUrl::parse(text).map(drop))?.add_subclass(Self))
    }

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

    /// The selector, decoded.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `selector_bytes`.
    #[getter]
    fn selector<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        typed!(slf, GopherUrl).selector().map(|part| value::decoded(slf.py(), part)).transpose()
    }

    /// The selector, decoded, as octets.
    #[getter]
    fn selector_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(typed!(slf, GopherUrl).selector().map(|part| value::octets(slf.py(), part)))
    }

    /// The search string, decoded.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `search_bytes`.
    #[getter]
    fn search<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        typed!(slf, GopherUrl).search().map(|part| value::decoded(slf.py(), part)).transpose()
    }

    /// The search string, decoded, as octets.
    #[getter]
    fn search_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(typed!(slf, GopherUrl).search().map(|part| value::octets(slf.py(), part)))
    }

    /// The Gopher+ string, decoded.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `plus_bytes`.
    #[getter]
    fn plus<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        typed!(slf, GopherUrl)
            .gopher_plus_string()
            .map(|part| value::decoded(slf.py(), part))
            .transpose()
    }

    /// The Gopher+ string, decoded, as octets.
    #[getter]
    fn plus_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(typed!(slf, GopherUrl).gopher_plus_string().map(|part| value::octets(slf.py(), part)))
    }
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
