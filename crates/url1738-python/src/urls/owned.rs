//! The URL of a value.

use pyo3::prelude::*;
use url1738::{Redacted, Span};

use super::url::{Url, wrap};
use crate::args;

/// The URL of a value: for Python, an object of its class.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Owned(pub(crate) url1738::Url);

impl<'py> IntoPyObject<'py> for Owned {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        wrap(py, &self.0)
    }
}

impl FromPyObject<'_, '_> for Owned {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let url = object.cast::<Url>()?.get().view(object.py())?;
        Ok(Self(url.to_owned()))
    }
}

/// Returns how a URL and its fragment are shown: masked as one text, for the `#` may be a character of a password.
pub(crate) fn shown(
    py: Python<'_>,
    Owned(url): &Owned,
    fragment: Option<&str>,
) -> PyResult<(String, String)> {
    let (class, text) = (wrap(py, url)?.get_type().name()?, url.as_str());
    let whole = [text, "#", fragment.unwrap_or_default()].concat();
    let after = text.len().saturating_add(1);
    let own = url.redacted().secrets().to_vec().into_iter();
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
