//! URLs of schemes that RFC 1738 does not define.

use pyo3::{exceptions::PyValueError, prelude::*, types::PyString};
use url1738::Url as AnyUrl;

use super::class::base;
use crate::urls::url::Url;

/// A URL of a scheme without a class, read by the general syntax of section 5: `ssh`, `tel` and so on.
///
/// Host, port, user and password are there if it has the form `scheme://login/path`; else the whole is opaque.
///
/// >>> import url1738
/// >>> url = url1738.parse("x-db://joe@host.dom:5432/a/b")
/// >>> url.scheme, url.user, url.host, url.port, url.path
/// ('x-db', 'joe', 'host.dom', 5432, 'a/b')
/// >>> url1738.parse("tel:+358-555").schemepart
/// '+358-555'
/// >>> url.replace(user=None, path=["c d"])
/// GenericUrl('x-db://host.dom:5432/c%20d')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct GenericUrl;

#[pymethods]
impl GenericUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("scheme", "schemepart")
    }

    /// Parses a URL of a scheme beyond the ten.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        let mut other = true;
        let parsed = base(text, |text| {
            AnyUrl::parse(text).map(|url| other = matches!(url, AnyUrl::Other(_)))
        })?;
        if !other {
            return Err(PyValueError::new_err("the scheme has another class: use parse"));
        }
        Ok(parsed.add_subclass(Self))
    }

    /// What follows `scheme:`, as written.
    #[getter]
    fn schemepart<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let text = slf.as_super().get().text(slf.py())?;
        let (_, part) = text.split_once(':').unwrap_or_default();
        Ok(PyString::new(slf.py(), part))
    }
}
