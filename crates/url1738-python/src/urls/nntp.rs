//! NNTP URLs.

use pyo3::{
    prelude::*,
    types::{PyInt, PyString},
};

use super::{
    class::{class, typed},
    edit::built,
};
use crate::args::{Object, Parts};

class! {
    /// An NNTP URL (section 3.7).
    ///
    /// >>> import url1738
    /// >>> url = url1738.NntpUrl("nntp://host.dom/comp.lang.c/42")
    /// >>> url.group, url.article
    /// ('comp.lang.c', 42)
    /// >>> url.replace(article=None, port=1119)
    /// NntpUrl('nntp://host.dom:1119/comp.lang.c')
    NntpUrl matches "host", "group", "article";

    {
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
    }
}

/// Returns an NNTP URL.
///
/// >>> import url1738
/// >>> url1738.nntp("host.dom", "comp.lang.c", article=42)
/// NntpUrl('nntp://host.dom/comp.lang.c/42')
#[pyfunction]
#[pyo3(signature = (host, group, **parts), text_signature = "(host, group, *, article=None, port=None)")]
pub(crate) fn nntp<'py>(
    host: &Bound<'py, PyString>,
    group: &Bound<'py, PyString>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(host.py(), "nntp", [("host", Some(host)), ("group", Some(group))], parts)
}
