//! The classes of URLs: the base that they extend, what only one scheme has, and how its URLs are changed.

pub(crate) mod edit;
mod file;
mod ftp;
mod generic;
mod gopher;
mod http;
mod mailto;
mod news;
mod nntp;
mod prospero;
pub(crate) mod relative;
mod telnet;
pub(crate) mod url;
mod wais;

use pyo3::{prelude::*, types::PyString};
use url1738::Error;

use self::url::Url;
use crate::error;

pub(crate) use file::FileUrl;
pub(crate) use ftp::FtpUrl;
pub(crate) use generic::GenericUrl;
pub(crate) use gopher::GopherUrl;
pub(crate) use http::HttpUrl;
pub(crate) use mailto::MailtoUrl;
pub(crate) use news::NewsUrl;
pub(crate) use nntp::NntpUrl;
pub(crate) use prospero::ProsperoUrl;
pub(crate) use telnet::TelnetUrl;
pub(crate) use wais::WaisUrl;

/// The class of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ftp,
    Http,
    Gopher,
    Mailto,
    News,
    Nntp,
    Telnet,
    Wais,
    File,
    Prospero,
    Other,
}

impl Kind {
    /// Returns the class for a URL.
    #[inline]
    pub(crate) const fn of<T>(url: &url1738::Url<T>) -> Self {
        match url {
            url1738::Url::Ftp(_) => Self::Ftp,
            url1738::Url::Http(_) => Self::Http,
            url1738::Url::Gopher(_) => Self::Gopher,
            url1738::Url::Mailto(_) => Self::Mailto,
            url1738::Url::News(_) => Self::News,
            url1738::Url::Nntp(_) => Self::Nntp,
            url1738::Url::Telnet(_) => Self::Telnet,
            url1738::Url::Wais(_) => Self::Wais,
            url1738::Url::File(_) => Self::File,
            url1738::Url::Prospero(_) => Self::Prospero,
            _ => Self::Other,
        }
    }
}

/// Returns the object for a text that was parsed.
pub(crate) fn object<'py>(kind: Kind, text: Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let base = PyClassInitializer::from(Url::new(text.unbind()));
    Ok(match kind {
        Kind::Ftp => Bound::new(py, base.add_subclass(FtpUrl))?.into_any(),
        Kind::Http => Bound::new(py, base.add_subclass(HttpUrl))?.into_any(),
        Kind::Gopher => Bound::new(py, base.add_subclass(GopherUrl))?.into_any(),
        Kind::Mailto => Bound::new(py, base.add_subclass(MailtoUrl))?.into_any(),
        Kind::News => Bound::new(py, base.add_subclass(NewsUrl))?.into_any(),
        Kind::Nntp => Bound::new(py, base.add_subclass(NntpUrl))?.into_any(),
        Kind::Telnet => Bound::new(py, base.add_subclass(TelnetUrl))?.into_any(),
        Kind::Wais => Bound::new(py, base.add_subclass(WaisUrl))?.into_any(),
        Kind::File => Bound::new(py, base.add_subclass(FileUrl))?.into_any(),
        Kind::Prospero => Bound::new(py, base.add_subclass(ProsperoUrl))?.into_any(),
        Kind::Other => Bound::new(py, base.add_subclass(GenericUrl))?.into_any(),
    })
}

/// Returns the base of an object whose class parses only its own scheme.
fn base<T>(
    text: &Bound<'_, PyString>,
    parse: impl FnOnce(&str) -> Result<T, Error>,
) -> PyResult<PyClassInitializer<Url>> {
    let Ok(utf8) = text.to_str() else { return Err(url::not_utf8(text)) };
    match parse(utf8) {
        Ok(_) => Ok(PyClassInitializer::from(Url::new(url::exact(text)?.unbind()))),
        Err(found) => Err(error::raise_in(text, found)),
    }
}

/// Returns the URL of an object as the type of its scheme.
macro_rules! typed {
    ($object:expr, $Url:ident) => {{
        let (py, url) = ($object.py(), $object.as_super().get());
        url1738::$Url::parse(url.text(py)?).map_err(|found| url.impossible(py, found))?
    }};
}
use typed;
