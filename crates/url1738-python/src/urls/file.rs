//! File URLs.

use pyo3::prelude::*;

use super::{
    class::{class, typed},
    edit::built,
};
use crate::{
    args::{Object, Parts},
    urls::url,
};

class! {
    /// A file URL (section 3.10).
    ///
    /// >>> import url1738
    /// >>> url = url1738.FileUrl("file:///etc/a%20b")
    /// >>> url.host, url.segments, url.to_path()
    /// (None, ('etc', 'a b'), PosixPath('/etc/a b'))
    /// >>> url.replace(host="host.dom", path=["pub"])
    /// FileUrl('file://host.dom/pub')
    FileUrl matches "host", "path";

    segments, segment_bytes if "one" is UTF-8:
        "The segments of the path, decoded", |url| url.segments().collect::<Vec<_>>();

    {
        /// Returns the path of the file on this machine, as a `pathlib.Path`.
        ///
        /// Raises `PlanError` if the file is on another machine, or the path has no safe form.
        fn to_path(slf: &Bound<'_, Self>) -> PyResult<std::path::PathBuf> {
            let url = typed!(slf, FileUrl);
            url.to_file_path().map_err(|refusal| url::refused(slf.py(), url.redacted(), &refusal))
        }
    }
}

/// Returns a file URL. `path` has the decoded segments.
///
/// >>> import url1738
/// >>> url1738.file(path=["etc", "a b"])
/// FileUrl('file:///etc/a%20b')
#[pyfunction]
#[pyo3(signature = (path=None, **parts), text_signature = "(path=None, *, segments=..., host=None)")]
pub(crate) fn file<'py>(
    py: Python<'py>,
    path: Option<Bound<'py, PyAny>>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(py, "file", [("path", path.as_ref())], parts)
}
