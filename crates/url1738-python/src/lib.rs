#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::std_instead_of_core, clippy::std_instead_of_alloc, reason = "Python needs std")]
#![allow(clippy::doc_markdown, reason = "the docs are docstrings, whose examples are Python")]
#![allow(missing_docs, reason = "the docs are Python's; rustc sees what the macros of pyo3 add")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "the macros of pyo3 decide the signatures"
)]

mod args;
#[cfg(feature = "columns")]
mod arrow;
mod error;
mod fix;
mod lint;
mod offsets;
mod part;
mod plan;
mod repair;
mod text;
mod urls;
mod value;

use pyo3::prelude::*;

/// RFC 1738 URLs as classes: see the stubs of the package for the types.
#[pymodule(gil_used = false)]
mod _url1738 {
    #[pymodule_export]
    use crate::error::Fields;
    #[pymodule_export]
    use crate::fix::Fix;
    #[pymodule_export]
    use crate::lint::Lint;
    #[pymodule_export]
    use crate::part::Part;
    #[pymodule_export]
    use crate::plan::{Endpoint, Plan, Step};
    #[pymodule_export]
    use crate::repair::{Change, Repaired, repair, repair_scheme};
    #[pymodule_export]
    use crate::text::{Match, Matches, find, find_in, replace_all};
    #[pymodule_export]
    use crate::urls::relative::Joined;
    #[pymodule_export]
    use crate::urls::url::{Url, is_valid, parse, try_parse};

    use super::*;

    /// The functions of columns.
    #[cfg(feature = "columns")]
    #[pymodule(gil_used = false)]
    mod arrow {
        #[pymodule_export]
        use crate::arrow::{Column, errors, normalize, part, parts, plan, repair, surt, valid};
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        urls::add(module)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
