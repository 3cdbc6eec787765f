//! The parts of a URL as named strings, for example for the columns of a table.

use alloc::vec::Vec;
use core::fmt;

use crate::{
    diagnostics::redact::{MASK, Redacted},
    syntax::part::{Part, PartSpan, Role},
};

/// Texts of this length may have so many parts that they are counted before they are collected.
const LONG: usize = 1024;

/// Returns the parts that `each` passes on, of a text of `len` bytes. The parts of a long text are counted before they
/// are collected: a list that doubles would take up to twice their memory.
#[inline]
pub(super) fn collect_parts(len: usize, each: impl Fn(&mut dyn FnMut(PartSpan))) -> Vec<PartSpan> {
    // Short texts are not counted, which would be a second pass for a list of ten parts. Most have at most eight.
    let mut count = 8_usize;
    if len >= LONG {
        count = 0;
        each(&mut |_| count += 1);
    }
    let mut parts = Vec::with_capacity(count);
    each(&mut |part| parts.push(part));
    parts
}

/// Parts of a URL as written, by their names in the BNF.
///
/// With the feature `serde`, it serializes as a map. A part that the grammar repeats (the segments of a path, the fields
/// of Prospero) is always a list, even if it appears once; any other part is a string. Absent parts are omitted. The
/// password is included unmasked, but Debug shows it as `***`.
///
/// ```
/// use url1738_core::{Components, GenericUrl, PartSpan, Span, part::FSEGMENT};
///
/// let url = GenericUrl::parse("x-db://joe:@host.dom/orders")?;
/// let parts = url.components();
/// assert_eq!((parts.get("user"), parts.get("password"), parts.get("port")), (Some("joe"), Some(""), None));
///
/// let at = |start, end| PartSpan { part: &FSEGMENT, span: Span::new(start, end) };
/// let path = Components::new(&[at(0, 3), at(4, 8)], "pub/motd");
/// assert!(path.all("fsegment").eq(["pub", "motd"]));
/// assert_eq!(path.iter().count(), 2);
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Components<'a> {
    parts: Vec<PartSpan>,
    text: &'a str,
}

impl<'a> Components<'a> {
    /// Creates the components from the spans of `parts` in `text`. Called by [`impl_url!`](crate::impl_url).
    #[must_use]
    pub fn new(parts: &[PartSpan], text: &'a str) -> Self {
        Self { parts: parts.to_vec(), text }
    }

    /// Returns the first part of this name, or `None` if the URL has none.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.iter().find(|(part, _)| part.name() == name).map(|(_, text)| text)
    }

    /// Returns all parts of this name, in order.
    pub fn all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'a str> + use<'s, 'a> {
        self.iter().filter(move |(part, _)| part.name() == name).map(|(_, text)| text)
    }

    /// Returns all parts in order, beginning with the scheme.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Part, &'a str)> + use<'_, 'a> {
        let text = self.text;
        self.parts.iter().map(move |at| (at.part, at.span.slice(text)))
    }
}

/// Compares the parts and their text. Their positions in the URL are ignored.
impl PartialEq for Components<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Components<'_> {}

impl fmt::Debug for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A URL in the path spans several parts, so that its password is found only in the text as a whole.
        let bytes = self.text.as_bytes();
        let masked = match self.parts.iter().any(|at| at.part.role == Role::Opaque) {
            true => Redacted::new(bytes),
            false => Redacted::of_parts(bytes, |each| self.parts.iter().copied().for_each(each)),
        };
        let shown = |at: &PartSpan| match at.part.role {
            Role::Password => (at.part, Redacted::revealed(MASK.as_bytes())),
            _ => (at.part, masked.slice(at.span)),
        };
        f.debug_map().entries(self.parts.iter().map(shown)).finish()
    }
}

#[cfg(feature = "serde")]
impl serde_core::Serialize for Components<'_> {
    fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde_core::ser::SerializeMap as _;
        // A map has a key once: a part that repeats is written with its first value.
        let first = |at: usize, part: &Part| {
            !self.parts.iter().take(at).any(|before| before.part.name() == part.name())
        };
        let columns = self.iter().enumerate().filter(|(at, (part, _))| first(*at, part));
        let columns: Vec<_> = columns.map(|(_, column)| column).collect();
        let mut map = serializer.serialize_map(Some(columns.len()))?;
        for (part, text) in columns {
            if part.repeats {
                let texts: Vec<&str> = self.all(part.name()).collect();
                map.serialize_entry(part.name(), &texts)?;
            } else {
                map.serialize_entry(part.name(), text)?;
            }
        }
        map.end()
    }
}
