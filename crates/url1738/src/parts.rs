//! The parts of URLs of all schemes.

use alloc::vec::Vec;

use url1738_core::part::SCHEME;

use crate::{GenericUrl, Part, registry};

/// Returns every part of the schemes whose features are enabled, and of schemes without a type (section 5): the columns of a
/// table of URLs.
///
/// Names are unique. A part that several schemes share by name, such as the group of news and nntp, appears once.
///
/// ```
/// use url1738::Url;
///
/// let names: Vec<&str> = url1738::parts().into_iter().map(|part| part.name()).collect();
/// assert_eq!(names[..6], ["scheme", "user", "password", "host", "port", "fsegment"]);
/// for at in Url::parse("gopher://host.dom/7/find%09words")?.parts() {
///     assert!(names.contains(&at.part.name()));
/// }
/// # Ok::<(), url1738::Error>(())
/// ```
#[must_use]
pub fn parts() -> Vec<&'static Part> {
    let mut registry = registry();
    registry.register::<GenericUrl>();
    let mut parts = registry.parts();
    parts.insert(0, &SCHEME);
    parts
}
