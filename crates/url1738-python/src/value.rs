//! Parts of URLs as Python values: decoded, as text and as octets.

use pyo3::{
    exceptions::PyUnicodeDecodeError,
    prelude::*,
    types::{PyBytes, PyString, PyTuple},
};
use url1738::{Escaped, Redacted, Span, Url};

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

/// [`decoded`] or [`octets`].
pub(crate) type Decode = for<'py> fn(Python<'py>, Escaped<'_>) -> PyResult<Bound<'py, PyAny>>;

/// Returns a part, decoded, as text.
pub(crate) fn decoded<'py>(py: Python<'py>, part: Escaped<'_>) -> PyResult<Bound<'py, PyAny>> {
    text(py, &part.decode()).map(Bound::into_any)
}

/// Returns a part, decoded, as octets.
pub(crate) fn octets<'py>(py: Python<'py>, part: Escaped<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyBytes::new(py, &part.decode()).into_any())
}

/// Returns how a URL and its fragment are shown: masked as one text, for the `#` may be a character of a password.
pub(crate) fn shown(url: &Bound<'_, PyAny>, fragment: Option<&str>) -> PyResult<(String, String)> {
    let (py, class, text) = (url.py(), url.get_type().name()?, url.str()?);
    let (text, known) = (text.to_str()?, Url::parse(text.to_str()?).ok());
    let whole = [text, "#", fragment.unwrap_or_default()].concat();
    let after = text.len().saturating_add(1);
    let own = known.iter().flat_map(|url| url.redacted().secrets().to_vec());
    let of_fragment = Redacted::of_fragment(whole.get(after..).unwrap_or_default().as_bytes());
    let moved = of_fragment.secrets().iter().map(|secret| {
        let range = secret.range();
        Span::from(after.saturating_add(range.start)..after.saturating_add(range.end))
    });
    let masked = own.chain(moved).fold(Redacted::new(whole.as_bytes()), Redacted::and);
    let piece =
        |from: usize, to: usize| args::repr(py, &masked.slice(Span::from(from..to)).to_string());
    let fragment = fragment.map(|_| piece(after, whole.len())).transpose()?;
    let fragment = fragment.unwrap_or_else(|| "None".to_owned());
    Ok((format!("{class}({})", piece(0, text.len())?), fragment))
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
