//! The parts of URLs of all schemes.

use url1738_core::{part::SCHEME, scheme::Part};

use crate::PART_LISTS;

/// Every part of the schemes whose features are enabled, and of schemes without a type (section 5): the columns of a table of
/// URLs.
///
/// Names are unique. A part that several schemes share by name, such as the group of news and nntp, appears once.
///
/// ```
/// use url1738::{PARTS, Url};
///
/// let names: Vec<&str> = PARTS.iter().map(|part| part.name()).collect();
/// assert_eq!(names[..6], ["scheme", "user", "password", "host", "port", "fsegment"]);
/// for at in Url::parse("gopher://host.dom/7/find%09words")?.parts() {
///     assert!(names.contains(&at.part.name()));
/// }
/// # Ok::<(), url1738::Error>(())
/// ```
pub const PARTS: &[Part] = DISTINCT.0.split_at(DISTINCT.1).0;

// The length of a constant must be known before the names are compared. There are about 25 parts; more than 64 would be an error
// of the build.
/// The parts, each name once, in an array with room for more, and their number.
const DISTINCT: ([Part; 64], usize) = distinct();

#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "evaluated at compile time: an index out of bounds would be an error of the build"
)]
const fn distinct() -> ([Part; 64], usize) {
    let (mut parts, mut len) = ([SCHEME; 64], 0);
    let mut lists = PART_LISTS;
    while let [list, others @ ..] = lists {
        let mut list = *list;
        while let [part, rest @ ..] = list {
            if !is_named(part.name(), parts.split_at(len).0) {
                parts[len] = **part;
                len += 1;
            }
            list = rest;
        }
        lists = others;
    }
    (parts, len)
}

/// Returns whether one of the parts has this name.
const fn is_named(name: &str, mut parts: &[Part]) -> bool {
    while let [part, rest @ ..] = parts {
        // Texts cannot be compared in a constant, so that their bytes are, until one of both ends.
        let (mut a, mut b) = (name.as_bytes(), part.name().as_bytes());
        while let ([first, a_rest @ ..], [other, b_rest @ ..]) = (a, b) {
            if *first != *other {
                break;
            }
            (a, b) = (a_rest, b_rest);
        }
        if a.is_empty() && b.is_empty() {
            return true;
        }
        parts = rest;
    }
    false
}
