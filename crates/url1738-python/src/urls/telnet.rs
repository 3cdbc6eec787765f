//! Telnet URLs.

use pyo3::{prelude::*, types::PyString};

use super::{base, typed};
use crate::urls::url::Url;

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
