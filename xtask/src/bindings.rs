//! The packages of other languages: built, installed as users do, and compared with the library.

mod python;
mod web;

use crate::cargo::Failure;

#[derive(clap::Subcommand)]
pub(crate) enum Binding {
    /// Build the wheel of the Python package, and test it against the program (python3, pip)
    Python(python::Options),
    /// Build the npm package and the page in the browser, compare with the native library, and drive the page
    Web(web::Options),
}

pub(crate) fn build(binding: &Binding) -> Result<(), Failure> {
    match binding {
        Binding::Python(options) => python::python(options),
        Binding::Web(options) => web::web(options),
    }
}
