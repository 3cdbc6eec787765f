//! Lints: valid URLs that are risky or that other software reads differently.

mod list;
mod path;
mod rules;
mod server;

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
    &server::OCTAL_AMBIGUITY,
    &server::ADDRESS_LOOKALIKE,
    &server::PORT_LEADING_ZERO,
    &server::SPECIAL_ADDRESS,
    &path::QUESTION_MARK_IN_FSEGMENT,
    &path::EMPTY_SEGMENT,
    &path::OVERLONG_UTF_8,
    &path::BACKSLASH_IN_SEGMENT,
    &path::DOUBLE_ESCAPE,
    &path::NEEDLESS_ESCAPE,
    &list::PASSWORD_IN_URL,
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

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::{
        diagnostics::error::Error,
        parse::cursor::Cursor,
        plan::{Plan, Refusal},
        syntax::{
            part::{FSEGMENT, PartSpan, SCHEMEPART},
            span::{Span, offset},
        },
    };

    /// `t:` and a path, every part of which is checked.
    struct Path;

    impl Scheme for Path {
        const NAME: &'static str = "t";
        type Spans = ();

        fn parse(cursor: &mut Cursor<'_>) -> Result<(), Error> {
            cursor.run(&SCHEMEPART);
            cursor.finish(&SCHEMEPART)
        }

        fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
            let path = Span::new(2, offset(url.as_str().len()));
            path.split(url.as_str(), b'/')
                .for_each(|span| each(PartSpan { part: &FSEGMENT, span }));
        }

        fn plan(_url: Raw<Self, &str>) -> Result<Plan, Refusal> {
            unreachable!("lints need no plan")
        }
    }

    /// Every path of up to five pieces has the lint of its empty segments, and no other path has it.
    #[test]
    fn empty_segments_are_found_in_every_path() {
        const PIECES: [&str; 9] = ["/", ".", "-", "?", "a", "%2E", "%2f", "%C0%AE", "%00"];
        for number in 0..9_usize.pow(5) {
            let digits = [1, 9, 81, 729, 6561].map(|place| number / place % 9);
            let mut text = String::from("t:");
            digits.iter().for_each(|digit| text.push_str(PIECES[*digit]));
            let url = Raw::<Path, &str>::parse(&text).unwrap();
            let has_empty = text.contains("//") || text.starts_with("t:/");
            assert_eq!(url.lints().has("empty-segment"), has_empty, "{text}");
        }
    }
}
