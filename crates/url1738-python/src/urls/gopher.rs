//! Gopher URLs.

use pyo3::{
    prelude::*,
    types::{PyBytes, PyString},
};

use super::{
    class::{class, typed},
    edit::built,
};
use crate::{
    args::{Object, Parts},
    value,
};

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
