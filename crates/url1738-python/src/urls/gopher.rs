//! Gopher URLs.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyString},
};
use url1738::gopher;

use super::{base, built, server::Server as _, typed};
use crate::{
    args::{self, Object, Parts},
    error,
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

    /// Returns the URL with parts changed: the arguments are those of `gopher`. `None` removes a part.
    #[pyo3(signature = (**parts))]
    fn replace<'py>(slf: &Bound<'py, Self>, parts: Option<&Parts<'py>>) -> Object<'py> {
        let url = typed!(slf, GopherUrl);
        let selector = url.selector().map(|selector| selector.decode().into_owned());
        let item = (url.item_type().octet(), selector.unwrap_or_default());
        change(slf.py(), url.to_builder(), item, parts)
    }
}

/// Sets the parts that are given.
pub(crate) fn change<'py>(
    py: Python<'py>,
    mut builder: gopher::GopherBuilder,
    item: (u8, Vec<u8>),
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    let (mut item_type, mut selector, mut search, mut plus) = (None, None, None, None);
    for (name, given) in args::each(parts)? {
        match &*name {
            "item_type" => item_type = Some(given),
            "selector" => selector = Some(given),
            "search" => search = Some(args::optional_octets(&given)?),
            "plus" => plus = Some(args::optional_octets(&given)?),
            name => builder = builder.with(name, &given)?,
        }
    }
    if item_type.is_some() || selector.is_some() {
        let octet = item_type.map_or(Ok(item.0), |given| item_octet(&given))?;
        let octets = selector.map(|given| args::octets(&given)).transpose()?;
        let selector = octets.as_ref().map_or(&*item.1, AsRef::as_ref);
        builder = builder.item(octet, selector).map_err(|found| in_octets(py, selector, found))?;
    }
    if let Some(search) = search {
        builder = match search {
            Some(search) => {
                let raise = |found| in_octets(py, search.as_ref(), found);
                builder.search(&search).map_err(raise)?
            }
            None => builder.without_search(),
        };
    }
    if let Some(plus) = plus {
        builder = match plus {
            Some(plus) => builder.plus_string(plus.as_ref()),
            None => builder.without_gopher_plus(),
        };
    }
    built(py, builder.try_build())
}

/// Returns the item type, which is one octet.
fn item_octet(given: &Bound<'_, PyAny>) -> PyResult<u8> {
    match args::octets(given)?.as_ref() {
        [octet] => Ok(*octet),
        _ => Err(PyValueError::new_err("item_type must be one character")),
    }
}

/// Returns the exception for an argument, shown as text.
fn in_octets(py: Python<'_>, octets: &[u8], found: url1738::Error) -> PyErr {
    error::raise(py, &String::from_utf8_lossy(octets), found)
}
