//! WAIS URLs.

use pyo3::{
    prelude::*,
    types::{PyBytes, PyString},
};
use url1738::wais::WaisForm;

use super::{base, edit::built, typed};
use crate::{
    args::{Object, Parts},
    urls::url::Url,
    value,
};

/// A WAIS URL (section 3.9): a database, a search in it, or a document of it.
///
/// >>> import url1738
/// >>> url = url1738.WaisUrl("wais://host.dom/db?words")
/// >>> url.database, url.search, url.wtype
/// ('db', 'words', None)
/// >>> url.replace(search=None, wtype="TEXT", wpath=b"1 2")
/// WaisUrl('wais://host.dom/db/TEXT/1%202')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct WaisUrl;

#[pymethods]
impl WaisUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("host", "database", "search")
    }

    /// Parses a URL of this scheme.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        Ok(base(text, |text| url1738::WaisUrl::parse(text).map(drop))?.add_subclass(Self))
    }

    /// The name of the database, decoded.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `database_bytes`.
    #[getter]
    fn database<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        value::decoded(slf.py(), typed!(slf, WaisUrl).database())
    }

    /// The name of the database, decoded, as octets.
    #[getter]
    fn database_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(value::octets(slf.py(), typed!(slf, WaisUrl).database()))
    }

    /// The terms of a search, decoded.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `search_bytes`.
    #[getter]
    fn search<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        match typed!(slf, WaisUrl).form() {
            WaisForm::Index { search } => value::decoded(slf.py(), search).map(Some),
            _ => Ok(None),
        }
    }

    /// The terms of a search, decoded, as octets.
    #[getter]
    fn search_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        match typed!(slf, WaisUrl).form() {
            WaisForm::Index { search } => Ok(Some(value::octets(slf.py(), search))),
            _ => Ok(None),
        }
    }

    /// The type of a document, decoded.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `wtype_bytes`.
    #[getter]
    fn wtype<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        match typed!(slf, WaisUrl).form() {
            WaisForm::Document { wtype, .. } => value::decoded(slf.py(), wtype).map(Some),
            _ => Ok(None),
        }
    }

    /// The type of a document, decoded, as octets.
    #[getter]
    fn wtype_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        match typed!(slf, WaisUrl).form() {
            WaisForm::Document { wtype, .. } => Ok(Some(value::octets(slf.py(), wtype))),
            _ => Ok(None),
        }
    }

    /// The id of a document, decoded.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `wpath_bytes`.
    #[getter]
    fn wpath<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        match typed!(slf, WaisUrl).form() {
            WaisForm::Document { wpath, .. } => value::decoded(slf.py(), wpath).map(Some),
            _ => Ok(None),
        }
    }

    /// The id of a document, decoded, as octets.
    #[getter]
    fn wpath_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        match typed!(slf, WaisUrl).form() {
            WaisForm::Document { wpath, .. } => Ok(Some(value::octets(slf.py(), wpath))),
            _ => Ok(None),
        }
    }
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
