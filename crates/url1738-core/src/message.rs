//! The words of an error, apart from its data.

use core::fmt;

use crate::{
    error::{Error, ErrorKind as Kind, Token},
    part::{HOST, PORT, Part},
};

/// What is wrong: lower case, no full stop, nothing of the text but the one byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message(pub(crate) Error);

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.kind() {
            Kind::UnexpectedByte(byte) => return unexpected(byte, f),
            Kind::Expected(token) => return write!(f, "expected `{}`", token.as_str()),
            Kind::Special(_) => self.0.fault().map_or("not allowed", |fault| fault.message),
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
            Kind::TopLabelDigit => {
                "neither a name, whose last label begins with a letter, nor four numbers"
            }
            Kind::GroupOutOfRange => "number over 255 in an address",
            Kind::Ipv6Literal => "an IPv6 address",
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

/// What to write instead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Help(pub(crate) Error);

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.0.part();
        f.write_str(match self.0.kind() {
            Kind::UnexpectedByte(byte) => return instead_of(byte, part, f),
            Kind::Special(_) => self.0.fault().map_or("", |fault| fault.help),
            Kind::BadEscape => "write a plain `%` as `%25`",
            Kind::Fragment => {
                "keep the fragment apart from the URL, or write `#` as `%23` if it is data"
            }
            Kind::CredentialsNotAllowed => "leave out everything up to the `@`",
            Kind::Ipv6Literal => "RFC 1738 has names and IPv4 addresses only; IPv6 needs RFC 3986",
            Kind::InternationalName => "write the name in its US-ASCII form (IDNA)",
            Kind::EmptyPort => "leave the colon out with the port",
            Kind::EmptyLabel => {
                "a label stands on both sides of a dot; RFC 1738 has no names with a dot at the end"
            }
            Kind::TopLabelDigit => "write all four numbers of the address",
            Kind::LabelHyphen => "a label begins and ends with a letter or a digit",
            Kind::LabelTooLong | Kind::NameTooLong => "no name of the DNS is that long (RFC 1034)",
            Kind::GroupOutOfRange => "each of the four numbers is 0 to 255",
            Kind::PortOutOfRange => "a port is a number from 0 to 65535",
            Kind::TooLong => "take it apart into lines first",
            Kind::WrongScheme => "read it with the type of its own scheme",
            Kind::Empty | Kind::UnexpectedEnd if part == &HOST => "write a host name or address",
            Kind::Expected(Token::Colon) => "a URL begins with a scheme name and a colon",
            Kind::Expected(Token::Slashes) => "the host follows `//`",
            Kind::Expected(Token::Slash) if part == &HOST || part == &PORT => {
                "what follows host and port begins with `/`"
            }
            Kind::Expected(_) | Kind::Empty | Kind::UnexpectedEnd => part.form(),
        })
    }
}

fn instead_of(byte: u8, part: &Part, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match byte {
        _ if !part.class().allows_escapes() => f.write_str(part.form()),
        b'\\' => f.write_str("write `/` if a separator is meant, `%5C` if it is data"),
        _ => write!(f, "write it as `%{byte:02X}`"),
    }
}
