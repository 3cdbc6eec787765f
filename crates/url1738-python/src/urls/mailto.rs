//! Mailto URLs.

use pyo3::{prelude::*, types::PyString};

use super::{base, edit::built, typed};
use crate::{args::Object, urls::url::Url};

/// A mailto URL (section 3.5).
///
/// >>> import url1738
/// >>> url = url1738.MailtoUrl("mailto:joe%25x@host.dom")
/// >>> url.address, url.local_part, url.domain
/// ('joe%x@host.dom', 'joe%x', 'host.dom')
/// >>> url.replace(address="ann@host.dom")
/// MailtoUrl('mailto:ann@host.dom')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct MailtoUrl;

#[pymethods]
impl MailtoUrl {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("address",)
    }

    /// Parses a URL of this scheme.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        Ok(base(text, |text| url1738::MailtoUrl::parse(text).map(drop))?.add_subclass(Self))
    }

    /// The address, decoded.
    #[getter]
    fn address<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        Ok(PyString::new(slf.py(), &typed!(slf, MailtoUrl).address()))
    }

    /// What precedes the last `@` of the address, decoded.
    #[getter]
    fn local_part<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        Ok(PyString::new(slf.py(), &typed!(slf, MailtoUrl).local_part()))
    }

    /// What follows the last `@` of the address, decoded.
    #[getter]
    fn domain<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        Ok(PyString::new(slf.py(), &typed!(slf, MailtoUrl).domain()))
    }
}

/// Returns a mailto URL.
///
/// >>> import url1738
/// >>> url1738.mailto("joe%x@host.dom")
/// MailtoUrl('mailto:joe%25x@host.dom')
#[pyfunction]
pub(crate) fn mailto<'py>(address: &Bound<'py, PyString>) -> Object<'py> {
    built(address.py(), "mailto", [("address", Some(address))], None)
}
