//! The notation of plans: `CWD /etc`, `send "/docs\r\n"`.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: the line ends of a run are among its chunks"
)]

use alloc::{string::ToString as _, vec, vec::Vec};
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
    redacted: Redacted<'a>,
    /// Whether they are between quotation marks, so that `"` and `\` are escaped, too.
    quoted: bool,
}

impl fmt::Display for Shown<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in self.redacted.segments() {
            match segment {
                Segment::Plain(octets) => self.segment(octets, f)?,
                Segment::Masked => f.write_str(MASK)?,
            }
        }
        Ok(())
    }
}

/// Returns octets of a URL, whose secrets are written as `***` unless `reveals`.
#[inline]
fn redact(octets: &[u8], reveals: bool) -> Redacted<'_> {
    if reveals { Redacted::revealed(octets) } else { Redacted::of_data(octets) }
}

/// Returns a function that cuts a text into pieces with a separator after each, masked like the whole: a secret may begin in
/// one piece and end in another, as in `wais://h/password%3D/s3cret/x`.
#[inline]
fn cutter<'a>(text: Redacted<'a>) -> impl FnMut(&[u8]) -> Redacted<'a> {
    let mut next = 0_u32;
    move |piece| {
        let span = Span::of_len(next, offset(piece.len()));
        next = span.end.saturating_add(1);
        text.slice(span)
    }
}

impl<'a> Shown<'a> {
    #[inline]
    const fn bare(redacted: Redacted<'a>) -> Self {
        Self { redacted, quoted: false }
    }

    #[inline]
    const fn quoted(redacted: Redacted<'a>) -> Self {
        Self { redacted, quoted: true }
    }

    #[inline]
    fn argument(argument: &'a Argument, quoted: bool, reveals: bool) -> Self {
        match argument.is_secret() {
            // Not the octets with a mask over them: the length of a password is a secret, too.
            true if !reveals => Self::text(MASK),
            _ => Self { redacted: redact(argument.octets(), reveals), quoted },
        }
    }

    #[inline]
    fn chunk(chunk: &'a Chunk, quoted: bool, reveals: bool) -> Self {
        match chunk {
            Chunk::Octets(argument) => Self::argument(argument, quoted, reveals),
            Chunk::Line(line) => Self { redacted: redact(line.octets(), reveals), quoted },
            Chunk::Protocol(octets) => Self { redacted: Redacted::revealed(octets), quoted },
            Chunk::Answer(question) => Self::text(question.placeholder()),
        }
    }

    #[inline]
    fn text(text: &'static str) -> Self {
        Self::bare(Redacted::revealed(text.as_bytes()))
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

/// Writes the octets between quotation marks, without secrets.
impl fmt::Debug for Argument {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", Shown::argument(self, true, false))
    }
}

/// Writes the octets between quotation marks, without secrets.
impl fmt::Debug for Line {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", Shown::quoted(Redacted::of_data(self.octets())))
    }
}

impl fmt::Display for Step {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reveals = f.alternate();
        let argument = |argument| Shown::argument(argument, true, reveals);
        match self {
            Self::Command(command) => fmt::Display::fmt(command, f),
            Self::Send(chunks) => {
                f.write_str("send \"")?;
                let is_data = |chunk: &Chunk| chunk.data().is_some();
                for run in chunks.chunk_by(|one, next| is_data(one) && is_data(next)) {
                    // What ends the data is not part of a secret in it.
                    let is_end = |chunk: &&Chunk| matches!(chunk, Chunk::Protocol(_));
                    let ends = run.iter().rev().take_while(is_end).count();
                    let (data, ends) = run.split_at(run.len() - ends);
                    match data {
                        [one] => Shown::chunk(one, true, reveals).fmt(f)?,
                        _ => {
                            let text =
                                data.iter().filter_map(Chunk::data).collect::<Vec<_>>().concat();
                            Shown::quoted(redact(&text, reveals)).fmt(f)?;
                        }
                    }
                    ends.iter().try_for_each(|end| Shown::chunk(end, true, reveals).fmt(f))?;
                }
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
                let text = [&**database, terms].join(&b'?');
                let mut cut = cutter(redact(&text, reveals));
                write!(
                    f,
                    "search [{}] \"{}\"",
                    Shown::bare(cut(database)),
                    Shown::quoted(cut(terms))
                )
            }
            Self::Search { database, terms: None } => {
                write!(f, "search [{}] <search>", Shown::bare(redact(database, reveals)))
            }
            Self::Retrieve { database, wtype, id } => {
                let text = [&**database, wtype, id].join(&b'/');
                let mut cut = cutter(redact(&text, reveals));
                write!(f, "retrieve [{}] ", Shown::bare(cut(database)))?;
                write!(
                    f,
                    "type \"{}\" id \"{}\"",
                    Shown::quoted(cut(wtype)),
                    Shown::quoted(cut(id))
                )
            }
            Self::Resolve { hsoname, fields } => {
                let mut text = hsoname.clone();
                for (name, value) in fields {
                    text.extend([b";", &**name, b"=", value].concat());
                }
                let mut cut = cutter(redact(&text, reveals));
                write!(f, "resolve \"{}\"", Shown::quoted(cut(hsoname)))?;
                for (name, value) in fields {
                    let (name, value) = (cut(name), cut(value));
                    match value.secrets() == [Span::of_len(0, offset(value.bytes().len()))] {
                        true => write!(f, " {}={MASK}", Shown::bare(name))?,
                        false => write!(f, " {}=\"{}\"", Shown::bare(name), Shown::quoted(value))?,
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
                let shown = Shown::bare(redact(&path, reveals)).to_string();
                write!(f, "open {}", shown.strip_prefix('/').unwrap_or_default())
            }
        }
    }
}

impl Chunk {
    /// Returns octets that a secret may go on in: those of the URL, and the control octets that divide them.
    #[inline]
    fn data(&self) -> Option<&[u8]> {
        match self {
            Self::Octets(argument) if !argument.is_secret() => Some(argument.octets()),
            Self::Line(line) => Some(line.octets()),
            Self::Protocol(octets) if octets.iter().all(u8::is_ascii_control) => Some(octets),
            _ => None,
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
