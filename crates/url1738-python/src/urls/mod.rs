//! The classes of URLs: the base that they extend, what only one scheme has, and how its URLs are changed.

mod class;
pub(crate) mod edit;
mod generic;
pub(crate) mod relative;
pub(crate) mod url;

use pyo3::{prelude::*, types::PyString};

use self::{class::object, generic::GenericUrl};

/// What creates the object of a URL from its text.
type Create = for<'py> fn(Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>>;

macro_rules! classes {
    ($($module:ident $Variant:ident $Class:ident)*) => {
        // A file for each scheme of the umbrella. `cargo fmt` does not see these modules: `rustfmt` formats their files.
        $(mod $module;)*

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
