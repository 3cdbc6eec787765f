//! FTP URLs.

use pyo3::{
    prelude::*,
    types::{PyBytes, PyString, PyTuple},
};
use url1738::ftp::TypeCode;

use super::{base, edit::built, typed};
use crate::{
    args::{Object, Parts},
    urls::url::Url,
    value,
};

/// An FTP URL (section 3.2).
///
/// >>> import url1738
/// >>> url = url1738.FtpUrl("ftp://joe:p%40ss@host.dom/pub/a%2Fb/motd;type=A")
/// >>> url.password, url.segments, url.cwds, url.name, url.typecode
/// ('p@ss', ('pub', 'a/b', 'motd'), ('pub', 'a/b'), 'motd', 'a')
/// >>> url.replace(host="other.dom", segments=["etc", "motd"], user=None, typecode=None)
/// FtpUrl('ftp://other.dom/etc/motd')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct FtpUrl;

#[pymethods]
impl FtpUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("host", "path", "typecode")
    }

    /// Parses a URL of this scheme.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        Ok(base(text, |text| url1738::FtpUrl::parse(text).map(drop))?.add_subclass(Self))
    }

    /// The arguments for CWD, then the name, decoded; empty for a URL without a path.
    ///
    /// Raises `UnicodeDecodeError` if one is not UTF-8: see `segment_bytes`.
    #[getter]
    fn segments<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        value::texts(slf.py(), typed!(slf, FtpUrl).segments())
    }

    /// The arguments for CWD, then the name, decoded; empty for a URL without a path, as octets.
    #[getter]
    fn segment_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        value::octet_tuple(slf.py(), typed!(slf, FtpUrl).segments())
    }

    /// The directories that CWD changes into, decoded.
    ///
    /// Raises `UnicodeDecodeError` if one is not UTF-8: see `cwd_bytes`.
    #[getter]
    fn cwds<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        value::texts(slf.py(), typed!(slf, FtpUrl).cwds())
    }

    /// The directories that CWD changes into, decoded, as octets.
    #[getter]
    fn cwd_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        value::octet_tuple(slf.py(), typed!(slf, FtpUrl).cwds())
    }

    /// The name of the file, or of what is listed, decoded.
    ///
    /// Raises `UnicodeDecodeError` if it is not UTF-8: see `name_bytes`.
    #[getter]
    fn name<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
        typed!(slf, FtpUrl).name().map(|part| value::decoded(slf.py(), part)).transpose()
    }

    /// The name of the file, or of what is listed, decoded, as octets.
    #[getter]
    fn name_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(typed!(slf, FtpUrl).name().map(|part| value::octets(slf.py(), part)))
    }

    /// How the file is transferred: `a`, `i`, `d`, or `None` if the URL does not say it.
    #[getter]
    fn typecode(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
        Ok(typed!(slf, FtpUrl).typecode().map(TypeCode::as_str))
    }
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
