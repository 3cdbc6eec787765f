#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "the engine has the whole standard library"
)]

mod found;
mod function;
mod names;
mod part;
mod parts;
mod plan;
mod repair;
mod texts;
mod verdict;

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_expr::{ScalarUDF, registry::FunctionRegistry};

/// Returns all functions, for those who register them one by one, or under other names.
///
/// ```
/// let names: Vec<_> = url1738_datafusion::functions().map(|f| f.name().to_owned()).collect();
/// assert!(names.contains(&"url_valid".to_owned()));
/// ```
pub fn functions() -> impl Iterator<Item = ScalarUDF> {
    let of_one = verdict::functions()
        .into_iter()
        .chain(parts::functions())
        .chain(repair::functions())
        .chain(plan::functions())
        .chain(found::functions());
    of_one.map(ScalarUDF::from).chain([ScalarUDF::from(part::UrlPart::new())])
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
