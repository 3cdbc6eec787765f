//! Telnet URLs.

use pyo3::{prelude::*, types::PyString};
use url1738::telnet;

use super::{
    base, built,
    server::{Credentials, Server as _},
    typed,
};
use crate::{
    args::{self, Object, Parts},
    urls::url::Url,
};

/// A telnet URL (section 3.8).
///
/// >>> import url1738
/// >>> url = url1738.TelnetUrl("telnet://guest:pw@host.dom:2323/")
/// >>> url.user, url.port, url.has_slash
/// ('guest', 2323, True)
/// >>> url.replace(password=None, slash=False)
/// TelnetUrl('telnet://guest@host.dom:2323')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct TelnetUrl;

#[pymethods]
impl TelnetUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("host", "port")
    }

    /// Parses a URL of this scheme.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        Ok(base(text, |text| url1738::TelnetUrl::parse(text).map(drop))?.add_subclass(Self))
    }

    /// Whether the URL ends with `/`.
    #[getter]
    fn has_slash(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(typed!(slf, TelnetUrl).has_slash())
    }

    /// Returns the URL with parts changed: the arguments are those of `telnet`. `None` removes a part.
    #[pyo3(signature = (**parts))]
    fn replace<'py>(slf: &Bound<'py, Self>, parts: Option<&Parts<'py>>) -> Object<'py> {
        let url = typed!(slf, TelnetUrl);
        let credentials = Credentials::of(url.user(), url.password());
        change(slf.py(), url.to_builder(), credentials, parts)
    }
}

/// Sets the parts that are given.
pub(crate) fn change<'py>(
    py: Python<'py>,
    mut builder: telnet::TelnetBuilder,
    mut credentials: Credentials,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    for (name, given) in args::each(parts)? {
        match &*name {
            "user" => credentials.user(&given)?,
            "password" => credentials.password(&given)?,
            "slash" => builder = builder.slash(given.extract()?),
            name => builder = builder.with(name, &given)?,
        }
    }
    builder = credentials.set_in(builder)?;
    built(py, builder.try_build())
}
