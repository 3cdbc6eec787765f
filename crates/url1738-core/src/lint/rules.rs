//! The lints that hold for a part wherever it stands.

use crate::{
    escaped::Escaped,
    host::{Host, decimal},
    lint::Lints,
    part::{Canon, Part},
    scheme::{PartSpan, Scheme},
    span::{Span, offset},
};

/// Looks at one part. `last` is the last one of the URL.
pub(super) fn of_part<S: Scheme>(at: PartSpan, text: &str, last: bool, lints: &mut Lints) {
    let written = at.span.of(text);
    match at.part.name() {
        "scheme" => scheme(at, written, lints),
        "user" => user(at, written, lints),
        "password" => lints.push(
            at,
            "password-in-url",
            "a password in a URL is stored in histories, logs and referrers; section 6 calls it unwise",
        ),
        "host" => host(at, written, lints),
        "port" => port(at, written, S::DEFAULT_PORT, lints),
        "fsegment" => question_mark(at, written, lints),
        _ => {}
    }
    if at.part.is_segment() {
        segment(at, written, last, lints);
    }
    if at.part.class().allows_escapes() {
        escapes(at, written, lints);
        name(at, written, lints);
    }
}

fn scheme(at: PartSpan, written: &str, lints: &mut Lints) {
    if !written.starts_with(|c: char| c.is_ascii_alphabetic()) {
        lints.push(
            at,
            "scheme-first-char",
            "RFC 3986 and WHATWG readers want a letter first and take this for a relative reference",
        );
    }
    if written.bytes().any(|byte| byte.is_ascii_uppercase()) {
        lints.push(
            at,
            "upper-case-scheme",
            "section 5 writes schemes in lower case; some programs compare them byte for byte",
        );
    }
    if written.eq_ignore_ascii_case("url") {
        lints.push(
            at,
            "wrapper-prefix",
            "by the BNF a scheme named `url`; Python and others strip it as the prefix of the Appendix",
        );
    }
}

fn user(at: PartSpan, written: &str, lints: &mut Lints) {
    if let Some(found) = written.find('?') {
        lints.push(
            byte(at, found),
            "question-mark-in-user",
            "RFC 3986 and WHATWG readers end the authority here and connect to another host",
        );
    }
    if is_host_like(&Escaped::new_validated(written).decode()) {
        lints.push(
            at,
            "host-like-user",
            "a user that reads like a host; people, and readers that end the authority early, go there",
        );
    }
    if written.is_empty() {
        lints.push(
            at,
            "empty-user",
            "an empty user is not the absent one, but most clients log in as anonymous",
        );
    }
}

/// `www.bank.com` alone, or any name with a dot before what ends a host elsewhere.
fn is_host_like(user: &[u8]) -> bool {
    let end = user.iter().position(|octet| b"/:?#".contains(octet));
    let name = user.get(..end.unwrap_or(user.len())).unwrap_or_default();
    let lure =
        end.is_some() || name.get(..4).is_some_and(|head| head.eq_ignore_ascii_case(b"www."));
    lure && name.contains(&b'.')
        && core::str::from_utf8(name).is_ok_and(|name| Host::new(name).is_ok())
}

fn question_mark(at: PartSpan, written: &str, lints: &mut Lints) {
    if let Some(found) = written.find('?') {
        lints.push(
            byte(at, found),
            "question-mark-in-fsegment",
            "part of the name here; RFC 3986 and WHATWG readers cut the path at it and see a query",
        );
    }
}

fn host(at: PartSpan, written: &str, lints: &mut Lints) {
    let mut start = at.span.start;
    let numeric = written.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    for label in written.split('.') {
        let span = Span::new(start, start.saturating_add(offset(label.len())));
        start = span.end.saturating_add(1);
        if numeric && label.len() > 1 && label.starts_with('0') {
            lints.push(
                PartSpan { span, ..at },
                "octal-ambiguity",
                "inet_aton and WHATWG readers take a number with a leading zero for octal",
            );
        }
    }
    let labels = || written.rsplit('.');
    if !numeric
        && labels().skip(1).all(|l| decimal(l.as_bytes()).is_some() && reads_as_number(l))
        && written.contains('.')
        && labels().count() == 4
    {
        lints.push(
            at,
            "address-lookalike",
            "a name, but filters and readers that look at the numbers alone take it for an address",
        );
    }
    let local = written.eq_ignore_ascii_case("localhost")
        || written.starts_with("127.") && numeric
        || written == "0.0.0.0";
    if local {
        lints.push(
            at,
            "local-host",
            "this names the machine of whoever follows the URL; filters against request forgery look for it",
        );
    }
}

fn reads_as_number(label: &str) -> bool {
    !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit())
}

fn port(at: PartSpan, written: &str, default: Option<u16>, lints: &mut Lints) {
    let value = decimal(written.as_bytes()).and_then(|value| u16::try_from(value).ok());
    match value {
        Some(0) => lints.push(at, "port-zero", "no server listens on port 0; clients fail or guess"),
        _ if default.is_none() || value == default => {}
        Some(1..1024) => lints.push(
            at,
            "reserved-port",
            "a port below 1024 that belongs to another protocol; browsers refuse many of them (section 6)",
        ),
        _ => lints.push(
            at,
            "non-default-port",
            "not the port of the scheme; a server of another protocol may read what is sent (section 6)",
        ),
    }
    if written.len() > 1 && written.starts_with('0') {
        lints.push(
            at,
            "port-leading-zero",
            "leading zeros are decimal here; some readers refuse them or take the port for octal",
        );
    }
}

fn segment(at: PartSpan, written: &str, last: bool, lints: &mut Lints) {
    let decoded = Escaped::new_validated(written).decode();
    if decoded.is_empty() && !last {
        lints.push(
            at,
            "empty-segment",
            "other software merges two slashes; by RFC 1738 the empty segment between them counts",
        );
    }
    // An escaped slash is no separator, but a server may decode before it looks.
    if decoded.split(|octet| *octet == b'/').any(|name| matches!(name, b"." | b"..")) {
        lints.push(
            at,
            "dot-segment",
            "RFC 3986 and WHATWG readers resolve dot segments away; RFC 1738 sends them as names",
        );
    }
}

fn escapes(at: PartSpan, written: &str, lints: &mut Lints) {
    let plain = |part: &Part, octet| {
        part.canon() == Canon::Escapes && part.class().without(part.reserved()).contains(octet)
    };
    let mut seen = (false, false, false);
    if overlong(&Escaped::new_validated(written).decode()) {
        lints.push(
            at,
            "overlong-utf-8",
            "octets that careless UTF-8 decoders read as US-ASCII, `.` and `/` among it; strict ones refuse",
        );
    }
    for (found, _) in written.match_indices('%') {
        let digits = written.get(found.saturating_add(1)..found.saturating_add(3));
        let Some(octet) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) else {
            continue;
        };
        let start = at.span.start.saturating_add(offset(found));
        let here = PartSpan { span: Span::new(start, start.saturating_add(3)), ..at };
        let after = written.get(found.saturating_add(3)..).unwrap_or_default().as_bytes();
        match octet {
            0..0x20 | 0x7f if !core::mem::replace(&mut seen.0, true) => lints.push(
                here,
                "escaped-control",
                "a control octet; clients that decode it into a command let the URL write commands",
            ),
            b'%' if after.iter().take(2).filter(|b| b.is_ascii_hexdigit()).count() == 2
                && !core::mem::replace(&mut seen.1, true) =>
            {
                lints.push(
                    here,
                    "double-escape",
                    "this decodes to another escape; software that decodes twice reads another name",
                );
            }
            _ if plain(at.part, octet) && !core::mem::replace(&mut seen.2, true) => lints.push(
                here,
                "needless-escape",
                "this character needs no escape; software that compares byte for byte sees two URLs",
            ),
            _ => {}
        }
    }
}

/// Whether C0 or C1 and a continuation follow each other: two octets for a character that has one.
fn overlong(octets: &[u8]) -> bool {
    octets.windows(2).any(|pair| matches!(pair, [0xC0 | 0xC1, 0x80..=0xBF]))
}

fn name(at: PartSpan, written: &str, lints: &mut Lints) {
    if written.starts_with('-') || written.starts_with("%2D") || written.starts_with("%2d") {
        lints.push(
            at,
            "option-like",
            "a name that begins with `-` is read as an option where it becomes a program's argument",
        );
    }
}

/// One byte of a part.
fn byte(at: PartSpan, index: usize) -> PartSpan {
    let start = at.span.start.saturating_add(offset(index));
    PartSpan { span: Span::new(start, start.saturating_add(1)), ..at }
}
