//! Arguments from Python: octets, hosts, ports, segments.

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{PyBytes, PyDict, PyInt, PyString},
};
use url1738::Host;

use crate::error;

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
        return Ok(Octets::Text(PyBackedStr::try_from(text.clone())?));
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Octets::Bytes(PyBackedBytes::from(bytes.clone())));
    }
    Err(PyTypeError::new_err(format!("expected str or bytes, not {}", value.get_type().name()?)))
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
            "expected a list of decoded segments, as in [\"pub\", \"motd\"], not one string",
        ));
    }
    value.try_iter()?.map(|item| octets(&item?)).collect()
}

/// Returns a text.
pub(crate) fn text(value: &Bound<'_, PyAny>) -> PyResult<PyBackedStr> {
    value.extract()
}

/// Parses a host name or an IPv4 address.
pub(crate) fn host<'a>(py: Python<'_>, text: &'a str) -> PyResult<Host<'a>> {
    Host::parse(text).map_err(|found| error::raise(py, text, found))
}

/// Returns a port, or `None`.
pub(crate) fn port(value: &Bound<'_, PyAny>) -> PyResult<Option<u16>> {
    if value.is_none() {
        return Ok(None);
    }
    value.cast::<PyInt>()?;
    let wrong = |_| PyValueError::new_err("port must be 0 to 65535");
    value.extract::<u16>().map(Some).map_err(wrong)
}

/// Returns names and values of the keyword arguments.
pub(crate) fn each<'py>(
    arguments: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let items = arguments.into_iter().flat_map(PyDictMethods::iter);
    items.map(|(name, value)| Ok((name.extract()?, value))).collect()
}

/// Returns the error for an argument that a function does not have.
pub(crate) fn unexpected(name: &str) -> PyErr {
    PyTypeError::new_err(format!("got an unexpected keyword argument '{name}'"))
}

/// Returns a text as Python writes it in code.
pub(crate) fn repr(py: Python<'_>, text: &str) -> PyResult<String> {
    PyString::new(py, text).repr()?.extract()
}

/// User and password, of which a change may give one.
#[derive(Default)]
pub(crate) struct Credentials {
    user: Option<Vec<u8>>,
    password: Option<Vec<u8>>,
    changed: bool,
}

impl Credentials {
    /// Starts with those of a URL.
    pub(crate) fn of(
        user: Option<url1738::Escaped<'_>>,
        password: Option<url1738::Escaped<'_>>,
    ) -> Self {
        let decoded = |part: url1738::Escaped<'_>| part.decode().into_owned();
        Self { user: user.map(decoded), password: password.map(decoded), changed: false }
    }

    /// Sets or removes the user.
    pub(crate) fn user(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.user = optional_octets(value)?.map(|octets| octets.as_ref().to_vec());
        self.changed = true;
        Ok(())
    }

    /// Sets or removes the password.
    pub(crate) fn password(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.password = optional_octets(value)?.map(|octets| octets.as_ref().to_vec());
        self.changed = true;
        Ok(())
    }

    /// Returns what is to be set, or `None` if nothing changed.
    ///
    /// # Errors
    ///
    /// Returns `ValueError` if a password is given without a user.
    pub(crate) fn change(self, given: Option<&Bound<'_, PyDict>>) -> PyResult<Option<Login>> {
        match (self.changed, self.user, self.password) {
            (false, ..) => Ok(None),
            (true, Some(user), Some(password)) => Ok(Some(Login::Both(user, password))),
            (true, Some(user), None) => Ok(Some(Login::User(user))),
            (true, None, None) => Ok(Some(Login::None)),
            (true, None, Some(_)) => {
                let password = given.map(|given| given.get_item("password")).transpose()?.flatten();
                if password.is_some_and(|password| !password.is_none()) {
                    return Err(PyValueError::new_err("a password requires a user"));
                }
                Ok(Some(Login::None))
            }
        }
    }
}

/// User and password to set.
pub(crate) enum Login {
    None,
    User(Vec<u8>),
    Both(Vec<u8>, Vec<u8>),
}
