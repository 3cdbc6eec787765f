//! The notation of plans: `CWD /etc`, `send "/docs\r\n"`.

use alloc::format;
use core::fmt;

use super::{
    argument::{Argument, Line},
    step::{Chunk, Command, Condition, Step},
};
use crate::diagnostics::redact::{MASK, Redacted, Segment};

/// Whether octets are written between quotation marks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quoting {
    Bare,
    Quoted,
}

/// Receives the notation piece by piece. All pieces are graphic US-ASCII characters and spaces.
struct Notation<'e> {
    each: &'e mut dyn FnMut(&[u8]),
    /// Whether secrets are written; otherwise they are written as `***`.
    shows_secrets: bool,
}

impl Notation<'_> {
    fn text(&mut self, text: &str) {
        (self.each)(text.as_bytes());
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Command(command) => self.command(command),
            Step::Send(chunks) => {
                self.text("send \"");
                chunks.iter().for_each(|chunk| self.chunk(chunk, Quoting::Quoted));
                self.text("\"");
            }
            Step::Ask(question) => {
                self.text("ask ");
                self.text(question.name());
            }
            Step::AdviseUser(user) => self.quoted_argument("advise user \"", user),
            Step::AdvisePassword(password) => self.quoted_argument("advise password \"", password),
            Step::Session => self.text("session"),
            Step::Init => self.text("init"),
            Step::Search { database, terms } => {
                self.text("search [");
                self.octets(database, Quoting::Bare);
                match terms {
                    Some(terms) => {
                        self.text("] ");
                        self.quoted(terms);
                    }
                    None => self.text("] <search>"),
                }
            }
            Step::Retrieve { database, wtype, id } => {
                self.text("retrieve [");
                self.octets(database, Quoting::Bare);
                self.text("] type ");
                self.quoted(wtype);
                self.text(" id ");
                self.quoted(id);
            }
            Step::Resolve { hsoname, fields } => {
                self.text("resolve ");
                self.quoted(hsoname);
                for (name, value) in fields {
                    self.text(" ");
                    self.octets(name, Quoting::Bare);
                    self.text("=");
                    // The name of a field may show that its value is a password.
                    let field = [b";", &**name, b"=", value].concat();
                    let start = field.len().saturating_sub(value.len());
                    let masked = Redacted::of_data(&field);
                    let secret = masked.secrets().iter().any(|at| at.start as usize == start);
                    if secret && !self.shows_secrets {
                        self.text(MASK);
                    } else {
                        self.quoted(value);
                    }
                }
            }
            Step::Compose(address) => {
                self.text("compose ");
                self.argument(address, Quoting::Bare);
            }
            Step::Open(segments) => {
                // The path is redacted as one text, because a URL within it may span several segments.
                let mut path = alloc::vec::Vec::new();
                for segment in segments {
                    path.push(b'/');
                    path.extend_from_slice(segment);
                }
                self.text("open ");
                self.octets(&path, Quoting::Bare);
            }
        }
    }

    fn command(&mut self, command: &Command) {
        self.text(command.verb);
        if let Some(argument) = &command.argument {
            self.text(" ");
            self.chunk(argument, Quoting::Bare);
        }
        match command.condition {
            Condition::Always => {}
            Condition::If(code) => self.text(&format!(" [if {code}]")),
            Condition::Guess => self.text(" [guess]"),
            Condition::Optional => self.text(" [optional]"),
        }
    }

    fn chunk(&mut self, chunk: &Chunk, quoting: Quoting) {
        match chunk {
            Chunk::Octets(argument) => self.argument(argument, quoting),
            Chunk::Line(line) => self.octets(line.octets(), quoting),
            Chunk::Protocol(octets) => self.octets(octets, quoting),
            Chunk::Answer(question) => self.text(question.placeholder()),
        }
    }

    /// Writes an argument. A secret is never quoted.
    fn argument(&mut self, argument: &Argument, quoting: Quoting) {
        match (argument.is_secret(), self.shows_secrets) {
            (false, _) => self.octets(argument.octets(), quoting),
            (true, false) => self.text(MASK),
            (true, true) => self.octets(argument.octets(), Quoting::Bare),
        }
    }

    fn quoted_argument(&mut self, label: &str, argument: &Argument) {
        self.text(label);
        self.argument(argument, Quoting::Quoted);
        self.text("\"");
    }

    fn quoted(&mut self, octets: &[u8]) {
        self.text("\"");
        self.octets(octets, Quoting::Quoted);
        self.text("\"");
    }

    /// Writes octets. Secrets of a URL among them are masked.
    fn octets(&mut self, octets: &[u8], quoting: Quoting) {
        let found = octets.iter().fold(0, |found, octet| found | kind(*octet));
        if found & quoting.escaped() == 0 && (found & MAY_END_SECRET == 0 || self.shows_secrets) {
            // Nearly all octets are text without secrets.
            return (self.each)(octets);
        }
        if self.shows_secrets || found & MAY_END_SECRET == 0 {
            return self.unmasked(octets, quoting);
        }
        for segment in Redacted::of_data(octets).segments() {
            match segment {
                Segment::Plain(octets) => self.unmasked(octets, quoting),
                Segment::Masked => self.text(MASK),
            }
        }
    }

    /// Writes octets without secrets. Octets that are kept, and those that are escaped, are written together.
    fn unmasked(&mut self, mut octets: &[u8], quoting: Quoting) {
        let is_escaped = |octet: &u8| kind(*octet) & quoting.escaped() != 0;
        while !octets.is_empty() {
            let kept = octets.iter().position(is_escaped).unwrap_or(octets.len());
            let (text, rest) = octets.split_at_checked(kept).unwrap_or((octets, &[]));
            if !text.is_empty() {
                (self.each)(text);
            }
            let escaped = rest.iter().position(|octet| !is_escaped(octet)).unwrap_or(rest.len());
            let (escaped, rest) = rest.split_at_checked(escaped).unwrap_or((rest, &[]));
            for few in escaped.chunks(Escapes::MOST) {
                let mut escapes = Escapes::default();
                few.iter().for_each(|octet| escapes.push(*octet, quoting));
                (self.each)(escapes.as_slice());
            }
            octets = rest;
        }
    }
}

/// A few escapes.
#[derive(Default)]
struct Escapes {
    text: [u8; 4 * Self::MOST],
    len: usize,
}

impl Escapes {
    const MOST: usize = 8;

    fn push(&mut self, octet: u8, quoting: Quoting) {
        let digit = |value: u8| b"0123456789abcdef".get(usize::from(value)).copied();
        let hexadecimal = [octet >> 4, octet & 0xF].map(|value| digit(value).unwrap_or_default());
        let (escape, len) = match (octet, quoting) {
            (b'\r', Quoting::Quoted) => (*b"\\r__", 2),
            (b'\n', Quoting::Quoted) => (*b"\\n__", 2),
            (b'\t', Quoting::Quoted) => (*b"\\t__", 2),
            (b'\\', Quoting::Quoted) => (*b"\\\\__", 2),
            (b'"', Quoting::Quoted) => (*b"\\\"__", 2),
            _ => ([b'\\', b'x', hexadecimal[0], hexadecimal[1]], 4),
        };
        // All four bytes are copied, and the next escape overwrites those that do not count.
        if let Some(slot) = self.text.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            *slot = escape;
            self.len = self.len.saturating_add(len);
        }
    }

    fn as_slice(&self) -> &[u8] {
        self.text.get(..self.len).unwrap_or_default()
    }
}

/// An octet that is not a graphic US-ASCII character or a space.
const CONTROL: u8 = 1;
/// A quotation mark or a backslash.
const QUOTE: u8 = 2;
/// An `@`, `=` or `%`: without them there is no secret, see [`Redacted::of_data`].
const MAY_END_SECRET: u8 = 4;

impl Quoting {
    /// Returns the kinds of octets that are escaped.
    const fn escaped(self) -> u8 {
        match self {
            Self::Bare => CONTROL,
            Self::Quoted => CONTROL | QUOTE,
        }
    }
}

/// Returns the kind of an octet, or 0. Without branches, so that the compiler can classify many octets at once.
#[inline]
const fn kind(octet: u8) -> u8 {
    let control = (octet < b' ') | (octet > b'~');
    let quote = (octet == b'"') | (octet == b'\\');
    let secret = (octet == b'@') | (octet == b'=') | (octet == b'%');
    control as u8 | (quote as u8) << 1 | (secret as u8) << 2
}

/// Returns octets as text. They are US-ASCII, so none are lost.
fn us_ascii(octets: &[u8]) -> &str {
    core::str::from_utf8(octets).unwrap_or_default()
}

/// Writes what `write` calls its argument with.
fn display(f: &mut fmt::Formatter<'_>, write: impl FnOnce(&mut Notation<'_>)) -> fmt::Result {
    let (mut result, shows_secrets) = (Ok(()), f.alternate());
    let mut each = |piece: &[u8]| result = result.and_then(|()| f.write_str(us_ascii(piece)));
    write(&mut Notation { each: &mut each, shows_secrets });
    result
}

/// Writes octets that are not printable US-ASCII as `\xHH`. A password is written as `***`, except in the alternate
/// form (`{:#}`).
impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out| out.argument(self, Quoting::Bare))
    }
}

impl fmt::Debug for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_secret() {
            true => write!(f, "\"{MASK}\""),
            false => debug(f, self.octets()),
        }
    }
}

/// Writes octets between quotation marks and without secrets, even if `f` has the flag `#`.
fn debug(f: &mut fmt::Formatter<'_>, octets: &[u8]) -> fmt::Result {
    display(f, |out| {
        out.shows_secrets = false;
        out.quoted(octets);
    })
}

/// Writes the octets in the notation of plans, without secrets.
impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(f, self.octets())
    }
}

impl Step {
    /// Calls `each` with the pieces of the displayed step, in order. They consist of graphic US-ASCII characters and
    /// spaces. A password is `***` unless `show_secrets` is set.
    ///
    /// This is for programs that write millions of plans: Display costs several times as much.
    ///
    /// ```
    /// use url1738_core::plan::{Argument, Step};
    ///
    /// let pass = Step::command("PASS", Argument::new(b"a\tb")?.secret());
    /// let mut shown = Vec::new();
    /// pass.each_piece(true, &mut |piece| shown.extend_from_slice(piece));
    /// assert_eq!(shown, br"PASS a\x09b");
    /// # Ok::<(), url1738_core::plan::ControlOctet>(())
    /// ```
    pub fn each_piece(&self, show_secrets: bool, each: &mut dyn FnMut(&[u8])) {
        Notation { each, shows_secrets: show_secrets }.step(self);
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out| out.step(self))
    }
}

/// Writes the step in the notation of plans, without secrets.
impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        masked(f, "Step", self)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out| out.command(self))
    }
}

/// Writes the line in the notation of plans, without secrets.
impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        masked(f, "Command", self)
    }
}

/// Writes `shown` in its normal form even if `f` has the flag `#`, because the alternate form shows secrets.
fn masked(f: &mut fmt::Formatter<'_>, name: &str, shown: &dyn fmt::Display) -> fmt::Result {
    let text = format!("{name}({shown})");
    f.write_str(&text)
}
