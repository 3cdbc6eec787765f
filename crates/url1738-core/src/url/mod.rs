//! The URL types: the type that they wrap, the trait that a scheme implements, and the types that all schemes share.

pub(crate) mod any;
pub(crate) mod builder;
mod builder_type;
pub(crate) mod components;
#[cfg(feature = "serde")]
pub mod deserialize;
pub(crate) mod edit;
#[cfg(feature = "std")]
pub(crate) mod endpoint;
pub(crate) mod form;
pub(crate) mod generic;
pub(crate) mod host;
pub(crate) mod login;
mod login_type;
pub(crate) mod raw;
pub(crate) mod registry;
pub(crate) mod scheme;
pub(crate) mod storage;
mod url_traits;
mod url_type;
