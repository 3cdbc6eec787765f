//! The reader that the parse functions of the schemes are written against.

use core::fmt;

use crate::{
    diagnostics::error::{Error, ErrorKind as Kind, Token},
    scan,
    syntax::{
        chars::Class,
        part::{Part, SCHEMEPART},
        span::{Span, offset},
    },
};

/// A place in a text, and the moves that the grammars of RFC 1738 need.
///
/// A run ([`run`](Self::run)) never fails: it ends where the part can hold no more. What stands there is
/// judged by whoever knows what may follow, last by [`finish`](Self::finish); so the good path has no
/// errors to build, and a bad byte is blamed on the part that was being read.
///
/// The BNF has the first word (a text is valid when the BNF accepts it and the prose does not forbid it):
/// what only the prose forbids, or no number can express, is noted with [`defer`](Self::defer) and comes
/// out when all of the text has passed the BNF.
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
/// The other moves, as the parse functions of the schemes make them:
///
/// ```
/// use url1738_core::{
///     Error, ErrorKind, Span, Token,
///     chars::UCHAR,
///     part::{FSEGMENT, GROUP, HOST},
///     scheme::Cursor,
/// };
///
/// // A group and perhaps a number behind it: what is next decides.
/// let mut cursor = Cursor::new(b"comp.test/7")?;
/// assert_eq!(cursor.group()?.range(), 0..9);
/// assert_eq!((cursor.peek(), cursor.position(), cursor.end()), (Some(b'/'), 9, 11));
/// cursor.bump();
/// assert_eq!((cursor.rest(), cursor.bytes().len()), (&b"7"[..], 11));
/// assert_eq!(cursor.expect(&GROUP, Token::At).unwrap_err().kind(), ErrorKind::Expected(Token::At));
/// cursor.back_to(0);
/// assert_eq!(cursor.group()?.range(), 0..9);
///
/// // A way that leads nowhere is gone back to its beginning.
/// let mut cursor = Cursor::new(b"host.dom/a%2Fb~")?;
/// let before = cursor.clone();
/// assert_eq!(cursor.host_name(), Some(Span::new(0, 8)));
/// cursor.rewind(&before);
/// assert_eq!(cursor.host_without_port()?.range(), 0..8);
///
/// // Several parts are read at once, and their escapes told.
/// cursor.bump();
/// let mut escapes = Vec::new();
/// let path = cursor.run_with_escapes(UCHAR.with(b"/"), |at, digits| escapes.push((at, digits)));
/// assert_eq!((path.range(), escapes), (9..14, vec![(10, *b"2F")]));
/// assert_eq!(cursor.unexpected(&FSEGMENT).kind(), ErrorKind::UnexpectedByte(b'~'));
///
/// // What only the prose forbids is noted, and comes out where the BNF has accepted all.
/// let mut cursor = Cursor::new(b"localhost")?;
/// let host = cursor.host()?;
/// cursor.defer(Error::prose(&HOST, ErrorKind::Empty, host));
/// assert!(cursor.has_deferred());
/// assert_eq!(cursor.finish(&HOST).unwrap_err().rule().to_string(), "prose:3.1");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    deferred: Option<Error>,
}

/// Shows where it is, and nothing of the text, which may hold a password.
impl fmt::Debug for Cursor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursor")
            .field("at", &self.at)
            .field("deferred", &self.deferred)
            .finish_non_exhaustive()
    }
}

#[cold]
pub(crate) fn too_long() -> Error {
    let nowhere = Span::new(u32::MAX, u32::MAX);
    Error::range(&SCHEMEPART, Kind::TooLong, nowhere)
}

impl<'a> Cursor<'a> {
    /// Starts at the first of `bytes`.
    ///
    /// # Errors
    ///
    /// Where they are more than 4 GiB - 1, which the spans cannot express.
    #[inline(always)]
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        match Self::over(bytes) {
            Some(cursor) => Ok(cursor),
            None => Err(too_long()),
        }
    }

    /// Starts at the first of `bytes`, where their number can be expressed.
    #[inline(always)]
    pub(crate) fn over(bytes: &'a [u8]) -> Option<Self> {
        u32::try_from(bytes.len()).is_ok().then_some(Self { bytes, at: 0, deferred: None })
    }

    /// What is left to read.
    #[must_use]
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The whole text.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The offset of the next byte.
    #[must_use]
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "`at` is at most the length, which was compared with u32::MAX"
    )]
    pub fn position(&self) -> u32 {
        self.at as u32
    }

    /// The offset of the end of the text.
    #[must_use]
    pub fn end(&self) -> u32 {
        offset(self.bytes.len())
    }

    /// The next byte.
    #[must_use]
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Steps over `literal` if it is next.
    #[inline]
    pub fn eat(&mut self, literal: &[u8]) -> bool {
        let found = self.rest().starts_with(literal);
        if found {
            self.advance(literal.len());
        }
        found
    }

    /// Steps over one byte.
    #[inline]
    pub fn bump(&mut self) {
        self.advance(1);
    }

    /// Steps over `token`.
    ///
    /// # Errors
    ///
    /// Where something else is next: the error stands at the first byte that differs.
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
        let same = self.rest().iter().zip(literal).take_while(|(a, b)| a == b).count();
        let at = offset(self.at.saturating_add(same));
        Error::bnf(part, Kind::Expected(token), Span::new(at, at))
    }

    /// Steps over the longest run of what `part` may hold: plain characters and whole escapes.
    #[inline(always)]
    pub fn run(&mut self, part: &Part) -> Span {
        self.run_of(part.class())
    }

    /// Steps over the longest run of `class`, for parts that are read several at once.
    #[inline(always)]
    pub fn run_of(&mut self, class: Class) -> Span {
        let start = self.position();
        self.at = scan::run(class, self.bytes, self.at, |_, _| ());
        Span::new(start, self.position())
    }

    /// As [`run_of`](Self::run_of), and tells every escape: the offset of its `%`, and its two digits.
    #[inline(always)]
    pub fn run_with_escapes(&mut self, class: Class, mut escape: impl FnMut(u32, [u8; 2])) -> Span {
        let start = self.position();
        let tell = |at, digits| escape(offset(at), digits);
        self.at = scan::run(class, self.bytes, self.at, tell);
        Span::new(start, self.position())
    }

    /// Notes an error that counts only if the BNF accepts the text. The first one noted stays.
    pub fn defer(&mut self, error: Error) {
        self.deferred.get_or_insert(error);
    }

    /// Whether anything was noted with [`defer`](Self::defer).
    #[must_use]
    pub const fn has_deferred(&self) -> bool {
        self.deferred.is_some()
    }

    /// Ends the reading.
    ///
    /// # Errors
    ///
    /// Where a byte is left, which `part`, the last one read, cannot hold; else what was noted with
    /// [`defer`](Self::defer).
    #[inline(always)]
    pub fn finish(&self, part: &'static Part) -> Result<(), Error> {
        if self.at < self.bytes.len() {
            return Err(self.unexpected(part));
        }
        self.deferred.map_or(Ok(()), Err)
    }

    /// The error that the next byte is in `part`.
    #[cold]
    #[must_use]
    pub fn unexpected(&self, part: &'static Part) -> Error {
        part.error_at(self.bytes, self.at)
    }

    #[inline]
    pub(super) fn advance(&mut self, by: usize) {
        self.at = self.at.saturating_add(by);
    }

    /// Steps over `by` bytes that have been looked at.
    #[inline]
    pub(crate) fn skip(&mut self, by: usize) {
        self.advance(by);
    }

    pub(super) fn go_to(&mut self, at: u32) {
        self.at = at as usize;
    }

    /// Goes back to an earlier position, keeping what was noted.
    #[inline]
    pub fn back_to(&mut self, position: u32) {
        self.go_to(position);
    }

    /// Goes back to an earlier position, for grammars that try one form and then another.
    pub fn rewind(&mut self, to: &Self) {
        self.go_to(to.position());
        self.deferred = to.deferred;
    }
}
