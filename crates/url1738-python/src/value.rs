//! Parts of URLs as Python values: decoded, as text and as octets.

use pyo3::{
    exceptions::PyUnicodeDecodeError,
    prelude::*,
    types::{PyBytes, PyString, PyTuple},
};
use url1738::Escaped;

use crate::args;

/// Returns decoded octets as text.
///
/// # Errors
///
/// Returns `UnicodeDecodeError` if they are not UTF-8.
pub(crate) fn text<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match std::str::from_utf8(octets) {
        Ok(text) => Ok(PyString::new(py, text)),
        Err(error) => {
            Err(PyErr::from_value(PyUnicodeDecodeError::new_utf8(py, octets, error)?.into_any()))
        }
    }
}

/// Returns a part, decoded, as text.
pub(crate) fn decoded<'py>(py: Python<'py>, part: Escaped<'_>) -> PyResult<Bound<'py, PyString>> {
    text(py, &part.decode())
}

/// Returns a part, decoded, as octets.
pub(crate) fn octets<'py>(py: Python<'py>, part: Escaped<'_>) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &part.decode())
}

/// What `__reduce__` of a value returns: `_restore`, the name of its class, and its fields.
pub(crate) type Restored<'py> = args::Reduced<'py, (&'static str, Bound<'py, PyTuple>)>;

/// Returns how pickle restores a value.
pub(crate) fn reduced<'py>(
    class: &'static str,
    fields: Bound<'py, PyTuple>,
) -> PyResult<Restored<'py>> {
    let restore = fields.py().import("url1738._url1738")?.getattr("_restore")?;
    Ok((restore, (class, fields)))
}
