//! Finds the parts that a lint may be about, and passes them to the rules.

use super::{
    list::Lints,
    path::{escapes, name, question_mark, segment},
    prefilter::{Prefilter, Seen},
    server::{host, is_ordinary, port, scheme, user},
};
use crate::{
    parse::spans::LoginSpans,
    scan::swar::find,
    syntax::{
        part::{HOST, PASSWORD, PORT, Part, PartSpan, Role, SCHEME, USER},
        span::{Span, offset},
    },
    url::{
        raw::Raw,
        scheme::{Scheme, scheme_span},
    },
};

/// Adds the lints of a URL. The parts after the server are checked only if the prefilter finds a feature in them.
#[inline]
pub(super) fn of_url<S: Scheme>(url: Raw<S, &str>, lints: &mut Lints) {
    let text = url.as_str();
    // Most URLs begin with the scheme name exactly as the scheme declares it.
    if !(const { is_ordinary(S::NAME) } && text.starts_with(S::NAME)) {
        let span = scheme_span(text);
        scheme(PartSpan { part: &SCHEME, span }, span.slice(text), lints);
    }
    let end = match (S::login(url.spans()), S::lone_host(url.spans())) {
        (Some(login), _) => {
            of_login::<S>(login, text, lints);
            login.end()
        }
        (None, Some(span)) => {
            of_host(span, text, lints);
            span.end
        }
        (None, None) if const { may_have_server(S::PARTS) } => {
            return of_path(url, url.scheme_end(), Seen::ALL, lints);
        }
        (None, None) => url.scheme_end(),
    };
    let prefilter = const {
        match S::PARTS {
            [] => Prefilter::ALL,
            parts => Prefilter::at(parts),
        }
    };
    if prefilter.is_for_nothing() {
        return;
    }
    // The server or the scheme name is followed by one byte: a slash or the colon.
    let from = end.saturating_add(1);
    let seen = Seen::over(text.as_bytes(), from as usize, prefilter);
    if !seen.is_nothing() {
        of_path(url, from, seen, lints);
    }
}

/// Returns whether one of the parts may belong to the server, whose position is otherwise unknown.
#[inline]
const fn may_have_server(mut parts: &[&Part]) -> bool {
    let unknown = parts.is_empty();
    while let [part, rest @ ..] = parts {
        if part.role().is_of_server() {
            return true;
        }
        parts = rest;
    }
    unknown
}

#[inline]
fn of_login<S: Scheme>(login: LoginSpans, text: &str, lints: &mut Lints) {
    if let Some(user) = login.user() {
        of_user::<S>(user, login.password(), text, lints);
    }
    of_host(login.host(), text, lints);
    if let Some(span) = login.port() {
        port(PartSpan { part: &PORT, span }, span.slice(text), S::DEFAULT_PORT, lints);
    }
}

#[inline(never)]
fn of_user<S: Scheme>(user: Span, password: Option<Span>, text: &str, lints: &mut Lints) {
    let mut part = |part, span: Span| {
        let escape = find(text.as_bytes(), b'%', span.start as usize);
        of_part::<S>(PartSpan { part, span }, text, escape, Seen::ALL, lints);
    };
    part(&USER, user);
    if let Some(span) = password {
        part(&PASSWORD, span);
    }
}

/// Adds the lints of a host, unless no lint is about a host that begins with its first character and ends with its last
/// two: an address, `localhost`, or a name below that.
#[inline]
fn of_host(span: Span, text: &str, lints: &mut Lints) {
    if let [b'0'..=b'9' | b'l' | b'L', ..] | [.., b's' | b'S', b't' | b'T'] =
        span.slice_bytes(text.as_bytes())
    {
        host(PartSpan { part: &HOST, span }, text, lints);
    }
}

/// Adds the lints of the parts that begin at or after `from`.
#[inline(never)]
pub(super) fn of_path<S: Scheme>(url: Raw<S, &str>, from: u32, seen: Seen, lints: &mut Lints) {
    let text = url.as_str();
    let next_escape = |at| match seen.escape() {
        true => find(text.as_bytes(), b'%', at),
        false => text.len(),
    };
    let mut escape = next_escape(from as usize);
    let mut look_at = |at: PartSpan| {
        if at.span.start < from {
            return;
        }
        if escape < at.span.start as usize {
            escape = next_escape(at.span.start as usize);
        }
        of_part::<S>(at, text, escape, seen, lints);
    };
    S::parts(url, &mut |at| match const { S::NAME.is_empty() } {
        true => each_segment(at, text, &mut look_at),
        false => look_at(at),
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
    let query = path.start.saturating_add(len);
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
    let authority =
        at.span.slice(text).strip_prefix("//").filter(|_| at.part.role() == Role::Opaque)?;
    let slash =
        authority.find(['/', '?']).filter(|end| authority.as_bytes().get(*end) == Some(&b'/'))?;
    let start = at.span.start.saturating_add(offset(slash)).saturating_add(3);
    Some(Span::new(start, at.span.end))
}

/// Returns whether a part, or a piece of it, is a segment of a path.
#[inline]
fn is_segment<S: Scheme>(at: PartSpan, text: &str) -> bool {
    let unknown = || {
        let piece = at.span.slice_bytes(text.as_bytes());
        let before = at.span.start.checked_sub(1).and_then(|at| text.as_bytes().get(at as usize));
        let within = matches!(at.part.role(), Role::Path | Role::Opaque);
        within && before == Some(&b'/') && piece.first() != Some(&b'?') && !piece.contains(&b'/')
    };
    at.part.is_segment() || (const { S::NAME.is_empty() } && unknown())
}

/// Adds the lints of one part whose features are all in `seen`. `escape` is the position of the first escape at or
/// after its beginning.
#[inline]
fn of_part<S: Scheme>(at: PartSpan, text: &str, escape: usize, seen: Seen, lints: &mut Lints) {
    let escaped = escape < at.span.end as usize;
    if !escaped && seen.is_of_escapes() {
        return;
    }
    let written = at.span.slice(text);
    match at.part.role() {
        Role::User => user(at, written, lints),
        Role::Password => lints.password(at),
        Role::Host => host(at, text, lints),
        Role::Port => port(at, written, S::DEFAULT_PORT, lints),
        Role::FileSegment if seen.question_mark() => question_mark(at, written, lints),
        _ => {}
    }
    let is_segment = (escaped || seen.segment()) && is_segment::<S>(at, text);
    if is_segment {
        segment(at, text, escaped, lints);
    }
    if escaped {
        escapes(at, text, escape, is_segment, lints);
    }
    if at.part.class().allows_escapes() && (escaped || seen.hyphen()) {
        name(at, written, lints);
    }
}
