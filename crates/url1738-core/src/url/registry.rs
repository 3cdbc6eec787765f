//! The registry of schemes, which are selected at run time.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt;

use super::{
    any::{AnyUrl, TypedUrl},
    edit::Editor,
    generic::GenericUrl,
    raw::Raw,
    scheme::Scheme,
};
use crate::{
    diagnostics::{
        error::Error,
        fix::{self, Parse},
        message,
    },
    repair::{self, Repaired},
    syntax::{part::Part, scheme_info::SchemeInfo, span::Fix},
};

type Repair = fn(&str) -> Result<Repaired<Box<dyn AnyUrl>>, Error>;

/// Set of the schemes that a program supports, including its own (section 4). A URL of any other scheme is a
/// [`GenericUrl`].
///
/// ```
/// use url1738_core::{AnyUrl, GenericUrl, Registry};
///
/// let mut registry = Registry::new();
/// let url = registry.parse("x-any://host.dom/")?;
/// assert_eq!((url.scheme(), url.login().unwrap().host_str()), ("x-any", "host.dom"));
///
/// let repaired = registry.repair("<x-db://host.dom/my data>")?;
/// assert_eq!(repaired.url.as_str(), "x-db://host.dom/my%20data");
/// assert_eq!(repaired.changes.len(), 3);
///
/// let editor = registry.edit("x-db").set("host", ["host.dom"])?.set("path", ["a b"])?;
/// assert_eq!(editor.text()?, "x-db://host.dom/a%20b");
///
/// let text = "x-db://host.dom/my data";
/// let error = registry.parse(text).unwrap_err();
/// assert_eq!(registry.fix(text, &error).unwrap().text, "%20");
/// assert_eq!(registry.help(text, &error), "percent-encode it as `%20`");
/// assert!(registry.annotate(text, &error).starts_with(text));
///
/// registry.register::<GenericUrl>().register::<GenericUrl>();
/// let names: Vec<_> = registry.parts().iter().map(|part| part.name()).collect();
/// assert_eq!(names, ["user", "password", "host", "port", "urlpath", "schemepart"]);
/// assert_eq!(registry.schemes().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    info: &'static SchemeInfo,
    parts: &'static [&'static Part],
    parse: fn(&str) -> Result<Box<dyn AnyUrl>, Error>,
    repair: Repair,
    check: Parse,
    edit: fn(&str) -> Editor,
}

impl Entry {
    /// The functions of the schemes that are not registered.
    const GENERIC: &'static Self = &Self::of::<GenericUrl>();

    #[inline]
    const fn of<U: TypedUrl>() -> Self {
        Self {
            info: U::Scheme::INFO,
            parts: U::Scheme::PARTS,
            parse: |text| Ok(Box::new(U::Owned::try_from(text.into())?)),
            repair: |text| {
                let Repaired { url, changes, fragment } =
                    repair::repair::<U::Scheme>(text.as_bytes())?;
                let url = Box::new(U::Owned::try_from(url.into_text())?);
                Ok(Repaired { url, changes, fragment })
            },
            check: |bytes| Raw::<U::Scheme, &str>::parse_bytes(bytes).map(drop),
            edit: Editor::new::<U::Scheme>,
        }
    }
}

impl Registry {
    /// Creates an empty registry, which parses every text as a [`GenericUrl`].
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Adds the scheme of the URL type `U`. It replaces a registered scheme of its name.
    #[inline]
    pub fn register<U: TypedUrl>(&mut self) -> &mut Self {
        let entry = Entry::of::<U>();
        match self.entries.iter_mut().find(|known| known.info.name == entry.info.name) {
            // A program can replace a scheme by its own.
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
        self
    }

    #[inline]
    fn named(&self, name: &[u8]) -> &Entry {
        let mut entries = self.entries.iter();
        let entry = entries.find(|entry| entry.info.name.as_bytes().eq_ignore_ascii_case(name));
        entry.unwrap_or(Entry::GENERIC)
    }

    /// Returns the functions of the scheme that `text` begins with.
    #[inline]
    fn entry(&self, text: &[u8]) -> &Entry {
        let colon = text.iter().position(|byte| *byte == b':').unwrap_or(text.len());
        self.named(text.split_at(colon).0)
    }

    /// Parses `text` as a URL of its scheme, or as a [`GenericUrl`] if the scheme is not registered.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` is not a URL of that scheme.
    #[inline]
    pub fn parse(&self, text: &str) -> Result<Box<dyn AnyUrl>, Error> {
        (self.entry(text.as_bytes()).parse)(text)
    }

    /// Repairs a malformed URL by the rules of its scheme, or of a [`GenericUrl`] if the scheme is not registered. A valid
    /// URL is not changed, except that the prefix `URL:` is removed if another scheme follows it (Appendix).
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be repaired. Its span is relative to `text`.
    #[inline]
    pub fn repair(&self, text: &str) -> Result<Repaired<Box<dyn AnyUrl>>, Error> {
        let repaired = (self.entry(repair::unwrapped(text.as_bytes())).repair)(text);
        // The text after `URL:` may be irreparable although the whole is a URL of a scheme with that name.
        repaired.or_else(|error| self.parse(text).map(Repaired::unchanged).map_err(|_| error))
    }

    /// Returns an editor without parts for a URL of this scheme (section 3), or of the generic syntax if the scheme is not
    /// registered.
    #[inline]
    pub fn edit(&self, scheme: &str) -> Editor {
        (self.named(scheme.as_bytes()).edit)(scheme)
    }

    /// Returns the edit of `text` that fixes `error`, if it leads to a URL of the scheme that `text` begins with: see
    /// [`GenericUrl::fix`].
    #[must_use]
    #[inline]
    pub fn fix(&self, text: &str, error: &Error) -> Option<Fix> {
        fix::fix(text.as_bytes(), error, self.entry(text.as_bytes()).check)
    }

    /// Returns the help for `error` in `text`: see [`GenericUrl::help`].
    #[must_use]
    #[inline]
    pub fn help(&self, text: &str, error: &Error) -> String {
        message::help(text.as_bytes(), error, self.entry(text.as_bytes()).check)
    }

    /// Returns `text` with a caret line under the span of `error`, the message and the help: see [`GenericUrl::annotate`].
    #[must_use]
    #[inline]
    pub fn annotate(&self, text: &str, error: &Error) -> String {
        message::annotate(text, error, self.entry(text.as_bytes()).check)
    }

    /// Returns what is said about the registered schemes.
    #[inline]
    pub fn schemes(&self) -> impl Iterator<Item = &'static SchemeInfo> + '_ {
        self.entries.iter().map(|entry| entry.info)
    }

    /// Returns the parts that the registered schemes declare after the scheme name (section 5), once by each name: what a
    /// table of their URLs needs columns for.
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
        super::deserialize::with(deserializer, "", |text| {
            Some(self.parse(text.unwrap_or_else(|copied| copied)))
        })
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
