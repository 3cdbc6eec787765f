//! Lints: valid URLs that are risky or that other software reads differently.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: the bytes that are found are within the URL, which is below 4 GiB"
)]

use alloc::borrow::Cow;

pub(crate) mod list;
pub(crate) mod path;
pub(crate) mod server;

pub use list::{Lint, Lints};

use self::{
    path::{escapes, name, question_mark, segment},
    server::{host, port, scheme, user},
};
use crate::{
    syntax::{
        escaped::Escaped,
        part::{PartSpan, Role},
        span::{Span, offset},
    },
    url::{raw::Raw, scheme::Scheme},
};

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
        lint_parts(*self, lints);
        S::lint(*self, lints);
        lints.sort();
    }
}

#[inline]
fn lint_parts<S: Scheme>(url: Raw<S, &str>, lints: &mut Lints) {
    let text = url.as_str();
    let mut lint = |at: PartSpan| lint_part::<S>(at, text, lints);
    // The path of an unknown scheme is one part. It is divided here, so that the rules of segments
    // see `..` in `x-db://h/a/../b`.
    url.each_part(&mut |at| match S::NAME.is_empty() {
        true => each_segment(at, text, &mut lint),
        false => lint(at),
    });
}

/// Calls `each` with the segments of the path after an authority and with the query, for schemes known only to be
/// hierarchical. Other parts are passed on unchanged.
#[inline]
fn each_segment(at: PartSpan, text: &str, each: &mut dyn FnMut(PartSpan)) {
    let Some(path) = path_of_unknown(at, text) else { return each(at) };
    if at.span.start < path.start {
        each(PartSpan { span: Span::new(at.span.start, path.start), ..at });
    }
    let written = path.slice(text);
    let len = written.find('?').map_or(path.len(), offset);
    let query = path.start + len;
    let segments = Span::new(path.start, query).split(text, b'/');
    segments.for_each(|span| each(PartSpan { span, ..at }));
    if query < path.end {
        each(PartSpan { span: Span::new(query, path.end), ..at });
    }
}

/// Returns the path of a urlpath, or of an opaque part that begins with an authority.
#[inline]
fn path_of_unknown(at: PartSpan, text: &str) -> Option<Span> {
    if at.part.role() == Role::Path {
        return Some(at.span);
    }
    // `x-db://my_host/a` is opaque because of its host, and has a path to other software.
    let authority =
        at.span.slice(text).strip_prefix("//").filter(|_| at.part.role() == Role::Opaque)?;
    let slash =
        authority.find(['/', '?']).filter(|end| authority.as_bytes().get(*end) == Some(&b'/'))?;
    // After the two slashes, the authority and its slash.
    Some(Span::new(at.span.start + offset(slash) + 3, at.span.end))
}

/// Returns whether a part, or a piece of it, is a segment of a path.
#[inline]
fn is_segment<S: Scheme>(at: PartSpan, text: &str) -> bool {
    let unknown = || {
        let piece = at.span.slice_bytes(text.as_bytes());
        let before = at.span.start.checked_sub(1).and_then(|at| text.as_bytes().get(at as usize));
        // A piece of a path is a segment if a slash precedes it. The search after them begins with
        // `?`.
        let within = matches!(at.part.role(), Role::Path | Role::Opaque);
        within && before == Some(&b'/') && piece.first() != Some(&b'?') && !piece.contains(&b'/')
    };
    at.part.is_segment() || (S::NAME.is_empty() && unknown())
}

#[inline]
fn lint_part<S: Scheme>(at: PartSpan, text: &str, lints: &mut Lints) {
    let written = at.span.slice(text);
    match at.part.role() {
        Role::Scheme => return scheme(at, written, lints),
        Role::User => user(at, written, lints),
        Role::Password => lints.push(at, &list::PASSWORD_IN_URL),
        Role::Host => return host(at, text, lints),
        Role::Port => return port(at, written, S::DEFAULT_PORT, lints),
        Role::FileSegment => question_mark(at, written, lints),
        _ => {}
    }
    let decoded = Escaped::new_validated(written).decode();
    let is_segment = is_segment::<S>(at, text);
    if is_segment {
        segment(at, text, &decoded, lints);
    }
    if at.part.class().allows_escapes() {
        // Only what has escapes is not borrowed.
        if matches!(decoded, Cow::Owned(_)) {
            escapes(at, text, is_segment, lints);
        }
        name(at, &decoded, lints);
    }
}
