//! The classes of URLs of files: ftp, file and prospero.

use pyo3::{exceptions::PyValueError, prelude::*};
use url1738::ftp::TypeCode;

use super::class::{class, typed};
use crate::{args::Object, urls::url};

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
    built {
        /// Returns an FTP URL. `path` has the decoded segments: the directories, then the name.
        ///
        /// >>> import url1738
        /// >>> url1738.ftp("host.dom", path=["pub", "a/b", "motd"], typecode="i")
        /// FtpUrl('ftp://host.dom/pub/a%2Fb/motd;type=i')
        /// >>> url1738.ftp(host="host.dom", user="joe", password="p@ss")
        /// FtpUrl('ftp://joe:***@host.dom')
        ftp(host, path = None) "(host, path=None, *, segments=..., user=None, password=None, port=None, typecode=None)"
    }
    replaces "($self, *, host=..., path=..., segments=..., user=..., password=..., port=..., typecode=...)";

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
    built {
        /// Returns a file URL. `path` has the decoded segments.
        ///
        /// >>> import url1738
        /// >>> url1738.file(path=["etc", "a b"])
        /// FileUrl('file:///etc/a%20b')
        file(path = None) "(path=None, *, segments=..., host=None)"
    }
    replaces "($self, *, host=..., path=..., segments=...)";

    segments, segment_bytes if "one" is UTF-8:
        "The segments of the path, decoded", |url| url.segments().collect::<Vec<_>>();

    {
        /// Returns the URL of a file of this machine: `path` is an absolute path as `str`, `bytes` or `pathlib.Path`.
        ///
        /// Raises `ValueError` if the path is not absolute, or if `to_path` could not return it.
        ///
        /// >>> import url1738
        /// >>> url1738.FileUrl.from_path("/etc/50%")
        /// FileUrl('file:///etc/50%25')
        #[staticmethod]
        fn from_path<'py>(path: &Bound<'py, PyAny>) -> Object<'py> {
            let py = path.py();
            let path: std::path::PathBuf =
                py.import("os")?.call_method1("fsdecode", (path,))?.extract()?;
            let url = url1738::FileUrl::from_file_path(path)
                .map_err(|refusal| PyValueError::new_err(refusal.to_string()))?;
            url::wrap(py, &url.into())
        }

        /// Returns the path of the file on this machine, as a `pathlib.Path`.
        ///
        /// Raises `PlanError` if the file is on another machine, or the path has no safe form.
        fn to_path(slf: &Bound<'_, Self>) -> PyResult<std::path::PathBuf> {
            let url = typed!(slf, FileUrl);
            url.to_file_path().map_err(|refusal| url::refused(url.redacted(), &refusal))
        }
    }
}

class! {
    /// A Prospero URL (section 3.11).
    ///
    /// >>> import url1738
    /// >>> url = url1738.ProsperoUrl("prospero://host.dom/a%20b/c;version=2")
    /// >>> url.segments, url.hsoname, url.fields
    /// (('a b', 'c'), 'a b/c', (('version', '2'),))
    /// >>> url.replace(fields=[])
    /// ProsperoUrl('prospero://host.dom/a%20b/c')
    ProsperoUrl matches "host", "path", "fields";
    built {
        /// Returns a Prospero URL.
        ///
        /// >>> import url1738
        /// >>> url1738.prospero("host.dom", "a b/c", fields=[("version", "2")])
        /// ProsperoUrl('prospero://host.dom/a%20b/c;version=2')
        prospero(host, hsoname) "(host, hsoname, *, fields=(), port=None)"
    }
    replaces "($self, *, host=..., hsoname=..., fields=..., port=...)";

    segments, segment_bytes if "one" is UTF-8:
        "The segments of the object name, decoded", |url| url.segments().collect::<Vec<_>>();

    hsoname, hsoname_bytes if "it" is UTF-8:
        "The host-specific object name, decoded", |url| url.hsoname();

    fields, field_bytes if "one" is UTF-8:
        "Names and values of the fields, decoded, in order",
        |url| url.fields().map(|(name, value)| (name, Some(value))).collect::<Vec<_>>();
}
