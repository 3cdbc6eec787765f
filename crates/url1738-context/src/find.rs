//! Searching a text that is there as a whole.

use core::iter::FusedIterator;

use crate::{
    matched::Match,
    scan::{Scanner, State},
    text::Text,
};

/// Returns the URLs of a text, in order, without overlap (Appendix).
///
/// The text need not be UTF-8. The time is linear in its length; nothing is allocated but for a URL that
/// the text breaks.
///
/// ```
/// use url1738_context::{Form, find_iter};
///
/// let text = br#"(see http://h/a_(b)). <A HREF="ftp://h/pub">there</A>, news:comp.lang.c;
/// not http://<host>/, C:\ or std::fmt"#;
/// let found: Vec<_> = find_iter(text).map(|found| (found.url, found.form)).collect();
/// assert_eq!(found, [
///     ("http://h/a_(b)".into(), Form::Bare),
///     ("ftp://h/pub".into(), Form::Quoted),
///     ("news:comp.lang.c".into(), Form::Bare),
/// ]);
/// ```
pub fn find_iter(text: &[u8]) -> FindIter<'_> {
    FindIter { text: Text::new(text, true), scanner: Scanner::default() }
}

/// The iterator [`find_iter`] returns.
#[derive(Debug)]
#[must_use = "the URLs are found while it is read"]
pub struct FindIter<'t> {
    text: Text<'t>,
    scanner: Scanner,
}

impl<'t> Iterator for FindIter<'t> {
    type Item = Match<'t>;

    #[inline]
    fn next(&mut self) -> Option<Match<'t>> {
        loop {
            if let Some(hit) = self.scanner.step(&self.text) {
                return hit.found(&self.text);
            }
            if self.scanner.state() != State::Going {
                return None;
            }
        }
    }
}

impl FusedIterator for FindIter<'_> {}
