//! Lints: valid URLs that are risky or that other software reads differently.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: the bytes that are found are within the URL, which is below 4 GiB"
)]

pub(crate) mod list;
pub(crate) mod path;
pub(crate) mod server;

use list::byte;
pub use list::{Lint, Lints};

use self::{
    path::{OPTION_LIKE, QUESTION_MARK_IN_FSEGMENT, escapes, segment},
    server::{host, port, scheme, user},
};
use crate::{
    scan::{has, swar::find},
    syntax::{
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
        lint_parts(*self, &mut lints);
        S::lint(*self, &mut lints);
        lints.sort();
        lints
    }
}

#[inline]
fn lint_parts<S: Scheme>(url: Raw<S, &str>, lints: &mut Lints) {
    let text = url.as_str();
    let mut lint = |at: PartSpan, is_segment| lint_part::<S>(at, is_segment, text, lints);
    // The path of an unknown scheme is one part. It is divided here, so that the rules of segments
    // see `..` in `x-db://h/a/../b`.
    url.each_part(&mut |at| match S::INFO.name.is_empty() {
        true => each_segment(at, text, &mut lint),
        false => lint(at, at.part.is_segment()),
    });
}

/// Calls `each` with the segments of the path after an authority and with the query, for schemes known only to be
/// hierarchical, and whether it is a segment. Other parts are passed on unchanged.
#[inline]
fn each_segment(at: PartSpan, text: &str, each: &mut dyn FnMut(PartSpan, bool)) {
    let Some(path) = path_of_unknown(at, text) else { return each(at, at.part.is_segment()) };
    if at.span.start < path.start {
        each(PartSpan { span: Span::new(at.span.start, path.start), ..at }, false);
    }
    let written = path.slice(text);
    let len = written.find('?').map_or(path.len(), offset);
    let query = path.start + len;
    let segments = Span::new(path.start, query).split(text, b'/');
    segments.for_each(|span| each(PartSpan { span, ..at }, true));
    if query < path.end {
        each(PartSpan { span: Span::new(query, path.end), ..at }, false);
    }
}

/// Returns the path of a urlpath, or of an opaque part that begins with an authority.
#[inline]
fn path_of_unknown(at: PartSpan, text: &str) -> Option<Span> {
    if at.part.role == Role::Path {
        return Some(at.span);
    }
    // `x-db://my_host/a` is opaque because of its host, and has a path to other software.
    let authority =
        at.span.slice(text).strip_prefix("//").filter(|_| at.part.role == Role::Opaque)?;
    let slash =
        authority.find(['/', '?']).filter(|end| authority.as_bytes().get(*end) == Some(&b'/'))?;
    // After the two slashes, the authority and its slash.
    Some(Span::new(at.span.start + offset(slash) + 3, at.span.end))
}

/// Adds the lints of a part, or of a piece of a path.
#[inline]
fn lint_part<S: Scheme>(at: PartSpan, is_segment: bool, text: &str, lints: &mut Lints) {
    let written = at.span.slice(text);
    match at.part.role {
        // The names of the ten are declared in lower case.
        Role::Scheme if written == S::INFO.name => return,
        Role::Scheme => return scheme(at, written, lints),
        Role::User => user(at, written, lints),
        Role::Password => lints.push(at, &list::PASSWORD_IN_URL),
        Role::Host => return host(at, text, lints),
        Role::Port => return port(at, written, S::INFO.port, lints),
        Role::FileSegment if has(written.as_bytes(), b'?') => {
            let found = find(written.as_bytes(), b'?', 0);
            lints.push(byte(at, found), &QUESTION_MARK_IN_FSEGMENT);
        }
        _ => {}
    }
    let has_escapes = has(written.as_bytes(), b'%');
    if is_segment && (written.len() <= 2 || has_escapes) {
        segment(at, text, lints);
    }
    if at.part.class.allows_escapes() {
        if has_escapes {
            escapes(at, text, is_segment, lints);
        }
        if let [b'-', ..] | [b'%', b'2', b'D' | b'd', ..] = written.as_bytes() {
            lints.push(at, &OPTION_LIKE);
        }
    }
}
