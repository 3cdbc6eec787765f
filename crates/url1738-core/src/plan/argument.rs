//! Arguments of commands: octets that cannot end a line.

use alloc::{borrow::Cow, vec::Vec};
use core::fmt;

use super::refusal::Refusal;
use crate::{
    diagnostics::redact::{MASK, Redacted, Segment},
    syntax::{escaped::Escaped, part::Part, span::Span},
};

/// An argument of a command: octets without CR, LF and NUL.
///
/// Every constructor rejects or drops these three octets, so a line made of arguments never ends early, whatever is
/// escaped in a URL (section 6).
///
/// ```
/// use url1738_core::plan::Argument;
///
/// assert_eq!(Argument::new("caf\u{e9}".as_bytes())?.to_string(), r"caf\xc3\xa9");
/// assert_eq!(Argument::new(b"x\r\nDELE motd").unwrap_err().offset, 1);
/// # Ok::<(), url1738_core::plan::ControlOctet>(())
/// ```
///
/// A literal of the protocol, text as written in a URL, and a password:
///
/// ```
/// use url1738_core::plan::Argument;
///
/// assert_eq!(Argument::literal(b"READER\r\nQUIT").octets(), b"READER");
/// assert_eq!(Argument::printable("/a%20b").octets(), b"/a%20b");
/// let password = Argument::new(b"s3cret")?.secret();
/// assert!(password.is_secret() && !password.is_empty());
/// assert_eq!(password.to_string(), "***");
/// # Ok::<(), url1738_core::plan::ControlOctet>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Argument {
    octets: Vec<u8>,
    secret: bool,
}

/// An error for an octet that would end a line (section 6), or a field or form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("octet {octet:02X} at byte {offset} would end the {}", self.ended())]
#[non_exhaustive]
pub struct ControlOctet {
    /// The octet: 00, 0A or 0D; 09 in a search; `.` if it is the whole item of a form.
    pub octet: u8,
    /// The position of the octet in the argument.
    pub offset: usize,
}

impl ControlOctet {
    /// Returns the name of what the octet would end.
    const fn ended(&self) -> &'static str {
        match self.octet {
            b'\t' => "field",
            b'.' => "form",
            _ => "line",
        }
    }
}

impl Argument {
    /// Creates an argument from `octets`.
    ///
    /// # Errors
    ///
    /// Returns an error if an octet would end a line. It names the first such octet.
    pub fn new(octets: &[u8]) -> Result<Self, ControlOctet> {
        match octets.iter().copied().enumerate().find(|(_, octet)| b"\r\n\0".contains(octet)) {
            Some((offset, octet)) => Err(ControlOctet { octet, offset }),
            None => Ok(Self { octets: octets.into(), secret: false }),
        }
    }

    /// Creates an argument from octets of the protocol. It ends before the first octet that would end a line.
    #[must_use]
    pub fn literal(octets: &'static [u8]) -> Self {
        let end = octets.iter().position(|octet| b"\r\n\0".contains(octet));
        let octets = octets.get(..end.unwrap_or(octets.len())).unwrap_or_default();
        Self { octets: octets.into(), secret: false }
    }

    /// Creates an argument from text as written in a URL, which has no control octets. Characters that are not
    /// graphic US-ASCII are dropped.
    #[must_use]
    pub fn printable(text: &str) -> Self {
        // Nearly all texts are copied at once.
        let octets = match text.bytes().all(|octet| octet.is_ascii_graphic()) {
            true => text.into(),
            false => text.bytes().filter(u8::is_ascii_graphic).collect(),
        };
        Self { octets, secret: false }
    }

    /// Creates an argument from a part of a URL, which is decoded.
    ///
    /// # Errors
    ///
    /// Returns an error if an octet would end the line: a refusal of the URL that names the part and its span.
    pub fn decode(part: &'static Part, span: Span, text: &str) -> Result<Self, Refusal> {
        Self::of_part(part, span, &Escaped::new_validated(span.slice(text)).decode())
    }

    /// Creates an argument from the decoded octets of a part.
    ///
    /// # Errors
    ///
    /// Returns an error if an octet would end the line: a refusal of the URL that names the part and its span.
    pub fn of_part(part: &'static Part, span: Span, octets: &[u8]) -> Result<Self, Refusal> {
        const REASON: &str = "escaped CR, LF or NUL would end the command";
        Self::new(octets).map_err(|_| Refusal::new(part, span, "line-end", REASON))
    }

    /// Marks the argument as a password, which is displayed as `***`.
    #[must_use]
    pub fn secret(self) -> Self {
        Self { secret: true, ..self }
    }

    /// Returns the octets.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Returns whether the argument is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.octets.is_empty()
    }

    /// Returns whether the argument is a password.
    #[must_use]
    pub const fn is_secret(&self) -> bool {
        self.secret
    }
}

/// Writes octets that are not printable US-ASCII as `\xHH`. A password is written as `***`, except in the alternate
/// form (`{:#}`).
impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.secret && !f.alternate() {
            return f.write_str(MASK);
        }
        write_octets(f, &self.octets, Quoting::Bare)
    }
}

impl fmt::Debug for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", if self.secret { MASK.into() } else { shown(&self.octets) })
    }
}

fn shown(octets: &[u8]) -> Cow<'static, str> {
    struct Shown<'a>(&'a [u8]);
    impl fmt::Display for Shown<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_octets(f, self.0, Quoting::Quoted)
        }
    }
    alloc::format!("{}", Shown(octets)).into()
}

/// A line of a protocol in which NUL is data: octets without CR and LF.
///
/// An example is a Gopher selector (section 3.4.1).
///
/// ```
/// use url1738_core::{Span, part::URLPATH, plan::Line};
///
/// let line = Line::of_part(&URLPATH, Span::new(0, 5), b"a\0b")?;
/// assert_eq!(line.octets(), b"a\0b");
/// assert!(Line::of_part(&URLPATH, Span::new(0, 5), b"a\nb").is_err());
/// # Ok::<(), url1738_core::plan::Refusal>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Line(Vec<u8>);

/// Writes the octets in the notation of plans, without secrets.
impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", shown(&self.0))
    }
}

impl Line {
    /// Creates a line from the decoded octets of a part.
    ///
    /// # Errors
    ///
    /// Returns an error if a CR or LF would end the line: a refusal of the URL that names the part and its span.
    pub fn of_part(part: &'static Part, span: Span, octets: &[u8]) -> Result<Self, Refusal> {
        if octets.iter().any(|octet| b"\r\n".contains(octet)) {
            return Err(Refusal::new(
                part,
                span,
                "line-end",
                "escaped CR or LF would end the line",
            ));
        }
        Ok(Self(octets.into()))
    }

    /// Returns the octets.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.0
    }
}

/// Whether octets are written between quotation marks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    Bare,
    Quoted,
}

/// Writes octets in the notation of plans. Secrets of a URL among them are written as `***`, except in the alternate
/// form (`{:#}`).
pub(super) fn write_octets(
    f: &mut fmt::Formatter<'_>,
    octets: &[u8],
    quoting: Quoting,
) -> fmt::Result {
    let masked = if f.alternate() { Redacted::revealed(octets) } else { Redacted::of_data(octets) };
    if masked.secrets().is_empty() {
        return write_plain(f, octets, quoting);
    }
    masked.segments().try_for_each(|segment| match segment {
        Segment::Plain(octets) => write_plain(f, octets, quoting),
        Segment::Masked => f.write_str(MASK),
    })
}

/// Writes octets without secrets. Those that are written as they are go out together.
fn write_plain(f: &mut fmt::Formatter<'_>, octets: &[u8], quoting: Quoting) -> fmt::Result {
    // Without an early end and a branch per octet, the compiler compares many octets at once.
    let escaped = |octet: &u8| {
        let special = (*octet == b'"') | (*octet == b'\\');
        u8::from(*octet < b' ')
            | u8::from(*octet > b'~')
            | u8::from(special & (quoting == Quoting::Quoted))
    };
    if octets.iter().fold(0, |any, octet| any | escaped(octet)) == 0 {
        return f.write_str(us_ascii(octets));
    }
    let mut rest = octets;
    while let Some(kept) = rest.iter().position(|octet| escaped(octet) != 0) {
        let (text, tail) = rest.split_at_checked(kept).unwrap_or((rest, &[]));
        f.write_str(us_ascii(text))?;
        let Some((octet, after)) = tail.split_first() else { return Ok(()) };
        match (octet, quoting) {
            (b'\r', Quoting::Quoted) => f.write_str("\\r")?,
            (b'\n', Quoting::Quoted) => f.write_str("\\n")?,
            (b'\t', Quoting::Quoted) => f.write_str("\\t")?,
            (b'\\', Quoting::Quoted) => f.write_str("\\\\")?,
            (b'"', Quoting::Quoted) => f.write_str("\\\"")?,
            _ => write!(f, "\\x{octet:02x}")?,
        }
        rest = after;
    }
    f.write_str(us_ascii(rest))
}

/// Returns octets as text. They are US-ASCII, so none are lost.
fn us_ascii(octets: &[u8]) -> &str {
    core::str::from_utf8(octets).unwrap_or_default()
}
