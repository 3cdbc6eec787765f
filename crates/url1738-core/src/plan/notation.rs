//! The notation of plans: `CWD /etc`, `send "/docs\r\n"`.

use alloc::format;
use core::fmt;

use super::{
    argument::{Argument, Line},
    octets::{CONTROL, QUOTE, kind, kinds, may_be_secret},
    step::{Chunk, Command, Condition, Step},
};
use crate::diagnostics::redact::{MASK, Redacted, Segment};

/// Whether octets are written between quotation marks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quoting {
    Bare,
    Quoted,
}

/// A piece of a displayed step of a plan (section 4): graphic US-ASCII characters and spaces. Passed on by
/// [`Step::each_piece`](super::Step::each_piece), which has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Piece<'a> {
    /// Characters without `"` and `\`.
    Plain(&'a [u8]),
    /// Characters among which there may be `"` and `\`, as in `send "/a\r\n"`.
    Quoting(&'a [u8]),
}

impl<'a> Piece<'a> {
    /// Returns the characters.
    #[must_use]
    #[inline]
    pub const fn as_bytes(self) -> &'a [u8] {
        match self {
            Self::Plain(text) | Self::Quoting(text) => text,
        }
    }
}

/// Receives the notation piece by piece.
struct Notation<'e> {
    each: &'e mut dyn FnMut(Piece<'_>),
    /// Whether secrets are written; otherwise they are written as `***`.
    shows_secrets: bool,
}

impl Notation<'_> {
    /// Writes text without quotation marks and backslashes.
    #[inline]
    fn text(&mut self, text: &str) {
        (self.each)(Piece::Plain(text.as_bytes()));
    }

    #[inline]
    fn quoting(&mut self, text: &[u8]) {
        (self.each)(Piece::Quoting(text));
    }

    #[inline]
    fn step(&mut self, step: &Step) {
        match step {
            Step::Command(command) => self.command(command),
            Step::Send(chunks) => {
                self.quoting(b"send \"");
                chunks.iter().for_each(|chunk| self.chunk(chunk, Quoting::Quoted));
                self.quoting(b"\"");
            }
            Step::Ask(question) => {
                self.text("ask ");
                self.text(question.name());
            }
            Step::AdviseUser(user) => self.quoted_argument(b"advise user \"", user),
            Step::AdvisePassword(password) => self.quoted_argument(b"advise password \"", password),
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

    #[inline]
    fn command(&mut self, command: &Command) {
        if self.short_command(command).is_some() {
            return;
        }
        self.text(command.verb);
        if let Some(argument) = &command.argument {
            self.text(" ");
            self.chunk(argument, Quoting::Bare);
        }
        match (command.condition.short_notation(), command.condition) {
            (Some(text), _) => self.text(text),
            (None, Condition::If(code)) => self.text(&format!(" [if {code}]")),
            (None, _) => {}
        }
    }

    /// Writes a short command as one piece. Nearly all are.
    #[inline]
    fn short_command(&mut self, command: &Command) -> Option<()> {
        let argument = match command.argument.as_ref()? {
            Chunk::Octets(argument) if argument.is_plain() => argument.octets(),
            Chunk::Answer(question) => question.placeholder().as_bytes(),
            _ => return None,
        };
        let condition = command.condition.short_notation()?;
        let mut text = [0; 64];
        let mut rest = text.as_mut_slice();
        for piece in [command.verb.as_bytes(), b" ", argument, condition.as_bytes()] {
            let (slot, after) = rest.split_at_mut_checked(piece.len())?;
            slot.copy_from_slice(piece);
            rest = after;
        }
        let free = rest.len();
        (self.each)(Piece::Plain(text.get(..text.len().saturating_sub(free))?));
        Some(())
    }

    #[inline]
    fn chunk(&mut self, chunk: &Chunk, quoting: Quoting) {
        match chunk {
            Chunk::Octets(argument) => self.argument(argument, quoting),
            Chunk::Line(line) => self.octets_of(line.octets(), line.kinds(), quoting),
            Chunk::Protocol(b"\r\n") if quoting == Quoting::Quoted => self.quoting(br"\r\n"),
            Chunk::Protocol(octets) => self.octets(octets, quoting),
            Chunk::Answer(question) => self.text(question.placeholder()),
        }
    }

    /// Writes an argument. A secret is never quoted.
    #[inline]
    fn argument(&mut self, argument: &Argument, quoting: Quoting) {
        match (argument.is_secret(), self.shows_secrets) {
            (false, _) => self.octets_of(argument.octets(), argument.kinds(), quoting),
            (true, false) => self.text(MASK),
            (true, true) => self.octets_of(argument.octets(), argument.kinds(), Quoting::Bare),
        }
    }

    #[inline]
    fn quoted_argument(&mut self, label: &[u8], argument: &Argument) {
        self.quoting(label);
        self.argument(argument, Quoting::Quoted);
        self.quoting(b"\"");
    }

    #[inline]
    fn quoted(&mut self, octets: &[u8]) {
        self.quoting(b"\"");
        self.octets(octets, Quoting::Quoted);
        self.quoting(b"\"");
    }

    /// Writes octets. Secrets of a URL among them are masked.
    #[inline]
    fn octets(&mut self, octets: &[u8], quoting: Quoting) {
        self.octets_of(octets, kinds(octets), quoting);
    }

    /// Like [`octets`](Self::octets), for octets of which `found` are the kinds.
    #[inline]
    fn octets_of(&mut self, octets: &[u8], found: u8, quoting: Quoting) {
        if !may_be_secret(found) || self.shows_secrets {
            return self.unmasked(octets, found, quoting);
        }
        let masked = Redacted::of_data(octets);
        if masked.secrets().is_empty() {
            return self.unmasked(octets, found, quoting);
        }
        for segment in masked.segments() {
            match segment {
                Segment::Plain(octets) => self.unmasked(octets, found, quoting),
                Segment::Masked => self.text(MASK),
            }
        }
    }

    /// Writes octets without secrets, of which `found` are the kinds. Nearly all are written as they are.
    #[inline]
    fn unmasked(&mut self, octets: &[u8], found: u8, quoting: Quoting) {
        if found & quoting.escaped() != 0 {
            self.escaped(octets, quoting);
        } else if found & QUOTE != 0 {
            self.quoting(octets);
        } else {
            (self.each)(Piece::Plain(octets));
        }
    }

    #[inline(never)]
    fn escaped(&mut self, octets: &[u8], quoting: Quoting) {
        let is_escaped = |octet: &u8| kind(*octet) & quoting.escaped() != 0;
        let mut rest = octets;
        while !rest.is_empty() {
            let plain = rest.iter().position(is_escaped).unwrap_or(rest.len());
            let (kept, after) = rest.split_at_checked(plain).unwrap_or_default();
            match quoting {
                _ if kept.is_empty() => {}
                // There may be quotation marks among them.
                Quoting::Bare => self.quoting(kept),
                Quoting::Quoted => (self.each)(Piece::Plain(kept)),
            }
            let mut escapes = Escapes { text: [0; 4 * Escapes::MOST], len: 0 };
            let few = after.iter().take(Escapes::MOST).take_while(|octet| is_escaped(octet));
            let count = few.map(|octet| escapes.push(escape(*octet, quoting))).count();
            if count > 0 {
                self.quoting(escapes.text.get(..escapes.len).unwrap_or_default());
            }
            rest = after.get(count..).unwrap_or_default();
        }
    }
}

/// The notation of a few octets.
struct Escapes {
    text: [u8; 4 * Self::MOST],
    len: usize,
}

impl Escapes {
    const MOST: usize = 32;

    /// Appends the first bytes of a word. All four are copied, and the next word overwrites those that do not count.
    #[inline]
    fn push(&mut self, (word, len): ([u8; 4], usize)) {
        if let Some(slot) = self.text.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            *slot = word;
            self.len = self.len.wrapping_add(len);
        }
    }
}

/// Returns the escape of an octet, and its length.
#[inline]
fn escape(octet: u8, quoting: Quoting) -> ([u8; 4], usize) {
    match (octet, quoting) {
        (b'\r', Quoting::Quoted) => (*b"\\r__", 2),
        (b'\n', Quoting::Quoted) => (*b"\\n__", 2),
        (b'\t', Quoting::Quoted) => (*b"\\t__", 2),
        (b'\\', Quoting::Quoted) => (*b"\\\\__", 2),
        (b'"', Quoting::Quoted) => (*b"\\\"__", 2),
        _ => {
            let digit = |value: u8| match value {
                0..10 => b'0'.wrapping_add(value),
                _ => b'a'.wrapping_add(value.wrapping_sub(10)),
            };
            ([b'\\', b'x', digit(octet >> 4), digit(octet & 0xF)], 4)
        }
    }
}

impl Condition {
    /// Returns the notation of the conditions of nearly all commands.
    #[inline]
    const fn short_notation(self) -> Option<&'static str> {
        Some(match self {
            Self::Always => "",
            Self::If(331) => " [if 331]",
            Self::If(_) => return None,
            Self::Guess => " [guess]",
            Self::Optional => " [optional]",
        })
    }
}

impl Quoting {
    /// Returns the kinds of octets that are escaped.
    #[inline]
    const fn escaped(self) -> u8 {
        match self {
            Self::Bare => CONTROL,
            Self::Quoted => CONTROL | QUOTE,
        }
    }
}

/// Writes what `write` calls its argument with.
#[inline]
fn display(f: &mut fmt::Formatter<'_>, write: impl FnOnce(&mut Notation<'_>)) -> fmt::Result {
    let (mut result, shows_secrets) = (Ok(()), f.alternate());
    let mut each = |piece: Piece<'_>| {
        // The pieces are US-ASCII, so none are lost.
        let text = core::str::from_utf8(piece.as_bytes()).unwrap_or_default();
        result = result.and_then(|()| f.write_str(text));
    };
    write(&mut Notation { each: &mut each, shows_secrets });
    result
}

/// Writes octets that are not printable US-ASCII as `\xHH`. A password is written as `***`, except in the alternate
/// form (`{:#}`).
impl fmt::Display for Argument {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out| out.argument(self, Quoting::Bare))
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
    pub const fn quoted(&self) -> impl fmt::Display {
        Quoted(self)
    }
}

/// An argument between quotation marks.
struct Quoted<'a>(&'a Argument);

impl fmt::Display for Quoted<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out| out.quoted_argument(b"\"", self.0))
    }
}

impl fmt::Debug for Argument {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_secret() {
            true => write!(f, "\"{MASK}\""),
            false => debug(f, self.octets()),
        }
    }
}

/// Writes octets between quotation marks and without secrets, even if `f` has the flag `#`.
#[inline]
fn debug(f: &mut fmt::Formatter<'_>, octets: &[u8]) -> fmt::Result {
    display(f, |out| {
        out.shows_secrets = false;
        out.quoted(octets);
    })
}

/// Writes the octets in the notation of plans, without secrets.
impl fmt::Debug for Line {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(f, self.octets())
    }
}

impl Step {
    /// Calls `each` with the pieces of the displayed step, in order. A password is `***` unless `show_secrets` is set.
    ///
    /// This is for programs that write millions of plans: Display costs several times as much.
    ///
    /// ```
    /// use url1738_core::plan::{Argument, Piece, Step};
    ///
    /// let user = Step::AdviseUser(Argument::new(b"joe\t")?);
    /// let (mut shown, mut quoting) = (Vec::new(), 0);
    /// user.each_piece(false, &mut |piece| {
    ///     shown.extend_from_slice(piece.as_bytes());
    ///     quoting += usize::from(!matches!(piece, Piece::Plain(_)));
    /// });
    /// assert_eq!(shown, br#"advise user "joe\t""#);
    /// assert_eq!(quoting, 3);
    /// # Ok::<(), url1738_core::plan::ControlOctet>(())
    /// ```
    #[inline]
    pub fn each_piece(&self, show_secrets: bool, each: &mut dyn FnMut(Piece<'_>)) {
        Notation { each, shows_secrets: show_secrets }.step(self);
    }
}

impl fmt::Display for Step {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out| out.step(self))
    }
}

/// Writes the step in the notation of plans, without secrets.
impl fmt::Debug for Step {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        masked(f, "Step", self)
    }
}

impl fmt::Display for Command {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |out| out.command(self))
    }
}

/// Writes the line in the notation of plans, without secrets.
impl fmt::Debug for Command {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        masked(f, "Command", self)
    }
}

/// Writes `shown` in its normal form even if `f` has the flag `#`, because the alternate form shows secrets.
#[inline]
fn masked(f: &mut fmt::Formatter<'_>, name: &str, shown: &dyn fmt::Display) -> fmt::Result {
    let text = format!("{name}({shown})");
    f.write_str(&text)
}
