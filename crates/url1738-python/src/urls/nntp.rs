//! NNTP URLs.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyInt, PyString},
};
use url1738::nntp;

use super::{base, built, server::Server as _, typed};
use crate::{
    args::{self, Object, Parts},
    error,
    urls::url::Url,
};

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
        Ok(base(text, |text| url1738::NntpUrl::parse(text).map(drop))?.add_subclass(Self))
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
    fn replace<'py>(slf: &Bound<'py, Self>, parts: Option<&Parts<'py>>) -> Object<'py> {
        let url = typed!(slf, NntpUrl);
        change(slf.py(), url.to_builder(), parts)
    }
}

/// Sets the parts that are given.
pub(crate) fn change<'py>(
    py: Python<'py>,
    mut builder: nntp::NntpBuilder,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    for (name, given) in args::each(parts)? {
        match &*name {
            "group" => {
                let group = args::text(&given)?;
                let raise = |found| error::raise(py, &group, found);
                builder = builder.group(&group).map_err(raise)?;
            }
            "article" if given.is_none() => builder = builder.without_article(),
            "article" => builder = builder.article(article(&given)?),
            name => builder = builder.with(name, &given)?,
        }
    }
    built(py, builder.try_build())
}

fn article(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    let wrong = |_| PyValueError::new_err("article must be 0 to 18446744073709551615");
    given.cast::<PyInt>()?.extract().map_err(wrong)
}
