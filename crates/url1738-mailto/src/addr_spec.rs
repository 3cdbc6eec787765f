//! `addr-spec = local-part "@" domain` of RFC 822, section 6.1, parsed from its encoded form.
//!
//! Quoted strings and domain literals are part of an addr-spec. Comments, folding, groups, lists and routes are not.

use url1738_core::{__private::octet_of, Error, ErrorKind, Host, Span, scheme::Cursor};

use crate::{ENCODED822ADDR, MailtoSpans};

/// The rules of [`ENCODED822ADDR`], in the order of its declaration.
const SYNTAX: ErrorKind = ErrorKind::Custom(0);
const HEADERS: ErrorKind = ErrorKind::Custom(1);
const LIST: ErrorKind = ErrorKind::Custom(2);
const DOMAIN: ErrorKind = ErrorKind::Custom(3);

const fn error(rule: ErrorKind, span: Span) -> Error {
    Error::prose(&ENCODED822ADDR, rule, span)
}

/// An octet and its place in the text, where it is one byte or an escape of three.
#[derive(Clone, Copy)]
struct Octet {
    value: u8,
    span: Span,
}

/// The octets of an encoded text, in which all escapes are complete.
#[derive(Clone)]
struct Octets<'a> {
    rest: &'a [u8],
    /// The place of `rest` in the URL.
    at: u32,
}

impl Iterator for Octets<'_> {
    type Item = Octet;

    fn next(&mut self) -> Option<Octet> {
        let (value, len, rest) = match self.rest {
            [b'%', high, low, rest @ ..] => (octet_of([*high, *low]), 3, rest),
            [byte, rest @ ..] => (*byte, 1, rest),
            [] => return None,
        };
        let span = Span::of_len(self.at, len);
        (self.rest, self.at) = (rest, span.end);
        Some(Octet { value, span })
    }
}

/// Parses an addr-spec, which is at `whole` in a URL.
pub(crate) fn parse(address: &[u8], whole: Span) -> Result<MailtoSpans, Error> {
    let mut octets = Octets { rest: address, at: whole.start };
    let local_end = local_part(&mut octets)?;
    let domain_start = octets.at;
    let spans = MailtoSpans { start: whole.start, local_end, domain_start };
    // The domain of nearly all addresses is a host as in any other URL; what follows decodes each octet.
    let mut host = Cursor::new(octets.rest)?;
    if host.host_name().is_some() && host.peek().is_none() {
        return Ok(spans);
    }
    // The domain is read twice: as a literal if it begins with a bracket, else as a host from its
    // beginning.
    let mut literal = octets.clone();
    match literal.next() {
        Some(Octet { value: b'[', .. }) => {
            quoted(&mut literal, b']', b"[\r")?;
            if let Some(other) = literal.next() {
                return Err(syntax(Some(other), &literal));
            }
        }
        _ => domain(octets, Span::new(domain_start, whole.end))?,
    }
    Ok(spans)
}

/// Parses `local-part = word *("." word)` and the `@` after it. Returns the place of the `@`.
fn local_part(octets: &mut Octets<'_>) -> Result<u32, Error> {
    loop {
        match octets.next() {
            Some(Octet { value: b'"', .. }) => quoted(octets, b'"', b"\r")?,
            Some(octet) if is_atom(octet.value) => {
                // A clone looks ahead, because the octet after the atom is needed by the caller.
                while octets.clone().next().is_some_and(|octet| is_atom(octet.value)) {
                    octets.next();
                }
            }
            other => return Err(syntax(other, octets)),
        }
        match octets.next() {
            Some(Octet { value: b'.', .. }) => {}
            Some(Octet { value: b'@', span }) => return Ok(span.start),
            other => return Err(syntax(other, octets)),
        }
    }
}

/// Parses `quoted-string` or `domain-literal` after its first character: any US-ASCII but `refused`, which a backslash lets
/// in, up to `end`.
fn quoted(octets: &mut Octets<'_>, end: u8, refused: &[u8]) -> Result<(), Error> {
    let mut is_pair = false;
    loop {
        match octets.next() {
            Some(octet) if octet.value == end && !is_pair => return Ok(()),
            Some(octet) if octet.value < 0x80 && (is_pair || !refused.contains(&octet.value)) => {
                is_pair = octet.value == b'\\' && !is_pair;
            }
            other => return Err(syntax(other, octets)),
        }
    }
}

/// Checks that the rest, which is at `whole`, is a host (section 3.1). Escapes may encode its octets.
fn domain(octets: Octets<'_>, whole: Span) -> Result<(), Error> {
    let is_foreign =
        |octet: &Octet| !(octet.value.is_ascii_alphanumeric() || b"-.".contains(&octet.value));
    if let Some(Octet { value, span }) = octets.clone().find(is_foreign) {
        let rule = match (value, span.len()) {
            // Only a raw `?` begins header fields.
            // `%3F` is a character of the address, also to RFC 6068.
            (b'?', 1) => HEADERS,
            (b',', _) => LIST,
            _ => DOMAIN,
        };
        return Err(error(rule, span));
    }
    let mut values = octets.map(|octet| octet.value);
    let is_host = if values.clone().all(|value| value.is_ascii_digit() || value == b'.') {
        is_address(&mut values)
    } else {
        // A name has at most 255 characters, so that it fits in an array when it is decoded.
        let mut name = [0; 255];
        let len = name.iter_mut().zip(&mut values).map(|(byte, value)| *byte = value).count();
        let name = name.get(..len).and_then(|name| core::str::from_utf8(name).ok());
        values.next().is_none() && name.is_some_and(|name| Host::parse(name).is_ok())
    };
    if is_host { Ok(()) } else { Err(error(DOMAIN, whole)) }
}

/// Returns whether digits and dots are four numbers up to 255 with dots between them. Leading zeros are ignored.
fn is_address(mut values: impl Iterator<Item = u8>) -> bool {
    // The number of dots, and the number after the last one.
    // A fold instead of an array, because leading zeros may make the address longer than any name.
    let read = values.try_fold((0_u8, None), |(dots, number): (u8, Option<u8>), value| {
        if value == b'.' {
            return number.and(dots.checked_add(1)).map(|dots| (dots, None));
        }
        let grown = number.unwrap_or(0).checked_mul(10)?.checked_add(value & 0xF)?;
        Some((dots, Some(grown)))
    });
    matches!(read, Some((3, Some(_))))
}

/// Returns whether an octet belongs to `atom = 1*<any CHAR except specials, SPACE and CTLs>`.
const fn is_atom(octet: u8) -> bool {
    let is_special = matches!(
        octet,
        b'(' | b')' | b'<' | b'>' | b'@' | b',' | b';' | b':' | b'\\' | b'"' | b'.' | b'[' | b']'
    );
    octet.is_ascii_graphic() && !is_special
}

/// Returns the error of an unexpected octet, or of the end of the text.
fn syntax(octet: Option<Octet>, octets: &Octets<'_>) -> Error {
    match octet {
        Some(Octet { value: b',', span }) => error(LIST, span),
        Some(Octet { span, .. }) => error(SYNTAX, span),
        None => error(SYNTAX, Span::of_len(octets.at, 0)),
    }
}
