//! The classes of URLs: the base that they extend, what only one scheme has, and how its URLs are changed.

mod articles;
mod class;
pub(crate) mod edit;
mod files;
pub(crate) mod owned;
pub(crate) mod relative;
mod services;
pub(crate) mod url;
mod web;

use pyo3::{PyClass, prelude::*, types::PyString};

use self::{articles::*, class::object, files::*, services::*, web::*};

/// What creates the object of a URL from its text.
type Create = for<'py> fn(Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>>;

/// Adds a class, with its method `replace` also as `copy.replace` calls it.
fn add_class<C: PyClass>(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<C>()?;
    let class = module.py().get_type::<C>();
    class.setattr("__replace__", class.getattr("replace")?)
}

macro_rules! classes {
    ($($module:ident $Variant:ident $Class:ident)*) => {
        /// Adds the classes, and the function of each that builds a URL.
        pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                add_class::<$Class>(module)?;
                module.add_function(wrap_pyfunction!($module, module)?)?;
            )*
            add_class::<GenericUrl>(module)
        }

        /// Returns what creates the object of a URL.
        pub(crate) fn creates<T>(url: &url1738::Url<T>) -> Create {
            match url {
                $(url1738::Url::$Variant(_) => |text| object(text, $Class),)*
                _ => |text| object(text, GenericUrl),
            }
        }
    };
}
url1738::with_schemes!(classes);
