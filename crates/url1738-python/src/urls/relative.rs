//! Relative references.

use pyo3::{exceptions::PyValueError, prelude::*, types::PyString};
use url1738::relative::{self, JoinError, Resolution};

use crate::{
    error::{self, Fields, JoinError as Raised},
    lint::Lint,
    offsets,
    urls::owned::{Owned, shown},
    value::value,
};

value! {
    /// What a reference leads to: a URL and a fragment.
    ///
    /// >>> import url1738
    /// >>> url1738.parse("http://host.dom/a").join("b#c")
    /// Joined(url=HttpUrl('http://host.dom/b'), fragment='c')
    Joined matches "url", "fragment";
    /// The URL.
    url: Owned,
    /// What follows `#`, or `None`.
    fragment: Option<String>,
    /// Lints about the reference.
    lints: Vec<Lint>,
    /// Whether the reference is empty: by RFC 1808, such a one means the base with its fragment.
    inherits_fragment: bool,

    {
        fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
            let (url, fragment) = shown(py, &self.url, self.fragment.as_deref())?;
            Ok(format!("Joined(url={url}, fragment={fragment})"))
        }
    }
}

impl Joined {
    pub(crate) fn new(joined: relative::Joined<url1738::Url>) -> Self {
        let lints = joined.lints.iter().map(Lint::new).collect();
        let relative::Joined { url, fragment, inherits_fragment, .. } = joined;
        Self { url: Owned(url), fragment, lints, inherits_fragment }
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
    let refused = |found| Raised::new_err(describe(base, reference, &text, found));
    base.join_with(&text, how).map_err(refused)
}

/// Returns the fields of the error: those of the parser's error, shown in the text that it is about.
fn describe(
    base: &url1738::Url<&str>,
    original: &Bound<'_, PyString>,
    reference: &str,
    found: JoinError,
) -> Fields {
    let of_reference = offsets::Characters::new(reference).of(found.span());
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
    Fields { span: Some(of_reference), ..fields }
}
