//! Relative references.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyString, PyTuple},
};
use url1738::relative::{self, JoinError, Resolution};

use crate::{
    error::{self, Exception, Fields},
    lint::Lint,
    offsets,
    urls::url::wrap,
    value::{self, Restored},
};

/// What a reference leads to: a URL and a fragment.
///
/// >>> import url1738
/// >>> url1738.parse("http://host.dom/a").join("b#c")
/// Joined(url=HttpUrl('http://host.dom/b'), fragment='c')
#[pyclass(frozen, module = "url1738")]
pub(crate) struct Joined {
    /// The URL.
    #[pyo3(get)]
    url: Py<PyAny>,
    /// What follows `#`, or `None`.
    #[pyo3(get)]
    fragment: Option<String>,
    /// Lints about the reference.
    #[pyo3(get)]
    lints: Vec<Lint>,
    /// Whether the reference is empty: by RFC 1808, such a one means the base with its fragment.
    #[pyo3(get)]
    inherits_fragment: bool,
}

impl Joined {
    pub(crate) fn new(py: Python<'_>, joined: relative::Joined<url1738::Url>) -> PyResult<Self> {
        let lints = joined.lints.iter().map(Lint::new).collect();
        let relative::Joined { fragment, inherits_fragment, .. } = joined;
        Ok(Self { url: wrap(py, &joined.url)?.unbind(), fragment, lints, inherits_fragment })
    }

    /// Restores what was pickled.
    pub(crate) fn restore(fields: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (url, fragment, lints, inherits_fragment) = fields.extract()?;
        Ok(Self { url, fragment, lints, inherits_fragment })
    }
}

#[pymethods]
impl Joined {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("url", "fragment")
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<bool> {
        let other = other.get();
        Ok((&self.fragment, &self.lints) == (&other.fragment, &other.lints)
            && self.url.bind(py).eq(&other.url)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.url.bind(py).hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Restored<'py>> {
        let (py, this) = (slf.py(), slf.get());
        let lints = this.lints.clone();
        let fields = (this.url.clone_ref(py), &this.fragment, lints, this.inherits_fragment);
        value::reduced("Joined", fields.into_pyobject(py)?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (url, fragment) = value::shown(self.url.bind(py), self.fragment.as_deref())?;
        Ok(format!("Joined(url={url}, fragment={fragment})"))
    }
}

/// Returns the rules of an RFC.
pub(crate) fn resolution(rfc: u16) -> PyResult<Resolution> {
    match rfc {
        1808 => Ok(Resolution::Rfc1808),
        3986 => Ok(Resolution::Rfc3986),
        _ => Err(PyValueError::new_err("rfc must be 1808 or 3986")),
    }
}

/// Resolves a reference.
pub(crate) fn join(
    base: &url1738::Url<&str>,
    reference: &Bound<'_, PyString>,
    rfc: u16,
) -> PyResult<relative::Joined<url1738::Url>> {
    let how = resolution(rfc)?;
    let text = offsets::utf8(reference)?;
    base.join_with(&text, how).map_err(|found| {
        let py = reference.py();
        match describe(base, reference, &text, found) {
            Some(fields) => Exception::Join.with(py, fields),
            None => PyValueError::new_err(found.to_string()),
        }
    })
}

/// Returns the fields of the error: those of the parser's error, shown in the text that it is about.
fn describe(
    base: &url1738::Url<&str>,
    original: &Bound<'_, PyString>,
    reference: &str,
    found: JoinError,
) -> Option<Fields> {
    let of_reference = offsets::Characters::new(reference.as_bytes()).of(found.span());
    let fields = match (found, found.error()) {
        (JoinError::InvalidInBase { .. }, Some(error)) => {
            Fields::of(&PyString::new(original.py(), base.as_str()), base.as_str(), *error)
        }
        (_, Some(error)) => Fields::of(original, reference, *error),
        (_, None) => {
            let message = found.to_string();
            let help = found.help();
            let shown = url1738::Redacted::new(reference.as_bytes());
            let (line, picture) =
                (error::line(&message, &help), error::picture(&shown, found.span()));
            let code = found.code().to_owned();
            Fields { message, code, help, line, picture, ..Fields::default() }
        }
    };
    Some(Fields { span: Some(of_reference), ..fields })
}
