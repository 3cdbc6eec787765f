//! The codes of errors, lints, repairs, warnings and refusals: how they are declared, and those of this crate.

pub use crate::syntax::code::{CodeInfo, CodeKind};
use crate::{diagnostics, lint, plan, repair, syntax::part::GROUP_FIRST_LETTER, url::generic};

/// The codes of this crate, which all schemes share (section 3.1), in one list for each subject.
pub const CODES: &[&[&CodeInfo]] = &[
    diagnostics::codes::CODES,
    generic::CODES,
    lint::list::CODES,
    lint::path::CODES,
    lint::server::CODES,
    plan::CODES,
    repair::codes::CODES,
    &[&GROUP_FIRST_LETTER],
];
