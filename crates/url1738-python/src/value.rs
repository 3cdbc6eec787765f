//! Parts of URLs as Python values: decoded, as text and as octets.

use pyo3::{
    exceptions::PyUnicodeDecodeError,
    prelude::*,
    types::{PyBytes, PyString, PyTuple},
};
use url1738::Escaped;

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

/// Writes the class of a value: its fields as properties, then those that Python does not see, and its methods. Values compare
/// and hash by their fields, and pickle restores them from those.
macro_rules! value {
    (
        $(#[$meta:meta])*
        $Class:ident matches $($matched:literal),+;
        $($(#[$about:meta])* $field:ident: $type:ty,)+
        $(; $(#[$hidden_about:meta])* $hidden:ident: $hidden_type:ty,)?
        { $($own:tt)* }
    ) => {
        #[pyclass(frozen, eq, hash, from_py_object, module = "url1738")]
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        $(#[$meta])*
        pub(crate) struct $Class {
            $($(#[$about])* #[pyo3(get)] pub(crate) $field: $type,)+
            $($(#[$hidden_about])* $hidden: $hidden_type,)?
        }

        #[pymethods]
        impl $Class {
            #[classattr]
            fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyTuple>> {
                pyo3::types::PyTuple::new(py, [$($matched),+])
            }

            /// Restores a value that was pickled.
            #[staticmethod]
            fn _restore(fields: ($($type,)+ $($hidden_type,)?)) -> Self {
                let ($($field,)+ $($hidden,)?) = fields;
                Self { $($field,)+ $($hidden,)? }
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<$crate::args::Reduced<'py, (($($type,)+ $($hidden_type,)?),)>> {
                let Self { $($field,)+ $($hidden,)? } = slf.get().clone();
                Ok((slf.get_type().getattr("_restore")?, (($($field,)+ $($hidden,)?),)))
            }

            $($own)*
        }
    };
}
pub(crate) use value;

/// Several values: for Python, a tuple.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tuple<T>(pub(crate) Vec<T>);

impl<'py, T: IntoPyObject<'py>> IntoPyObject<'py> for Tuple<T> {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTuple::new(py, self.0)
    }
}

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Tuple<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self)
    }
}
