//! Names of schemes: those that are known, and those that are probably misspelt.
//!
//! Any name is a valid scheme (section 2.1), so that a typo such as `htp` gives a valid URL that nothing can open.
//!
//! ```
//! use url1738::{Url, scheme_names};
//!
//! assert!(scheme_names::is_known("https") && !scheme_names::is_known("htp"));
//! assert_eq!(scheme_names::resembled("gohper"), Some("gopher"));
//! assert!(scheme_names::is_host_and_port("localhost", "8080/path"));
//! assert_eq!(Url::repair("www.host.dom/~joe")?.url, "http://www.host.dom/%7Ejoe");
//! # Ok::<(), url1738::Error>(())
//! ```

mod guess;

use alloc::{vec, vec::Vec};

use url1738_core::codes::{CodeInfo, CodeKind};

use crate::SCHEMES;
pub(crate) use guess::Guess;

/// Names of schemes, sorted and in lower case. Each file names its source and date.
const REGISTERED: &[&str] = &include!("registered.in");
const IN_USE: &[&str] = &include!("in_use.in");

/// The repair of a name that is probably misspelt, and of a host and a port without a scheme.
pub(crate) static UNKNOWN_SCHEME: CodeInfo =
    CodeInfo::new(CodeKind::Repair, "unknown-scheme", "writes the scheme that is probably intended")
        .with_explanation(
            "Replaces a name that resembles one of the ten schemes or https, and writes `http://` before a host \
             and a port. A valid URL is repaired so only on request.",
        )
        .with_examples("htp://host.dom/", "http://host.dom/")
        .with_section("2.1");

/// Returns whether IANA has registered a scheme of this name, or it is in common use (section 2.1). The name is in lower case.
#[must_use]
pub fn is_known(name: &str) -> bool {
    REGISTERED.binary_search(&name).is_ok() || IN_USE.binary_search(&name).is_ok()
}

/// Returns the scheme that a name is probably a typo of: one of the ten of section 3, or https, that is at most one edit
/// away, or two for names of more than four letters. Returns `None` for known names, and for those that section 4 reserves for
/// experiments. The name is in lower case.
#[must_use]
pub fn resembled(name: &str) -> Option<&'static str> {
    if name.starts_with("x-") || is_known(name) {
        return None;
    }
    let allowed = if name.len() > 4 { 2 } else { 1 };
    // The first of those that are as close is returned.
    let names = ["http", "https"].into_iter().chain(SCHEMES.iter().map(|scheme| scheme.name));
    names
        .filter(|known| known.len().abs_diff(name.len()) <= allowed)
        .map(|known| (distance(name.as_bytes(), known.as_bytes()), known))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Returns whether `name:rest` is a host and a port in place of a URL (section 3.1), as in `localhost:8080/path`: the name is
/// `localhost` or has a dot, and after the digits of a port the text ends, or a path begins. The name is in lower case.
#[must_use]
pub fn is_host_and_port(name: &str, rest: &str) -> bool {
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = rest.strip_suffix(after).unwrap_or_default();
    let is_host = name == "localhost" || name.contains('.');
    is_host
        && digits.parse::<u16>().is_ok()
        && matches!(after.chars().next(), None | Some('/' | '?' | '#'))
}

/// Returns the number of insertions, deletions, substitutions and swaps of neighbors that turn one name into the other.
// The crate `strsim` has this distance, but requires `std`.
fn distance(a: &[u8], b: &[u8]) -> usize {
    // The rows of the table for the last two bytes of `a`, with a column for each length of `b`.
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut last = None;
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i.saturating_add(1)];
        let mut left_byte = None;
        for (j, (y, corners)) in b.iter().zip(row.windows(2)).enumerate() {
            let [diagonal, above] = corners else { continue };
            let left = next.last().copied().unwrap_or_default();
            let mut best = diagonal.saturating_add(usize::from(x != y));
            best = best.min(left.saturating_add(1)).min(above.saturating_add(1));
            if last == Some(y) && left_byte == Some(x) {
                let corner = j.checked_sub(1).and_then(|at| before.get(at));
                best = best.min(corner.map_or(best, |corner| corner.saturating_add(1)));
            }
            next.push(best);
            left_byte = Some(y);
        }
        (before, row, last) = (row, next, Some(x));
    }
    row.last().copied().unwrap_or_default()
}
