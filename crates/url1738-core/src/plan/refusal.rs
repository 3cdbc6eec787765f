//! Refusals of plans.

use crate::syntax::{code::CodeInfo, part::Part, span::Span};

/// The reason why a valid URL has no plan (section 6).
///
/// ```
/// use url1738_core::GenericUrl;
///
/// let refusal = GenericUrl::parse("x-db://host.dom/")?.plan().unwrap_err();
/// assert_eq!((refusal.code(), refusal.part.name()), ("no-access-method", "scheme"));
/// assert_eq!(refusal.reason(), "no access method is known for this scheme");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("access refused: {} ({} at byte {})", .info.message, .part.label(), .span.start)]
#[non_exhaustive]
pub struct Refusal {
    /// The part that is unsafe.
    pub part: &'static Part,
    /// The span of the part.
    pub span: Span,
    /// The declaration of its code.
    pub info: &'static CodeInfo,
}

impl Refusal {
    /// Creates a refusal; for scheme crates.
    #[must_use]
    #[inline]
    pub const fn new(part: &'static Part, span: Span, info: &'static CodeInfo) -> Self {
        Self { part, span, info }
    }

    /// Returns the stable code, in lower case with hyphens.
    #[must_use]
    #[inline]
    pub const fn code(&self) -> &'static str {
        self.info.code
    }

    /// Returns the reason, in a phrase.
    #[must_use]
    #[inline]
    pub const fn reason(&self) -> &'static str {
        self.info.message
    }
}
