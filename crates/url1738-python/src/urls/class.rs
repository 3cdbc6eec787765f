//! The macro that writes the class of a scheme.

use pyo3::{
    PyClass,
    exceptions::PyValueError,
    prelude::*,
    types::{PyString, PyTuple},
};
use url1738::{Error, Escaped};

use super::url::{self, Url};
use crate::{error, value::Decode};

/// Writes the class of a scheme: what every class has, two getters for each row, and the methods that only it has; and the
/// function that builds a URL of it, with the arguments that may be given by position.
///
/// A row has the names of the getters, which return decoded text and octets, their description, and the parts of the URL.
/// The parser of the scheme is replaced by another, which returns whether a URL is of the class.
macro_rules! class {
    (@parser $Url:ident) => { |text: &str| url1738::$Url::parse(text).map(|_| true) };
    (@parser $Url:ident $parser:path) => { $parser };
    (
        $(#[$meta:meta])*
        $Url:ident matches $($matched:literal),+;
        $(parsed by $parser:path;)?
        $(built {
            $(#[$built:meta])*
            $build:ident($($first:ident $(= $default:ident)?),*) $signature:literal
        })?
        replaces $replaced:literal;
        $(
            $name:ident, $octets:ident if $which:literal is UTF-8:
                $what:literal, |$url:ident| $parts:expr;
        )*
        $({ $($own:tt)* })?
    ) => {
        $(#[$meta])*
        #[pyclass(frozen, extends = $crate::urls::url::Url, module = "url1738")]
        pub(crate) struct $Url;

        #[pymethods]
        impl $Url {
            #[classattr]
            fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyTuple>> {
                pyo3::types::PyTuple::new(py, [$($matched),+])
            }

            /// Parses a URL of this scheme.
            #[new]
            fn new(text: &Bound<'_, pyo3::types::PyString>) -> PyResult<PyClassInitializer<Self>> {
                let parse = $crate::urls::class::class!(@parser $Url $($parser)?);
                Ok($crate::urls::class::base(text, parse)?.add_subclass(Self))
            }

            /// Returns the URL with parts changed: the arguments have the names of its properties. `None` removes a part.
            ///
            /// Raises `ValueError` if a value is not allowed, or not together with the others, or if the URL is opaque.
            #[pyo3(signature = (**parts), text_signature = $replaced)]
            fn replace<'py>(
                slf: &Bound<'py, Self>,
                parts: Option<&$crate::args::Parts<'py>>,
            ) -> $crate::args::Object<'py> {
                $crate::urls::url::replaced(slf.as_super(), parts)
            }

            $(
                #[doc = concat!($what, ".\n\nRaises `UnicodeDecodeError` if ", $which, " is not UTF-8: see `", stringify!($octets), "`.")]
                #[getter]
                fn $name<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
                    let $url = $crate::urls::class::typed!(slf, $Url);
                    $crate::urls::class::DecodedParts::decoded($parts, slf.py(), $crate::value::decoded)
                }

                #[doc = concat!($what, ", as octets.")]
                #[getter]
                fn $octets<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
                    let $url = $crate::urls::class::typed!(slf, $Url);
                    $crate::urls::class::DecodedParts::decoded($parts, slf.py(), $crate::value::octets)
                }
            )*

            $($($own)*)?
        }

        $(
            $(#[$built])*
            #[pyfunction]
            #[pyo3(signature = ($($first $(= $default)?,)* **parts), text_signature = $signature)]
            pub(crate) fn $build<'py>(
                py: Python<'py>,
                $($first: Option<Bound<'py, PyAny>>,)*
                parts: Option<&$crate::args::Parts<'py>>,
            ) -> $crate::args::Object<'py> {
                let first = [$((stringify!($first), $first)),*];
                $crate::urls::edit::built(py, stringify!($build), first, parts)
            }
        )?
    };
}
pub(super) use class;

/// Returns the URL of an object as the type of its scheme.
macro_rules! typed {
    ($object:expr, $Url:ident) => {{
        let (py, url) = ($object.py(), $object.as_super().get());
        url1738::$Url::parse(url.text(py)?).map_err(|found| url.impossible(py, found))?
    }};
}
pub(super) use typed;

/// What a row of [`class!`] returns: a part, one that may be absent, or several.
pub(super) trait DecodedParts {
    /// Returns the parts, each as `decode` returns it.
    fn decoded(self, py: Python<'_>, decode: Decode) -> PyResult<Option<Bound<'_, PyAny>>>;
}

impl DecodedParts for Option<Escaped<'_>> {
    fn decoded(self, py: Python<'_>, decode: Decode) -> PyResult<Option<Bound<'_, PyAny>>> {
        self.map(|part| decode(py, part)).transpose()
    }
}

impl DecodedParts for Escaped<'_> {
    fn decoded(self, py: Python<'_>, decode: Decode) -> PyResult<Option<Bound<'_, PyAny>>> {
        decode(py, self).map(Some)
    }
}

impl DecodedParts for Vec<Escaped<'_>> {
    fn decoded(self, py: Python<'_>, decode: Decode) -> PyResult<Option<Bound<'_, PyAny>>> {
        let parts = self.into_iter().map(|part| decode(py, part)).collect::<PyResult<Vec<_>>>()?;
        Ok(Some(PyTuple::new(py, parts)?.into_any()))
    }
}

/// Names and values; a name may have none.
impl DecodedParts for Vec<(Escaped<'_>, Option<Escaped<'_>>)> {
    fn decoded(self, py: Python<'_>, decode: Decode) -> PyResult<Option<Bound<'_, PyAny>>> {
        let pair = |(name, found): (_, Option<_>)| {
            Ok((decode(py, name)?, found.map(|found| decode(py, found)).transpose()?))
        };
        let pairs = self.into_iter().map(pair).collect::<PyResult<Vec<_>>>()?;
        Ok(Some(PyTuple::new(py, pairs)?.into_any()))
    }
}

/// Returns the names and values of a search part.
pub(super) fn pairs(search: Option<Escaped<'_>>) -> Vec<(Escaped<'_>, Option<Escaped<'_>>)> {
    search.into_iter().flat_map(Escaped::pairs).collect()
}

/// Returns the object of a class for a text that was parsed.
pub(super) fn object<'py, C>(text: Bound<'py, PyString>, class: C) -> PyResult<Bound<'py, PyAny>>
where
    C: PyClass<BaseType = Url>,
{
    let py = text.py();
    let base = PyClassInitializer::from(Url::new(text.unbind()));
    Ok(Bound::new(py, base.add_subclass(class))?.into_any())
}

/// Returns the base of an object whose class parses only its own schemes: `parse` returns whether a URL is of one.
pub(super) fn base(
    text: &Bound<'_, PyString>,
    parse: impl FnOnce(&str) -> Result<bool, Error>,
) -> PyResult<PyClassInitializer<Url>> {
    let Ok(utf8) = text.to_str() else { return Err(url::not_utf8(text)) };
    match parse(utf8) {
        Ok(true) => Ok(PyClassInitializer::from(Url::new(url::exact(text)?.unbind()))),
        Ok(false) => Err(PyValueError::new_err("the scheme has another class: use parse")),
        Err(found) => Err(error::raise_in(text, found)),
    }
}
