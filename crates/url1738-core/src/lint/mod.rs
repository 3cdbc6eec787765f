//! Lints: valid URLs that are risky or that other software reads differently.

mod international;
mod list;
pub(crate) mod path;
mod rules;
pub(crate) mod server;

pub use list::{Lint, Lints};

use crate::{
    syntax::code::CodeInfo,
    url::{raw::Raw, scheme::Scheme},
};

/// The codes of the lints that all schemes share.
pub(crate) const CODES: &[&CodeInfo] = &[
    &server::SCHEME_FIRST_CHAR,
    &server::UPPER_CASE_SCHEME,
    &server::WRAPPER_PREFIX,
    &server::QUESTION_MARK_IN_USER,
    &server::HOST_LIKE_USER,
    &server::LOCAL_HOST,
    &international::MIXED_SCRIPTS,
    &international::CONFUSABLE_NAME,
    &server::OCTAL_AMBIGUITY,
    &server::ADDRESS_LOOKALIKE,
    &server::PORT_LEADING_ZERO,
    &server::SPECIAL_ADDRESS,
    &server::PORT_ZERO,
    &server::RESERVED_PORT,
    &server::NON_DEFAULT_PORT,
    &server::EMPTY_USER,
    &path::QUESTION_MARK_IN_FSEGMENT,
    &path::EMPTY_SEGMENT,
    &path::OVERLONG_UTF_8,
    &path::BACKSLASH_IN_SEGMENT,
    &path::DOUBLE_ESCAPE,
    &path::NEEDLESS_ESCAPE,
    &path::DOT_SEGMENT,
    &path::OPTION_LIKE,
    &path::ESCAPED_CONTROL,
    &list::PASSWORD_IN_URL,
    &list::SECRET_IN_QUERY,
    &list::EMPTY_COMPONENT,
    &list::UPPER_CASE_GROUP,
];

impl<S: Scheme> Raw<S, &str> {
    /// Returns the lints of this URL: those of all schemes and those of its scheme.
    #[must_use]
    #[inline]
    pub fn lints(&self) -> Lints {
        let mut lints = Lints::default();
        self.lints_into(&mut lints);
        lints
    }

    /// Replaces the contents of `lints` with the lints of this URL, to reuse its allocation.
    #[inline]
    pub fn lints_into(&self, lints: &mut Lints) {
        lints.clear();
        rules::of_url(*self, lints);
        S::lint(*self, lints);
        lints.sort();
    }
}
