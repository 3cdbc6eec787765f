//! Replacing the URLs of a text.

use alloc::{borrow::Cow, string::String};

use crate::{find::find_iter, matched::Match};

/// Returns the text with each URL replaced by what `replacement` returns for it (Appendix). Borrows if nothing changes.
///
/// The bytes at [`Match::span`] are replaced: the URL, its fragment, and whatever breaks it. What surrounds the URL, such
/// as `<URL:` and `>`, stays. Of a URL that was cut only the beginning is replaced: see [`Match::is_truncated`].
///
/// ```
/// use url1738_context::replace_all;
///
/// let text = "See <URL:ftp://host.\n   dom/pub> and http://h/a.";
/// let links = replace_all(text, |found| format!("[{}]", found.url));
/// assert_eq!(links, "See <URL:[ftp://host.dom/pub]> and [http://h/a].");
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
///     if found.url.starts_with("news:") { "[news]" } else { &text[found.range()] }
/// });
/// assert_eq!(shown, "[news] and http://h/a");
/// assert!(matches!(replace_all(text, |found| &text[found.range()]), Cow::Borrowed(_)));
/// ```
pub fn replace_all<'t, R: AsRef<str>>(
    text: &'t str,
    mut replacement: impl FnMut(&Match<'t>) -> R,
) -> Cow<'t, str> {
    let mut replaced: Option<String> = None;
    // The end of what is in `replaced`.
    let mut done = 0;
    for found in find_iter(text.as_bytes()) {
        let (start, end) = (floor(text, found.span.start), ceil(text, found.span.end));
        let new = replacement(&found);
        if text.get(start..end) == Some(new.as_ref()) {
            continue;
        }
        let out = replaced.get_or_insert_with(|| String::with_capacity(text.len()));
        out.push_str(text.get(done..start).unwrap_or_default());
        out.push_str(new.as_ref());
        done = end;
    }
    let Some(mut replaced) = replaced else { return Cow::Borrowed(text) };
    replaced.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(replaced)
}

/// Returns the last boundary of a character at or before `at`. A URL that is cut for its length may end amid one.
fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// Returns the first boundary of a character at or after `at`.
fn ceil(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}
