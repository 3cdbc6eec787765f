//! The URL types: what they wrap, what a scheme implements, and what of them all schemes share.

pub(crate) mod any;
pub(crate) mod builder;
pub(crate) mod components;
#[cfg(feature = "std")]
pub(crate) mod endpoint;
pub(crate) mod generic;
pub(crate) mod host;
pub(crate) mod login;
mod login_type;
pub(crate) mod raw;
pub(crate) mod registry;
pub(crate) mod scheme;
pub(crate) mod storage;
mod url_type;
