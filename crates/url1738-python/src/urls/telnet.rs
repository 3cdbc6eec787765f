//! Telnet URLs.

use pyo3::{prelude::*, types::PyString};

use super::{
    class::{class, typed},
    edit::built,
};
use crate::args::{Object, Parts};

class! {
    /// A telnet URL (section 3.8).
    ///
    /// >>> import url1738
    /// >>> url = url1738.TelnetUrl("telnet://guest:pw@host.dom:2323/")
    /// >>> url.user, url.port, url.has_slash
    /// ('guest', 2323, True)
    /// >>> url.replace(password=None, slash=False)
    /// TelnetUrl('telnet://guest@host.dom:2323')
    TelnetUrl matches "host", "port";

    {
        /// Whether the URL ends with `/`.
        #[getter]
        fn has_slash(slf: &Bound<'_, Self>) -> PyResult<bool> {
            Ok(typed!(slf, TelnetUrl).has_slash())
        }
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
