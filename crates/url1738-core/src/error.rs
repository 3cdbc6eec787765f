//! The one error type of the family.

use alloc::string::{String, ToString as _};
use core::fmt;

use crate::{
    annotate::Annotated,
    fix::{Fix, fix},
    message::{Help, Message},
    part::{Fault, Part},
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
    /// A rule of this part alone, by its place in the part's declaration: see [`Error::fault`].
    Special(u8),
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
/// assert_eq!(empty.shifted(100).span().start, 109);
/// assert_eq!(empty.at(Span::new(3, 3)).span().start, 3);
/// assert_eq!(Error::prose(&URLPATH, ErrorKind::Empty, Span::new(9, 9)).rule(), Rule::Prose("3.1"));
/// assert_eq!(Error::range(&PORT, ErrorKind::PortOutOfRange, Span::new(0, 5)).rule(), Rule::Range);
///
/// // The words apart from the place, and what to write instead.
/// let digit = Error::bnf(&GROUP, ErrorKind::Special(0), Span::new(5, 6));
/// assert_eq!(digit.fault().unwrap().code, "group-first-letter");
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

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {} at byte {}", Message(*self), self.part, self.span.start)
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
    pub const fn shifted(self, by: u32) -> Self {
        let Span { start, end } = self.span;
        let span = Span::new(start.saturating_add(by), end.saturating_add(by));
        Self { span, ..self }
    }

    /// The same error at another place, for texts that were changed before they were parsed.
    #[must_use]
    pub const fn at(self, span: Span) -> Self {
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

    /// The rule that only this part has, where [`kind`](Self::kind) is [`ErrorKind::Special`].
    #[must_use]
    pub fn fault(&self) -> Option<&'static Fault> {
        match self.kind {
            ErrorKind::Special(index) => self.part.fault(index),
            _ => None,
        }
    }

    /// A stable name for what is wrong, in lower case with hyphens.
    #[must_use]
    pub fn code(&self) -> &'static str {
        use ErrorKind as Kind;
        match self.kind {
            Kind::TooLong => "too-long",
            Kind::WrongScheme => "wrong-scheme",
            Kind::UnexpectedByte(_) => "unexpected-byte",
            Kind::BadEscape => "bad-escape",
            Kind::Fragment => "fragment",
            Kind::UnexpectedEnd => "unexpected-end",
            Kind::Expected(_) => "expected-delimiter",
            Kind::Empty => "empty",
            Kind::CredentialsNotAllowed => "credentials-not-allowed",
            Kind::EmptyLabel => "empty-label",
            Kind::LabelHyphen => "label-hyphen",
            Kind::LabelTooLong => "label-too-long",
            Kind::NameTooLong => "name-too-long",
            Kind::TopLabelDigit => "top-label-digit",
            Kind::GroupCount => "group-count",
            Kind::GroupOutOfRange => "group-out-of-range",
            Kind::Ipv6Literal => "ipv6-literal",
            Kind::Ipv6Unbracketed => "ipv6-unbracketed",
            Kind::FutureAddress => "future-address",
            Kind::BracketedIpv4 => "bracketed-ipv4",
            Kind::InternationalName => "international-name",
            Kind::EmptyPort => "empty-port",
            Kind::PortOutOfRange => "port-out-of-range",
            Kind::ForbiddenOctet(_) => "forbidden-octet",
            Kind::Special(_) => self.fault().map_or("special", |fault| fault.code),
        }
    }

    /// What is wrong, in a phrase without the place.
    #[must_use]
    pub const fn message(&self) -> impl fmt::Display + use<> {
        Message(*self)
    }

    /// Returns what to write instead, or which later standard has it, as far as that can be said without the text;
    /// [`help_for`](Self::help_for) knows more. It is empty if a scheme of another crate declares no words
    /// ([`Part::form_is`](crate::Part::form_is), [`Fault`](crate::Fault)).
    #[must_use]
    pub const fn help(&self) -> impl fmt::Display + use<> {
        Help::new(*self)
    }

    /// Returns the help for this error in `text`, the text that was parsed. Like [`help`](Self::help), but it
    /// suggests no escape if the text with that escape is not a URL either.
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let help = |text: &str| GenericUrl::parse(text).unwrap_err().help_for(text);
    /// assert_eq!(help("x-db://host.dom/caf\u{e9}"), "write it as `%C3%A9`");
    /// assert_eq!(help("x-db://caf\u{e9}.dom/"), "write the name in its US-ASCII form (IDNA)");
    /// ```
    #[must_use]
    pub fn help_for(&self, text: impl AsRef<[u8]>) -> String {
        let help = Help::new(*self).but_withheld(
            matches!(
                self.kind,
                ErrorKind::UnexpectedByte(_) | ErrorKind::BadEscape | ErrorKind::Fragment
            ) && self.part.class().allows_escapes()
                && self.fix(text.as_ref()).is_none(),
        );
        help.to_string()
    }

    /// Returns the change of `text`, the text that was parsed, that repairs this one error.
    ///
    /// It is offered only if it leads to a URL: after it, and after the fixes of the errors behind it, the text is a
    /// URL of the scheme. A text with more than 32 errors has no fix; it needs a repair.
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let fix = |text: &str| GenericUrl::parse(text).unwrap_err().fix(text).map(|fix| fix.to_string());
    /// assert_eq!(fix("x-db://host.dom/a b~c").as_deref(), Some("%20"));
    /// assert_eq!(fix("x-db://my host.dom/a b"), None);
    /// ```
    #[must_use]
    pub fn fix(&self, text: impl AsRef<[u8]>) -> Option<Fix> {
        fix(self, text.as_ref())
    }

    /// The text with a caret line under the span and the message; passwords in it are `***`.
    #[must_use]
    pub const fn annotate<'a>(&self, text: &'a str) -> Annotated<'a> {
        Annotated::new(*self, text)
    }
}
