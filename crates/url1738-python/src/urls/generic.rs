//! URLs of schemes that RFC 1738 does not define.

use pyo3::{exceptions::PyValueError, prelude::*, types::PyString};
use url1738::Url as AnyUrl;

use super::{
    base,
    server::{Credentials, Server as _},
};
use crate::{
    args::{self, Object, Parts},
    error,
    urls::url::{self, Url},
};

/// A URL of a scheme beyond the ten, read by the general syntax of section 5: `https`, `ssh`, `tel` and so on.
///
/// Host, port, user and password are there if it has the form `scheme://login/path`; else the whole is opaque.
///
/// >>> import url1738
/// >>> url = url1738.parse("x-db://joe@host.dom:5432/a/b")
/// >>> url.scheme, url.user, url.host, url.port, url.path
/// ('x-db', 'joe', 'host.dom', 5432, 'a/b')
/// >>> url1738.parse("tel:+358-555").schemepart
/// '+358-555'
/// >>> url.replace(user=None, path=["c d"])
/// GenericUrl('x-db://host.dom:5432/c%20d')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct GenericUrl;

#[pymethods]
impl GenericUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("scheme", "schemepart")
    }

    /// Parses a URL of a scheme beyond the ten.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        let mut other = true;
        let parsed = base(text, |text| {
            AnyUrl::parse(text).map(|url| other = matches!(url, AnyUrl::Other(_)))
        })?;
        if !other {
            return Err(PyValueError::new_err("the scheme has another class: use parse"));
        }
        Ok(parsed.add_subclass(Self))
    }

    /// What follows `scheme:`, as written.
    #[getter]
    fn schemepart<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        let text = slf.as_super().get().text(slf.py())?;
        let (_, part) = text.split_once(':').unwrap_or_default();
        Ok(PyString::new(slf.py(), part))
    }

    /// Returns the URL with parts changed: `user`, `password`, `host`, `port` and `path`, a list of decoded segments.
    /// `None` removes a part.
    ///
    /// Raises `ValueError` if the URL is opaque: it has no such parts.
    #[pyo3(signature = (**parts))]
    fn replace<'py>(slf: &Bound<'py, Self>, parts: Option<&Parts<'py>>) -> Object<'py> {
        let py = slf.py();
        if parts.is_none() {
            return Ok(slf.clone().into_any());
        }
        let parsed = slf.as_super().get().view(py)?.into_generic();
        let Some(mut builder) = parsed.to_builder() else {
            return Err(PyValueError::new_err("the URL is opaque: it has no parts to replace"));
        };
        let mut credentials = Credentials::of(parsed.user(), parsed.password());
        for (name, given) in args::each(parts)? {
            match &*name {
                "path" | "segments" if given.is_none() => builder = builder.no_urlpath(),
                "path" | "segments" => builder = builder.path(args::segments(&given)?),
                "user" => credentials.user(&given)?,
                "password" => credentials.password(&given)?,
                name => builder = builder.with(name, &given)?,
            }
        }
        builder = credentials.set_in(builder)?;
        let built = builder.try_build().map_err(|found| error::raise(py, "", found))?;
        let built = AnyUrl::try_from(built).map_err(|found| error::raise(py, "", found))?;
        url::wrap(py, &built)
    }
}
