//! Normalization of URLs (section 2.2), according to the declarations of their parts.

use alloc::{
    borrow::Cow,
    string::{String, ToString},
};

use crate::{
    scan::{hex, swar::find},
    syntax::{
        chars::{Class, ESCAPE},
        escaped::has_percent,
        part::{Canon, Part, PartSpan},
    },
    url::{host::Host, raw::Raw, scheme::Scheme},
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
    let mut form = if is_plainly_normal(url) {
        Cow::Borrowed(text)
    } else {
        of_parts(text, S::DEFAULT_PORT, &|each| url.each_part(each))
    };
    S::finish_normal_form(url, &mut form);
    form
}

/// Returns `true` if a look at the whole URL shows that all parts are normal. Otherwise the parts decide.
///
/// A second way, for the row `normalize` of the benchmark. In `ftp://h.dom/%7Ea`, scheme and host are in lower case, the host
/// does not end with the digit of an address, no port is written, and no part may contain `~` unescaped: nothing is left
/// that could change.
#[inline]
fn is_plainly_normal<S: Scheme>(url: Raw<S, &str>) -> bool {
    let text = url.as_str();
    let rules = const { Rules::of::<S>() };
    let login = S::login(url.spans());
    let Some(host) = login.map(|login| login.host()).or_else(|| S::lone_host(url.spans())) else {
        return false;
    };
    let host = host.slice_bytes(text.as_bytes());
    rules.is_simple
        && text.as_bytes().starts_with(S::NAME.as_bytes())
        && login.is_none_or(|login| login.port().is_none())
        && !has_upper_case(host)
        && !host.last().is_some_and(u8::is_ascii_digit)
        && has_normal_escapes(rules.plain, text)
        && !(rules.has_lower_case && has_upper_case(text.as_bytes()) && lowers_a_part(url))
}

/// Returns `true` if a part is in upper case that is written in lower case.
fn lowers_a_part<S: Scheme>(url: Raw<S, &str>) -> bool {
    let mut found = false;
    S::parts(url, &mut |PartSpan { part, span }| {
        found |= part.canon() == Canon::LowerCase
            && has_upper_case(span.slice_bytes(url.as_str().as_bytes()));
    });
    found
}

/// What [`is_plainly_normal`] needs of the declared parts of a scheme.
struct Rules {
    /// Whether the scheme has a name, and one host among its parts.
    is_simple: bool,
    /// Whether a part after the scheme name is written in lower case, such as the type of FTP.
    has_lower_case: bool,
    /// The characters whose escapes are decoded in some part.
    plain: Class,
}

impl Rules {
    const fn of<S: Scheme>() -> Self {
        let (mut rest, mut hosts) = (S::PARTS, 0_u8);
        let (mut has_lower_case, mut plain) = (false, Class::EMPTY);
        while let [part, after @ ..] = rest {
            match part.canon() {
                Canon::Host => hosts = hosts.saturating_add(1),
                Canon::LowerCase => has_lower_case = true,
                Canon::Escapes => plain = plain.union(self::plain(part)),
                Canon::Port | Canon::HexCase | Canon::Verbatim => {}
            }
            rest = after;
        }
        Self { is_simple: hosts == 1 && !S::NAME.is_empty(), has_lower_case, plain }
    }
}

/// Returns `true` if all escapes are in upper-case hexadecimal, and none is that of a `plain` character.
fn has_normal_escapes(plain: Class, text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = find(bytes, b'%', 0);
    while let Some([_, after @ ..]) = bytes.get(at..) {
        let Some(digits) = after.first_chunk().copied() else { return false };
        if digits.iter().any(u8::is_ascii_lowercase) || plain.contains(hex::octet_of(digits)) {
            return false;
        }
        at = find(bytes, b'%', at.saturating_add(3));
    }
    true
}

/// Calls its argument with the parts of a URL, in order.
type Parts<'a> = &'a dyn Fn(&mut dyn FnMut(PartSpan));

/// Returns the text with all parts normalized. Not generic, so that it is compiled once for all schemes.
fn of_parts<'a>(text: &'a str, default_port: Option<u16>, parts: Parts<'_>) -> Cow<'a, str> {
    let mut form = String::new();
    // What precedes this offset is in `form`. It stays 0 while all parts are normal.
    let mut copied = 0;
    parts(&mut |PartSpan { part, span }| {
        let Some(normal) = changed(part, span.slice(text), default_port) else { return };
        if copied == 0 {
            // No part becomes longer; a scheme may append to the form.
            form.reserve(text.len().saturating_add(2));
        }
        form.push_str(text.get(copied..span.start as usize).unwrap_or_default());
        if normal.is_empty() && part.canon() == Canon::Port {
            // The colon goes with the default port (section 3.1).
            form.pop();
        }
        form.push_str(&normal);
        copied = span.end as usize;
    });
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    form.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(form)
}

/// Returns the normal form of a part, or `None` if the part is normal.
fn changed(part: &Part, text: &str, default_port: Option<u16>) -> Option<String> {
    match part.canon() {
        Canon::Verbatim => None,
        Canon::Escapes | Canon::HexCase if !has_percent(text.as_bytes()) => None,
        Canon::LowerCase => in_lower_case(text),
        Canon::Escapes => with_normal_escapes(plain(part), text),
        Canon::HexCase => with_normal_escapes(Class::EMPTY, text),
        Canon::Host => match Host::new_validated(text) {
            Host::Name(_) => in_lower_case(text),
            // `01.2.3.4` is written without the zero.
            Host::Number(address) => {
                let mut groups = text.split('.');
                let has_zeros = groups.any(|group| group.len() > 1 && group.starts_with('0'));
                has_zeros.then(|| address.to_string())
            }
        },
        Canon::Port => {
            let digits = text.trim_start_matches('0');
            if default_port.is_some() && digits.parse().ok() == default_port {
                return Some(String::new());
            }
            let digits = if digits.is_empty() { "0" } else { digits };
            (digits != text).then(|| digits.into())
        }
    }
}

fn in_lower_case(text: &str) -> Option<String> {
    has_upper_case(text.as_bytes()).then(|| text.to_ascii_lowercase())
}

#[inline]
fn has_upper_case(bytes: &[u8]) -> bool {
    // Not `any`: a fold has no exit, so that the compiler compares many bytes at a time.
    bytes.iter().fold(false, |any, byte| any | byte.is_ascii_uppercase())
}

/// Returns the characters that a part may contain unescaped and that have the same meaning escaped.
const fn plain(part: &Part) -> Class {
    part.class().without(part.reserved()).without(ESCAPE)
}

/// Decodes the escapes of `plain` characters, and writes all others in upper-case hexadecimal. Returns `None` if that
/// changes nothing.
fn with_normal_escapes(plain: Class, text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut form = String::new();
    let (mut copied, mut at) = (0, find(bytes, b'%', 0));
    while let Some([_, after @ ..]) = bytes.get(at..) {
        // A `%` without digits does not begin an escape, and is kept.
        let Some(digits) = after.first_chunk().copied() else { break };
        let octet = hex::octet_of(digits);
        let end = at.saturating_add(3);
        if plain.contains(octet) {
            form.push_str(text.get(copied..at).unwrap_or_default());
            form.push(char::from(octet));
            copied = end;
        } else if digits.iter().any(u8::is_ascii_lowercase) {
            form.push_str(text.get(copied..at).unwrap_or_default());
            form.push('%');
            form.extend(digits.map(|digit| char::from(digit.to_ascii_uppercase())));
            copied = end;
        }
        at = find(bytes, b'%', end);
    }
    if copied == 0 {
        return None;
    }
    form.push_str(text.get(copied..).unwrap_or_default());
    Some(form)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::part::{HOST, PASSWORD, PORT, SCHEME, URLPATH};

    /// Each part by the rule of its declaration, and `None` if that is what is written.
    #[test]
    fn the_normal_form_of_each_part() {
        for (part, text, normal) in [
            (&SCHEME, "x-Db", Some("x-db")),
            (&SCHEME, "x-db", None),
            (&HOST, "Host.dom", Some("host.dom")),
            (&HOST, "01.b", None),
            (&HOST, "1.2.3.04", Some("1.2.3.4")),
            (&HOST, "0.0.0.0", None),
            (&PORT, "70", Some("")),
            (&PORT, "070", Some("")),
            (&PORT, "021", Some("21")),
            (&PORT, "00", Some("0")),
            (&PORT, "0", None),
            (&PORT, "21", None),
            (&URLPATH, "a%20B%C3%A9", None),
            (&URLPATH, "%41%2f%c3%A9x", Some("A%2F%C3%A9x")),
            (&URLPATH, "%2F%2", None),
            (&URLPATH, "%4", None),
            (&PASSWORD, "%7e%3A", Some("%7E%3A")),
        ] {
            assert_eq!(changed(part, text, Some(70)).as_deref(), normal, "{part} {text}");
        }
        assert_eq!(changed(&PORT, "70", None), None);
        assert_eq!(changed(&PORT, "0", Some(0)), None);
    }
}
