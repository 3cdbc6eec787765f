//! FTP URLs.

use pyo3::{prelude::*, types::PyString};
use url1738::ftp::TypeCode;

use super::{
    class::{class, typed},
    edit::built,
};
use crate::args::{Object, Parts};

class! {
    /// An FTP URL (section 3.2).
    ///
    /// >>> import url1738
    /// >>> url = url1738.FtpUrl("ftp://joe:p%40ss@host.dom/pub/a%2Fb/motd;type=A")
    /// >>> url.password, url.segments, url.cwds, url.name, url.typecode
    /// ('p@ss', ('pub', 'a/b', 'motd'), ('pub', 'a/b'), 'motd', 'a')
    /// >>> url.replace(host="other.dom", segments=["etc", "motd"], user=None, typecode=None)
    /// FtpUrl('ftp://other.dom/etc/motd')
    FtpUrl matches "host", "path", "typecode";

    segments, segment_bytes if "one" is UTF-8:
        "The arguments for CWD, then the name, decoded; empty for a URL without a path", |url| url.segments().collect::<Vec<_>>();

    cwds, cwd_bytes if "one" is UTF-8:
        "The directories that CWD changes into, decoded", |url| url.cwds().collect::<Vec<_>>();

    name, name_bytes if "it" is UTF-8:
        "The name of the file, or of what is listed, decoded", |url| url.name();

    {
        /// How the file is transferred: `a`, `i`, `d`, or `None` if the URL does not say it.
        #[getter]
        fn typecode(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
            Ok(typed!(slf, FtpUrl).typecode().map(TypeCode::as_str))
        }
    }
}

/// Returns an FTP URL. `path` has the decoded segments: the directories, then the name.
///
/// >>> import url1738
/// >>> url1738.ftp("host.dom", path=["pub", "a/b", "motd"], typecode="i")
/// FtpUrl('ftp://host.dom/pub/a%2Fb/motd;type=i')
/// >>> url1738.ftp(host="host.dom", user="joe", password="p@ss")
/// FtpUrl('ftp://joe:***@host.dom')
#[pyfunction]
#[pyo3(signature = (host, path=None, **parts), text_signature = "(host, path=None, *, segments=..., user=None, password=None, port=None, typecode=None)")]
pub(crate) fn ftp<'py>(
    host: &Bound<'py, PyString>,
    path: Option<Bound<'py, PyAny>>,
    parts: Option<&Parts<'py>>,
) -> Object<'py> {
    built(host.py(), "ftp", [("host", Some(host)), ("path", path.as_ref())], parts)
}
