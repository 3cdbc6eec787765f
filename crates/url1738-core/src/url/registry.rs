//! Schemes chosen at run time.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt;

use super::{
    any::{AnyUrl, TypedUrl},
    generic::GenericUrl,
    scheme::Scheme,
};
use crate::diagnostics::error::Error;

type Parse = fn(&str) -> Result<Box<dyn AnyUrl>, Error>;

/// The schemes that a program knows, its own ones among them (section 4).
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
    /// A registry without schemes, which reads every text as a [`GenericUrl`].
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Adds the scheme of a URL type; of two with one name the later is used.
    pub fn register<U>(&mut self) -> &mut Self
    where
        U: TypedUrl + TryFrom<String, Error = Error> + 'static,
    {
        let parse: Parse = |text| Ok(Box::new(U::try_from(text.into())?));
        let (name, default_port) = (U::Scheme::NAME, U::Scheme::DEFAULT_PORT);
        self.entries.push(Entry { name, default_port, parse });
        self
    }

    /// Parses `text` as a URL of the scheme that it names; names that are not registered make
    /// a [`GenericUrl`].
    ///
    /// # Errors
    ///
    /// What makes the text no URL of that scheme.
    pub fn parse(&self, text: &str) -> Result<Box<dyn AnyUrl>, Error> {
        let name = text.split(':').next().unwrap_or_default();
        match self.entries.iter().rev().find(|entry| entry.name.eq_ignore_ascii_case(name)) {
            Some(entry) => (entry.parse)(text),
            None => Ok(Box::new(GenericUrl::parse(text)?.to_owned())),
        }
    }

    /// The registered names, each with the port that is meant where a URL names none.
    pub fn schemes(&self) -> impl Iterator<Item = (&'static str, Option<u16>)> + '_ {
        self.entries.iter().map(|entry| (entry.name, entry.default_port))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.iter().map(|entry| entry.name)).finish()
    }
}
