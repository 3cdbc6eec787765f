//! Repair of malformed URLs: one pass over the text, with every change reported.

mod change;
pub(crate) mod codes;
mod parts;
mod repairer;
pub(crate) mod wrapper;

use alloc::{string::String, vec::Vec};

pub use change::{Change, Repaired, Safety};
pub use codes::{CONTROL, EMPTY, EXPECTED_DELIMITER, MISSING_SLASH};
pub use repairer::Repairer;

use crate::{
    diagnostics::{error::Error, fix::is_drive_path},
    parse::cursor::Cursor,
    syntax::span::{Span, offset},
    url::{raw::Raw, scheme::Scheme},
};

/// Returns the URL in `text` without what surrounds it (Appendix). A program that dispatches on the scheme name finds
/// it at the beginning of the result.
///
/// ```
/// use url1738_core::repair::unwrapped;
///
/// assert_eq!(unwrapped(b" <URL:ftp://host.dom/> "), b"ftp://host.dom/");
/// ```
#[must_use]
pub fn unwrapped(text: &[u8]) -> &[u8] {
    let inner = wrapper::inside(text);
    inner.slice_bytes(text)
}

/// Repairs `text` into a URL of scheme `S` (Appendix); called by [`impl_url!`](crate::impl_url).
///
/// # Errors
///
/// Returns an error if no change makes the text a URL. Its span refers to the original text.
pub fn repair<S: Scheme>(text: &[u8]) -> Result<Repaired<Raw<S, String>>, Error> {
    let mut changes = Vec::new();
    let repaired = repair_with(text, &mut |change| changes.push(change))?;
    Ok(Repaired { changes, ..repaired })
}

/// Like [`repair`] (Appendix), but calls `each` with every change instead of returning a list, which may take fifty times the
/// memory of the text. `each` is also called if the repair fails in the end.
///
/// ```
/// use url1738_core::{Error, repair::{Repaired, repair_with}};
/// # use url1738_core::{
/// #     PartSpan,
/// #     plan::{Plan, Refusal},
/// #     repair::Repairer,
/// #     scheme::{Cursor, LoginSpans, Raw, Scheme},
/// # };
/// # struct Room;
/// # impl Scheme for Room {
/// #     const NAME: &'static str = "x-room";
/// #     type Spans = LoginSpans;
/// #     fn parse(cursor: &mut Cursor<'_>) -> Result<Self::Spans, Error> {
/// #         let login = cursor.hostport()?;
/// #         cursor.finish(&url1738_core::part::HOST).map(|()| login)
/// #     }
/// #     fn repair(repairer: &mut Repairer<'_>) { repairer.hostport(); }
/// #     fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) { url.spans().each(each); }
/// #     fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> { Ok(Plan::tcp(url.login(), Self::DEFAULT_PORT)) }
/// # }
///
/// let mut codes = Vec::new();
/// let Repaired { url, .. } = repair_with::<Room>(b"<x-room:host.dom>", &mut |change| codes.push(change.code()))?;
/// assert_eq!(url.as_str(), "x-room://host.dom");
/// assert_eq!(codes, ["wrapper", "expected-delimiter", "wrapper"]);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if no change makes the text a URL. Its span refers to the original text.
pub fn repair_with<S: Scheme>(
    text: &[u8],
    each: &mut dyn FnMut(Change),
) -> Result<Repaired<Raw<S, String>>, Error> {
    Cursor::new(text)?;
    let is_drive_path = is_drive_path(unwrapped(text));
    if is_drive_path || !wrapper::has_prefix(text) {
        let parsed = Raw::<S, &str>::parse_bytes(text);
        if is_drive_path || parsed.is_ok() {
            return parsed.map(|url| Repaired::unchanged(url.into_owned()));
        }
    }
    let (out, fragment) = rewrite::<S>(text, each);
    Raw::parse(out).map(|url| Repaired { url, changes: Vec::new(), fragment }).map_err(|error| {
        // The span in the original follows from the changes, which are computed a second time.
        let (mut start, mut end) = Place::both(error.span());
        rewrite::<S>(text, &mut |change| {
            start.pass(&change);
            end.pass(&change);
        });
        at_original(error, &start, &end, text)
    })
}

/// Returns the repaired text and the fragment that was split off.
fn rewrite<S: Scheme>(text: &[u8], each: &mut dyn FnMut(Change)) -> (String, Option<String>) {
    let mut repairer = Repairer::new(text, wrapper::inside(text), each);
    repairer.wrapper_removed();
    let mut fragment = None;
    if repairer.scheme_name() {
        fragment = repairer.split_fragment(S::HAS_LOGIN);
        S::repair(&mut repairer);
    }
    repairer.end();
    (repairer.into_text(), fragment)
}

/// Moves an error of the repaired text to its span in the original, which reaches from its first byte to its last:
/// bytes removed after the last byte are not part of the error. An unexpected byte is the original one: in a part without
/// escapes, the `%` that replaces it is unexpected, too.
fn at_original(error: Error, start: &Place, end: &Place, text: &[u8]) -> Error {
    let len = offset(text.len());
    let first = start.span().start.min(len);
    let end = match error.span().is_empty() {
        true => first,
        false => end.span().end.clamp(first, len),
    };
    let span = Span::new(first, end);
    error.with_span(span).with_byte_of(span.slice_bytes(text))
}

/// The original position of a byte of the repaired text, determined from the changes in order.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: u32,
    /// The positions reached in the repaired text and in the original.
    repaired: u32,
    original: u32,
    /// The position, once it is known.
    found: Option<Span>,
}

impl Place {
    const fn new(at: u32) -> Self {
        Self { at, repaired: 0, original: 0, found: None }
    }

    /// Creates the places of the first and the last byte of a span.
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
            // A byte written by a change belongs to everything that it replaced.
            self.found = Some(change.span);
        }
        (self.repaired, self.original) = (written, change.span.end);
    }

    /// Returns the position of a byte that was copied after the last change.
    const fn copied(&self) -> Span {
        let start = self.original.saturating_add(self.at.saturating_sub(self.repaired));
        Span::new(start, start.saturating_add(1))
    }

    fn span(&self) -> Span {
        self.found.unwrap_or_else(|| self.copied())
    }
}
