//! Finds and replaces the URLs of a whole text.

use alloc::{borrow::Cow, string::String};
use core::{iter::FusedIterator, ops::Range};

use crate::{matched::Match, scan::Scanner, text::Text};

/// Returns the URLs of a text, in order, without overlap (Appendix).
///
/// The text need not be UTF-8. The time is linear in its length; nothing is allocated but for a URL that the text breaks.
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
#[doc(alias = "links")]
pub fn find_iter(text: &[u8]) -> FindIter<'_> {
    FindIter { text: Text::new(text, true), scanner: Scanner::default() }
}

/// Iterator over the URLs of a text, created by [`find_iter`].
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
        self.scanner.next(&self.text)
    }
}

impl FusedIterator for FindIter<'_> {}

/// Returns the text with each URL replaced by what `replacement` returns for it (Appendix). Borrows if nothing changes.
///
/// The bytes at [`Match::span`] are replaced: the URL, its fragment, and whatever breaks it. What surrounds the URL, such as
/// `<URL:` and `>`, stays. Of a URL that was cut only the beginning is replaced: see [`Match::is_truncated`].
///
/// ```
/// use url1738_context::replace_all;
///
/// let text = "See <URL:ftp://host.\n   dom/pub> and http://h/a#top.";
/// let links = replace_all(text, |found| format!("[{}]", found.target()));
/// assert_eq!(links, "See <URL:[ftp://host.dom/pub]> and [http://h/a#top].");
/// ```
///
/// A URL is kept by returning its text:
///
/// ```
/// use std::borrow::Cow;
/// use url1738_context::replace_all;
///
/// let text = "news:comp.lang.c and http://h/a";
/// let shown = replace_all(text, |found| {
///     if found.url.starts_with("news:") { "[news]" } else { &text[found.span.clone()] }
/// });
/// assert_eq!(shown, "[news] and http://h/a");
/// assert!(matches!(replace_all(text, |found| &text[found.span.clone()]), Cow::Borrowed(_)));
/// ```
pub fn replace_all<'t, R: AsRef<str>>(
    text: &'t str,
    mut replacement: impl FnMut(&Match<'t>) -> R,
) -> Cow<'t, str> {
    let mut replaced = String::new();
    // The end of the text in `replaced`.
    let mut done = None;
    for found in find_iter(text.as_bytes()) {
        // A URL that is cut for its length may end within a character, which is replaced whole.
        // INVARIANT: a URL begins with a letter of US-ASCII, so that `start` is not before the end of such a character.
        let Range { start, mut end } = found.span;
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let new = replacement(&found);
        if text[start..end] == *new.as_ref() {
            continue;
        }
        replaced.push_str(&text[done.unwrap_or(0)..start]);
        replaced.push_str(new.as_ref());
        done = Some(end);
    }
    let Some(done) = done else { return Cow::Borrowed(text) };
    replaced.push_str(&text[done..]);
    Cow::Owned(replaced)
}
