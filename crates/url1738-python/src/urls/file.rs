//! File URLs.

use pyo3::{
    prelude::*,
    types::{PyString, PyTuple},
};

use super::{base, edit::built, typed};
use crate::{
    args::{Object, Parts},
    urls::url::{self, Url},
    value,
};

/// A file URL (section 3.10).
///
/// >>> import url1738
/// >>> url = url1738.FileUrl("file:///etc/a%20b")
/// >>> url.host, url.segments, url.to_path()
/// (None, ('etc', 'a b'), PosixPath('/etc/a b'))
/// >>> url.replace(host="host.dom", path=["pub"])
/// FileUrl('file://host.dom/pub')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct FileUrl;

#[pymethods]
impl FileUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("host", "path")
    }

    /// Parses a URL of this scheme.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        Ok(base(text, |text| url1738::FileUrl::parse(text).map(drop))?.add_subclass(Self))
    }

    /// The segments of the path, decoded.
    ///
    /// Raises `UnicodeDecodeError` if one is not UTF-8: see `segment_bytes`.
    #[getter]
    fn segments<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        value::texts(slf.py(), typed!(slf, FileUrl).segments())
    }

    /// The segments of the path, decoded, as octets.
    #[getter]
    fn segment_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        value::octet_tuple(slf.py(), typed!(slf, FileUrl).segments())
    }

    /// Returns the path of the file on this machine, as a `pathlib.Path`.
    ///
    /// Raises `PlanError` if the file is on another machine, or the path has no safe form.
    fn to_path(slf: &Bound<'_, Self>) -> PyResult<std::path::PathBuf> {
        let url = typed!(slf, FileUrl);
        url.to_file_path().map_err(|refusal| url::refused(slf.py(), url.redacted(), &refusal))
    }
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
