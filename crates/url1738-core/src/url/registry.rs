//! The registry of schemes, which are selected at run time.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt;

use super::{
    any::{AnyUrl, TypedUrl},
    edit::Editor,
    generic::{Generic, GenericUrl},
    raw::Raw,
    scheme::Scheme,
};
use crate::{
    diagnostics::{
        annotate::Annotated,
        error::Error,
        fix::{self, Parse as Check},
        message,
    },
    repair::{self, Repaired},
    syntax::{part::Part, scheme_info::SchemeInfo, span::Fix},
};

type Parse = fn(&str) -> Result<Box<dyn AnyUrl>, Error>;
type Repair = fn(&str) -> Result<Repaired<Box<dyn AnyUrl>>, Error>;

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
    info: &'static SchemeInfo,
    parts: &'static [&'static Part],
    parse: Parse,
    repair: Repair,
    check: Check,
    edit: fn(&str) -> Editor,
}

#[inline]
fn boxed<U: TypedUrl + 'static>(url: U) -> Box<dyn AnyUrl> {
    Box::new(url)
}

impl Registry {
    /// Creates an empty registry, which parses every text as a [`GenericUrl`].
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Adds the scheme of the URL type `U`. If two schemes have the same name, the last one registered is used.
    #[inline]
    pub fn register<U>(&mut self) -> &mut Self
    where
        U: TypedUrl + TryFrom<String, Error = Error> + 'static,
    {
        let parse: Parse = |text| Ok(boxed(U::try_from(text.into())?));
        let repair: Repair = |text| {
            let repaired = repair::repair::<U::Scheme>(text.as_bytes())?;
            repaired.try_map(|url| Ok(boxed(U::try_from(url.into_text())?)))
        };
        let check: Check = |bytes| Raw::<U::Scheme, &str>::parse_bytes(bytes).map(drop);
        self.entries.push(Entry {
            info: U::Scheme::INFO,
            parts: U::Scheme::PARTS,
            parse,
            repair,
            check,
            edit: Editor::empty::<U::Scheme>,
        });
        self
    }

    /// Parses `text` as a URL of its scheme, or as a [`GenericUrl`] if the scheme is not registered.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` is not a URL of that scheme.
    #[inline]
    pub fn parse(&self, text: &str) -> Result<Box<dyn AnyUrl>, Error> {
        match self.entry(text.as_bytes()) {
            Some(entry) => (entry.parse)(text),
            None => Ok(Box::new(GenericUrl::parse(text)?.into_owned())),
        }
    }

    /// Returns the entry of the scheme that `text` begins with. The last one registered precedes.
    #[inline]
    fn entry(&self, text: &[u8]) -> Option<&Entry> {
        let name = text.split(|byte| *byte == b':').next().unwrap_or_default();
        let mut entries = self.entries.iter().rev();
        entries.find(|entry| entry.info.name.as_bytes().eq_ignore_ascii_case(name))
    }

    /// Repairs a malformed URL by the rules of its scheme, or of a [`GenericUrl`] if the scheme is not registered. A valid
    /// URL is not changed, except that the prefix `URL:` is removed if another scheme follows it (Appendix).
    ///
    /// ```
    /// use url1738_core::{AnyUrl, Registry};
    ///
    /// let repaired = Registry::new().repair("<x-db://host.dom/my data>")?;
    /// assert_eq!(repaired.url.as_str(), "x-db://host.dom/my%20data");
    /// assert_eq!(repaired.changes.len(), 3);
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be repaired. Its span is relative to `text`.
    #[inline]
    pub fn repair(&self, text: &str) -> Result<Repaired<Box<dyn AnyUrl>>, Error> {
        let repaired = match self.entry(repair::unwrapped(text.as_bytes())) {
            Some(entry) => (entry.repair)(text),
            None => GenericUrl::repair(text).map(|repaired| repaired.map(boxed)),
        };
        // The text after `URL:` may be irreparable although the whole is a URL of a scheme with that name.
        repaired.or_else(|error| self.parse(text).map(Repaired::unchanged).map_err(|_| error))
    }

    /// Returns an editor without parts for a URL of this scheme (section 3), or of the generic syntax if the scheme is not
    /// registered.
    ///
    /// ```
    /// use url1738_core::Registry;
    ///
    /// let editor = Registry::new().edit("x-db").set("host", ["host.dom"])?.set("path", ["a b"])?;
    /// assert_eq!(editor.text()?, "x-db://host.dom/a%20b");
    /// # Ok::<(), url1738_core::EditError>(())
    /// ```
    #[inline]
    pub fn edit(&self, scheme: &str) -> Editor {
        let mut entries = self.entries.iter().rev();
        let entry = entries.find(|entry| entry.info.name.eq_ignore_ascii_case(scheme));
        match entry {
            Some(entry) => (entry.edit)(scheme),
            None => Editor::empty::<Generic>(scheme),
        }
    }

    /// Returns the parser of the scheme that `text` begins with.
    #[inline]
    fn check(&self, text: &str) -> Check {
        let generic: Check = |bytes| GenericUrl::parse_bytes(bytes).map(drop);
        self.entry(text.as_bytes()).map_or(generic, |entry| entry.check)
    }

    /// Returns the edit of `text` that fixes `error`, if it leads to a URL of the scheme that `text` begins with: see
    /// [`GenericUrl::fix`].
    ///
    /// ```
    /// use url1738_core::Registry;
    ///
    /// let (registry, text) = (Registry::new(), "x-db://host.dom/my data");
    /// let error = registry.parse(text).unwrap_err();
    /// assert_eq!(registry.fix(text, &error).unwrap().text, "%20");
    /// assert_eq!(registry.help(text, &error), "percent-encode it as `%20`");
    /// assert!(registry.annotate(text, &error).to_string().starts_with(text));
    /// ```
    #[must_use]
    #[inline]
    pub fn fix(&self, text: &str, error: &Error) -> Option<Fix> {
        fix::fix(text.as_bytes(), error, self.check(text))
    }

    /// Returns the help for `error` in `text`: see [`GenericUrl::help`].
    #[must_use]
    #[inline]
    pub fn help(&self, text: &str, error: &Error) -> String {
        message::help(text.as_bytes(), error, self.check(text))
    }

    /// Returns `text` with a caret line under the span of `error`, the message and the help: see [`GenericUrl::annotate`].
    #[must_use]
    #[inline]
    pub fn annotate<'t>(&self, text: &'t str, error: &Error) -> Annotated<'t> {
        Annotated::new(text, error, self.check(text))
    }

    /// Returns what is said about the registered schemes.
    #[inline]
    pub fn schemes(&self) -> impl Iterator<Item = &'static SchemeInfo> + '_ {
        self.entries.iter().map(|entry| entry.info)
    }

    /// Returns the parts that the registered schemes declare after the scheme name (section 5), once by each name: what a
    /// table of their URLs needs columns for.
    ///
    /// ```
    /// use url1738_core::{GenericUrl, Registry};
    ///
    /// let mut registry = Registry::new();
    /// registry.register::<GenericUrl>();
    /// let names: Vec<_> = registry.parts().iter().map(|part| part.name()).collect();
    /// assert_eq!(names, ["user", "password", "host", "port", "urlpath", "schemepart"]);
    /// ```
    #[must_use]
    #[inline]
    pub fn parts(&self) -> Vec<&'static Part> {
        let mut parts: Vec<&Part> = Vec::new();
        for part in self.entries.iter().flat_map(|entry| entry.parts) {
            if parts.iter().all(|known| known.name() != part.name()) {
                parts.push(part);
            }
        }
        parts
    }
}

impl fmt::Debug for Registry {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.iter().map(|entry| entry.info.name)).finish()
    }
}

/// Deserializes a URL of a registered scheme, or of any other as a [`GenericUrl`]. Errors contain none of the text.
///
/// ```
/// use serde_core::de::{DeserializeSeed as _, IntoDeserializer as _, value::Error};
/// use url1738_core::Registry;
///
/// let registry = Registry::new();
/// let url = registry.deserialize("x-db://host.dom/db".into_deserializer())?;
/// assert_eq!(url.scheme(), "x-db");
/// # Ok::<(), Error>(())
/// ```
#[cfg(feature = "serde")]
impl<'de> serde_core::de::DeserializeSeed<'de> for &Registry {
    type Value = Box<dyn AnyUrl>;

    #[inline]
    fn deserialize<D: serde_core::Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Box<dyn AnyUrl>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

#[cfg(feature = "serde")]
impl serde_core::de::Visitor<'_> for &Registry {
    type Value = Box<dyn AnyUrl>;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a URL")
    }

    #[inline]
    fn visit_str<E: serde_core::de::Error>(self, text: &str) -> Result<Box<dyn AnyUrl>, E> {
        self.parse(text).map_err(|error| E::custom(format_args!("{error}, expected a URL")))
    }
}

/// Serializes the URL as written, as the URL types do.
#[cfg(feature = "serde")]
impl serde_core::Serialize for dyn AnyUrl + '_ {
    #[inline]
    fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
