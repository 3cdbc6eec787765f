//! Normalization of URLs (section 2.2), according to the declarations of their parts.

use alloc::{borrow::Cow, string::String};
use core::fmt::Write as _;

use crate::{
    parse::spans::LoginSpans,
    scan::{self, Block, hex, lowest, swar::find},
    syntax::{
        chars::{Class, ESCAPE},
        part::{Canon, Part, PartSpan},
        span::{Span, offset},
    },
    url::{
        host::Host,
        raw::Raw,
        scheme::{Scheme, scheme_span},
    },
};

/// Returns the URL in normal form. Called by [`impl_url!`](crate::impl_url).
#[must_use]
pub fn normalize<S: Scheme>(url: Raw<S, &str>) -> Raw<S, String> {
    match form(url) {
        Cow::Borrowed(_) => url.to_owned(),
        // The tests check that every normal form parses. If that of another crate's scheme does not, the URL is
        // returned unchanged, because this function must not panic.
        Cow::Owned(form) => Raw::parse_outlined(form).unwrap_or_else(|_| url.to_owned()),
    }
}

/// Returns whether the text is its own normal form.
#[must_use]
pub fn is_normal<S: Scheme>(url: Raw<S, &str>) -> bool {
    match form(url) {
        Cow::Borrowed(_) => true,
        Cow::Owned(form) => form == url.as_str(),
    }
}

/// Returns the text of the normal form: the delimiters are kept, and each part is normalized by the rule of its
/// declaration. Most URLs are normal as they are written; their text is borrowed.
#[must_use]
pub fn form<'a, S: Scheme>(url: Raw<S, &'a str>) -> Cow<'a, str> {
    let text = url.view().into_text();
    let mut form = match prefilter(url) {
        Some(true) => Cow::Borrowed(text),
        verdict => rewritten(text, S::DEFAULT_PORT, verdict.is_none(), &|each| url.each_part(each)),
    };
    S::finish_normal_form(url, &mut form);
    form
}

/// What the normal forms of a scheme depend on, by the declarations of its parts.
#[derive(Clone, Copy)]
struct Rules {
    /// The characters whose escapes are decoded in some part.
    plain: Class,
    /// Whether the parts are declared, and each of the scheme, a host and a port is at most one of them.
    is_simple: bool,
    has_host: bool,
    /// Whether a part that is not the scheme is written in lower case.
    has_lower_case: bool,
}

impl Rules {
    const fn of<S: Scheme>() -> Self {
        let mut rules = Self {
            plain: Class::EMPTY,
            is_simple: !S::PARTS.is_empty(),
            has_host: false,
            has_lower_case: false,
        };
        let (mut rest, mut has_port) = (S::PARTS, false);
        while let [part, after @ ..] = rest {
            match part.canon() {
                Canon::Escapes => rules.plain = rules.plain.union(plain(part)),
                Canon::LowerCase => rules.has_lower_case = true,
                Canon::Host => {
                    rules.is_simple &= !rules.has_host;
                    rules.has_host = true;
                }
                Canon::Port => {
                    rules.is_simple &= !has_port;
                    has_port = true;
                }
                Canon::HexCase | Canon::Verbatim => {}
            }
            rest = after;
        }
        rules
    }
}

/// Returns whether the parts are normal, if the spans and one pass over the text show it, as those of most URLs do.
#[inline]
fn prefilter<S: Scheme>(url: Raw<S, &str>) -> Option<bool> {
    let rules = const { Rules::of::<S>() };
    let text = url.as_str();
    let login = S::login(url.spans());
    let host = login.map(|login| login.host()).or_else(|| S::lone_host(url.spans()));
    if !rules.is_simple || (rules.has_host && host.is_none()) {
        return None;
    }
    let has_normal_name = if S::NAME.is_empty() {
        !has_upper_case(scheme_span(text).slice(text))
    } else {
        text.as_bytes().starts_with(S::NAME.as_bytes())
    };
    if !has_normal_name
        || login.is_some_and(|login| !has_normal_port(&login, text, S::DEFAULT_PORT))
    {
        return Some(false);
    }
    let verdict = server_and_escapes(text.as_bytes(), host.unwrap_or_default(), rules.plain);
    if rules.has_lower_case && verdict == Some(true) && has_upper_case(text) {
        let mut is_lower_case = true;
        S::parts(url, &mut |piece| {
            is_lower_case &=
                piece.part.canon() != Canon::LowerCase || !has_upper_case(piece.span.slice(text));
        });
        return Some(is_lower_case);
    }
    verdict
}

/// Returns whether the port is absent, or neither the default nor empty nor begun by a zero.
#[inline]
fn has_normal_port(login: &LoginSpans, text: &str, default: Option<u16>) -> bool {
    let Some(digits) = login.port() else { return true };
    let first = text.as_bytes().get(digits.start as usize);
    let has_leading_zero = digits.len() > 1 && first == Some(&b'0');
    !digits.is_empty() && login.port_number() != default && !has_leading_zero
}

/// Returns whether the host is in lower case and without leading zeros, and whether all escapes are normal in any part.
/// Returns `None` if that depends on the part, or on whether the host is an address.
fn server_and_escapes(bytes: &[u8], host: Span, plain: Class) -> Option<bool> {
    let mut at = host.start;
    while at < host.end {
        let upper = Block::at(bytes, at as usize).upper_case();
        if upper & lowest(host.end.saturating_sub(at)) != 0 {
            return Some(false);
        }
        at = at.saturating_add(offset(scan::LEN));
    }
    let host = host.slice_bytes(bytes);
    if host.last().is_some_and(u8::is_ascii_digit) && may_have_leading_zero(host) {
        return None;
    }
    let mut at = 0;
    while at < bytes.len() {
        let block = Block::at(bytes, at);
        if block.has(b'%') && !has_normal_escapes(plain, bytes, at, block.are(b'%')) {
            return None;
        }
        at = at.saturating_add(scan::LEN);
    }
    Some(true)
}

/// Returns `true` if a label begins with a zero, which must be removed from the numbers of an address.
fn may_have_leading_zero(host: &[u8]) -> bool {
    host.split(|byte| *byte == b'.').any(|label| label.len() > 1 && label.starts_with(b"0"))
}

/// Returns `true` if the digits after the `percents` of a block are in upper case, and no octet is that of a `plain`
/// character.
fn has_normal_escapes(plain: Class, bytes: &[u8], block: usize, mut percents: u32) -> bool {
    while percents != 0 {
        let at = block.saturating_add(percents.trailing_zeros() as usize);
        let digits = bytes.get(at.saturating_add(1)..).and_then(<[u8]>::first_chunk);
        if !digits.is_some_and(|digits| is_normal_escape(plain, *digits)) {
            return false;
        }
        percents &= percents.wrapping_sub(1);
    }
    true
}

#[inline]
fn is_normal_escape(plain: Class, digits: [u8; 2]) -> bool {
    let [high, low] = digits;
    // The digits 0 to 9 and A to F are below `a`.
    high.max(low) < b'a' && !plain.contains(hex::octet_of(digits))
}

/// Calls its argument with the parts of a URL.
type Parts<'a> = &'a dyn Fn(&mut dyn FnMut(PartSpan));

/// Returns the text with all parts normalized. If they may be normal, looks at them first, and borrows the text if they
/// are.
#[cold]
#[inline(never)]
fn rewritten<'a>(
    text: &'a str,
    default_port: Option<u16>,
    may_be_normal: bool,
    parts: Parts<'_>,
) -> Cow<'a, str> {
    if !may_be_normal {
        return Cow::Owned(written(text, default_port, parts));
    }
    let mut is_normal = true;
    parts(&mut |piece| {
        is_normal = is_normal && is_normal_part(piece.part, piece.span.slice(text), default_port);
    });
    if is_normal { Cow::Borrowed(text) } else { Cow::Owned(written(text, default_port, parts)) }
}

fn written(text: &str, default_port: Option<u16>, parts: Parts<'_>) -> String {
    // No part becomes longer; a scheme may append to the form.
    let mut out = String::with_capacity(text.len().saturating_add(2));
    let mut at = 0;
    parts(&mut |piece| {
        out.push_str(text.get(at..piece.span.start as usize).unwrap_or_default());
        at = piece.span.end as usize;
        write_part(piece.part, piece.span.slice(text), default_port, &mut out);
    });
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Returns whether [`write_part`] leaves a part as it is.
fn is_normal_part(part: &Part, text: &str, default_port: Option<u16>) -> bool {
    match part.canon() {
        Canon::Verbatim => true,
        Canon::Escapes => escapes_are_normal(plain(part), text),
        Canon::HexCase => escapes_are_normal(Class::EMPTY, text),
        Canon::LowerCase => !has_upper_case(text),
        Canon::Host => {
            let begins_number = |label: &str| label.starts_with(|c: char| c.is_ascii_digit());
            // A label of digits is rare, and only the last one of an address begins with a digit.
            !has_upper_case(text)
                && (!text.rsplit('.').next().is_some_and(begins_number)
                    || text.split('.').all(|number| number == "0" || !number.starts_with('0')))
        }
        Canon::Port => {
            let is_default = default_port.is_some() && text.parse().ok() == default_port;
            !is_default && !text.is_empty() && (text == "0" || !text.starts_with('0'))
        }
    }
}

#[inline]
fn has_upper_case(text: &str) -> bool {
    text.bytes().fold(false, |any, byte| any | byte.is_ascii_uppercase())
}

/// Returns whether all escapes are in upper-case hexadecimal, and none is that of a `plain` character.
fn escapes_are_normal(plain: Class, text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = find(bytes, b'%', 0);
    while let Some([_, after @ ..]) = bytes.get(at..) {
        // A `%` without digits does not begin an escape, and is kept.
        if after.first_chunk().is_some_and(|digits| !is_normal_escape(plain, *digits)) {
            return false;
        }
        at = find(bytes, b'%', at.saturating_add(1));
    }
    true
}

fn write_part(part: &Part, text: &str, default_port: Option<u16>, out: &mut String) {
    match part.canon() {
        Canon::Verbatim => out.push_str(text),
        Canon::LowerCase => write_lower_case(text, out),
        Canon::Escapes => write_escapes(plain(part), text, out),
        Canon::HexCase => write_escapes(Class::EMPTY, text, out),
        Canon::Host => match Host::new_validated(text) {
            Host::Name(_) => write_lower_case(text, out),
            // Writing to a string does not fail.
            address @ Host::Number(_) => drop(write!(out, "{address}")),
        },
        Canon::Port => {
            let digits = text.trim_start_matches('0');
            if default_port.is_some() && digits.parse().ok() == default_port {
                // Remove the colon together with the port (section 3.1).
                out.pop();
            } else {
                out.push_str(if digits.is_empty() { "0" } else { digits });
            }
        }
    }
}

fn write_lower_case(text: &str, out: &mut String) {
    let start = out.len();
    out.push_str(text);
    if let Some(text) = out.get_mut(start..) {
        text.make_ascii_lowercase();
    }
}

/// Returns the characters that a part may contain unescaped and that have the same meaning escaped.
const fn plain(part: &Part) -> Class {
    part.class().without(part.reserved()).without(ESCAPE)
}

/// Decodes the escapes of `plain` characters, and writes all others in upper-case hexadecimal.
fn write_escapes(plain: Class, text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let (mut from, mut at) = (0, find(bytes, b'%', 0));
    while let Some([_, after @ ..]) = bytes.get(at..) {
        let next = at.saturating_add(1);
        if let Some(digits) = after.first_chunk() {
            let octet = hex::octet_of(*digits);
            if plain.contains(octet) {
                out.push_str(text.get(from..at).unwrap_or_default());
                out.push(char::from(octet));
                from = at.saturating_add(3);
            } else {
                out.push_str(text.get(from..next).unwrap_or_default());
                digits.iter().for_each(|digit| out.push(char::from(digit.to_ascii_uppercase())));
                from = at.saturating_add(3);
            }
        }
        at = find(bytes, b'%', next);
    }
    out.push_str(text.get(from..).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::Generic;

    /// Compares the answer without a copy with that of the writer.
    #[test]
    fn what_is_normal_is_not_rewritten() {
        let hosts =
            ["h", "H", "h.dom", "1.2.3.4", "01.2.3.4", "1.2.3.00", "0.0.0.0", "a01.b", "9a.b"];
        let ports = ["", ":0", ":00", ":1", ":01", ":65535", ":70"];
        let paths = ["", "/", "/A", "/%41", "/%7e", "/%7E", "/%2F", "/%2f%41", "/%c3%A9", "/a%"];
        for scheme in ["x", "X", "x-Db"] {
            for host in hosts {
                for port in ports {
                    for path in paths {
                        let text = alloc::format!("{scheme}://{host}{port}{path}");
                        let Ok(url) = Raw::<Generic, &str>::parse(&text) else { continue };
                        let written = written(&text, None, &|each| url.each_part(each));
                        assert_eq!(is_normal(url), written == text, "{text}");
                        let verdict = prefilter(url);
                        assert!(verdict.is_none_or(|it| it == (written == text)), "{text}");
                        assert_eq!(form(url), written, "{text}");
                        assert_eq!(normalize(url).as_str(), written, "{text}");
                    }
                }
            }
        }
    }

    /// What one pass over the text decides: most URLs are normal, and their parts are not looked at one by one.
    #[test]
    fn the_prefilter_decides_for_most_texts() {
        let long = "a".repeat(30);
        let with = |host: &str, rest: &str| alloc::format!("x://{host}{rest}");
        let cases = [
            (with("h.dom", "/a/B?c"), Some(true)),
            (with("h.dom", ""), Some(true)),
            (with("u:p@h.dom", ":21/a"), Some(true)),
            (with("h.dom", ":0/"), Some(true)),
            (with("h.dom", ":00/"), Some(false)),
            (with("h.dom", ":021/"), Some(false)),
            (String::from("X://h/"), Some(false)),
            (with("H", "/"), Some(false)),
            // In the second block, as its first and its last byte, and after the host.
            (with(&alloc::format!("{long}abH"), "/"), Some(false)),
            (with(&alloc::format!("{long}aB"), "/"), Some(false)),
            (with(&alloc::format!("{long}ab"), "/B"), Some(true)),
            (with(&alloc::format!("{long}{long}"), "/B"), Some(true)),
            // An address without leading zeros, and what may have some.
            (with("1.2.3.4", "/"), Some(true)),
            (with("0.0.0.0", "/"), Some(true)),
            (with("10.20.30.40", "/"), Some(true)),
            (with("1.2.3.04", "/"), None),
            (with("01.2.3.4", "/"), None),
            (with("01.b1", "/"), None),
            (with("01.b", "/"), Some(true)),
            // Escapes: of octets that are not characters of a part, in upper case.
            (with("h", "/%20%C3%A9%FF%0A"), Some(true)),
            (with("h", "/%2F"), Some(true)),
            (with("h", "/%c3"), None),
            (with("h", "/%2f"), None),
            (with("h", "/%41"), None),
            (with("h", &alloc::format!("/{long}%20%41")), None),
            (with("h", &alloc::format!("/{long}{long}%20%C3%a9")), None),
            (with("h", &alloc::format!("/{long}{long}%20%C3%A9")), Some(true)),
        ];
        for (text, verdict) in cases {
            let url = Raw::<Generic, &str>::parse(text.as_str()).unwrap();
            assert_eq!(prefilter(url), verdict, "{text}");
        }
        // Without a login, the parts decide; an empty port makes the URL opaque.
        for text in ["x:a", "x://h.dom:/"] {
            assert_eq!(prefilter(Raw::<Generic, &str>::parse(text).unwrap()), None);
        }
    }

    /// [`is_normal_part`] says of each part what its writer does.
    #[test]
    fn normal_parts_are_written_as_they_are() {
        use crate::syntax::part::{HOST, PASSWORD, PORT, SCHEME, URLPATH, USER};
        let texts = [
            "", "0", "00", "01", "10", "21", "021", "70", "a", "A", "aB", "1.2.3.4", "1.2.3.04",
            "0.0.0.0", "00.0.0.0", "01.b", "01.b1", "a.1", "a.0", "A.0", "b.01", "%41", "%20",
            "%2f", "%2F", "a%20%41", "a%20%c3", "%C3%A9", "%", "%2", "a%2%20",
        ];
        let mut checked = 0;
        for part in [&SCHEME, &USER, &PASSWORD, &HOST, &PORT, &URLPATH] {
            for text in texts {
                let is_port = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let is_valid = match part.canon() {
                    Canon::Port => is_port,
                    Canon::Host => Host::parse(text).is_ok(),
                    Canon::LowerCase | Canon::Verbatim => !text.contains('%'),
                    Canon::Escapes | Canon::HexCase => true,
                };
                for default in [None, Some(21), Some(70)].into_iter().filter(|_| is_valid) {
                    let mut out = String::from(":");
                    write_part(part, text, default, &mut out);
                    let is_kept = out.strip_prefix(':') == Some(text);
                    assert_eq!(
                        is_normal_part(part, text, default),
                        is_kept,
                        "{part} {text} {default:?}"
                    );
                    checked += 1;
                }
            }
        }
        assert!(checked > 300, "{checked}");
    }

    /// A scheme with the parts of a number.
    struct Many<const N: usize>;

    impl<const N: usize> Scheme for Many<N> {
        const NAME: &'static str = "x-many";
        const PARTS: &'static [&'static Part] = {
            use crate::syntax::part::{FSEGMENT, HOST, PORT, SCHEME};
            match N {
                0 => &[],
                1 => &[&FSEGMENT],
                2 => &[&HOST, &PORT],
                3 => &[&HOST, &HOST],
                4 => &[&PORT, &PORT],
                _ => &[&FSEGMENT, &SCHEME],
            }
        };
        type Spans = ();
        fn parse(_: &mut crate::scheme::Cursor<'_>) -> Result<(), crate::Error> {
            Ok(())
        }
        fn parts(_: Raw<Self, &str>, _: &mut dyn FnMut(PartSpan)) {}
        fn plan(_: Raw<Self, &str>) -> Result<crate::plan::Plan, crate::plan::Refusal> {
            unreachable!("no test plans")
        }
    }

    /// What the compiler computes of the declarations, computed here.
    #[test]
    fn the_rules_follow_from_the_parts() {
        use crate::syntax::part::FSEGMENT;
        let shown = |rules: Rules| [rules.is_simple, rules.has_host, rules.has_lower_case];
        assert_eq!(shown(Rules::of::<Many<0>>()), [false, false, false]);
        assert_eq!(shown(Rules::of::<Many<1>>()), [true, false, false]);
        assert_eq!(shown(Rules::of::<Many<2>>()), [true, true, false]);
        assert_eq!(shown(Rules::of::<Many<3>>()), [false, true, false]);
        assert_eq!(shown(Rules::of::<Many<4>>()), [false, false, false]);
        assert_eq!(shown(Rules::of::<Many<5>>()), [true, false, true]);
        assert_eq!(shown(Rules::of::<Generic>()), [true, true, false]);
        assert_eq!(Rules::of::<Many<0>>().plain, Class::EMPTY);
        assert_eq!(Rules::of::<Many<1>>().plain, plain(&FSEGMENT));
    }
}
