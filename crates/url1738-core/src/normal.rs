//! Normalization of URLs (section 2.2), according to the declarations of their parts.

use alloc::{borrow::Cow, string::String};
use core::fmt::Write as _;

use crate::{
    syntax::{
        chars::{Class, ESCAPE},
        part::{Canon, HOST, PORT, Part, SCHEME},
        span::Span,
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
        Cow::Owned(form) => Raw::parse(form).unwrap_or_else(|_| url.to_owned()),
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
    let has_escapes = text.bytes().fold(false, |any, byte| any | (byte == b'%'));
    let is_normal = |part: &Part, span: Span| {
        is_normal_part(part, span.slice(text), S::DEFAULT_PORT, has_escapes)
    };
    let normal =
        if let (true, Some(login)) = (!has_escapes && has_no_case::<S>(), S::login(url.spans())) {
            // Of the parts, only scheme, host and port have a rule for text without escapes.
            is_normal(&SCHEME, scheme_span(text))
                && is_normal(&HOST, login.host())
                && login.port().is_none_or(|port| is_normal(&PORT, port))
        } else {
            let mut normal = true;
            url.each_part(&mut |piece| normal &= is_normal(piece.part, piece.span));
            normal
        };
    let mut form = if normal { Cow::Borrowed(text) } else { Cow::Owned(rewritten(url)) };
    S::finish_normal_form(url, &mut form);
    form
}

/// Returns whether the normal form of a text without escapes depends only on its scheme, and on host and port of its
/// login. A scheme that does not declare its parts may have any.
const fn has_no_case<S: Scheme>() -> bool {
    let mut rest = S::PARTS;
    let (mut hosts, mut ports) = (0_u8, 0_u8);
    while let [part, after @ ..] = rest {
        match part.canon() {
            Canon::LowerCase => return false,
            Canon::Host => hosts = hosts.saturating_add(1),
            Canon::Port => ports = ports.saturating_add(1),
            Canon::Escapes | Canon::HexCase | Canon::Verbatim => {}
        }
        rest = after;
    }
    !S::PARTS.is_empty() && hosts <= 1 && ports <= 1
}

/// Returns the text with all parts normalized.
#[cold]
#[inline(never)]
fn rewritten<S: Scheme>(url: Raw<S, &str>) -> String {
    let text = url.as_str();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    url.each_part(&mut |piece| {
        out.push_str(text.get(at..piece.span.start as usize).unwrap_or_default());
        at = piece.span.end as usize;
        write_part(piece.part, piece.span.slice(text), S::DEFAULT_PORT, &mut out);
    });
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Returns whether [`write_part`] leaves a part as it is. Of a text without escapes, only the parts with a rule for case
/// or numbers are read.
#[inline]
fn is_normal_part(part: &Part, text: &str, default_port: Option<u16>, has_escapes: bool) -> bool {
    match part.canon() {
        Canon::Verbatim => true,
        Canon::Escapes => !has_escapes || has_normal_escapes(plain(part), text),
        Canon::HexCase => !has_escapes || has_normal_escapes(Class::EMPTY, text),
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
fn has_normal_escapes(plain: Class, text: &str) -> bool {
    text.split('%').skip(1).all(|piece| {
        let (digits, _) = piece.split_at_checked(2).unwrap_or((piece, ""));
        let octet = u8::from_str_radix(digits, 16);
        !octet.is_ok_and(|octet| plain.contains(octet))
            && !digits.bytes().any(|c| c.is_ascii_lowercase())
    })
}

fn write_part(part: &Part, text: &str, default_port: Option<u16>, out: &mut String) {
    match part.canon() {
        Canon::Verbatim => out.push_str(text),
        Canon::LowerCase => out.extend(text.chars().map(|c| c.to_ascii_lowercase())),
        Canon::Escapes => write_escapes(plain(part), text, out),
        Canon::HexCase => write_escapes(Class::EMPTY, text, out),
        Canon::Host => {
            let start = out.len();
            let _ = write!(out, "{}", Host::new_validated(text));
            if let Some(host) = out.get_mut(start..) {
                host.make_ascii_lowercase();
            }
        }
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

/// Returns the characters that a part may contain unescaped and that have the same meaning escaped.
const fn plain(part: &Part) -> Class {
    part.class().without(part.reserved()).without(ESCAPE)
}

/// Decodes the escapes of `plain` characters, and writes all others in upper-case hexadecimal.
fn write_escapes(plain: Class, text: &str, out: &mut String) {
    let mut pieces = text.split('%');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2).unwrap_or((piece, ""));
        match u8::from_str_radix(digits, 16) {
            Ok(octet) if plain.contains(octet) => out.push(char::from(octet)),
            _ => {
                out.push('%');
                out.extend(digits.chars().map(|c| c.to_ascii_uppercase()));
            }
        }
        out.push_str(rest);
    }
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
                        assert_eq!(is_normal(url), rewritten(url) == text, "{text}");
                        assert_eq!(form(url), rewritten(url), "{text}");
                        assert_eq!(normalize(url).as_str(), rewritten(url), "{text}");
                    }
                }
            }
        }
    }
}
