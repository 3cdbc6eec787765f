//! What people write in place of a URL, mended: one pass, every change told.

mod mender;
mod wrapper;

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;

pub use mender::Mender;

use crate::{
    cursor::Cursor,
    error::{Error, Rule},
    part::{PASSWORD, Part},
    raw::Raw,
    redact::{HIDDEN, Redacted},
    scheme::Scheme,
    span::{Span, offset},
};

/// One change that made a text a URL (Appendix). Debug shows what became a piece of a password as `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct Change {
    /// The bytes of the original that went; empty where something was put in.
    pub span: Span,
    /// What stands in their place; empty where nothing does.
    pub text: Cow<'static, str>,
    /// The part of the URL.
    pub part: &'static Part,
    /// The rule that asked for it.
    pub rule: Rule,
    /// A stable name in lower case with hyphens.
    pub code: &'static str,
    /// Why, in a phrase.
    pub reason: &'static str,
}

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if *self.part == PASSWORD { HIDDEN } else { &*self.text };
        f.debug_struct("Change")
            .field("span", &self.span)
            .field("text", &text)
            .field("part", &self.part)
            .field("rule", &self.rule)
            .field("code", &self.code)
            .field("reason", &self.reason)
            .finish()
    }
}

/// A mended URL (Appendix). Debug hides what looks like a password in the fragment, too.
#[derive(Clone, PartialEq, Eq)]
pub struct Repaired<U> {
    /// The URL.
    pub url: U,
    /// The changes, in the order of their places. Where there are none, the text was a URL.
    pub changes: Vec<Change>,
    /// What followed a `#`: octets outside US-ASCII are escaped, the rest is as it was. It is no part of the
    /// URL (section 2.2).
    pub fragment: Option<String>,
}

impl<U: fmt::Debug> fmt::Debug for Repaired<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fragment = self.fragment.as_ref().map(|text| Redacted::of_fragment(text.as_bytes()));
        f.debug_struct("Repaired")
            .field("url", &self.url)
            .field("changes", &self.changes)
            .field("fragment", &fragment)
            .finish()
    }
}

impl<U> Repaired<U> {
    /// The same for another type of URL.
    pub fn map<V>(self, convert: impl FnOnce(U) -> V) -> Repaired<V> {
        let Self { url, changes, fragment } = self;
        Repaired { url: convert(url), changes, fragment }
    }
}

/// What surrounds the URL in `text` (Appendix): how many bytes stand before it, and the URL up to its end. A program
/// that chooses the scheme by its name looks for it there.
///
/// ```
/// use url1738_core::repair::unwrapped;
///
/// assert_eq!(unwrapped(b" <URL:ftp://host.dom/> "), b"ftp://host.dom/");
/// ```
#[must_use]
pub fn unwrapped(text: &[u8]) -> &[u8] {
    let inner = wrapper::inside(text);
    inner.of_bytes(text)
}

/// Mends `text` into a URL of scheme `S` (Appendix); what [`impl_url!`](crate::impl_url) calls.
///
/// # Errors
///
/// What no change mends, in the place of the original text.
pub fn repair<S: Scheme>(text: &[u8]) -> Result<Repaired<Raw<S, String>>, Error> {
    Cursor::new(text)?;
    if !wrapper::has_prefix(text) {
        if let Ok(url) = Raw::<S, &str>::parse_bytes(text) {
            return Ok(Repaired { url: url.to_owned(), changes: Vec::new(), fragment: None });
        }
    }
    let mut mender = Mender::new(text, wrapper::inside(text));
    mender.wrapper_removed();
    let mut fragment = None;
    if mender.scheme_name() {
        fragment = mender.split_fragment(S::HAS_LOGIN);
        S::repair(&mut mender);
    }
    mender.end();
    let (out, changes) = mender.into_parts();
    match Raw::parse(out) {
        Ok(url) => Ok(Repaired { url, changes, fragment }),
        Err(error) => Err(at_original(error, &changes, text.len())),
    }
}

/// Moves an error of the mended text to the place it has in the original.
fn at_original(error: Error, changes: &[Change], len: usize) -> Error {
    let Span { start, end } = error.span();
    let len = offset(len);
    let first = place(start, changes).start.min(len);
    // The end is that of the last byte: what was taken away behind it is no part of the mistake.
    let end = match end.checked_sub(1).filter(|last| *last >= start) {
        Some(last) => place(last, changes).end.clamp(first, len),
        None => first,
    };
    error.at(Span::new(first, end))
}

/// The original place of a byte of the mended text. Of what a change wrote it is all that it replaced.
fn place(at: u32, changes: &[Change]) -> Span {
    // How far the mended text has gone, and the original.
    let (mut mended, mut original) = (0_u32, 0_u32);
    for change in changes {
        let same = change.span.start.saturating_sub(original);
        if at < mended.saturating_add(same) {
            break;
        }
        let written = mended.saturating_add(same).saturating_add(offset(change.text.len()));
        if at < written {
            return change.span;
        }
        (mended, original) = (written, change.span.end);
    }
    let start = original.saturating_add(at.saturating_sub(mended));
    Span::new(start, start.saturating_add(1))
}
