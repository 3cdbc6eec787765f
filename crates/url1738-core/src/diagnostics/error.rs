//! The error type shared by all crates of the family.

use alloc::string::{String, ToString as _};
use core::{convert::Infallible, fmt};

use crate::syntax::{
    part::Part,
    span::{Span, character_len},
};

/// The kind of an [`Error`].
///
/// [`Error::code`] returns a stable name for it, in lower case with hyphens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is longer than 4 GiB - 1.
    TooLong,
    /// The text is not a URL of the expected scheme.
    WrongScheme,
    /// A byte that is not allowed unescaped in this part.
    UnexpectedByte(u8),
    /// A `%` that is not followed by two hexadecimal digits.
    BadEscape,
    /// A `#`, which starts a fragment in later standards and is not part of a URL (section 2.2).
    Fragment,
    /// The text ends before the part is complete.
    UnexpectedEnd,
    /// A delimiter is missing.
    Expected(Token),
    /// The part must not be empty.
    Empty,
    /// A user name or password in a scheme that does not allow them.
    CredentialsNotAllowed,
    /// An empty label: two dots in a row, or a dot at the beginning or end of the host name.
    EmptyLabel,
    /// A label of the host name begins or ends with a hyphen.
    LabelHyphen,
    /// A label of the host name has more than 63 characters.
    LabelTooLong,
    /// The host name has more than 255 characters.
    NameTooLong,
    /// The last label of the host name begins with a digit.
    TopLabelDigit,
    /// A host of digits and dots does not have four groups.
    GroupCount,
    /// A group of the host number is over 255.
    GroupOutOfRange,
    /// An IPv6 address in brackets, which RFC 2732 and RFC 3986 added.
    Ipv6Literal,
    /// An IPv6 address without brackets, which no standard allows in a URL.
    Ipv6Unbracketed,
    /// An address of a future version in brackets (`IPvFuture` of RFC 3986).
    FutureAddress,
    /// An IPv4 address in brackets.
    BracketedIpv4,
    /// A host name with characters outside US-ASCII.
    InternationalName,
    /// A colon after the host without a port.
    EmptyPort,
    /// The port is over 65535.
    PortOutOfRange,
    /// Data passed to a builder contains an octet that is not allowed in this part, not even percent-encoded.
    ForbiddenOctet(u8),
    /// A rule of this part only, by its index in the declaration of the part: see [`Part::with_rules`].
    Custom(u8),
}

/// A delimiter that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Token {
    /// `:`
    Colon,
    /// `//`
    Slashes,
    /// `/`
    Slash,
    /// `=`
    Equals,
    /// `@`
    At,
}

impl Token {
    /// Returns the delimiter.
    #[must_use]
    #[inline]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Colon => ":",
            Self::Slashes => "//",
            Self::Slash => "/",
            Self::Equals => "=",
            Self::At => "@",
        }
    }
}

/// The source of the rule that a text breaks: the BNF, the prose or a numeric range (section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A production of the BNF of section 5.
    Bnf(&'static str),
    /// A section whose prose forbids what the BNF accepts.
    Prose(&'static str),
    /// A number outside the range of the protocol.
    Range,
}

/// Writes `bnf:hostname`, `prose:3.4.1` or `range`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bnf(production) => write!(f, "bnf:{production}"),
            Self::Prose(section) => write!(f, "prose:{section}"),
            Self::Range => f.write_str("range"),
        }
    }
}

/// A [`Rule`] without the name, which the part and the kind determine.
// `Rule` has a text of 16 bytes, for which an error of 24 bytes has no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Bnf,
    Prose,
    Range,
}

/// An error from parsing a URL or from building one (section 5).
///
/// It names the part, the rule and the position. It is 24 bytes in size and `Copy`. It contains no input except the
/// unexpected character, so logging it cannot leak a password. `{:#}` writes the message, the position and the help.
///
/// ```
/// use url1738_core::{GenericUrl, Rule};
///
/// let text = "finger://host.dom/~joe";
/// let error = GenericUrl::parse(text).unwrap_err();
/// assert_eq!(error.to_string(), "unexpected `~` in path at byte 18");
/// assert_eq!(format!("{error:#}"), "unexpected `~` in path at byte 18; percent-encode it as `%7E`");
/// assert_eq!((error.part().name(), error.span().range()), ("urlpath", 18..19));
/// assert_eq!(error.rule(), Rule::Bnf("urlpath"));
/// assert_eq!(GenericUrl::fix(text, &error).unwrap().apply(text), "finger://host.dom/%7Ejoe");
/// ```
///
/// A scheme crate creates errors and moves them if the text is part of a longer one:
///
/// ```
/// use url1738_core::{Error, ErrorKind, Rule, Span, part::{GROUP, PORT, URLPATH}};
///
/// let empty = Error::bnf(&URLPATH, ErrorKind::Empty, Span::new(9, 9));
/// assert_eq!((empty.kind(), empty.rule()), (ErrorKind::Empty, Rule::Bnf("urlpath")));
/// assert_eq!(empty.with_span(Span::new(3, 3)).span().start, 3);
/// assert_eq!(Error::prose(&URLPATH, ErrorKind::Empty, Span::new(9, 9)).rule(), Rule::Prose("3.1"));
/// assert_eq!(Error::range(&PORT, ErrorKind::PortOutOfRange, Span::new(0, 5)).rule(), Rule::Range);
///
/// // The message without the position, and the help.
/// let digit = Error::bnf(&GROUP, ErrorKind::Custom(0), Span::new(5, 6));
/// assert_eq!(digit.code(), "group-first-letter");
/// assert_eq!(digit.message().to_string(), "group name begins with a digit");
/// assert!(digit.help().to_string().starts_with("begin the name with a letter"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub struct Error {
    part: &'static Part,
    span: Span,
    kind: ErrorKind,
    source_of_rule: Source,
    /// The rest of the character whose first byte is in [`ErrorKind::UnexpectedByte`], padded with 0. With it the
    /// help names the same escapes as the fix.
    tail: [u8; 3],
}

// Errors are returned by value from every parse function, so a larger one would slow down all of them.
const _: () = assert!(size_of::<Error>() <= 24);

/// Writes the message and the position; with `{:#}` the help, too.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message(), self.span.start)?;
        let help = if f.alternate() { self.help().to_string() } else { String::new() };
        if help.is_empty() { Ok(()) } else { write!(f, "; {help}") }
    }
}

/// There is no such error: a value that needs no conversion, such as a [`Host`](crate::Host), is taken like its text.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("part", &self.part)
            .field("span", &self.span)
            .field("kind", &self.kind)
            .field("rule", &self.rule())
            .finish()
    }
}

impl Error {
    const fn new(part: &'static Part, kind: ErrorKind, span: Span, source_of_rule: Source) -> Self {
        Self { part, span, kind, source_of_rule, tail: [0; 3] }
    }

    /// Creates an error that names a production of the BNF; for scheme crates.
    #[must_use]
    pub const fn bnf(part: &'static Part, kind: ErrorKind, span: Span) -> Self {
        Self::new(part, kind, span, Source::Bnf)
    }

    /// Creates an error that names the part's section; for scheme crates.
    #[must_use]
    pub const fn prose(part: &'static Part, kind: ErrorKind, span: Span) -> Self {
        Self::new(part, kind, span, Source::Prose)
    }

    /// Creates an error for a number that is out of range; for scheme crates.
    #[must_use]
    pub const fn range(part: &'static Part, kind: ErrorKind, span: Span) -> Self {
        Self::new(part, kind, span, Source::Range)
    }

    /// Adds the rest of the character to an unexpected byte.
    pub(crate) fn with_tail(mut self, tail: &[u8]) -> Self {
        self.tail.iter_mut().zip(tail).for_each(|(to, from)| *to = *from);
        self
    }

    /// Replaces an unexpected byte by the first character of `text`, if there is one.
    pub(crate) fn with_byte_of(self, text: &[u8]) -> Self {
        match (self.kind, text.split_at_checked(character_len(text))) {
            (ErrorKind::UnexpectedByte(_), Some(([first, tail @ ..], _))) => {
                // The whole tail is replaced: `é` has two octets, and must not keep the third of a
                // `€` before it.
                let kind = ErrorKind::UnexpectedByte(*first);
                Self { kind, tail: [0; 3], ..self }.with_tail(tail)
            }
            _ => self,
        }
    }

    /// Returns the rest of the character whose first byte is unexpected.
    pub(crate) fn tail(&self) -> impl Iterator<Item = u8> + use<> {
        self.tail.into_iter().take_while(|byte| *byte != 0)
    }

    /// Replaces the part by the same part with the name of its scheme, for messages.
    pub(crate) const fn in_part(self, part: &'static Part) -> Self {
        Self { part, ..self }
    }

    /// Returns the part that the error is in.
    #[must_use]
    pub const fn part(&self) -> &'static Part {
        self.part
    }

    /// Returns the kind of the error.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the bytes of the parsed text that have to change. The span is empty if something is missing.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns this error with another span, for texts that were changed before they were parsed.
    #[must_use]
    #[doc(hidden)]
    pub const fn with_span(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// Returns the rule that the text breaks.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self.source_of_rule {
            Source::Bnf => Rule::Bnf(match self.kind {
                ErrorKind::EmptyLabel | ErrorKind::LabelHyphen => "domainlabel",
                ErrorKind::TopLabelDigit => "toplabel",
                ErrorKind::GroupCount => "hostnumber",
                ErrorKind::CredentialsNotAllowed => "hostport",
                ErrorKind::BadEscape => "escape",
                _ => self.part.production,
            }),
            Source::Prose => Rule::Prose(self.part.section),
            Source::Range => Rule::Range,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::part::SCHEMEPART;

    /// No byte of a longer character stays after a shorter one.
    #[test]
    fn an_unexpected_character_is_replaced_as_a_whole() {
        let tail = |error: Error| error.tail().collect::<alloc::vec::Vec<u8>>();
        let error = Error::bnf(&SCHEMEPART, ErrorKind::UnexpectedByte(0xE2), Span::new(0, 1))
            .with_tail(b"\x82\xAC");
        assert_eq!(tail(error), b"\x82\xAC");
        let error = error.with_byte_of("\u{e9}x".as_bytes());
        assert_eq!(
            (error.kind(), tail(error)),
            (ErrorKind::UnexpectedByte(0xC3), b"\xA9".to_vec())
        );
        let error = error.with_byte_of(b"~x");
        assert_eq!((error.kind(), tail(error)), (ErrorKind::UnexpectedByte(b'~'), b"".to_vec()));
        assert_eq!(error.with_byte_of(b"").kind(), ErrorKind::UnexpectedByte(b'~'));
    }
}
