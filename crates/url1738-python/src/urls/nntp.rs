//! NNTP URLs.

use pyo3::{
    prelude::*,
    types::{PyDict, PyInt, PyString},
};
use url1738::nntp;

use super::{base, built, typed};
use crate::{args, error, urls::url::Url};

/// An NNTP URL (section 3.7).
///
/// >>> import url1738
/// >>> url = url1738.NntpUrl("nntp://host.dom/comp.lang.c/42")
/// >>> url.group, url.article
/// ('comp.lang.c', 42)
/// >>> url.replace(article=None, port=1119)
/// NntpUrl('nntp://host.dom:1119/comp.lang.c')
#[pyclass(frozen, extends = Url, module = "url1738")]
pub(crate) struct NntpUrl;

#[pymethods]
impl NntpUrl {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("host", "group", "article")
    }

    /// Parses a URL of this scheme.
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<PyClassInitializer<Self>> {
        base(text, |text| url1738::NntpUrl::parse(text).map(drop))
            .map(|base| base.add_subclass(Self))
    }

    /// The name of the group.
    #[getter]
    fn group<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyString>> {
        Ok(PyString::new(slf.py(), typed!(slf, NntpUrl).group()))
    }

    /// The number of the article, or `None`.
    #[getter]
    fn article<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let url = typed!(slf, NntpUrl);
        let Some(number) = url.article_str() else { return Ok(None) };
        match url.article() {
            Some(number) => Ok(Some(number.into_pyobject(slf.py())?.into_any())),
            // Python's integers have no limit.
            None => slf.py().get_type::<PyInt>().call1((number,)).map(Some),
        }
    }

    /// Returns the URL with parts changed: the arguments are those of `nntp`. `None` removes a part.
    #[pyo3(signature = (**parts))]
    fn replace<'py>(
        slf: &Bound<'py, Self>,
        parts: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let url = typed!(slf, NntpUrl);
        change(slf.py(), url.to_builder(), parts)
    }
}

/// Sets the parts that are given.
pub(crate) fn change<'py>(
    py: Python<'py>,
    mut builder: nntp::NntpBuilder,
    parts: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    for (name, given) in args::each(parts)? {
        match &*name {
            "host" => builder = builder.host(args::host(py, &args::text(&given)?)?),
            "port" => {
                builder = match args::port(&given)? {
                    Some(port) => builder.port(port),
                    None => builder.without_port(),
                };
            }
            "group" => {
                let group = args::text(&given)?;
                let raise = |found| error::raise(py, &group, found);
                builder = builder.group(&group).map_err(raise)?;
            }
            "article" if given.is_none() => builder = builder.without_article(),
            "article" => builder = builder.article(given.extract()?),
            _ => return Err(args::unexpected(&name)),
        }
    }
    built(py, builder.try_build())
}
