//! HTTP URLs.

use pyo3::{
    prelude::*,
    types::{PyString, PyTuple},
};

use super::{
    class::{class, typed},
    edit::built,
};
use crate::{
    args::{Object, Parts},
    value,
};

class! {
    /// An HTTP URL (section 3.3).
    ///
    /// >>> import url1738
    /// >>> url = url1738.HttpUrl("http://host.dom:8080/a%20b/c?q=%26&r=2")
    /// >>> url.segments, url.search, url.pairs
    /// (('a b', 'c'), 'q=&&r=2', (('q', '&'), ('r', '2')))
    /// >>> url.replace(port=None, search="x y")
    /// HttpUrl('http://host.dom/a%20b/c?x%20y')
    HttpUrl matches "host", "path", "search";

    segments, segment_bytes if "one" is UTF-8:
        "The segments of the path, decoded; empty for a URL without a path", |url| url.segments().collect::<Vec<_>>();

    search, search_bytes if "it" is UTF-8:
        "The search part, decoded as a whole: see `pairs` and `raw_search`", |url| url.search();

    {
        /// The search part as written.
        #[getter]
        fn raw_search<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyString>>> {
            Ok(typed!(slf, HttpUrl).search().map(|search| PyString::new(slf.py(), search.as_str())))
        }

        /// Names and values of the search part, decoded, in order.
        #[getter]
        fn pairs<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
            let url = typed!(slf, HttpUrl);
            let pairs = url.search().into_iter().flat_map(url1738::Escaped::pairs);
            let pairs: Vec<_> = pairs
                .map(|(name, found)| {
                    Ok((value::decoded(slf.py(), name)?, value::decoded(slf.py(), found)?))
                })
                .collect::<PyResult<_>>()?;
            PyTuple::new(slf.py(), pairs)
        }
    }
}

/// Returns an HTTP URL. `path` has the decoded segments.
///
/// >>> import url1738
/// >>> url1738.http("host.dom", path=["a b", "c"], search="q=1", port=8080)
/// HttpUrl('http://host.dom:8080/a%20b/c?q=1')
#[pyfunction]
#[pyo3(signature = (host, path=None, **parts), text_signature = "(host, path=None, *, segments=..., search=None, port=None)")]
pub(crate) fn http<'py>(
    host: &Bound<'py, PyString>,
    path: Option<Bound<'py, PyAny>>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(host.py(), "http", [("host", Some(host)), ("path", path.as_ref())], parts)
}
