//! `addr-spec = local-part "@" domain` of RFC 822, section 6.1, read from its encoded form.
//!
//! Quoted strings and domain literals are read; comments, folding, groups, lists and routes are not part
//! of an addr-spec as a URL names it.

use url1738_core::{Host, scheme::Cursor};

/// What keeps a text from being an addr-spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    Syntax,
    Headers,
    List,
    Domain,
}

/// An octet, and the text it is written with: one byte, or an escape of three.
#[derive(Clone, Copy)]
struct Octet {
    value: u8,
    start: usize,
    end: usize,
}

/// The octets of an encoded text whose escapes are whole.
#[derive(Clone)]
struct Octets<'a> {
    text: &'a [u8],
    at: usize,
}

impl Iterator for Octets<'_> {
    type Item = Octet;

    fn next(&mut self) -> Option<Octet> {
        let start = self.at;
        let (value, len) = match self.text.get(start..)? {
            [b'%', high, low, ..] => (hex(*high).wrapping_mul(16).wrapping_add(hex(*low)), 3),
            [byte, ..] => (*byte, 1),
            [] => return None,
        };
        self.at = start.saturating_add(len);
        Some(Octet { value, start, end: self.at })
    }
}

/// Returns the value of a hexadecimal digit: letters have the bit above those of the digits, and begin with 1 for 10.
const fn hex(digit: u8) -> u8 {
    (digit & 0xF).wrapping_add((digit >> 6).wrapping_mul(9))
}

type Fault = (Problem, u32, u32);

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Finds where the local part ends and where the domain begins, both in the encoded text.
pub(crate) fn split(text: &[u8]) -> Result<(u32, u32), Fault> {
    let mut octets = Octets { text, at: 0 };
    let local_end = local_part(&mut octets)?;
    let domain_start = octets.at;
    if is_plain_host(text.get(domain_start..).unwrap_or_default()) {
        return Ok((offset(local_end), offset(domain_start)));
    }
    let mut rest = octets.clone();
    match rest.next() {
        Some(Octet { value: b'[', .. }) => domain_literal(&mut rest)?,
        _ => domain(octets)?,
    }
    Ok((offset(local_end), offset(domain_start)))
}

/// Returns whether all of `domain` is a host without an escape.
fn is_plain_host(domain: &[u8]) -> bool {
    Cursor::new(domain)
        .is_ok_and(|mut cursor| cursor.host_name().is_some() && cursor.peek().is_none())
}

/// `local-part = word *("." word)`, up to and with the `@`; gives the offset of the `@`.
fn local_part(octets: &mut Octets<'_>) -> Result<usize, Fault> {
    loop {
        match octets.next() {
            Some(Octet { value: b'"', .. }) => quoted_string(octets)?,
            Some(octet) if is_atom(octet.value) => {
                while octets.clone().next().is_some_and(|octet| is_atom(octet.value)) {
                    octets.next();
                }
            }
            other => return Err(syntax(other, octets)),
        }
        match octets.next() {
            Some(Octet { value: b'.', .. }) => {}
            Some(Octet { value: b'@', start, .. }) => return Ok(start),
            other => return Err(syntax(other, octets)),
        }
    }
}

/// Returns what follows the first quotation mark, up to and with the second.
fn quoted_string(octets: &mut Octets<'_>) -> Result<(), Fault> {
    loop {
        match octets.next() {
            Some(Octet { value: b'"', .. }) => return Ok(()),
            Some(Octet { value: b'\\', .. }) => quoted_pair(octets)?,
            Some(octet) if octet.value < 0x80 && octet.value != b'\r' => {}
            other => return Err(syntax(other, octets)),
        }
    }
}

fn quoted_pair(octets: &mut Octets<'_>) -> Result<(), Fault> {
    match octets.next() {
        Some(octet) if octet.value < 0x80 => Ok(()),
        other => Err(syntax(other, octets)),
    }
}

/// `domain-literal = "[" *( dtext | quoted-pair ) "]"`, after the bracket, to the end.
fn domain_literal(octets: &mut Octets<'_>) -> Result<(), Fault> {
    loop {
        match octets.next() {
            Some(Octet { value: b']', .. }) => break,
            Some(Octet { value: b'\\', .. }) => quoted_pair(octets)?,
            Some(octet) if octet.value < 0x80 && !b"[\r".contains(&octet.value) => {}
            other => return Err(syntax(other, octets)),
        }
    }
    match octets.next() {
        None => Ok(()),
        other => Err(syntax(other, octets)),
    }
}

/// Returns a host of section 3.1, any octet of which may be written as an escape.
fn domain(octets: Octets<'_>) -> Result<(), Fault> {
    let start = octets.at;
    let foreign =
        |octet: &Octet| !(octet.value.is_ascii_alphanumeric() || b"-.".contains(&octet.value));
    if let Some(octet) = octets.clone().find(foreign) {
        let span = (offset(octet.start), offset(octet.end));
        let problem = match (octet.value, octets.text.get(octet.start)) {
            (b'?', Some(b'?')) => Problem::Headers,
            (b',', _) => Problem::List,
            _ => Problem::Domain,
        };
        return Err((problem, span.0, span.1));
    }
    let whole = (Problem::Domain, offset(start), offset(octets.text.len()));
    if octets.clone().all(|octet| octet.value.is_ascii_digit() || octet.value == b'.') {
        return if is_address(octets) { Ok(()) } else { Err(whole) };
    }
    // A name has 255 characters at most, so it fits here decoded.
    let mut name = [0; 255];
    let mut len = 0_usize;
    for octet in octets {
        *name.get_mut(len).ok_or(whole)? = octet.value;
        len = len.saturating_add(1);
    }
    let name = name.get(..len).and_then(|name| core::str::from_utf8(name).ok()).ok_or(whole)?;
    Host::parse(name).map(drop).map_err(|_| whole)
}

/// Four decimal groups up to 255 with dots between; leading zeros do not count.
fn is_address(octets: Octets<'_>) -> bool {
    let mut groups = 1_u8;
    let mut value: Option<u16> = None;
    for octet in octets {
        if octet.value == b'.' {
            if value.is_none() {
                return false;
            }
            (groups, value) = (groups.saturating_add(1), None);
        } else {
            let digit = u16::from(octet.value.wrapping_sub(b'0'));
            let grown = value.unwrap_or_default().saturating_mul(10).saturating_add(digit);
            if grown > 255 || groups > 4 {
                return false;
            }
            value = Some(grown);
        }
    }
    groups == 4 && value.is_some()
}

/// `atom = 1*<any CHAR except specials, SPACE and CTLs>`.
const fn is_atom(octet: u8) -> bool {
    octet < 0x80 && ATOM >> octet & 1 != 0
}

/// The characters of an atom, a bit each.
const ATOM: u128 = {
    let specials = br#"()<>@,;:\".[]"#;
    let mut set = 0;
    let mut octet = b'!';
    while octet <= b'~' {
        set |= 1_u128 << octet;
        octet = octet.wrapping_add(1);
    }
    let mut rest = specials.as_slice();
    while let [special, after @ ..] = rest {
        set &= !(1_u128 << *special);
        rest = after;
    }
    set
};

fn syntax(octet: Option<Octet>, octets: &Octets<'_>) -> Fault {
    let end = octets.text.len();
    let (start, end) = octet.map_or((end, end), |octet| (octet.start, octet.end));
    let problem = match octet {
        Some(Octet { value: b',', .. }) => Problem::List,
        _ => Problem::Syntax,
    };
    (problem, offset(start), offset(end))
}
