//! Mailto URLs.

use pyo3::{prelude::*, types::PyString};

use super::{
    class::{class, typed},
    edit::built,
};
use crate::args::Object;

class! {
    /// A mailto URL (section 3.5).
    ///
    /// >>> import url1738
    /// >>> url = url1738.MailtoUrl("mailto:joe%25x@host.dom")
    /// >>> url.address, url.local_part, url.domain
    /// ('joe%x@host.dom', 'joe%x', 'host.dom')
    /// >>> url.replace(address="ann@host.dom")
    /// MailtoUrl('mailto:ann@host.dom')
    MailtoUrl matches "address";

    {
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
