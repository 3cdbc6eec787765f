//! What people write in place of a URL, mended: one pass, every change told.

mod mender;
mod wrapper;

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString as _},
    vec::Vec,
};
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

impl<U: fmt::Debug + AsRef<str>> fmt::Debug for Repaired<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Repaired");
        match self.redacted_as_one() {
            Some((url, fragment)) => shown
                .field("url", &url)
                .field("changes", &self.changes)
                .field("fragment", &Some(fragment)),
            None => shown.field("url", &self.url).field("changes", &self.changes).field(
                "fragment",
                &self.fragment.as_ref().map(|text| Redacted::of_fragment(text.as_bytes())),
            ),
        };
        shown.finish()
    }
}

impl<U: AsRef<str>> Repaired<U> {
    /// Returns URL and fragment, masked as one text, if the `#` between them looks like a character of a password.
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let repaired = GenericUrl::repair("x-db://h/ftp://joe:a#b@host.dom/")?;
    /// assert_eq!(repaired.url, "x-db://h/ftp://joe:a");
    /// let masked = repaired.redacted_as_one().unwrap();
    /// assert_eq!(masked, ("x-db://h/ftp://joe:***".into(), "***@host.dom/".into()));
    /// assert_eq!(GenericUrl::repair("x-db://host.dom/#b@")?.redacted_as_one(), None);
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    pub fn redacted_as_one(&self) -> Option<(String, String)> {
        let (url, fragment) = (self.url.as_ref(), self.fragment.as_ref()?);
        let whole = format!("{url}#{fragment}");
        let (hash, end) = (offset(url.len()), offset(whole.len()));
        let after = hash.saturating_add(1);
        let mut masked = Redacted::revealed(whole.as_bytes());
        let mut from = 0;
        // A login that ends before the `#` has its password there; one after it may go on beyond.
        for secret in Redacted::new(url.as_bytes()).secrets() {
            masked = masked.and(*secret);
            from = secret.end;
        }
        let tail = Span::new(from, end).of_bytes(whole.as_bytes());
        let tail = if from == 0 { Redacted::new(tail) } else { Redacted::of_fragment(tail) };
        for secret in tail.secrets() {
            let moved = |at: u32| at.saturating_add(from);
            masked = masked.and(Span::new(moved(secret.start), moved(secret.end)));
        }
        // The last `@` of the URL may be in the password, too: `//joe:%40pw#x@h`.
        let slash =
            |text: &str| text.contains(['/', '?']) || text.contains("%2F") || text.contains("%2f");
        let first = fragment.split('/').next().unwrap_or_default();
        if let (Some(at_sign), false) =
            (first.rfind('@'), from == 0 || slash(Span::new(from, hash).of(url)))
        {
            masked = masked.and(Span::new(from, after.saturating_add(offset(at_sign))));
        }
        // A secret that reaches the `#` goes on after it.
        if from == hash {
            masked = masked.and(Span::new(from, end));
        }
        let shown = |start, end| masked.slice(Span::new(start, end)).to_string();
        masked.covers(Span::new(hash, after)).then(|| (shown(0, hash), shown(after, end)))
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
    let mut changes = Vec::new();
    let repaired = repair_with(text, &mut |change| changes.push(change))?;
    Ok(Repaired { changes, ..repaired })
}

/// Like [`repair`], but calls `each` with every change in place of returning them: a list of them may take fifty
/// times the memory of the text. `each` also sees the changes of a text that cannot be
/// repaired in the end.
///
/// ```
/// use url1738_core::{Error, repair::{Repaired, repair_with}};
/// # use url1738_core::{Cursor, LoginSpans, PartSpan, Raw, Scheme, plan::{Plan, Refusal}, repair::Mender};
/// # struct Room;
/// # impl Scheme for Room {
/// #     const NAME: &'static str = "x-room";
/// #     type Spans = LoginSpans;
/// #     fn parse(cursor: &mut Cursor<'_>) -> Result<Self::Spans, Error> {
/// #         let login = cursor.hostport()?;
/// #         cursor.finish(&url1738_core::part::HOST).map(|()| login)
/// #     }
/// #     fn repair(mender: &mut Mender<'_>) { mender.hostport(); }
/// #     fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) { url.spans().each(each); }
/// #     fn access(url: Raw<Self, &str>) -> Result<Plan, Refusal> { Ok(Plan::to(&url)) }
/// # }
///
/// let mut codes = Vec::new();
/// let Repaired { url, .. } = repair_with::<Room>(b"<x-room:host.dom>", &mut |change| codes.push(change.code))?;
/// assert_eq!(url.as_str(), "x-room://host.dom");
/// assert_eq!(codes, ["wrapper", "slashes", "wrapper"]);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if no change makes the text a URL. Its place is that in the original text.
pub fn repair_with<S: Scheme>(
    text: &[u8],
    each: &mut dyn FnMut(Change),
) -> Result<Repaired<Raw<S, String>>, Error> {
    Cursor::new(text)?;
    if !wrapper::has_prefix(text) {
        if let Ok(url) = Raw::<S, &str>::parse_bytes(text) {
            return Ok(Repaired { url: url.to_owned(), changes: Vec::new(), fragment: None });
        }
    }
    let (out, fragment) = rewrite::<S>(text, each);
    Raw::parse(out).map(|url| Repaired { url, changes: Vec::new(), fragment }).map_err(|error| {
        // Where the mistake is in the original follows from the changes, which are made once more.
        let (mut start, mut end) = Place::both(error.span());
        rewrite::<S>(text, &mut |change| {
            start.pass(&change);
            end.pass(&change);
        });
        at_original(error, &start, &end, text.len())
    })
}

/// The repaired text, and the fragment that was split off.
fn rewrite<S: Scheme>(text: &[u8], each: &mut dyn FnMut(Change)) -> (String, Option<String>) {
    let mut mender = Mender::new(text, wrapper::inside(text), each);
    mender.wrapper_removed();
    let mut fragment = None;
    if mender.scheme_name() {
        fragment = mender.split_fragment(S::HAS_LOGIN);
        S::repair(&mut mender);
    }
    mender.end();
    (mender.into_text(), fragment)
}

/// Moves an error of the repaired text to the place it has in the original, which is that of its first byte and of its
/// last: what was taken away after the last byte is not part of the mistake.
fn at_original(error: Error, start: &Place, end: &Place, len: usize) -> Error {
    let len = offset(len);
    let first = start.span().start.min(len);
    let end = match error.span().is_empty() {
        true => first,
        false => end.span().end.clamp(first, len),
    };
    error.at(Span::new(first, end))
}

/// The original place of a byte of the repaired text, found while the changes pass by in order.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: u32,
    /// How far the repaired text has gone, and the original.
    repaired: u32,
    original: u32,
    /// The place, once it is known.
    found: Option<Span>,
}

impl Place {
    const fn new(at: u32) -> Self {
        Self { at, repaired: 0, original: 0, found: None }
    }

    /// For the first byte of a span, and for its last.
    fn both(span: Span) -> (Self, Self) {
        (Self::new(span.start), Self::new(span.end.saturating_sub(1).max(span.start)))
    }

    fn pass(&mut self, change: &Change) {
        if self.found.is_some() {
            return;
        }
        let same = change.span.start.saturating_sub(self.original);
        let before = self.repaired.saturating_add(same);
        let written = before.saturating_add(offset(change.text.len()));
        if self.at < before {
            self.found = Some(self.copied());
        } else if self.at < written {
            // Of what a change wrote it is all that it replaced.
            self.found = Some(change.span);
        }
        (self.repaired, self.original) = (written, change.span.end);
    }

    /// The place of a byte that was copied after the last change.
    const fn copied(&self) -> Span {
        let start = self.original.saturating_add(self.at.saturating_sub(self.repaired));
        Span::new(start, start.saturating_add(1))
    }

    fn span(&self) -> Span {
        self.found.unwrap_or_else(|| self.copied())
    }
}
