//! The one error type of the family.

use core::fmt;

use crate::syntax::{
    part::{Part, PartRule},
    span::Span,
};

/// What is wrong at a place.
///
/// [`code`](Error::code) names the same thing in lower case with hyphens, for machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is longer than 4 GiB - 1.
    TooLong,
    /// The text is no URL of the scheme that was asked for.
    WrongScheme,
    /// A byte that this part may not hold unescaped.
    UnexpectedByte(u8),
    /// A `%` that two hexadecimal digits do not follow.
    BadEscape,
    /// A `#`, which starts a fragment in other systems and is no part of a URL (section 2.2).
    Fragment,
    /// The text ends where the part cannot.
    UnexpectedEnd,
    /// A delimiter is missing.
    Expected(Token),
    /// The part may not be empty.
    Empty,
    /// A user or password in a scheme that has none.
    CredentialsNotAllowed,
    /// Nothing stands between two dots of a host name, before the first or after the last.
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
    /// An IPv6 address in brackets, which later standards brought.
    Ipv6Literal,
    /// An IPv6 address without brackets, which no standard allows in a URL.
    Ipv6Unbracketed,
    /// An address of a future version in brackets (`IPvFuture` of RFC 3986).
    FutureAddress,
    /// An IPv4 address in brackets.
    BracketedIpv4,
    /// A host name with characters outside US-ASCII.
    InternationalName,
    /// A colon after the host, but no port.
    EmptyPort,
    /// The port is over 65535.
    PortOutOfRange,
    /// Data for a builder holds an octet that this part cannot hold, not even percent-encoded.
    ForbiddenOctet(u8),
    /// A rule of this part alone, by its place in the part's declaration: see [`Error::part_rule`].
    Custom(u8),
}

/// A delimiter that an error misses.
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
    /// The delimiter itself.
    #[must_use]
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

/// Which of the three sources of validity refuses a text (section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The BNF of section 5, by the name of the production.
    Bnf(&'static str),
    /// What the prose of a section forbids although the BNF accepts it.
    Prose(&'static str),
    /// A number that the protocol cannot express.
    Range,
}

/// `bnf:hostname`, `prose:3.4.1` or `range`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bnf(production) => write!(f, "bnf:{production}"),
            Self::Prose(section) => write!(f, "prose:{section}"),
            Self::Range => f.write_str("range"),
        }
    }
}

/// [`Rule`] without its name, which the part and the kind give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Bnf,
    Prose,
    Range,
}

/// Why a text is no URL, or data cannot be written as a part of one.
///
/// It names the part, the rule and the place, copies in 24 bytes, and holds nothing of the text, so
/// that a log of errors tells no password.
///
/// ```
/// use url1738_core::{GenericUrl, Rule};
///
/// let text = "finger://host.dom/~joe";
/// let error = GenericUrl::parse(text).unwrap_err();
/// assert_eq!((error.part().name(), error.span().range()), ("urlpath", 18..19));
/// assert_eq!(error.rule(), Rule::Bnf("urlpath"));
/// assert_eq!(error.fix(text).unwrap().to_string(), "%7E");
/// ```
///
/// A scheme makes its own; who reads a text within another one moves them:
///
/// ```
/// use url1738_core::{Error, ErrorKind, Rule, Span, part::{GROUP, PORT, URLPATH}};
///
/// let empty = Error::bnf(&URLPATH, ErrorKind::Empty, Span::new(9, 9));
/// assert_eq!((empty.kind(), empty.rule()), (ErrorKind::Empty, Rule::Bnf("urlpath")));
/// assert_eq!(empty.offset_by(100).span().start, 109);
/// assert_eq!(empty.with_span(Span::new(3, 3)).span().start, 3);
/// assert_eq!(Error::prose(&URLPATH, ErrorKind::Empty, Span::new(9, 9)).rule(), Rule::Prose("3.1"));
/// assert_eq!(Error::range(&PORT, ErrorKind::PortOutOfRange, Span::new(0, 5)).rule(), Rule::Range);
///
/// // The words apart from the place, and what to write instead.
/// let digit = Error::bnf(&GROUP, ErrorKind::Custom(0), Span::new(5, 6));
/// assert_eq!(digit.part_rule().unwrap().code, "group-first-letter");
/// assert_eq!(digit.message().to_string(), "a group name begins with a letter");
/// assert_eq!(digit.help().to_string(), "groups whose names begin with a digit came with RFC 5538");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Error {
    part: &'static Part,
    span: Span,
    kind: ErrorKind,
    source_of_rule: Source,
    /// The rest of the character that an [`ErrorKind::UnexpectedByte`] begins; 0 after its last byte. So the help
    /// names the same escapes as the fix.
    tail: [u8; 3],
}

// An error is returned by value from every parse function.
const _: () = assert!(size_of::<Error>() <= 24);

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

impl core::error::Error for Error {}

impl Error {
    const fn new(part: &'static Part, kind: ErrorKind, span: Span, source_of_rule: Source) -> Self {
        Self { part, span, kind, source_of_rule, tail: [0; 3] }
    }

    /// An error against the BNF; for scheme crates.
    #[must_use]
    pub const fn bnf(part: &'static Part, kind: ErrorKind, span: Span) -> Self {
        Self::new(part, kind, span, Source::Bnf)
    }

    /// An error against the prose of the part's section; for scheme crates.
    #[must_use]
    pub const fn prose(part: &'static Part, kind: ErrorKind, span: Span) -> Self {
        Self::new(part, kind, span, Source::Prose)
    }

    /// A number that cannot be expressed; for scheme crates.
    #[must_use]
    pub const fn range(part: &'static Part, kind: ErrorKind, span: Span) -> Self {
        Self::new(part, kind, span, Source::Range)
    }

    /// Completes an unexpected byte with the rest of its character.
    pub(crate) fn with_tail(mut self, tail: &[u8]) -> Self {
        self.tail.iter_mut().zip(tail).for_each(|(to, from)| *to = *from);
        self
    }

    /// The rest of the character that an unexpected byte begins.
    pub(crate) fn tail(&self) -> impl Iterator<Item = u8> + use<> {
        self.tail.into_iter().take_while(|byte| *byte != 0)
    }

    /// The same error in a part that knows the parser of its scheme.
    pub(crate) const fn in_part(self, part: &'static Part) -> Self {
        Self { part, ..self }
    }

    /// The part that is wrong.
    #[must_use]
    pub const fn part(&self) -> &'static Part {
        self.part
    }

    /// What is wrong with it.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Where: bytes of the text that was parsed. It covers what has to change; where something is
    /// missing it is empty.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The same error for a text in which the parsed one begins at byte `by`.
    #[must_use]
    pub const fn offset_by(self, by: u32) -> Self {
        let Span { start, end } = self.span;
        let span = Span::new(start.saturating_add(by), end.saturating_add(by));
        Self { span, ..self }
    }

    /// The same error at another place, for texts that were changed before they were parsed.
    #[must_use]
    pub const fn with_span(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// The rule that refuses it.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self.source_of_rule {
            Source::Bnf => Rule::Bnf(self.production()),
            Source::Prose => Rule::Prose(self.part.section()),
            Source::Range => Rule::Range,
        }
    }

    const fn production(&self) -> &'static str {
        match self.kind {
            ErrorKind::EmptyLabel | ErrorKind::LabelHyphen => "domainlabel",
            ErrorKind::TopLabelDigit => "toplabel",
            ErrorKind::GroupCount => "hostnumber",
            ErrorKind::CredentialsNotAllowed => "hostport",
            ErrorKind::BadEscape => "escape",
            _ => self.part.production(),
        }
    }

    /// The rule that only this part has, where [`kind`](Self::kind) is [`ErrorKind::Custom`].
    #[must_use]
    pub fn part_rule(&self) -> Option<&'static PartRule> {
        match self.kind {
            ErrorKind::Custom(index) => self.part.rule(index),
            _ => None,
        }
    }
}
