//! The lints that apply to parts of every scheme.

use core::mem::replace;

use super::{
    list::Lints,
    prefilter::{self, Prefilter, Seen},
};
use crate::{
    parse::spans::LoginSpans,
    scan::{hex, swar::find},
    syntax::{
        address::decimal,
        escaped::Escaped,
        part::{Canon, HOST, PASSWORD, PORT, Part, PartSpan, Role, SCHEME, USER},
        span::{Span, offset},
    },
    url::{
        host::Host,
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

/// Returns whether no lint is about this scheme name.
pub(super) const fn is_ordinary(name: &str) -> bool {
    matches!(name.as_bytes(), [b'a'..=b'z', ..]) && !matches!(name.as_bytes(), b"url")
}

/// Returns whether one of the parts may belong to the server, whose position is otherwise unknown.
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

/// Adds the lints of a host, unless no lint is about a host that begins with its first character.
#[inline]
fn of_host(span: Span, text: &str, lints: &mut Lints) {
    if let Some(b'0'..=b'9' | b'l' | b'L') = span.slice_bytes(text.as_bytes()).first() {
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
    if (escaped || seen.segment()) && is_segment::<S>(at, text) {
        segment(at, text, escaped, lints);
    }
    if escaped {
        escapes(at, text, escape, lints);
    }
    if at.part.class().allows_escapes() && (escaped || seen.hyphen()) {
        name(at, written, lints);
    }
}

fn scheme(at: PartSpan, written: &str, lints: &mut Lints) {
    if !written.starts_with(|c: char| c.is_ascii_alphabetic()) {
        lints.push(
            at,
            "scheme-first-char",
            "scheme name does not begin with a letter: RFC 3986 and WHATWG parsers read a relative reference",
        );
    }
    if written.bytes().any(|byte| byte.is_ascii_uppercase()) {
        lints.push(
            at,
            "upper-case-scheme",
            "upper-case letters in scheme name: some programs compare scheme names byte for byte",
        );
    }
    if written.eq_ignore_ascii_case("url") {
        lints.push(
            at,
            "wrapper-prefix",
            "scheme named `url`: Python and other software remove it as the prefix `URL:` of the Appendix",
        );
    }
}

fn user(at: PartSpan, written: &str, lints: &mut Lints) {
    if let Some(found) = written.find('?') {
        lints.push(
            byte(at, found),
            "question-mark-in-user",
            "`?` in user name: RFC 3986 and WHATWG parsers end the authority here and connect to another host",
        );
    }
    if is_host_like(&Escaped::new_validated(written).decode()) {
        lints.push(
            at,
            "host-like-user",
            "user name looks like a host: readers, and parsers that end the authority early, mistake it for the host",
        );
    }
    if written.is_empty() {
        lints.push(
            at,
            "empty-user",
            "an empty user name differs from none, but most clients log in as anonymous",
        );
    }
}

/// Returns whether a user name looks like a host: `www.bank.com`, or any name with a dot before a character that ends
/// a host in other software.
fn is_host_like(user: &[u8]) -> bool {
    let end = user.iter().position(|octet| b"/:?#".contains(octet));
    let name = user.get(..end.unwrap_or(user.len())).unwrap_or_default();
    let lure =
        end.is_some() || name.get(..4).is_some_and(|head| head.eq_ignore_ascii_case(b"www."));
    lure && name.contains(&b'.')
        && core::str::from_utf8(name).is_ok_and(|name| Host::parse(name).is_ok())
}

fn question_mark(at: PartSpan, written: &str, lints: &mut Lints) {
    if let Some(found) = written.find('?') {
        lints.push(
            byte(at, found),
            "question-mark-in-fsegment",
            "`?` is part of the file name: RFC 3986 and WHATWG parsers end the path here and read a query",
        );
    }
}

#[inline(never)]
fn host(at: PartSpan, text: &str, lints: &mut Lints) {
    let local = match at.span.slice_bytes(text.as_bytes()) {
        [b'0'..=b'9', ..] => {
            numbers(at, text, lints);
            let written = at.span.slice(text);
            written.starts_with("127.") && is_numeric(written) || written == "0.0.0.0"
        }
        name => name.eq_ignore_ascii_case(b"localhost"),
    };
    if local {
        lints.push(
            at,
            "local-host",
            "refers to the reader's own machine; SSRF filters look for it",
        );
    }
}

/// Adds the lints of a host that begins with a digit.
fn numbers(at: PartSpan, text: &str, lints: &mut Lints) {
    let written = at.span.slice(text);
    if is_numeric(written) {
        for span in at.span.split(text, b'.') {
            if span.len() > 1 && span.slice(text).starts_with('0') {
                lints.push(
                    PartSpan { span, ..at },
                    "octal-ambiguity",
                    "leading zero in IPv4 address: inet_aton and WHATWG parsers read the number as octal",
                );
            }
        }
        return;
    }
    let is_number = |label: &str| is_numeric(label) && decimal(label.as_bytes()).is_some();
    let mut labels = written.rsplit('.').skip(1);
    let mut number = || labels.next().is_some_and(is_number);
    if number() && number() && number() && labels.next().is_none() {
        lints.push(
            at,
            "address-lookalike",
            "host name looks like an IPv4 address: filters and parsers that check only the numbers accept it as one",
        );
    }
}

fn is_numeric(host: &str) -> bool {
    host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn port(at: PartSpan, written: &str, default: Option<u16>, lints: &mut Lints) {
    let value = decimal(written.as_bytes()).and_then(|value| u16::try_from(value).ok());
    match value {
        Some(0) => lints.push(at, "port-zero", "no server listens on port 0: clients fail or choose another port"),
        _ if default.is_none() || value == default => {}
        Some(1..1024) => lints.push(
            at,
            "reserved-port",
            "non-default port below 1024: it belongs to another protocol, and browsers block many of them (section 6)",
        ),
        _ => lints.push(
            at,
            "non-default-port",
            "non-default port: another protocol may be listening there (section 6)",
        ),
    }
    if written.len() > 1 && written.starts_with('0') {
        lints.push(
            at,
            "port-leading-zero",
            "leading zero in port: some parsers reject it or read the port as octal",
        );
    }
}

fn segment(at: PartSpan, text: &str, escaped: bool, lints: &mut Lints) {
    let (written, after) = (at.span.slice(text), text.as_bytes().get(at.span.end as usize));
    if written.is_empty() && after == Some(&b'/') {
        lints.push(
            at,
            "empty-segment",
            "empty path segment: other software merges the two slashes, RFC 1738 does not",
        );
    }
    if (escaped || written.starts_with('.')) && has_dot_name(written.as_bytes()) {
        lints.push(
            at,
            "dot-segment",
            "dot segment: RFC 3986 and WHATWG parsers resolve it, RFC 1738 sends it as a name",
        );
    }
}

/// Returns whether a name in the segment is `.` or `..`. An escaped slash is not a separator, but a server may decode
/// the segment before it splits it.
fn has_dot_name(written: &[u8]) -> bool {
    let is_dots = |dots| matches!(dots, Some(1 | 2));
    // The number of dots if the name so far consists only of dots.
    let mut dots = Some(0_u32);
    let mut rest = written;
    while let Some((byte, after)) = rest.split_first() {
        let escaped = if *byte == b'%' { hex::octet(after) } else { None };
        rest = if escaped.is_some() { after.get(2..).unwrap_or_default() } else { after };
        dots = match escaped.unwrap_or(*byte) {
            b'/' if is_dots(dots) => return true,
            b'/' => Some(0),
            b'.' => dots.map(|dots| dots.saturating_add(1)),
            _ => None,
        };
    }
    is_dots(dots)
}

/// Adds the lints of the escapes of a part, the first of which is at `first`.
fn escapes(at: PartSpan, text: &str, first: usize, lints: &mut Lints) {
    let plain = at.part.class().without(at.part.reserved());
    let plain = |octet| at.part.canon() == Canon::Escapes && plain.contains(octet);
    let (mut overlong, mut control, mut double, mut needless) = (false, false, false, false);
    for (found, octet) in prefilter::escapes(text.as_bytes(), first) {
        let here = Span::new(offset(found), offset(found).saturating_add(3));
        if here.start >= at.span.end {
            break;
        }
        // No lint is about most escapes.
        if !(plain(octet) || prefilter::is_relevant_in_all_parts(octet)) {
            continue;
        }
        let after = Span::new(here.end, at.span.end).slice_bytes(text.as_bytes());
        let here = PartSpan { span: here, ..at };
        match octet {
            0xC0 | 0xC1 if is_continuation(after) && !replace(&mut overlong, true) => lints.push(
                at,
                "overlong-utf-8",
                "overlong UTF-8: lenient decoders read a US-ASCII character such as `.` or `/`, strict ones fail",
            ),
            0..0x20 | 0x7f if !replace(&mut control, true) => lints.push(
                here,
                "escaped-control",
                "escaped control character: clients that decode it into a command let the URL inject commands",
            ),
            b'%' if hex::octet(after).is_some() && !replace(&mut double, true) => lints.push(
                here,
                "double-escape",
                "double escape: software that decodes twice reads another name",
            ),
            _ if plain(octet) && !replace(&mut needless, true) => lints.push(
                here,
                "needless-escape",
                "needless escape: software that compares byte for byte sees two different URLs",
            ),
            _ => {}
        }
    }
}

/// Returns whether an escape of a continuation octet follows, so that the two octets are an overlong form of one
/// character.
fn is_continuation(after: &[u8]) -> bool {
    after.split_first().is_some_and(|(percent, digits)| {
        *percent == b'%' && matches!(hex::octet(digits), Some(0x80..=0xBF))
    })
}

fn name(at: PartSpan, written: &str, lints: &mut Lints) {
    if written.starts_with('-') || written.starts_with("%2D") || written.starts_with("%2d") {
        lints.push(
            at,
            "option-like",
            "begins with `-`: programs read it as an option if it is passed as an argument",
        );
    }
}

/// Returns the byte of a part at `index`.
fn byte(at: PartSpan, index: usize) -> PartSpan {
    let start = at.span.start.saturating_add(offset(index));
    PartSpan { span: Span::new(start, start.saturating_add(1)), ..at }
}
