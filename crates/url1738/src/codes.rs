//! The catalogue of codes: every error, lint, repair, warning and refusal, with an explanation and examples.
//!
//! A code is stable: programs and configuration files may name it. The [page](table) lists all of them. Each is declared
//! beside the code that reports it, in the crate that does; this is the list of those of all crates.
//!
//! ```
//! use url1738::codes::{self, CodeKind};
//!
//! let error = url1738::Url::parse("http://host.dom:/").unwrap_err();
//! let info = codes::get(CodeKind::Error, error.code()).unwrap();
//! assert_eq!((info, info.message), (error.info(), "`:` without a port"));
//! assert_eq!((info.bad, info.good, info.section), ("http://host.dom:/", "http://host.dom/", "3.1"));
//!
//! // The same code may name an error and the repair that removes it.
//! let kinds: Vec<_> = codes::find("empty-port").map(|info| info.kind.as_str()).collect();
//! assert_eq!(kinds, ["error", "repair"]);
//! assert!(codes::all().count() > 100);
//! ```

use url1738_core::codes::CODES as SHARED;
pub use url1738_core::codes::{CodeInfo, CodeKind};

use crate::CODES;

/// Returns all codes in the order of their crates, errors before the repairs that remove them. Codes of schemes and features
/// that are turned off are not among them.
pub fn all() -> impl Iterator<Item = &'static CodeInfo> + Clone {
    SHARED.iter().chain(CODES).flat_map(|list| list.iter().copied())
}

/// Returns the entries of a code, each of another kind. An unknown code has no entries. An entry names
/// its section of RFC 1738, such as section 2.2.
pub fn find(code: &str) -> impl Iterator<Item = &'static CodeInfo> {
    all().filter(move |info| info.code == code)
}

/// Returns the entry of a code of this kind, such as a warning of a plan (section 6).
#[must_use]
pub fn get(kind: CodeKind, code: &str) -> Option<&'static CodeInfo> {
    find(code).find(|info| info.kind == kind)
}

#[doc = include_str!("../docs/codes.md")]
#[expect(clippy::doc_markdown, reason = "messages are quoted as they are reported")]
pub mod table {}
