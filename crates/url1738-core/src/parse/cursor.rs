//! The cursor that the parse functions of the schemes use, and the check of a text against the declaration of a part.

use core::fmt;

use crate::{
    diagnostics::error::{Error, ErrorKind as Kind, Token},
    scan::{self, Class},
    syntax::{
        escaped::Escaped,
        part::{GROUP, Part, SCHEMEPART},
        span::{Span, character_len, offset},
    },
};

/// Position in a text, with the operations that the grammars of RFC 1738 need.
///
/// [`run`](Self::run) never fails: it ends before the first byte that the part cannot contain. The caller checks what
/// follows, at the latest with [`finish`](Self::finish). Parsing a valid text therefore constructs no errors, and an
/// invalid byte is reported for the part that was being parsed.
///
/// Errors of the BNF take precedence. A text is valid if the BNF accepts it and the prose does not forbid it. Errors of
/// the prose, and numbers out of range, are recorded with [`defer`](Self::defer) and returned only after the BNF has
/// accepted the whole text.
///
/// ```
/// use url1738_core::{chars::UCHAR, scheme::{Cursor, Part}};
///
/// const QUERY: Part = Part::new("query", UCHAR, b"", "RFC 742");
/// let mut cursor = Cursor::new(b"//host.dom/joe~")?;
/// let login = cursor.login()?;
/// assert!(cursor.eat(b"/"));
/// assert_eq!(cursor.run(&QUERY).range(), 11..14);
/// assert_eq!(cursor.finish(&QUERY).unwrap_err().span().range(), 14..15);
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// The other operations:
///
/// ```
/// use url1738_core::{
///     Error, ErrorKind, Span, Token,
///     chars::UCHAR,
///     part::{FSEGMENT, GROUP, HOST},
///     scheme::Cursor,
/// };
///
/// // A group, optionally followed by a number: the next byte decides.
/// let mut cursor = Cursor::new(b"comp.test/7")?;
/// assert_eq!(cursor.group()?.range(), 0..9);
/// assert_eq!((cursor.peek(), cursor.position(), cursor.end()), (Some(b'/'), 9, 11));
/// cursor.bump();
/// assert_eq!((cursor.rest(), cursor.bytes().len()), (&b"7"[..], 11));
/// assert_eq!(cursor.expect(&GROUP, Token::At).unwrap_err().kind(), ErrorKind::Expected(Token::At));
/// cursor.move_to(0);
/// assert_eq!(cursor.group()?.range(), 0..9);
///
/// // An alternative that does not match is undone.
/// let mut cursor = Cursor::new(b"host.dom/a%2Fb~")?;
/// let before = cursor.clone();
/// assert_eq!(cursor.host_name(), Some(Span::new(0, 8)));
/// cursor = before;
/// assert_eq!(cursor.host_without_port()?.range(), 0..8);
///
/// // Several parts are parsed as one run, which reports their escapes.
/// cursor.bump();
/// let mut escapes = Vec::new();
/// let path = cursor.run_with_escapes(UCHAR.with(b"/"), |at, digits| escapes.push((at, digits)));
/// assert_eq!((path.range(), escapes), (9..14, vec![(10, *b"2F")]));
/// assert_eq!(cursor.unexpected(&FSEGMENT).kind(), ErrorKind::UnexpectedByte(b'~'));
///
/// // An error of the prose is deferred until the BNF has accepted the whole text.
/// let mut cursor = Cursor::new(b"localhost")?;
/// let host = cursor.host()?;
/// cursor.defer(Error::prose(&HOST, ErrorKind::Empty, host));
/// assert!(cursor.deferred().is_some());
/// assert_eq!(cursor.finish(&HOST).unwrap_err().rule().to_string(), "prose:3.1");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    deferred: Option<Error>,
}

/// Shows the position, but not the text, which may contain a password.
impl fmt::Debug for Cursor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursor")
            .field("at", &self.at)
            .field("deferred", &self.deferred)
            .finish_non_exhaustive()
    }
}

#[cold]
fn too_long() -> Error {
    let nowhere = Span::new(u32::MAX, u32::MAX);
    Error::range(&SCHEMEPART, Kind::TooLong, nowhere)
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the beginning of `bytes`.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` is longer than 4 GiB - 1, which spans cannot represent.
    #[inline(always)]
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        if u32::try_from(bytes.len()).is_err() {
            return Err(too_long());
        }
        Ok(Self { bytes, at: 0, deferred: None })
    }

    /// Returns the bytes from the current position to the end.
    #[must_use]
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or(&[])
    }

    /// Returns the whole text.
    #[must_use]
    #[inline]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the offset of the next byte.
    #[must_use]
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "`at` is at most the length, which was compared with u32::MAX"
    )]
    pub fn position(&self) -> u32 {
        self.at as u32
    }

    /// Returns the length of the text, as an offset.
    #[must_use]
    #[inline]
    pub fn end(&self) -> u32 {
        offset(self.bytes.len())
    }

    /// Returns the next byte without advancing, or `None` at the end of the text.
    #[must_use]
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Advances over `literal` if it is next, and returns whether it was.
    #[inline(always)]
    pub fn eat(&mut self, literal: &[u8]) -> bool {
        // With the literal known, a load and a comparison; `starts_with` would be two calls without LTO.
        let found = match literal {
            [byte] => self.peek() == Some(*byte),
            _ => self.rest().get(..literal.len()).is_some_and(|head| head == literal),
        };
        if found {
            self.skip(literal.len());
        }
        found
    }

    /// Advances by one byte.
    #[inline]
    #[doc(hidden)]
    pub fn bump(&mut self) {
        self.skip(1);
    }

    /// Advances over `token`.
    ///
    /// # Errors
    ///
    /// Returns an error if something else is next. Its span is at the first byte that differs.
    #[inline(always)]
    pub fn expect(&mut self, part: &'static Part, token: Token) -> Result<(), Error> {
        let literal = token.as_str().as_bytes();
        if self.eat(literal) {
            return Ok(());
        }
        Err(self.expected(part, token))
    }

    #[cold]
    fn expected(&self, part: &'static Part, token: Token) -> Error {
        let literal = token.as_str().as_bytes();
        // At the first byte that differs: in `http:/h`, the second slash is to be inserted after
        // the first.
        let same = self.rest().iter().zip(literal).take_while(|(a, b)| a == b).count();
        Error::bnf(part, Kind::Expected(token), Span::of_len(offset(self.at + same), 0))
    }

    /// Advances over the longest run that `part` may contain: plain characters and complete escapes.
    #[inline(always)]
    pub fn run(&mut self, part: &Part) -> Span {
        self.run_of(part.class)
    }

    /// Advances over the longest run of `class`. Use this to parse several parts as one run.
    // In a module of WebAssembly, the copies of it would be a fiftieth of what a page downloads.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn run_of(&mut self, class: Class) -> Span {
        let start = self.position();
        self.at = scan::run(class, self.bytes, self.at, |_, _| ());
        Span::new(start, self.position())
    }

    /// Like [`run_of`](Self::run_of), but calls `escape` with the offset of the `%` and the two digits of every escape.
    #[inline(always)]
    #[doc(hidden)]
    pub fn run_with_escapes(&mut self, class: Class, mut escape: impl FnMut(u32, [u8; 2])) -> Span {
        let start = self.position();
        let report = |at, digits| escape(offset(at), digits);
        self.at = scan::run(class, self.bytes, self.at, report);
        Span::new(start, self.position())
    }

    /// Records an error that [`finish`](Self::finish) returns if the BNF accepts the text. Only the first one is kept.
    pub fn defer(&mut self, error: Error) {
        // The first one is that of the leftmost part, as an error of the BNF would be.
        self.deferred.get_or_insert(error);
    }

    /// Returns the error that was recorded with [`defer`](Self::defer), if any.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub const fn deferred(&self) -> Option<Error> {
        self.deferred
    }

    /// Checks that the whole text was parsed. `part` is the last part that was parsed.
    ///
    /// # Errors
    ///
    /// Returns an error if a byte is left, which `part` cannot contain. Otherwise returns the error that was recorded
    /// with [`defer`](Self::defer), if any.
    #[inline(always)]
    pub fn finish(&self, part: &'static Part) -> Result<(), Error> {
        if self.at < self.bytes.len() {
            // A byte that is left is an error of the BNF, and precedes the deferred one:
            // `http://h:99999/~` is about the `~`, not the port.
            return Err(self.unexpected(part));
        }
        self.deferred.map_or(Ok(()), Err)
    }

    /// Returns the error for the next byte, which is invalid in `part`.
    #[cold]
    #[must_use]
    pub fn unexpected(&self, part: &'static Part) -> Error {
        part.error_at(self.bytes, self.at)
    }

    /// Advances by `by` bytes, which the caller has checked.
    #[inline]
    pub(crate) fn skip(&mut self, by: usize) {
        self.at += by;
    }

    /// Moves to a position, which is within the text, and keeps the deferred error.
    #[inline]
    #[doc(hidden)]
    pub fn move_to(&mut self, position: u32) {
        self.at = position as usize;
    }

    /// Parses a group name. The byte after it is not checked.
    ///
    /// # Errors
    ///
    /// Returns an error if the next byte is not a letter.
    #[inline]
    pub fn group(&mut self) -> Result<Span, Error> {
        match self.peek() {
            Some(byte) if byte.is_ascii_alphabetic() => Ok(self.run(&GROUP)),
            first => Err(self.without_group(first)),
        }
    }

    #[cold]
    fn without_group(&self, first: Option<u8>) -> Error {
        let here = |len| Span::of_len(self.position(), len);
        match first {
            None => Error::bnf(&GROUP, Kind::Empty, here(0)),
            // A digit may follow in the name, so that the class contains it: it is the place that
            // is wrong.
            Some(b'0'..=b'9') => Error::bnf(&GROUP, Kind::Custom(0), here(1)),
            Some(_) => self.unexpected(&GROUP),
        }
    }
}

impl Part {
    /// Parses `text`, which is already percent-encoded, as the whole of this part.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` contains a byte that the part cannot contain, or a `%` without two hexadecimal digits.
    pub fn read<'a>(&'static self, text: &'a str) -> Result<Escaped<'a>, Error> {
        let bytes = text.as_bytes();
        match self.class.run(bytes) {
            end if end == bytes.len() => Ok(Escaped::new_validated(text)),
            end => Err(self.error_at(bytes, end)),
        }
    }

    /// Checks that `name` is a group name; for builders.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` does not begin with a letter, or contains a byte that is not allowed in a group name.
    #[doc(hidden)]
    pub fn read_group(&'static self, name: &str) -> Result<(), Error> {
        let mut cursor = Cursor::new(name.as_bytes())?;
        cursor.group()?;
        cursor.finish(self)
    }

    /// Returns the error for the byte at `at`, where a run of this part ended.
    pub(crate) fn error_at(&'static self, bytes: &[u8], at: usize) -> Error {
        let marked = |len| Span::of_len(offset(at), len);
        let rest = bytes.get(at..).unwrap_or(&[]);
        match rest {
            [] => Error::bnf(self, Kind::UnexpectedEnd, marked(0)),
            [b'%', after @ ..] if self.class.allows_escapes() => {
                // Marks the characters in the place of the digits: `%zz`, but `%` alone before a
                // space or the end.
                let len = match after {
                    [a, b, ..] if a.is_ascii_graphic() && b.is_ascii_graphic() => 3,
                    [a, ..] if a.is_ascii_graphic() => 2,
                    _ => 1,
                };
                Error::bnf(self, Kind::BadEscape, marked(len))
            }
            // Before the general case: `#` is unsafe in all parts, and its help is another one.
            [b'#', ..] => Error::bnf(self, Kind::Fragment, marked(1)),
            [byte, ..] if !byte.is_ascii() => {
                // The whole character is marked, so that a caret is not under a third of `€`.
                let len = character_len(rest);
                let error = Error::bnf(self, Kind::UnexpectedByte(*byte), marked(offset(len)));
                error.with_tail(rest.get(1..len).unwrap_or(&[]))
            }
            [byte, ..] => Error::bnf(self, Kind::UnexpectedByte(*byte), marked(1)),
        }
    }
}
