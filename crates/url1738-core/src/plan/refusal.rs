//! Refusals of plans.

use crate::syntax::{part::Part, span::Span};

/// The reason why a valid URL has no plan (section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("access refused: {reason} ({} at byte {})", .part.label(), .span.start)]
#[non_exhaustive]
pub struct Refusal {
    /// The part that is unsafe.
    pub part: &'static Part,
    /// The span of the part.
    pub span: Span,
    /// A stable code in lower case with hyphens.
    pub code: &'static str,
    /// The reason, in a phrase.
    pub reason: &'static str,
}

impl Refusal {
    /// Creates a refusal; for scheme crates.
    #[must_use]
    #[inline]
    pub const fn new(
        part: &'static Part,
        span: Span,
        code: &'static str,
        reason: &'static str,
    ) -> Self {
        Self { part, span, code, reason }
    }
}
