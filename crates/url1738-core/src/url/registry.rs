//! The registry of schemes, which are selected at run time.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt;

use super::{
    any::{AnyUrl, TypedUrl},
    generic::GenericUrl,
    scheme::Scheme,
};
use crate::diagnostics::error::Error;

type Parse = fn(&str) -> Result<Box<dyn AnyUrl>, Error>;

/// Set of the schemes that a program supports, including its own (section 4).
///
/// ```
/// use url1738_core::Registry;
///
/// let registry = Registry::new();
/// let url = registry.parse("x-any://host.dom/")?;
/// assert_eq!((url.scheme(), url.login().unwrap().host_str()), ("x-any", "host.dom"));
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// ```
/// use url1738_core::{GenericUrl, Registry};
///
/// let mut registry = Registry::new();
/// registry.register::<GenericUrl>();
/// assert_eq!(registry.schemes().count(), 1);
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    name: &'static str,
    default_port: Option<u16>,
    parse: Parse,
}

impl Registry {
    /// Creates an empty registry, which parses every text as a [`GenericUrl`].
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Adds the scheme of the URL type `U`. If two schemes have the same name, the last one registered is used.
    pub fn register<U>(&mut self) -> &mut Self
    where
        U: TypedUrl + TryFrom<String, Error = Error> + 'static,
    {
        let parse: Parse = |text| Ok(Box::new(U::try_from(text.into())?));
        let (name, default_port) = (U::Scheme::NAME, U::Scheme::DEFAULT_PORT);
        self.entries.push(Entry { name, default_port, parse });
        self
    }

    /// Parses `text` as a URL of its scheme, or as a [`GenericUrl`] if the scheme is not registered.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` is not a URL of that scheme.
    pub fn parse(&self, text: &str) -> Result<Box<dyn AnyUrl>, Error> {
        let name = text.split(':').next().unwrap_or_default();
        match self.entries.iter().rev().find(|entry| entry.name.eq_ignore_ascii_case(name)) {
            Some(entry) => (entry.parse)(text),
            None => Ok(Box::new(GenericUrl::parse(text)?.to_owned())),
        }
    }

    /// Returns the registered scheme names, each with its default port.
    pub fn schemes(&self) -> impl Iterator<Item = (&'static str, Option<u16>)> + '_ {
        self.entries.iter().map(|entry| (entry.name, entry.default_port))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.iter().map(|entry| entry.name)).finish()
    }
}
