//! Repair of malformed URLs: one pass over the text, with every change reported.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: changes are in the order of their spans, which do not overlap; what a wrapper surrounds is within the text"
)]

mod change;
pub(crate) mod codes;
mod parts;
mod repairer;

use alloc::{string::String, vec::Vec};

pub use change::{Change, Repaired, Safety};
pub use codes::{CONTROL, EMPTY, EXPECTED_DELIMITER, LINE_BREAK, MISSING_SLASH};
pub use repairer::Repairer;

use crate::{
    diagnostics::{error::Error, fix::is_drive_path},
    parse::cursor::Cursor,
    syntax::{
        part::{FRAGMENT, SCHEME},
        span::{Span, offset},
    },
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
    inside(text).slice_bytes(text)
}

/// Returns the URL inside its wrappers, which may be nested: `<URL:` within quotation marks.
#[doc(hidden)]
#[must_use]
pub fn inside(text: &[u8]) -> Span {
    let (mut start, mut rest) = (0, text);
    loop {
        let trimmed = rest.trim_ascii_start();
        start += rest.len() - trimmed.len();
        // Each round removes at least one byte, so that the loop ends, and reads only the ends of
        // the text.
        let (before, inner) = match trimmed.trim_ascii_end() {
            [b'<', inner @ .., b'>'] | [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => {
                (1, inner)
            }
            [_, _, _, _, inner @ ..] if has_prefix(trimmed) => (4, inner),
            url => return Span::of_len(offset(start), offset(url.len())),
        };
        (start, rest) = (start + before, inner);
    }
}

/// Returns whether the text begins with `URL:`, in any case, before another scheme.
fn has_prefix(text: &[u8]) -> bool {
    let Some((head, rest)) = text.split_at_checked(4) else { return false };
    if !head.eq_ignore_ascii_case(b"url:") {
        return false;
    }
    // Line breaks in the name, with the indentation after them, are ignored because a repair removes them.
    let mut is_layout = false;
    // `URL:<http://h/>` has another wrapper inside.
    let outer = |byte: &&u8| byte.is_ascii_whitespace() || b"<\"".contains(*byte);
    let mut rest = rest.iter().skip_while(outer).filter(|byte| {
        is_layout = b"\r\n".contains(byte) || is_layout && byte.is_ascii_whitespace();
        !is_layout
    });
    let named = |byte: &&u8| SCHEME.class.contains(**byte);
    let after = rest.next().filter(named).and_then(|_| rest.find(|byte| !named(byte)));
    after == Some(&b':')
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
/// # Errors
///
/// Returns an error if no change makes the text a URL. Its span refers to the original text.
pub fn repair_with<S: Scheme>(
    text: &[u8],
    each: &mut dyn FnMut(Change),
) -> Result<Repaired<Raw<S, String>>, Error> {
    Cursor::new(text)?;
    let unchanged =
        || Raw::<S, &str>::parse_bytes(text).map(|it| Repaired::unchanged(it.into_owned()));
    // A valid URL stays as it is, with one exception: `URL:http://h/` is a URL of a scheme `url`, and nearly never intended as
    // one.
    if !has_prefix(text) {
        if let Ok(url) = unchanged() {
            return Ok(url);
        }
    }
    // The path `C:\a` is not repaired: the letter of a drive would become a scheme.
    if is_drive_path(unwrapped(text)) {
        return unchanged();
    }
    let (out, fragment) = rewrite::<S>(text, each);
    Raw::parse(out).map(|url| Repaired { url, changes: Vec::new(), fragment }).map_err(|error| {
        let Span { start, end } = error.span();
        let first = original::<S>(text, start);
        // Of the last byte of the error, not of the one after it, which may belong to a removed
        // space.
        let last = original::<S>(text, end.saturating_sub(1).max(start));
        at_original(error, first, last, text)
    })
}

/// Returns the fragment that a repair of `text` removed, with what a fragment cannot contain percent-encoded (section 2.2).
/// Calls `each` with every change.
#[must_use]
#[doc(hidden)]
pub fn fragment(text: &[u8], removed: Span, each: &mut dyn FnMut(Change)) -> String {
    // After the `#`, which is not part of the fragment.
    let inside = Span::new(removed.start + 1, inside(text).end);
    let mut repairer = Repairer::new(text, inside, each);
    repairer.part(&FRAGMENT, repairer.rest().len());
    repairer.end();
    repairer.into_text()
}

/// Returns the repaired text and the fragment that was split off.
fn rewrite<S: Scheme>(text: &[u8], each: &mut dyn FnMut(Change)) -> (String, Option<String>) {
    let mut repairer = Repairer::new(text, inside(text), each);
    repairer.wrapper_removed();
    let mut fragment = None;
    // What is valid inside a wrapper stays as it is, too.
    let is_url = Raw::<S, &str>::parse_bytes(repairer.rest()).is_ok();
    if !is_url && repairer.scheme_name() {
        fragment = repairer.split_fragment(S::HAS_LOGIN);
        S::repair(&mut repairer);
    }
    repairer.end();
    (repairer.into_text(), fragment)
}

/// Moves an error of the repaired text to its span in the original, which reaches from its first byte to its last:
/// bytes removed after the last byte are not part of the error. An unexpected byte is the original one: in a part without
/// escapes, the `%` that replaces it is unexpected, too.
fn at_original(error: Error, first: Span, last: Span, text: &[u8]) -> Error {
    let len = offset(text.len());
    let start = first.start.min(len);
    let end = if error.span().is_empty() { start } else { last.end.clamp(start, len) };
    let span = Span::new(start, end);
    error.with_span(span).with_byte_of(span.slice_bytes(text))
}

/// Returns the original place of the byte `at` of the repaired text. It follows from the changes, which are computed again:
/// a list of them may take fifty times the memory of the text.
fn original<S: Scheme>(text: &[u8], at: u32) -> Span {
    // The positions reached in the repaired text and in the original, and the change that wrote the byte.
    let (mut repaired, mut original, mut place) = (0_u32, 0_u32, None);
    rewrite::<S>(text, &mut |change| {
        // The byte was found. The rest of the text is rewritten anyway, because a repairer cannot
        // stop.
        if place.is_some() {
            return;
        }
        // The repaired text may have more than 4 GiB, which no parser accepts.
        let before = repaired.saturating_add(change.span.start - original);
        let written = before.saturating_add(offset(change.text.len()));
        if at < before {
            place = Some(Span::of_len(original + (at - repaired), 1));
        } else if at < written {
            // A byte written by a change belongs to everything that it replaced.
            place = Some(change.span);
        }
        (repaired, original) = (written, change.span.end);
    });
    place.unwrap_or_else(|| Span::of_len(original.saturating_add(at.saturating_sub(repaired)), 1))
}
