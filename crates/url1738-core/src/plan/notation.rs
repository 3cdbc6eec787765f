//! The notation of plans: `CWD /etc`, `send "/docs\r\n"`.

use alloc::{format, string::String};
use core::{ascii, fmt};

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

    #[inline]
    fn chunk(&mut self, chunk: &Chunk, quoting: Quoting) {
        match chunk {
            Chunk::Octets(argument) => self.argument(argument, quoting),
            Chunk::Line(line) => self.octets(line.octets(), quoting),
            Chunk::Protocol(octets) => self.octets(octets, quoting),
            Chunk::Answer(question) => self.text(question.placeholder()),
        }
    }

    /// Writes an argument. A secret is never quoted.
    #[inline]
    fn argument(&mut self, argument: &Argument, quoting: Quoting) {
        match (argument.is_secret(), self.shows_secrets) {
            (false, _) => self.octets(argument.octets(), quoting),
            (true, false) => self.text(MASK),
            (true, true) => self.octets(argument.octets(), Quoting::Bare),
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
        if self.shows_secrets {
            return self.unmasked(octets, quoting);
        }
        for segment in Redacted::of_data(octets).segments() {
            match segment {
                Segment::Plain(octets) => self.unmasked(octets, quoting),
                Segment::Masked => self.text(MASK),
            }
        }
    }

    /// Writes octets without secrets.
    #[inline]
    fn unmasked(&mut self, octets: &[u8], quoting: Quoting) {
        for run in octets.chunk_by(|one, next| quoting.escapes(*one) == quoting.escapes(*next)) {
            if run.first().is_some_and(|octet| quoting.escapes(*octet)) {
                let escaped: String = run.iter().map(|octet| quoting.escape(*octet)).collect();
                self.quoting(escaped.as_bytes());
            } else if run.iter().any(|octet| is_quote(*octet)) {
                self.quoting(run);
            } else {
                (self.each)(Piece::Plain(run));
            }
        }
    }
}

#[inline]
const fn is_quote(octet: u8) -> bool {
    matches!(octet, b'"' | b'\\')
}

impl Quoting {
    /// Returns whether an octet is escaped.
    #[inline]
    const fn escapes(self, octet: u8) -> bool {
        !matches!(octet, b' '..=b'~') || (matches!(self, Self::Quoted) && is_quote(octet))
    }

    /// Returns the escape of an octet: `\x0d`, or `\r` between quotation marks.
    #[inline]
    fn escape(self, octet: u8) -> String {
        match self {
            Self::Bare => format!("\\x{octet:02x}"),
            Self::Quoted => ascii::escape_default(octet).map(char::from).collect(),
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
