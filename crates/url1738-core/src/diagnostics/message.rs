//! The message and the help of an error.

use alloc::string::{String, ToString as _};
use core::fmt;

use super::error::{Error, ErrorKind as Kind, Token};
use crate::syntax::part::{HOST, PORT};

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {} at byte {}", Message(*self), self.part(), self.span().start)
    }
}

impl Error {
    /// Returns the message without the part and the position.
    #[must_use]
    pub const fn message(&self) -> impl fmt::Display + use<> {
        Message(*self)
    }

    /// Returns what to write instead, or which later standard allows it, as far as that is known without the text;
    /// [`help_for`](Self::help_for) knows more. The help is empty if a scheme of another crate declares none
    /// ([`Part::with_hint`](crate::scheme::Part::with_hint), [`PartRule`](crate::scheme::PartRule)).
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
            matches!(self.kind(), Kind::UnexpectedByte(_) | Kind::BadEscape | Kind::Fragment)
                && self.part().class().allows_escapes()
                && self.fix(text.as_ref()).is_none(),
        );
        help.to_string()
    }
}

/// The message: lower case, without a full stop, and without input except the one unexpected byte, so that it cannot
/// leak a password.
#[derive(Clone, Copy, Debug)]
struct Message(Error);

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.kind() {
            Kind::UnexpectedByte(byte) => return unexpected(byte, f),
            Kind::ForbiddenOctet(octet) => return forbidden(octet, f),
            Kind::Expected(token) => return write!(f, "expected `{}`", token.as_str()),
            Kind::Custom(_) => self.0.part_rule().map_or("not allowed", |rule| rule.message),
            Kind::TooLong => "longer than 4 GiB - 1",
            Kind::WrongScheme => "not the scheme that was asked for",
            Kind::BadEscape => "`%` without two hexadecimal digits",
            Kind::Fragment => "`#` starts a fragment, which is no part of a URL",
            Kind::UnexpectedEnd => "ends too early",
            Kind::Empty => "must not be empty",
            Kind::CredentialsNotAllowed => "this scheme has no user or password",
            Kind::EmptyLabel => "empty label",
            Kind::LabelHyphen => "label begins or ends with `-`",
            Kind::LabelTooLong => "label longer than 63 characters",
            Kind::NameTooLong => "host name longer than 255 characters",
            Kind::TopLabelDigit => "the last label begins with a digit",
            Kind::GroupCount => "an IPv4 address has four numbers",
            Kind::GroupOutOfRange => "number over 255 in an address",
            Kind::Ipv6Literal => "an IPv6 address",
            Kind::Ipv6Unbracketed => "an IPv6 address without brackets",
            Kind::FutureAddress => "an address of a future IP version",
            Kind::BracketedIpv4 => "brackets around an IPv4 address",
            Kind::InternationalName => "host name outside US-ASCII",
            Kind::EmptyPort => "`:` without a port",
            Kind::PortOutOfRange => "port over 65535",
        })
    }
}

fn unexpected(byte: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match byte {
        b' ' => f.write_str("unescaped blank"),
        b'\t' => f.write_str("unescaped tab"),
        b'\r' | b'\n' => f.write_str("unescaped line break"),
        b'`' => f.write_str("unescaped grave accent"),
        0..0x20 | 0x7f => write!(f, "unescaped control octet {byte:02X}"),
        0x80.. => write!(f, "unescaped octet {byte:02X} outside US-ASCII"),
        _ => write!(f, "unexpected `{}`", char::from(byte)),
    }
}

/// Writes the message for an octet that is not allowed even percent-encoded.
fn forbidden(octet: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match octet {
        b'\t' => f.write_str("a tab is not allowed"),
        b'\r' | b'\n' => f.write_str("a line break is not allowed"),
        0x21..0x7f => write!(f, "`{}` is not allowed", char::from(octet)),
        _ => write!(f, "octet {octet:02X} is not allowed"),
    }
}

/// The help: what to write instead.
#[derive(Clone, Copy, Debug)]
struct Help {
    error: Error,
    /// Whether the usual suggestion of an escape is left out because it would not lead to a URL.
    withheld: bool,
}

impl Help {
    const fn new(error: Error) -> Self {
        Self { error, withheld: false }
    }

    const fn but_withheld(self, withheld: bool) -> Self {
        Self { withheld, ..self }
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const APART: &str = "keep the fragment apart from the URL";
        let part = self.error.part();
        let escapes = part.class().allows_escapes() && !self.withheld;
        f.write_str(match self.error.kind() {
            Kind::UnexpectedByte(byte) if escapes => return escaped(byte, &self.error, f),
            Kind::BadEscape if escapes => "write a plain `%` as `%25`",
            Kind::Fragment if escapes => {
                return write!(f, "{APART}, or write `#` as `%23` if it is data");
            }
            Kind::Fragment => APART,
            Kind::UnexpectedByte(_) | Kind::BadEscape => part.hint(),
            Kind::Custom(_) => self.error.part_rule().map_or("", |rule| rule.help),
            Kind::CredentialsNotAllowed => "leave out everything up to the `@`",
            Kind::Ipv6Literal | Kind::Ipv6Unbracketed => {
                "RFC 1738 has names and IPv4 addresses only; IPv6 needs RFC 3986"
            }
            Kind::FutureAddress => {
                "RFC 1738 has names and IPv4 addresses only; IPvFuture needs RFC 3986"
            }
            Kind::BracketedIpv4 => "write the address without brackets",
            Kind::InternationalName => "write the name in its US-ASCII form (IDNA)",
            Kind::EmptyPort => "leave the colon out with the port",
            Kind::EmptyLabel => {
                "a label stands on both sides of a dot; RFC 1738 has no names with a dot at the end"
            }
            Kind::TopLabelDigit => "the last label of a host name begins with a letter",
            Kind::GroupCount => "write all four numbers of the address",
            Kind::LabelHyphen => "a label begins and ends with a letter or a digit",
            Kind::LabelTooLong | Kind::NameTooLong => "no name of the DNS is that long (RFC 1034)",
            Kind::GroupOutOfRange => "each of the four numbers is 0 to 255",
            Kind::PortOutOfRange => "a port is a number from 0 to 65535",
            Kind::ForbiddenOctet(_) => "leave it out; no escape makes it fit",
            Kind::TooLong => "take it apart into lines first",
            Kind::WrongScheme => "read it with the type of its own scheme",
            Kind::Empty | Kind::UnexpectedEnd if part == &HOST => "write a host name or address",
            Kind::Expected(Token::Colon) => "a URL begins with a scheme name and a colon",
            Kind::Expected(Token::Slashes) => "the host follows `//`",
            Kind::Expected(Token::Slash) if part == &HOST || part == &PORT => {
                "what follows host and port begins with `/`"
            }
            Kind::Expected(_) | Kind::Empty | Kind::UnexpectedEnd => part.hint(),
        })
    }
}

/// Writes the suggestion to percent-encode the character whose first byte is `byte`.
fn escaped(byte: u8, error: &Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if byte == b'\\' {
        return f.write_str("write `/` if a separator is meant, `%5C` if it is data");
    }
    write!(f, "write it as `%{byte:02X}")?;
    error.tail().try_for_each(|byte| write!(f, "%{byte:02X}"))?;
    f.write_str("`")
}
