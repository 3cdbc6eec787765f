//! The notation of plans: `CWD /etc`, `send "/docs\r\n"`.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: a value is not longer than the field that ends with it"
)]

use alloc::{string::ToString as _, vec};
use core::{ascii, fmt};

use super::{
    argument::{Argument, Line},
    step::{Chunk, Command, Condition, Step},
};
use crate::{
    diagnostics::redact::{MASK, Redacted, Segment, write_runs},
    syntax::span::{Span, offset},
};

/// Octets as they are displayed: printable US-ASCII, with escapes for the others.
struct Shown<'a> {
    octets: &'a [u8],
    /// Whether they are between quotation marks, so that `"` and `\` are escaped, too.
    quoted: bool,
    /// Whether secrets are written; otherwise those of a URL among the octets are written as `***`.
    reveals: bool,
}

impl fmt::Display for Shown<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let redacted = match self.reveals {
            true => Redacted::revealed(self.octets),
            false => Redacted::of_data(self.octets),
        };
        for segment in redacted.segments() {
            match segment {
                Segment::Plain(octets) => self.segment(octets, f)?,
                Segment::Masked => f.write_str(MASK)?,
            }
        }
        Ok(())
    }
}

impl<'a> Shown<'a> {
    /// Shows an argument. A secret is never quoted.
    #[inline]
    fn argument(argument: &'a Argument, quoted: bool, reveals: bool) -> Self {
        match argument.is_secret() {
            // Not the octets with a mask over them: the length of a password is a secret, too.
            true if !reveals => Self::text(MASK),
            secret => Self { octets: argument.octets(), quoted: quoted && !secret, reveals },
        }
    }

    #[inline]
    fn chunk(chunk: &'a Chunk, quoted: bool, reveals: bool) -> Self {
        match chunk {
            Chunk::Octets(argument) => Self::argument(argument, quoted, reveals),
            Chunk::Line(line) => Self { octets: line.octets(), quoted, reveals },
            Chunk::Protocol(octets) => Self { octets, quoted, reveals },
            Chunk::Answer(question) => Self::text(question.placeholder()),
        }
    }

    #[inline]
    const fn text(text: &'static str) -> Self {
        Self { octets: text.as_bytes(), quoted: false, reveals: true }
    }

    #[inline]
    const fn is_plain(&self, octet: u8) -> bool {
        matches!(octet, b' '..=b'~') && !(self.quoted && matches!(octet, b'"' | b'\\'))
    }

    /// Writes octets without secrets: runs of plain ones, and the escapes of others.
    #[inline]
    fn segment(&self, octets: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |octet| self.is_plain(octet);
        write_runs(octets, f, is_plain, |octet, f| match self.quoted {
            true => write!(f, "{}", ascii::escape_default(octet)),
            false => write!(f, "\\x{octet:02x}"),
        })
    }
}

/// Writes octets that are not printable US-ASCII as `\xHH`. A password is written as `***`, except in the alternate
/// form (`{:#}`).
impl fmt::Display for Argument {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown::argument(self, false, f.alternate()).fmt(f)
    }
}

impl Argument {
    /// Returns the octets between quotation marks, as [`Step::AdviseUser`] is displayed. A password is written as Display
    /// writes it.
    ///
    /// ```
    /// use url1738_core::plan::Argument;
    ///
    /// let user = Argument::new(b"joe \"j\" s")?;
    /// assert_eq!(user.to_string(), r#"joe "j" s"#);
    /// assert_eq!(user.quoted().to_string(), r#""joe \"j\" s""#);
    /// assert_eq!(format!("{:#}", user.secret().quoted()), r#""joe "j" s""#);
    /// # Ok::<(), url1738_core::plan::ControlOctet>(())
    /// ```
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub const fn quoted(&self) -> impl fmt::Display {
        Quoted(self)
    }
}

struct Quoted<'a>(&'a Argument);

impl fmt::Display for Quoted<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", Shown::argument(self.0, true, f.alternate()))
    }
}

/// Writes the octets between quotation marks, without secrets.
impl fmt::Debug for Argument {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.quoted())
    }
}

/// Writes the octets between quotation marks, without secrets.
impl fmt::Debug for Line {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", Shown { octets: self.octets(), quoted: true, reveals: false })
    }
}

impl fmt::Display for Step {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reveals = f.alternate();
        let bare = |octets| Shown { octets, quoted: false, reveals };
        let quoted = |octets| Shown { octets, quoted: true, reveals };
        let argument = |argument| Shown::argument(argument, true, reveals);
        match self {
            Self::Command(command) => fmt::Display::fmt(command, f),
            Self::Send(chunks) => {
                f.write_str("send \"")?;
                chunks.iter().try_for_each(|it| Shown::chunk(it, true, reveals).fmt(f))?;
                f.write_str("\"")
            }
            Self::Ask(question) => write!(f, "ask {}", question.name()),
            Self::AdviseUser(user) => write!(f, "advise user \"{}\"", argument(user)),
            Self::AdvisePassword(password) => {
                write!(f, "advise password \"{}\"", argument(password))
            }
            Self::Session => f.write_str("session"),
            Self::Init => f.write_str("init"),
            Self::Search { database, terms: Some(terms) } => {
                write!(f, "search [{}] \"{}\"", bare(database), quoted(terms))
            }
            Self::Search { database, terms: None } => {
                write!(f, "search [{}] <search>", bare(database))
            }
            Self::Retrieve { database, wtype, id } => {
                let [wtype, id] = [wtype, id].map(|octets| quoted(octets));
                write!(f, "retrieve [{}] type \"{wtype}\" id \"{id}\"", bare(database))
            }
            Self::Resolve { hsoname, fields } => {
                write!(f, "resolve \"{}\"", quoted(hsoname))?;
                for (name, value) in fields {
                    // The name of a field may show that its value is a password.
                    let field = [b";", &**name, b"=", value].concat();
                    let start = field.len() - value.len();
                    let masked = Redacted::of_data(&field);
                    // Also of `password=a`, whose value begins within the name.
                    let is_in = |at: &Span| (at.start..at.end).contains(&offset(start));
                    let secret = masked.secrets().iter().any(is_in);
                    match secret && !reveals {
                        true => write!(f, " {}={MASK}", bare(name))?,
                        false => write!(f, " {}=\"{}\"", bare(name), quoted(value))?,
                    }
                }
                Ok(())
            }
            Self::Compose(address) => {
                write!(f, "compose {}", Shown::argument(address, false, reveals))
            }
            Self::Open(segments) => {
                // The path is redacted as one text, because a URL within it may span several segments, and after the slash before it,
                // because a login follows two: `file:///joe:pw@host.dom/`.
                let mut path = vec![b'/'];
                for segment in segments {
                    path.push(b'/');
                    path.extend_from_slice(segment);
                }
                let shown = bare(&path).to_string();
                write!(f, "open {}", shown.strip_prefix('/').unwrap_or_default())
            }
        }
    }
}

impl fmt::Display for Command {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verb)?;
        if let Some(argument) = &self.argument {
            write!(f, " {}", Shown::chunk(argument, false, f.alternate()))?;
        }
        match self.condition {
            Condition::Always => Ok(()),
            Condition::If(code) => write!(f, " [if {code}]"),
            Condition::Guess => f.write_str(" [guess]"),
            Condition::Optional => f.write_str(" [optional]"),
        }
    }
}

// Within `write!`, `{self}` has the normal form even if `f` has the flag `#`, whose form would show secrets.

/// Writes the step in the notation of plans, without secrets.
impl fmt::Debug for Step {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Step({self})")
    }
}

/// Writes the line in the notation of plans, without secrets.
impl fmt::Debug for Command {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Command({self})")
    }
}
