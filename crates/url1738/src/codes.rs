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
//! assert!(codes::ALL.len() > 100);
//! ```

pub use url1738_core::codes::{CodeInfo, CodeKind};
use url1738_core::codes::{count, sorted};

use crate::CODES;

/// All codes, by kind and in alphabetical order. Codes of schemes and features that are turned off are not among them.
// Each crate declares its codes where they are reported. The order is made when this crate is compiled, so that no list of all
// has to be kept.
pub static ALL: &[&CodeInfo] = &sorted::<{ count(CODES) }>(CODES);

/// Returns the entries of a code, each of another kind. An unknown code has no entries. An entry names
/// its section of RFC 1738, such as section 2.2.
pub fn find(code: &str) -> impl Iterator<Item = &'static CodeInfo> {
    ALL.iter().copied().filter(move |info| info.code == code)
}

/// Returns the entry of a code of this kind, such as a warning of a plan (section 6).
#[must_use]
pub fn get(kind: CodeKind, code: &str) -> Option<&'static CodeInfo> {
    find(code).find(|info| info.kind == kind)
}

#[doc = include_str!("../docs/codes.md")]
#[expect(clippy::doc_markdown, reason = "messages are quoted as they are reported")]
pub mod table {}
