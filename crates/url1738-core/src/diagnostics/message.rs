//! The message and the help of an error, and both with a caret line under the text, without a diagnostics crate.

use alloc::{
    format,
    string::{String, ToString as _},
};
use core::fmt;

use super::{
    error::{Error, ErrorKind as Kind, Token},
    fix::{Parse, fix, is_drive_path, is_in_bare_host, is_second_at},
    redact::Redacted,
};
use crate::syntax::{
    address,
    part::{HOST, PORT, Part, Role, SCHEME},
    span::Span,
};

impl Error {
    /// Returns the message: what is wrong, and in which part, which [`Part::label`](crate::scheme::Part::label) names.
    /// Display adds the position.
    #[must_use]
    pub const fn message(&self) -> impl fmt::Display + use<> {
        Message { error: *self, character: None }
    }

    /// Like [`message`](Self::message), but names the unexpected character as `character` if the error is about a byte of one
    /// outside US-ASCII, which the error does not know as a whole (section 2.2).
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let error = GenericUrl::parse("x-db:caf\u{e9}").unwrap_err();
    /// assert_eq!(error.message().to_string(), "unexpected non-ASCII byte 0xC3 in scheme-specific part");
    /// let message = error.message_naming("`\u{e9}`").to_string();
    /// assert_eq!(message, "unexpected `\u{e9}` in scheme-specific part");
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub const fn message_naming<'c>(&self, character: &'c str) -> impl fmt::Display + use<'c> {
        Message { error: *self, character: Some(character) }
    }

    /// Returns the help: one imperative, as far as it is known without the text. The type that parsed it knows more: its
    /// associated function `help`. It may add which later standard allows the text. The help is empty if a scheme of another crate declares none
    /// ([`Part::with_hint`](crate::scheme::Part::with_hint), [`CodeInfo::with_help`](crate::CodeInfo::with_help)).
    #[must_use]
    pub const fn help(&self) -> impl fmt::Display + use<> {
        Help { error: *self, withheld: false }
    }
}

/// Returns the help for an error in `text`. Like [`Error::help`], but it suggests no escape if `parse` refuses the text with that
/// escape, too, and a file URL in place of a path of Windows (section 3.10).
#[must_use]
pub fn help(text: &[u8], error: &Error, parse: Parse) -> String {
    if is_drive_path(text) || text.starts_with(br"\\") {
        return "write a path of Windows as a file URL, as in `file:///C:/dir/name`".into();
    }
    if is_in_bare_host(error, text) {
        return "write a host name in its US-ASCII form (IDNA)".into();
    }
    if let Kind::GroupCount | Kind::TopLabelDigit | Kind::GroupOutOfRange = error.kind() {
        // `0x7f.1` is refused here and leads other software to 127.0.0.1, so that the help
        // names that address.
        let host = text.get(address::host_around(text, error.span().start as usize));
        if let Some(address) = host.and_then(address::inet_aton) {
            return format!("write four numbers; inet_aton and WHATWG parsers reach {address}");
        }
    }
    if is_second_at(error) && fix(text, error, parse).is_some() {
        return "percent-encode the `@` before it as `%40`".into();
    }
    // In `ftp://a b@my_host/` the escape of the space would lead to the `_`, for which there is no
    // fix. In a relative reference, of which `parse` reports another error, it is not known to.
    let withheld =
        matches!(error.kind(), Kind::UnexpectedByte(_) | Kind::BadEscape | Kind::Fragment)
            && error.part().class.allows_escapes()
            && fix(text, error, parse).is_none()
            && parse(text) == Err(*error);
    Help { error: *error, withheld }.to_string()
}

/// The message: lower case, without a full stop, and without input except the one unexpected byte, so that it cannot
/// leak a password. The part is named once.
#[derive(Clone, Copy, Debug)]
struct Message<'c> {
    error: Error,
    /// What to call an unexpected byte outside US-ASCII.
    character: Option<&'c str>,
}

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { error, character } = self;
        let (part, scheme) = (error.part().label(), error.part().scheme);
        match error.kind() {
            Kind::UnexpectedByte(byte) => match character.filter(|_| !byte.is_ascii()) {
                Some(character) => write!(f, "unexpected {character} in {part}"),
                None => write!(f, "unexpected {} in {part}", Byte(byte)),
            },
            Kind::ForbiddenOctet(octet) => write!(f, "{} is not allowed in {part}", Byte(octet)),
            Kind::Expected(Token::Slashes) => write!(f, "expected `//` before {part}"),
            Kind::Expected(Token::At) => write!(f, "expected `@` in {part}"),
            Kind::Expected(Token::Slash) if !is_hostport(error.part()) => {
                write!(f, "expected `/` before {part}")
            }
            Kind::Expected(token) => write!(f, "expected `{}` after {part}", token.as_str()),
            Kind::BadEscape | Kind::UnexpectedEnd => {
                write!(f, "{} in {part}", error.info().message)
            }
            Kind::Empty => write!(f, "{part} must not be empty"),
            Kind::Custom(index) if error.part().rule(index).is_none() => {
                write!(f, "invalid {part}")
            }
            Kind::WrongScheme if scheme.is_empty() => f.write_str("unexpected scheme"),
            Kind::WrongScheme => write!(f, "expected the scheme `{scheme}`"),
            Kind::CredentialsNotAllowed if scheme.is_empty() => f.write_str(NO_CREDENTIALS),
            Kind::CredentialsNotAllowed => {
                write!(f, "{scheme} URLs cannot contain a user or password")
            }
            _ => f.write_str(error.info().message),
        }
    }
}

/// Message of a login with a user, and the reason why a repair removes it.
pub(crate) const NO_CREDENTIALS: &str = "URLs of this scheme cannot contain a user or password";

/// Returns whether the part ends the host and port, which a `/` follows. In all other parts a missing `/` precedes them.
fn is_hostport(part: &Part) -> bool {
    matches!(part.role, Role::Host | Role::Port)
}

/// A byte as messages name it. Controls and bytes outside US-ASCII are written in hexadecimal, so that a message is safe
/// to print.
struct Byte(u8);

impl fmt::Display for Byte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            b' ' => f.write_str("space"),
            b'\t' => f.write_str("tab"),
            b'\r' | b'\n' => f.write_str("line break"),
            b'`' => f.write_str("grave accent"),
            byte @ (0..0x20 | 0x7f) => write!(f, "control character 0x{byte:02X}"),
            byte @ 0x80.. => write!(f, "non-ASCII byte 0x{byte:02X}"),
            byte => write!(f, "`{}`", char::from(byte)),
        }
    }
}

/// The help of a missing slash between host and path (RFC 1738, section 3.1), which has its own
/// code in file URLs.
pub const SLASH_AFTER_HOST: &str = "write a `/` after the host";

#[derive(Clone, Copy, Debug)]
struct Help {
    error: Error,
    /// Whether the usual suggestion of an escape is left out because it would not lead to a URL.
    withheld: bool,
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.error.part();
        let escapes = part.class.allows_escapes() && !self.withheld;
        f.write_str(match self.error.kind() {
            Kind::UnexpectedByte(byte) if escapes => return escaped(byte, &self.error, f),
            Kind::BadEscape if escapes => "percent-encode `%` as `%25`",
            // An `@` follows, so that the text after the `#` is more than a fragment.
            Kind::Fragment if escapes && matches!(part.role, Role::User | Role::Password) => {
                "percent-encode `#` as `%23`"
            }
            Kind::Fragment if escapes => {
                "remove the fragment, or percent-encode `#` as `%23` if it is data"
            }
            Kind::Fragment => "remove the fragment",
            Kind::Empty | Kind::UnexpectedEnd if part == &HOST => {
                "write a host name or an IPv4 address"
            }
            Kind::Empty | Kind::Expected(Token::Colon) | Kind::UnexpectedByte(b'/')
                if part == &SCHEME =>
            {
                "begin with a scheme, such as `http://`"
            }
            Kind::Expected(Token::Slashes) => "write `//` before the host",
            Kind::Expected(Token::Slash) if part == &HOST => SLASH_AFTER_HOST,
            Kind::Expected(Token::Slash) if part == &PORT => "write a `/` after the port",
            Kind::UnexpectedByte(_)
            | Kind::BadEscape
            | Kind::Expected(_)
            | Kind::Empty
            | Kind::UnexpectedEnd => part.hint,
            _ => self.error.info().help,
        })
    }
}

/// Writes the suggestion to percent-encode the character whose first byte is `byte`.
fn escaped(byte: u8, error: &Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // A `\` was most likely intended as a separator, and `%5C` would be part of a name.
    if byte == b'\\' {
        return f.write_str("write `/` as a separator, or `%5C` as data");
    }
    write!(f, "percent-encode it as `%{byte:02X}")?;
    error.tail().try_for_each(|byte| write!(f, "%{byte:02X}"))?;
    f.write_str("`")
}

/// Returns a text with a caret line under the span of an error in it, the message and the help: see
/// [`GenericUrl::annotate`](crate::GenericUrl::annotate).
#[must_use]
pub fn annotate(text: &str, error: &Error, parse: Parse) -> String {
    // Masked and escaped before the columns are counted: a password of any length takes three, and a control byte four.
    let shown = Redacted::new(text.as_bytes());
    let columns = |end| shown.slice(Span::new(0, end)).to_string().len();
    let before = columns(error.span().start);
    let marked = columns(error.span().end).saturating_sub(before).max(1);
    let (indent, carets) = (" ".repeat(before), "^".repeat(marked));
    let help = help(text.as_bytes(), error, parse);
    let label = if help.is_empty() { "" } else { "\nhelp: " };
    format!("{shown}\n{indent}{carets}\n{error}{label}{help}")
}
