//! WAIS URLs.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyString},
};
use url1738::wais::{self, WaisForm};

use super::{base, built, server::Server as _, typed};
use crate::{
    args::{self, Object, Parts},
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

    /// Returns the URL with parts changed: the arguments are those of `wais`. `None` removes a part.
    #[pyo3(signature = (**parts))]
    fn replace<'py>(slf: &Bound<'py, Self>, parts: Option<&Parts<'py>>) -> Object<'py> {
        let url = typed!(slf, WaisUrl);
        let decoded = |part: url1738::Escaped<'_>| Some(part.decode().into_owned());
        let kept = match url.form() {
            WaisForm::Index { search } => (decoded(search), None, None),
            WaisForm::Document { wtype, wpath } => (None, decoded(wtype), decoded(wpath)),
            _ => Kept::default(),
        };
        change(slf.py(), url.to_builder(), kept, parts)
    }
}

/// Search, type and id that the URL has.
pub(crate) type Kept = (Option<Vec<u8>>, Option<Vec<u8>>, Option<Vec<u8>>);

/// Returns the part that is given, or the one that the URL has.
fn of(given: Option<Option<args::Octets>>, kept: &Option<Vec<u8>>) -> Option<Vec<u8>> {
    match given {
        Some(given) => given.map(|octets| octets.as_ref().to_vec()),
        None => kept.clone(),
    }
}

/// Sets the parts that are given.
pub(crate) fn change<'py>(
    py: Python<'py>,
    mut builder: wais::WaisBuilder,
    kept: Kept,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    let (mut search, mut wtype, mut wpath) = (None, None, None);
    for (name, given) in args::each(parts)? {
        match &*name {
            "database" => builder = builder.database(args::octets(&given)?),
            "search" => search = Some(args::optional_octets(&given)?),
            "wtype" => wtype = Some(args::optional_octets(&given)?),
            "wpath" => wpath = Some(args::optional_octets(&given)?),
            name => builder = builder.with(name, &given)?,
        }
    }
    let is_given = |part: &Option<Option<args::Octets>>| matches!(part, Some(Some(_)));
    let search_given = is_given(&search);
    if search_given && (is_given(&wtype) || is_given(&wpath)) {
        return Err(PyValueError::new_err("a WAIS URL has a search or a document, not both"));
    }
    let document = (of(wtype, &kept.1), of(wpath, &kept.2));
    builder = match (of(search, &kept.0), document) {
        // A form that is given replaces the one that the URL has.
        (Some(search), _) if search_given => builder.search(search),
        (_, (Some(wtype), Some(wpath))) => builder.document(wtype, wpath),
        (_, (Some(_), None) | (None, Some(_))) => {
            return Err(PyValueError::new_err("a document has both wtype and wpath"));
        }
        (Some(search), _) => builder.search(search),
        (None, _) => builder.database_only(),
    };
    built(py, builder.try_build())
}
