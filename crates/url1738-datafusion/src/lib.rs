#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "the engine has the whole standard library"
)]

mod function;

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_expr::{ScalarUDF, registry::FunctionRegistry};
use url1738_arrow::{Kernel, Profile};

use crate::function::Function;

/// Returns all functions, for those who register them one by one, or under other names.
///
/// ```
/// let names: Vec<_> = url1738_datafusion::functions().map(|f| f.name().to_owned()).collect();
/// assert!(names.contains(&"url_valid".to_owned()));
/// ```
pub fn functions() -> impl Iterator<Item = ScalarUDF> {
    [
        Function::new("url_valid(u)", Kernel::Valid, "Whether u is a URL by RFC 1738."),
        Function::new(
            "url_scheme(u)",
            Kernel::Scheme,
            "The scheme of a URL, the ten of RFC 1738 in lower case; null if u is not a URL.",
        ),
        Function::new(
            "url_error(u)",
            Kernel::Errors,
            "Why u is not a URL: code, part, rule, start and end in bytes, message, help; null if it is one.",
        ),
        Function::new(
            "url_parts(u)",
            Kernel::Parts,
            "All parts as written, a field each; those that a scheme repeats are lists. Null if u is not a URL.",
        ),
        Function::new(
            "url_normalize(u)",
            Kernel::Normalize,
            "The normal form of a URL, by which equivalent URLs are equal; null if u is not a URL.",
        ),
        Function::new(
            "url_repair(u)",
            Kernel::Repair,
            "u repaired, without a fragment; null if nothing repairs it.",
        ),
        Function::new(
            "url_surt(u)",
            Kernel::Surt(Profile::Wayback0_3_1),
            "The key that sorts u by host, as in the indexes of web archives; null if u has none.",
        ),
        Function::new(
            "url_plan(u)",
            Kernel::Plan,
            "The access plan: endpoint, steps, codes of warnings, or why access is refused. Null if u is not a URL.",
        ),
        Function::new(
            "url_part(u, name)",
            Kernel::Part("host"),
            "The first part of that name as written, as host or fsegment; null if u has none, or is not a URL.",
        ),
        Function::new(
            "urls_in(text)",
            Kernel::UrlsIn,
            "The URLs in a text, in order, joined where the text breaks them, valid or not. One that was cut is NULL.",
        ),
    ]
    .into_iter()
    .map(ScalarUDF::from)
}

/// Adds all functions to a registry: a session context, a session state, or Ballista's.
///
/// ```
/// use datafusion_expr::registry::{FunctionRegistry, MemoryFunctionRegistry};
///
/// let mut registry = MemoryFunctionRegistry::new();
/// url1738_datafusion::register_all(&mut registry)?;
/// assert!(registry.udf("url_scheme").is_ok());
/// # Ok::<(), datafusion_common::DataFusionError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the registry takes no functions.
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    functions().try_for_each(|function| registry.register_udf(Arc::new(function)).map(drop))
}
