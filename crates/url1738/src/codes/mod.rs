//! The catalogue of codes: every error, lint, repair, warning and refusal, with an explanation and examples.
//!
//! A code is stable: programs and configuration files may name it. The [page](table) lists all of them.
//!
//! ```
//! use url1738::codes::{self, CodeKind};
//!
//! let error = url1738::Url::parse("http://host.dom:/").unwrap_err();
//! let info = codes::get(CodeKind::Error, error.code()).unwrap();
//! assert_eq!(info.message, "`:` without a port");
//! assert_eq!((info.bad, info.good, info.section), ("http://host.dom:/", "http://host.dom/", "3.1"));
//!
//! // The same code may name an error and the repair that removes it.
//! let kinds: Vec<_> = codes::find("empty-port").map(|info| info.kind.as_str()).collect();
//! assert_eq!(kinds, ["error", "repair"]);
//! assert!(codes::ALL.len() > 100);
//! ```

mod errors;
mod joins;
mod lints;
mod refusals;
mod repairs;
mod warnings;

use core::fmt;

/// The kind of report that a code belongs to, such as a refusal of an unsafe plan (section 6). A code is unique within its
/// kind.
///
/// ```
/// use url1738::codes::CodeKind;
///
/// assert_eq!(CodeKind::Lint.to_string(), "lint");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CodeKind {
    /// An [`Error`](crate::Error): a text is not a URL, or data is not a part of one.
    Error,
    /// An error of a relative reference (the feature `relative`).
    Join,
    /// A [`Lint`](crate::Lint): a URL is valid but risky, or read differently by other software.
    Lint,
    /// A [`Change`](crate::Change): what a repair does to a malformed text.
    Repair,
    /// A [`Warning`](crate::plan::Warning) of an access plan (section 6).
    Warning,
    /// A [`Refusal`](crate::plan::Refusal): a valid URL has no plan, or no path (section 6).
    Refusal,
}

impl CodeKind {
    /// Returns the name in lower case: `error`, `join`, `lint`, `repair`, `warning` or `refusal`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Join => "join",
            Self::Lint => "lint",
            Self::Repair => "repair",
            Self::Warning => "warning",
            Self::Refusal => "refusal",
        }
    }
}

impl fmt::Display for CodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The entry of one code in the catalogue.
///
/// The examples are texts of URLs, with these exceptions: for [`CodeKind::Join`] and `gopher-type-changed`, a base, a
/// space and a reference; for `forbidden-octet` and `form-end`, data for a builder. The bad example of `wrong-scheme` is
/// parsed as an ftp URL, and `…` in that of `too-long` abbreviates 4 GiB.
///
/// ```
/// use url1738::codes;
///
/// let info = codes::find("dot-segment").next().unwrap();
/// assert_eq!(info.section, "3.2.2");
/// assert!(info.message.starts_with("dot segment: "));
/// assert!(info.explanation.contains("RFC 3986"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CodeInfo {
    /// The kind of report.
    pub kind: CodeKind,
    /// The stable code, in lower case with hyphens.
    pub code: &'static str,
    /// What is reported, in one line: lower case, without a full stop.
    pub message: &'static str,
    /// Why it is reported, in sentences. May contain code between grave accents.
    pub explanation: &'static str,
    /// An example with this code.
    pub bad: &'static str,
    /// A similar example without this code; for a repair, what becomes of the bad one.
    pub good: &'static str,
    /// The section of RFC 1738, such as `3.2.2`, or `Appendix`.
    pub section: &'static str,
}

const KINDS: [&[CodeInfo]; 6] = [
    errors::ERRORS,
    joins::JOINS,
    lints::LINTS,
    repairs::REPAIRS,
    warnings::WARNINGS,
    refusals::REFUSALS,
];

const COUNT: usize = {
    let (mut count, mut kinds) = (0, KINDS.as_slice());
    while let [first, rest @ ..] = kinds {
        count += first.len();
        kinds = rest;
    }
    count
};

#[expect(
    clippy::indexing_slicing,
    reason = "evaluated at compile time: an index out of bounds would be an error of the build"
)]
static LISTED: [CodeInfo; COUNT] = {
    let mut all = [errors::ERRORS[0]; COUNT];
    let (mut at, mut kinds) = (0, KINDS.as_slice());
    while let [first, rest @ ..] = kinds {
        let mut entries = *first;
        while let [entry, more @ ..] = entries {
            all[at] = *entry;
            at += 1;
            entries = more;
        }
        kinds = rest;
    }
    all
};

/// All codes, by kind and in alphabetical order. Codes of schemes and features that are turned off are among them.
pub static ALL: &[CodeInfo] = &LISTED;

/// Returns the entries of a code, of which each has another kind: none if there is no such code. Each names
/// its section of RFC 1738, such as section 2.2.
pub fn find(code: &str) -> impl Iterator<Item = &'static CodeInfo> {
    ALL.iter().filter(move |info| info.code == code)
}

/// Returns the entry of a code of this kind, such as a warning of a plan (section 6).
#[must_use]
pub fn get(kind: CodeKind, code: &str) -> Option<&'static CodeInfo> {
    find(code).find(|info| info.kind == kind)
}

#[doc = include_str!("../../docs/codes.md")]
#[expect(clippy::doc_markdown, reason = "messages are quoted as they are reported")]
pub mod table {}
