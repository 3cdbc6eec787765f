//! What is valid, but risky or read in another way by other software.

use alloc::vec::{self, Vec};
use core::slice;

use crate::{
    part::Part,
    raw::Raw,
    scheme::{PartSpan, Scheme},
    span::Span,
};

mod rules;

/// A remark on a valid URL. It never changes validity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lint {
    /// A stable name in lower case with hyphens.
    pub code: &'static str,
    /// Why it matters, naming what other software does.
    pub message: &'static str,
    /// The part it is about.
    pub part: &'static Part,
    /// The bytes it is about.
    pub span: Span,
}

/// The lints of one URL, in the order of their places.
///
/// ```
/// use url1738_core::GenericUrl;
///
/// let lints = GenericUrl::parse("4x://host.dom:0/")?.lints();
/// let codes: Vec<_> = lints.iter().map(|lint| lint.code).collect();
/// assert_eq!(codes, ["scheme-first-char", "port-zero"]);
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lints(Vec<Lint>);

impl Lints {
    pub(crate) fn of<S: Scheme>(url: Raw<S, &str>) -> Self {
        let mut lints = Self::default();
        let mut parts = Vec::new();
        url.each_part(&mut |part| parts.push(part));
        for (index, part) in parts.iter().enumerate() {
            let last = parts.get(index.saturating_add(1)..).is_none_or(<[_]>::is_empty);
            rules::of_part::<S>(*part, url.as_str(), last, &mut lints);
        }
        S::lint(url, &mut lints);
        lints.0.sort_by_key(|lint| (lint.span.start, lint.span.end));
        lints
    }

    /// Notes a lint; for scheme crates.
    pub fn push(&mut self, at: PartSpan, code: &'static str, message: &'static str) {
        self.0.push(Lint { code, message, part: at.part, span: at.span });
    }

    /// Notes what holds for a group name, wherever it stands; for scheme crates.
    pub fn group(&mut self, at: PartSpan, text: &str) {
        for span in at.span.split(text, b'.').filter(|span| span.is_empty()) {
            self.push(
                PartSpan { span, ..at },
                "empty-component",
                "a group name is components between dots (section 3.6); no server has an empty one",
            );
        }
    }

    /// The lints in order.
    pub fn iter(&self) -> slice::Iter<'_, Lint> {
        self.0.iter()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is one of this code.
    #[must_use]
    pub fn has(&self, code: &str) -> bool {
        self.0.iter().any(|lint| lint.code == code)
    }
}

impl IntoIterator for Lints {
    type Item = Lint;
    type IntoIter = vec::IntoIter<Lint>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Lints {
    type Item = &'a Lint;
    type IntoIter = slice::Iter<'a, Lint>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
