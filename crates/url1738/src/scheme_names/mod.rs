//! Known names of schemes, and names that are probably misspelt.
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

use url1738_core::{
    SchemeKind,
    codes::{CodeInfo, CodeKind},
};

use crate::SCHEMES;
pub(crate) use guess::Guess;

/// Names of schemes, sorted and in lower case. Each file names its source and date.
const REGISTERED: &[&str] = &include!("registered.in");
const IN_USE: &[&str] = &include!("in_use.in");

/// The repair of a name that is probably misspelt, and of a host and a port without a scheme.
pub(crate) static UNKNOWN_SCHEME: CodeInfo =
    CodeInfo::new(CodeKind::Repair, "unknown-scheme", "no scheme has this name, and it resembles one")
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

/// Returns the scheme that a name probably misspells: one of the ten of section 3, or https, at a distance of at most one edit,
/// or two if the name has more than four letters. Returns `None` for known names, and for those that section 4 reserves for
/// experiments. The name is in lower case.
#[must_use]
pub fn resembled(name: &str) -> Option<&'static str> {
    if name.starts_with("x-") || is_known(name) {
        return None;
    }
    let allowed = if name.len() > 4 { 2 } else { 1 };
    // The first of those that are as close is returned. `ws` and `wss` are left out: so short a
    // name resembles too many others.
    let standard = |name: &&str| SchemeKind::of(name) == SchemeKind::Standard;
    let others = SCHEMES.iter().map(|scheme| scheme.name).filter(standard);
    let names = ["http", "https"].into_iter().chain(others);
    (0..=allowed).find_map(|edits| {
        names.clone().find(|known| is_within(edits, name.as_bytes(), known.as_bytes()))
    })
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

/// Returns whether at most `edits` insertions, deletions, substitutions and swaps of neighbors turn one name into the other.
// The crate `strsim` computes such distances, but requires `std`. Two edits have at most 16 orders.
fn is_within(edits: u8, a: &[u8], b: &[u8]) -> bool {
    let (after_a, after_b, is_swap) = match (a, b) {
        ([], []) => return true,
        // Equal letters at the beginning belong together: no edit of them takes fewer edits of the rest.
        ([x, a @ ..], [y, b @ ..]) if x == y => return is_within(edits, a, b),
        ([x, x2, ..], [y, y2, ..]) => (a.get(1..), b.get(1..), x == y2 && x2 == y),
        _ => (a.get(1..), b.get(1..), false),
    };
    let Some(left) = edits.checked_sub(1) else { return false };
    let both =
        |a: Option<&[u8]>, b: Option<&[u8]>| a.zip(b).is_some_and(|(a, b)| is_within(left, a, b));
    both(after_a, Some(b))
        || both(Some(a), after_b)
        || both(after_a, after_b)
        || is_swap && both(a.get(2..), b.get(2..))
}
