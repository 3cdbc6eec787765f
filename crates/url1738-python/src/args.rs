//! Arguments from Python: octets and segments.

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{PyBytes, PyDict, PyString},
};

/// What `__reduce__` returns: a callable and its arguments.
pub(crate) type Reduced<'py, A> = (Bound<'py, PyAny>, A);

/// Decoded octets: a `str`, in UTF-8, or `bytes`.
pub(crate) enum Octets {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

impl AsRef<[u8]> for Octets {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// Returns the octets of a `str` or `bytes`.
pub(crate) fn octets(value: &Bound<'_, PyAny>) -> PyResult<Octets> {
    if let Ok(text) = value.cast::<PyString>() {
        // The error of the codec would hold the text, which may be a password.
        let refused = |_| PyValueError::new_err("unexpected lone surrogate");
        return PyBackedStr::try_from(text.clone()).map(Octets::Text).map_err(refused);
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Octets::Bytes(PyBackedBytes::from(bytes.clone())));
    }
    Err(not_octets(value)?)
}

/// Returns the error for a value that is not a `str` or `bytes`.
pub(crate) fn not_octets(value: &Bound<'_, PyAny>) -> PyResult<PyErr> {
    let found = value.get_type().name()?;
    Ok(PyTypeError::new_err(format!("expected str or bytes, not {found}")))
}

/// Returns the octets of an argument that may be `None`.
pub(crate) fn optional_octets(value: &Bound<'_, PyAny>) -> PyResult<Option<Octets>> {
    if value.is_none() { Ok(None) } else { octets(value).map(Some) }
}

/// Returns the items of a list of octets. One `str` is not a list of segments.
pub(crate) fn segments(value: &Bound<'_, PyAny>) -> PyResult<Vec<Octets>> {
    if value.is_none() {
        return Ok(Vec::new());
    }
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err(
            "expected a list of decoded texts, as in [\"pub\", \"motd\"], not one string",
        ));
    }
    value.try_iter()?.map(|item| octets(&item?)).collect()
}

/// What a function returns that makes a URL: an object of the class of its scheme.
pub(crate) type Object<'py> = PyResult<Bound<'py, PyAny>>;

/// The keyword arguments of a function.
pub(crate) type Parts<'py> = Bound<'py, PyDict>;

/// Returns names and values of the keyword arguments. `None` beside the other name of an argument is not given.
///
/// # Errors
///
/// Returns `TypeError` if one argument is given by both of its names.
pub(crate) fn each<'py>(
    arguments: Option<&Parts<'py>>,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let items = arguments.into_iter().flat_map(PyDictMethods::iter);
    let items = items.map(|(name, value)| Ok((name.extract()?, value)));
    let mut items: Vec<(String, Bound<'_, PyAny>)> = items.collect::<PyResult<_>>()?;
    for names in [["path", "segments"], ["search", "pairs"]] {
        let is_one = |name: &str| names.contains(&name);
        let given = items.iter().filter(|(name, value)| is_one(name) && !value.is_none()).count();
        if given > 1 {
            let message = format!("{} are one argument: give one of them", names.join(" and "));
            return Err(PyTypeError::new_err(message));
        }
        items.retain(|(name, value)| given == 0 || !is_one(name) || !value.is_none());
    }
    Ok(items)
}

/// Returns the error for an argument that a function does not have.
pub(crate) fn unexpected(name: &str) -> PyErr {
    PyTypeError::new_err(format!("got an unexpected keyword argument '{name}'"))
}

/// Returns a text as Python writes it in code.
pub(crate) fn repr(py: Python<'_>, text: &str) -> PyResult<String> {
    PyString::new(py, text).repr()?.extract()
}
