//! Normalization of URLs (section 2.2), according to the declarations of their parts.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: an offset is at most the length of a text, which fits in 32 bits; an escape has three bytes"
)]

use alloc::{
    borrow::Cow,
    string::{String, ToString},
};

use crate::{
    scan::{Class, has, hex},
    syntax::{
        escaped::escapes,
        part::{Canon, Part, PartSpan},
        span::{Span, offset},
    },
    url::{host::Host, raw::Raw, scheme::Scheme},
};

impl<'a, S: Scheme> Raw<S, &'a str> {
    /// Returns the URL in normal form (section 2.2).
    #[must_use]
    pub fn normalize(self) -> Raw<S, String> {
        match self.normal_form() {
            Cow::Borrowed(_) => self.into_owned(),
            // The tests check that every normal form parses. If that of another crate's scheme does not, the URL is
            // returned unchanged, because this function must not panic.
            Cow::Owned(form) => Raw::parse_outlined(form).unwrap_or_else(|_| self.into_owned()),
        }
    }

    /// Returns `true` if the text is its own normal form.
    #[must_use]
    pub fn is_normal(self) -> bool {
        match self.normal_form() {
            Cow::Borrowed(_) => true,
            Cow::Owned(form) => form == self.as_str(),
        }
    }

    /// Returns the text of the normal form: the delimiters are kept, and each part is normalized by the rule of its
    /// declaration. Most URLs are normal as they are written; their text is borrowed.
    #[must_use]
    pub fn normal_form(self) -> Cow<'a, str> {
        let text = self.into_text();
        let mut form = if is_plainly_normal(self) {
            Cow::Borrowed(text)
        } else {
            with_normal_parts(text, S::INFO.port, &|each| self.each_part(each))
        };
        S::finish_normal_form(self, &mut form);
        form
    }
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
        // A scheme name in upper case is not normal.
        && text.as_bytes().starts_with(S::INFO.name.as_bytes())
        && login.is_none_or(|login| login.port().is_none())
        && !has_upper_case(host)
        // Such a host may be an address with leading zeros: `010.0.0.1`.
        && !host.last().is_some_and(u8::is_ascii_digit)
        && has_normal_escapes(rules.plain, text)
        // Last, because it looks at each part. Upper case is common in paths, and matters only in a
        // part such as the typecode of `;type=A`.
        && !(rules.has_lower_case && has_upper_case(text.as_bytes()) && lowers_a_part(url))
}

/// Returns `true` if a part is in upper case that is written in lower case.
fn lowers_a_part<S: Scheme>(url: Raw<S, &str>) -> bool {
    let mut found = false;
    S::parts(url, &mut |PartSpan { part, span }| {
        found |= part.canon == Canon::LowerCase
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
            match part.canon {
                Canon::Host => hosts += 1,
                Canon::LowerCase => has_lower_case = true,
                // The union decides too often that an escape is not normal, never too seldom. Then
                // the parts are looked at.
                _ => plain = plain.union(self::plain(part)),
            }
            rest = after;
        }
        Self { is_simple: hosts == 1 && !S::INFO.name.is_empty(), has_lower_case, plain }
    }
}

/// Returns `true` if all escapes are in upper-case hexadecimal, and none is that of a `plain` character.
fn has_normal_escapes(plain: Class, text: &str) -> bool {
    escapes(text.as_bytes()).all(|(_, digits)| {
        !digits.iter().any(u8::is_ascii_lowercase) && !plain.contains(hex::octet_of(digits))
    })
}

/// A text with changes, which is copied up to the first of them, and not at all if there is none.
struct Changed<'a> {
    text: &'a str,
    form: String,
    /// What precedes this offset is in `form`, or was left out.
    copied: usize,
}

impl<'a> Changed<'a> {
    const fn new(text: &'a str) -> Self {
        Self { text, form: String::new(), copied: 0 }
    }

    /// Leaves out the text from `start` to `end`, and returns the form, to which the caller appends what is in its place.
    #[inline]
    fn leave_out(&mut self, start: usize, end: usize) -> &mut String {
        // 0 before the first change only: what is replaced has a byte, and ends after it.
        if self.copied == 0 {
            // No part becomes longer; a scheme may append to the form.
            self.form.reserve(self.text.len() + 2);
        }
        self.form.push_str(Span::new(offset(self.copied), offset(start)).slice(self.text));
        self.copied = end;
        &mut self.form
    }

    /// Returns the changed text, or `None` if there was no change.
    fn finish(mut self) -> Option<String> {
        if self.copied == 0 {
            return None;
        }
        let end = self.text.len();
        self.leave_out(end, end);
        Some(self.form)
    }
}

/// Calls its argument with the parts of a URL, in order.
type Parts<'a> = &'a dyn Fn(&mut dyn FnMut(PartSpan));

/// Returns the text with all parts normalized. Not generic, so that it is compiled once for all schemes.
fn with_normal_parts<'a>(
    text: &'a str,
    default_port: Option<u16>,
    parts: Parts<'_>,
) -> Cow<'a, str> {
    let mut form = Changed::new(text);
    parts(&mut |PartSpan { part, span }| {
        let Some(normal) = normal_part(part, span.slice(text), default_port) else { return };
        // The colon goes with the default port (section 3.1).
        let without_colon = usize::from(normal.is_empty() && part.canon == Canon::Port);
        let range = span.range();
        form.leave_out(range.start - without_colon, range.end).push_str(&normal);
    });
    form.finish().map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Returns the normal form of a part, or `None` if the part is normal.
fn normal_part(part: &Part, text: &str, default_port: Option<u16>) -> Option<String> {
    match part.canon {
        Canon::Verbatim => None,
        Canon::LowerCase => in_lower_case(text),
        Canon::Escapes | Canon::Pairs | Canon::HexCase => {
            has(text.as_bytes(), b'%').then(|| with_normal_escapes(plain(part), text))?
        }
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
            // Compared as numbers, so that `:0021` is the default port of FTP, too.
            if default_port.is_some() && digits.parse().ok() == default_port {
                return Some(String::new());
            }
            // `00` is port 0, of which one digit stays.
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

/// Returns the characters whose escapes a normal form decodes: a part may contain them unescaped, with the same meaning.
pub(crate) const fn plain(part: &Part) -> Class {
    // In a segment `%2F` stays, because a raw slash would divide it (section 2.2), and `%25` stays
    // in all parts.
    match part.canon {
        Canon::Escapes => part.plain(),
        Canon::Pairs => part.plain_in_pair(),
        _ => Class::EMPTY,
    }
}

/// Decodes the escapes of `plain` characters, and writes all others in upper-case hexadecimal. Returns `None` if that
/// changes nothing.
fn with_normal_escapes(plain: Class, text: &str) -> Option<String> {
    let mut form = Changed::new(text);
    for (at, digits) in escapes(text.as_bytes()) {
        let octet = hex::octet_of(digits);
        // `%7e` is `%7E`, because `~` is unsafe. `%61` is `a`.
        if plain.contains(octet) {
            form.leave_out(at, at + 3).push(char::from(octet));
        } else if digits.iter().any(u8::is_ascii_lowercase) {
            let digits = digits.map(|digit| char::from(digit.to_ascii_uppercase()));
            // The `%` stays.
            form.leave_out(at + 1, at + 3).extend(digits);
        }
    }
    form.finish()
}
