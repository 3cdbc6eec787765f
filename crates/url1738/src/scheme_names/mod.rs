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

use alloc::{borrow::ToOwned as _, format, string::String};
use core::ops::Range;

use url1738_core::{
    __private::inside,
    Change, Error, Host, Repaired, Rule, SchemeKind, Span,
    codes::{CodeInfo, CodeKind},
    part::SCHEME,
    repair::EXPECTED_DELIMITER,
};

use crate::{SCHEMES, Url};

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
    after_port(name, rest).is_some()
}

/// Returns the text after the port, if this is a host and a port.
fn after_port<'t>(name: &str, rest: &'t str) -> Option<&'t str> {
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_port = rest.strip_suffix(after)?.parse::<u16>().is_ok();
    // `user.name:1@host` has a password, and `a.b:80x` no port.
    let ends = after.is_empty() || after.starts_with(['/', '?', '#']);
    (is_port && ends && (name == "localhost" || name.contains('.'))).then_some(after)
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

/// A guess: the text that replaces the beginning of a line, so that it has a known scheme.
pub(crate) struct Guess {
    /// The bytes that are replaced.
    at: Range<usize>,
    text: String,
    info: &'static CodeInfo,
}

const NO_SCHEME: &CodeInfo =
    &EXPECTED_DELIMITER.with_message("a URL begins with a scheme name and `:`");
const NO_COLON: &CodeInfo = &EXPECTED_DELIMITER.with_message("`:` must follow the scheme name");
const HOST_AND_PORT: &CodeInfo =
    &UNKNOWN_SCHEME.with_message("a host and a port follow a scheme name and `://`");

impl Guess {
    /// Returns the guess for a line, or `None` if its scheme is known or resembles none, or if the guess does not make
    /// the line a URL.
    pub(crate) fn find(line: &[u8]) -> Option<Self> {
        let inner = inside(line);
        let start = inner.start as usize;
        // What is replaced is US-ASCII, so that its length is that in the line.
        let text = String::from_utf8_lossy(inner.slice_bytes(line));
        let (len, text, info) = replacement(&text)?;
        let guess = Self { at: start..start.saturating_add(len), text, info };
        guess.repair(line, &mut |_| ()).is_ok().then_some(guess)
    }

    /// Repairs the line, and calls `each` with every change in the order of the places: the guess, and the repairs of the
    /// text with the guess.
    pub(crate) fn repair(
        &self,
        line: &[u8],
        each: &mut dyn FnMut(Change),
    ) -> Result<Repaired<Url>, Error> {
        // INVARIANT: the guess was found in this line, so that its bytes are there.
        let mut text = line.to_vec();
        text.splice(self.at.clone(), self.text.bytes());
        let at = Span::from(self.at.clone());
        let guess = Change::guessed(at, self.text.clone(), &SCHEME, Rule::Prose("2.1"), self.info);
        // The removal of `<URL:` before the scheme is reported first, that of the `>` after it.
        let mut guess = Some(guess);
        let result = Url::repair_named(&text, &mut |mut change| {
            if let Some(guess) = guess.take_if(|_| change.span.start >= at.start) {
                each(guess);
            }
            let original = change.span.range();
            change.span = Span::from(self.original(original.start)..self.original(original.end));
            each(change);
        });
        if let Some(guess) = guess.take() {
            each(guess);
        }
        result
    }

    /// Returns the place in the line of a place in the text with the guess.
    ///
    /// If `http` is guessed for `htp` in `htp://h/~`, the `~` is at 9 in the text, and at 8 in the line.
    fn original(&self, at: usize) -> usize {
        let Range { start, end } = self.at;
        let guessed = start.saturating_add(self.text.len());
        match at {
            _ if at <= start => at,
            // The guess has no letters of the line, so that a place in it is only known to be in what it replaces.
            _ if at < guessed => at.min(end),
            _ => at.saturating_sub(guessed).saturating_add(end),
        }
    }
}

/// Returns the length of the beginning that is replaced, its replacement, and the declaration of the change.
fn replacement(text: &str) -> Option<(usize, String, &'static CodeInfo)> {
    if let Some(url) = without_colon(text) {
        return Some(url);
    }
    if let Some((name, rest)) = text.split_once(':').filter(|(name, _)| is_name(name)) {
        let name_in_lower = name.to_ascii_lowercase();
        if is_known(&name_in_lower) {
            return None;
        }
        if let Some(after) = after_port(&name_in_lower, rest) {
            let host = text.strip_suffix(after)?;
            return Some((host.len(), with_slash("http", host, after), HOST_AND_PORT));
        }
        // The port comes first: `www.host:80` is a host, however near its name is to that of a scheme.
        let near = resembled(&name_in_lower)?;
        return Some((name.len(), near.to_owned(), &UNKNOWN_SCHEME));
    }
    let len = text.find(['/', '?', '#']).unwrap_or(text.len());
    let (host, rest) = text.split_at_checked(len)?;
    Some((len, with_slash(scheme_of_host(host)?, host, rest), NO_SCHEME))
}

/// Returns the guess for a known name without its colon: `http//host.dom/` or `http;//host.dom/`.
fn without_colon(text: &str) -> Option<(usize, String, &'static CodeInfo)> {
    let mut names = SCHEMES.iter().map(|scheme| scheme.name).chain(["https"]);
    names.find_map(|name| {
        let (head, rest) = text.split_at_checked(name.len())?;
        let mark = usize::from(rest.starts_with(';'));
        // `http;//` has the key of the colon without shift.
        let is_missing = head.eq_ignore_ascii_case(name) && rest.get(mark..)?.starts_with("//");
        is_missing.then(|| (name.len().saturating_add(mark), format!("{name}:"), NO_COLON))
    })
}

/// Returns whether a text before a colon is the name of a scheme, and not the letter of a drive.
fn is_name(name: &str) -> bool {
    name.len() > 1 && name.bytes().all(|byte| SCHEME.class.contains(byte))
}

/// Returns the URL of a host and port. A `/` ends it, unless the rest of the text begins with one.
fn with_slash(scheme: &str, host: &str, rest: &str) -> String {
    let slash = if rest.starts_with('/') { "" } else { "/" };
    format!("{scheme}://{host}{slash}")
}

/// Returns the scheme for a text that has a host in place of one: a name with a dot that does not end like the name of a file.
fn scheme_of_host(host: &str) -> Option<&'static str> {
    const ENDINGS: [&str; 16] = [
        "bz2", "conf", "csv", "gz", "htm", "html", "json", "jsonl", "list", "log", "lst", "md",
        "toml", "tsv", "txt", "urls",
    ];
    let ((first, _), (_, ending)) = host.split_once('.').zip(host.rsplit_once('.'))?;
    // `www.json` may be a host, as `www.` is in front of nothing else.
    let is_file = ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending));
    if is_file && !first.eq_ignore_ascii_case("www") || Host::parse(host).is_err() {
        return None;
    }
    // `ftp.host.dom` has said for decades what it serves.
    let named = ["ftp", "gopher"].into_iter().find(|scheme| first.eq_ignore_ascii_case(scheme));
    Some(named.unwrap_or("http"))
}
