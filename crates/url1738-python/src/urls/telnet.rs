//! Telnet URLs.

use pyo3::{prelude::*, types::PyString};

use super::{base, edit::built, typed};
use crate::{
    args::{Object, Parts},
    urls::url::Url,
};

/// A telnet URL (section 3.8).
///
/// >>> import url1738
/// >>> url = url1738.TelnetUrl("telnet://guest:pw@host.dom:2323/")
/// >>> url.user, url.port, url.has_slash
/// ('guest', 2323, True)
/// >>> url.replace(password=None, slash=False)
/// TelnetUrl('telnet://guest@host.dom:2323')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct TelnetUrl;

#[pymethods]
impl TelnetUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("host", "port")
    }

    /// Parses a URL of this scheme.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        Ok(base(text, |text| url1738::TelnetUrl::parse(text).map(drop))?.add_subclass(Self))
    }

    /// Whether the URL ends with `/`.
    #[getter]
    fn has_slash(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(typed!(slf, TelnetUrl).has_slash())
    }
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
