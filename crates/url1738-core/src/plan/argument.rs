//! Arguments of commands: octets that cannot end a line, and the refusal of a URL whose octets would.

use alloc::{borrow::Cow, boxed::Box};

use crate::syntax::{
    code::{CodeInfo, codes},
    escaped::Escaped,
    part::Part,
    span::Span,
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
    octets: Cow<'static, [u8]>,
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
    #[inline]
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
    #[inline]
    pub fn new(octets: &[u8]) -> Result<Self, ControlOctet> {
        match octets.iter().copied().enumerate().find(|(_, octet)| ends_line(*octet)) {
            Some((offset, octet)) => Err(ControlOctet { octet, offset }),
            None => Ok(Self { octets: octets.to_vec().into(), secret: false }),
        }
    }

    /// Creates an argument from octets of the protocol. It ends before the first octet that would end a line.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub fn literal(octets: &'static [u8]) -> Self {
        // A literal is text of a crate. It is cut at its first line end, because a panic would be
        // worse than a command without its end.
        let end = octets.iter().position(|octet| ends_line(*octet)).unwrap_or(octets.len());
        let (line, _) = octets.split_at(end);
        Self { octets: line.into(), secret: false }
    }

    /// Creates an argument from text as written in a URL, which has no control octets. Characters that are not
    /// graphic US-ASCII are dropped.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub fn printable(text: &str) -> Self {
        let mut octets = text.as_bytes().to_vec();
        octets.retain(u8::is_ascii_graphic);
        Self { octets: octets.into(), secret: false }
    }

    /// Creates an argument from a part of a URL, which is decoded.
    ///
    /// # Errors
    ///
    /// Returns an error if an octet would end the line: a refusal of the URL that names the part and its span.
    #[inline]
    pub fn decode(part: &'static Part, span: Span, text: &str) -> Result<Self, Refusal> {
        Self::of_part(part, span, &Escaped::new_validated(span.slice(text)).decode())
    }

    /// Creates an argument from the decoded octets of a part.
    ///
    /// # Errors
    ///
    /// Returns an error if an octet would end the line: a refusal of the URL that names the part and its span.
    #[inline]
    pub fn of_part(part: &'static Part, span: Span, octets: &[u8]) -> Result<Self, Refusal> {
        Self::new(octets).map_err(|_| Refusal::new(part, span, &LINE_END_IN_DATA))
    }

    /// Marks the argument as a password, which is displayed as `***`.
    #[must_use]
    #[inline]
    pub fn secret(self) -> Self {
        Self { secret: true, ..self }
    }

    /// Returns the octets.
    #[must_use]
    #[inline]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Returns whether the argument is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.octets().is_empty()
    }

    /// Returns whether the argument is a password.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub const fn is_secret(&self) -> bool {
        self.secret
    }
}

#[inline]
const fn ends_line(octet: u8) -> bool {
    matches!(octet, b'\r' | b'\n' | 0)
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
pub struct Line(Box<[u8]>);

impl Line {
    /// Creates a line from the decoded octets of a part.
    ///
    /// # Errors
    ///
    /// Returns an error if a CR or LF would end the line: a refusal of the URL that names the part and its span.
    #[inline]
    pub fn of_part(part: &'static Part, span: Span, octets: &[u8]) -> Result<Self, Refusal> {
        if octets.iter().any(|octet| b"\r\n".contains(octet)) {
            let info =
                const { &LINE_END_IN_DATA.with_message("escaped CR or LF would end the line") };
            return Err(Refusal::new(part, span, info));
        }
        Ok(Self(octets.into()))
    }

    /// Returns the octets.
    #[must_use]
    #[inline]
    pub fn octets(&self) -> &[u8] {
        &self.0
    }
}

codes! {
    /// The codes of the warnings and refusals of this crate.
    pub(crate) const CODES;

    Refusal LINE_END_IN_DATA "line-end" ("6"):
        "escaped CR, LF or NUL would end the command",
        "The decoded octets would end the line of a command, and what follows would be read as another command.",
        "ftp://host.dom/a%0D%0Ab" => "ftp://host.dom/a%20b";
}

/// The reason why a valid URL has no plan (section 6).
///
/// ```
/// use url1738_core::GenericUrl;
///
/// let refusal = GenericUrl::parse("x-db://host.dom/")?.plan().unwrap_err();
/// assert_eq!((refusal.code(), refusal.part.name()), ("no-access-method", "scheme"));
/// assert_eq!(refusal.reason(), "no access method is known for this scheme");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("access refused: {} ({} at byte {})", .info.message, .part.label(), .span.start)]
#[non_exhaustive]
pub struct Refusal {
    /// The part that is unsafe.
    pub part: &'static Part,
    /// The span of the part.
    pub span: Span,
    /// The declaration of its code.
    pub info: &'static CodeInfo,
}

impl Refusal {
    /// Creates a refusal; for scheme crates.
    #[must_use]
    #[inline]
    pub const fn new(part: &'static Part, span: Span, info: &'static CodeInfo) -> Self {
        Self { part, span, info }
    }

    /// Returns the stable code, in lower case with hyphens.
    #[must_use]
    #[inline]
    pub const fn code(&self) -> &'static str {
        self.info.code
    }

    /// Returns the reason, in a phrase.
    #[must_use]
    #[inline]
    pub const fn reason(&self) -> &'static str {
        self.info.message
    }
}
