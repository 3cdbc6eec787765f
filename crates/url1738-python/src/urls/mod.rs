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

use pyo3::{PyClass, prelude::*, types::PyString};
use url1738::Error;

use self::url::Url;
use crate::error;

use generic::GenericUrl;

/// What creates the object of a URL from its text.
type Create = for<'py> fn(Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>>;

macro_rules! classes {
    ($($module:ident $Variant:ident $Class:ident)*) => {
        /// Adds the classes, and the function of each that builds a URL.
        pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add_class::<$module::$Class>()?;
                module.add_function(wrap_pyfunction!($module::$module, module)?)?;
            )*
            module.add_class::<GenericUrl>()
        }

        /// Returns what creates the object of a URL.
        pub(crate) fn creates<T>(url: &url1738::Url<T>) -> Create {
            match url {
                $(url1738::Url::$Variant(_) => |text| object(text, $module::$Class),)*
                _ => |text| object(text, GenericUrl),
            }
        }
    };
}
url1738::with_schemes!(classes);

/// Returns the object of a class for a text that was parsed.
fn object<'py, C>(text: Bound<'py, PyString>, class: C) -> PyResult<Bound<'py, PyAny>>
where
    C: PyClass<BaseType = Url>,
{
    let py = text.py();
    let base = PyClassInitializer::from(Url::new(text.unbind()));
    Ok(Bound::new(py, base.add_subclass(class))?.into_any())
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
