//! The codes of errors, lints, repairs, warnings and refusals: how they are declared, and those of this crate.

pub use crate::syntax::code::{CodeInfo, CodeKind, count, sorted};
use crate::{diagnostics, lint, plan, repair, syntax::part::GROUP_FIRST_LETTER, url::generic};

const LISTS: &[&[&CodeInfo]] = &[
    diagnostics::codes::CODES,
    generic::CODES,
    lint::list::CODES,
    lint::path::CODES,
    lint::server::CODES,
    plan::CODES,
    repair::codes::CODES,
    &[&GROUP_FIRST_LETTER],
];

/// The codes of this crate, by kind and in alphabetical order: those that all schemes share (section 3.1).
pub const CODES: &[&CodeInfo] = &sorted::<{ count(LISTS) }>(LISTS);
