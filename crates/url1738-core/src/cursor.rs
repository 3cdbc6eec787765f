//! The reader that the parse functions of the schemes are written against.

use core::fmt;

use crate::{
    block,
    chars::{ALPHADIGIT, Class},
    error::{Error, ErrorKind as Kind, Token},
    host,
    login::LoginSpans,
    part::{GROUP, HOST, PASSWORD, PORT, Part, USER},
    span::{Span, offset},
};

/// A place in a text, and the moves that the grammars of RFC 1738 need.
///
/// A run ([`run`](Self::run)) never fails: it ends where the part can hold no more. What stands there is
/// judged by whoever knows what may follow, last by [`finish`](Self::finish); so the good path has no
/// errors to build, and a bad byte is blamed on the part that was being read.
///
/// The BNF has the first word (a text is valid when the BNF accepts it and the prose does not forbid it):
/// what only the prose forbids, or no number can express, is noted with [`late`](Self::late) and comes
/// out when all of the text has passed the BNF.
///
/// ```
/// use url1738_core::{Cursor, Part, chars::UCHAR};
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
///     Cursor, Error, ErrorKind, Span, Token,
///     chars::UCHAR,
///     part::{FSEGMENT, GROUP, HOST},
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
/// let path = cursor.run_telling_escapes(UCHAR.with(b"/"), |at, digits| escapes.push((at, digits)));
/// assert_eq!((path.range(), escapes), (9..14, vec![(10, *b"2F")]));
/// assert_eq!(cursor.unexpected(&FSEGMENT).kind(), ErrorKind::UnexpectedByte(b'~'));
///
/// // What only the prose forbids is noted, and comes out where the BNF has accepted all.
/// let mut cursor = Cursor::new(b"localhost")?;
/// let host = cursor.host()?;
/// cursor.late(Error::prose(&HOST, ErrorKind::Empty, host));
/// assert!(cursor.has_late());
/// assert_eq!(cursor.finish(&HOST).unwrap_err().rule().to_string(), "prose:3.1");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    late: Option<Error>,
}

/// Shows where it is, and nothing of the text, which may hold a password.
impl fmt::Debug for Cursor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursor")
            .field("at", &self.at)
            .field("late", &self.late)
            .finish_non_exhaustive()
    }
}

/// What a host may hold.
const HOST_BYTES: Class = ALPHADIGIT.with(b"-.");

#[cold]
pub(crate) fn too_long() -> Error {
    let nowhere = Span::new(u32::MAX, u32::MAX);
    Error::range(&crate::part::SCHEMEPART, Kind::TooLong, nowhere)
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
        u32::try_from(bytes.len()).is_ok().then_some(Self { bytes, at: 0, late: None })
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
        self.at = block::run(class, self.bytes, self.at, |_, _| ());
        Span::new(start, self.position())
    }

    /// As [`run_of`](Self::run_of), and tells every escape: the offset of its `%`, and its two digits.
    #[inline(always)]
    pub fn run_telling_escapes(
        &mut self,
        class: Class,
        mut escape: impl FnMut(u32, [u8; 2]),
    ) -> Span {
        let start = self.position();
        let tell = |at, digits| escape(offset(at), digits);
        self.at = block::run(class, self.bytes, self.at, tell);
        Span::new(start, self.position())
    }

    /// Steps over a host name with which nothing is wrong, if one is next. An address, or a name that is
    /// wrong or very long, is for [`host`](Self::host).
    #[inline(always)]
    pub fn host_name(&mut self) -> Option<Span> {
        let start = self.position();
        self.at = match host::name(self.bytes, self.at) {
            Some(end) => end,
            None => host::address(self.bytes, self.at)?,
        };
        Some(Span::new(start, self.position()))
    }

    /// Notes an error that counts only if the BNF accepts the text. The first one noted stays.
    pub fn late(&mut self, error: Error) {
        self.late.get_or_insert(error);
    }

    /// Whether anything was noted with [`late`](Self::late).
    #[must_use]
    pub const fn has_late(&self) -> bool {
        self.late.is_some()
    }

    /// Ends the reading.
    ///
    /// # Errors
    ///
    /// Where a byte is left, which `part`, the last one read, cannot hold; else what was noted with
    /// [`late`](Self::late).
    #[inline(always)]
    pub fn finish(&self, part: &'static Part) -> Result<(), Error> {
        if self.at < self.bytes.len() {
            return Err(self.unexpected(part));
        }
        self.late.map_or(Ok(()), Err)
    }

    /// The error that the next byte is in `part`.
    #[cold]
    #[must_use]
    pub fn unexpected(&self, part: &'static Part) -> Error {
        part.error_at(self.bytes, self.at)
    }

    #[inline]
    fn advance(&mut self, by: usize) {
        self.at = self.at.saturating_add(by);
    }

    /// Steps over `by` bytes that have been looked at.
    #[inline]
    pub(crate) fn skip(&mut self, by: usize) {
        self.advance(by);
    }

    fn go_to(&mut self, at: u32) {
        self.at = at as usize;
    }

    /// Reads `"//" login` (section 3.1), for the schemes that have a user. Next is "/" or the end.
    ///
    /// # Errors
    ///
    /// What keeps it from being one. Where no `@` follows before the next `/`, there is no user, and
    /// the error is one of the host or port.
    #[inline(always)]
    pub fn login(&mut self) -> Result<LoginSpans, Error> {
        self.expect(&HOST, Token::Slashes)?;
        let start = self.position();
        match self.host_and_port(LoginSpans::at(start)) {
            Some(spans) => Ok(spans),
            None => self.login_with_user(start),
        }
    }

    /// Reads `"//" hostport` (section 3.1), for the schemes that have no user. Next is "/" or the end.
    ///
    /// # Errors
    ///
    /// As [`login`](Self::login); a user is an error of its own.
    #[inline(always)]
    pub fn hostport(&mut self) -> Result<LoginSpans, Error> {
        self.expect(&HOST, Token::Slashes)?;
        let start = self.position();
        match self.host_and_port(LoginSpans::at(start)) {
            Some(spans) => Ok(spans),
            None => Err(self.no_credentials().unwrap_or_else(|| self.hostport_error())),
        }
    }

    /// The bytes up to the next `@`, where one stands before the next `/`.
    fn before_at(&self) -> Option<Span> {
        let rest = self.rest();
        let at = rest.iter().position(|byte| matches!(byte, b'@' | b'/'))?;
        let end = offset(self.at.saturating_add(at));
        (rest.get(at) == Some(&b'@')).then(|| Span::new(self.position(), end))
    }

    #[cold]
    fn no_credentials(&self) -> Option<Error> {
        let Span { start, end } = self.before_at()?;
        let span = Span::new(start, end.saturating_add(1));
        Some(Error::bnf(&HOST, Kind::CredentialsNotAllowed, span))
    }

    fn login_with_user(&mut self, start: u32) -> Result<LoginSpans, Error> {
        let Some(before_at) = self.before_at() else { return Err(self.hostport_error()) };
        let user = self.run(&USER);
        let mut spans = LoginSpans::at(start).with_user(user.end);
        let mut part = &USER;
        if self.eat(b":") {
            spans = spans.with_password(self.run(&PASSWORD).end);
            part = &PASSWORD;
        }
        if self.position() != before_at.end {
            return Err(self.unexpected(part));
        }
        self.advance(1);
        self.host_and_port(spans).ok_or_else(|| self.hostport_error())
    }

    /// Reads `host [ ":" port ]` if it is next and "/" or the end follows; else it stays where it is.
    #[inline(always)]
    fn host_and_port(&mut self, spans: LoginSpans) -> Option<LoginSpans> {
        let (at, noted) = (self.at, self.has_late());
        let read = self.host_and_port_or_more(spans);
        if read.is_none() {
            self.at = at;
            if !noted {
                self.late = None;
            }
        }
        read
    }

    #[inline(always)]
    fn host_and_port_or_more(&mut self, spans: LoginSpans) -> Option<LoginSpans> {
        let host = match self.host_name() {
            Some(host) => host,
            None => self.host_by_rules().ok()?,
        };
        let spans = spans.with_host(host.end);
        match self.peek() {
            None | Some(b'/') => Some(spans),
            Some(b':') => {
                self.bump();
                let spans = spans.with_port(self.port()?);
                matches!(self.peek(), None | Some(b'/')).then_some(spans)
            }
            Some(_) => None,
        }
    }

    /// Reads a host as far as its bytes go; what may follow is the caller's affair.
    ///
    /// # Errors
    ///
    /// What breaks the BNF. What the prose forbids is noted.
    #[inline]
    pub fn host(&mut self) -> Result<Span, Error> {
        match self.host_name() {
            Some(host) => Ok(host),
            None => self.host_by_rules(),
        }
    }

    /// Reads a host that [`host::name`] leaves to the rules: an address, or a wrong or very long name.
    #[inline(never)]
    fn host_by_rules(&mut self) -> Result<Span, Error> {
        let span = self.run_of(HOST_BYTES);
        if span.is_empty() {
            return Err(self.no_host());
        }
        match host::fault(span.of_bytes(self.bytes), span.start) {
            Some(error) if matches!(error.rule(), crate::Rule::Bnf(_)) => return Err(error),
            Some(error) => self.late(error),
            None => {}
        }
        Ok(span)
    }

    /// Reads a host that no port follows. Next is whatever a host cannot hold.
    ///
    /// # Errors
    ///
    /// What breaks the BNF, a user before the host included.
    pub fn host_without_port(&mut self) -> Result<Span, Error> {
        if let Some(error) = self.no_credentials() {
            return Err(error);
        }
        let host = self.host()?;
        match self.peek() {
            None | Some(b'/' | b':') => Ok(host),
            Some(_) => Err(self.host_byte()),
        }
    }

    /// Reads a group name.
    ///
    /// # Errors
    ///
    /// Where it does not begin with a letter; a byte behind it that it cannot hold is the caller's affair.
    #[inline]
    pub fn group(&mut self) -> Result<Span, Error> {
        match self.peek() {
            Some(byte) if byte.is_ascii_alphabetic() => Ok(self.run(&GROUP)),
            _ => Err(GROUP.group_fault(self.bytes, self.at)),
        }
    }

    /// The digits of a port and their value; `None` where there are none.
    #[inline]
    fn port(&mut self) -> Option<(Span, u16)> {
        let start = self.position();
        let mut value = 0_u32;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value.saturating_mul(10).saturating_add(u32::from(digit.wrapping_sub(b'0')));
            self.bump();
        }
        let digits = Span::new(start, self.position());
        let Ok(value) = u16::try_from(value) else {
            self.late(Error::range(&PORT, Kind::PortOutOfRange, digits));
            return Some((digits, 0));
        };
        (!digits.is_empty()).then_some((digits, value))
    }

    /// What a host cannot begin with.
    #[cold]
    fn no_host(&self) -> Error {
        let here = Span::new(self.position(), self.position());
        match self.peek() {
            None | Some(b'/' | b':' | b'?' | b'@') => Error::bnf(&HOST, Kind::Empty, here),
            Some(_) => self.host_byte(),
        }
    }

    /// The error for a byte that a host cannot hold.
    fn host_byte(&self) -> Error {
        let error = self.unexpected(&HOST);
        match self.peek() {
            Some(b'[') => {
                let bracket = self.rest().iter().position(|byte| *byte == b']').unwrap_or_default();
                let end = offset(self.at.saturating_add(bracket).saturating_add(1));
                Error::bnf(&HOST, Kind::Ipv6Literal, Span::new(self.position(), end))
            }
            Some(0x80..) => Error::bnf(&HOST, Kind::InternationalName, error.span()),
            Some(b'?') => {
                let here = Span::new(self.position(), self.position());
                Error::bnf(&HOST, Kind::Expected(Token::Slash), here)
            }
            _ => error,
        }
    }

    /// Why `host [ ":" port ]` and "/" or the end is not what comes next.
    #[cold]
    fn hostport_error(&mut self) -> Error {
        if let Err(error) = self.host() {
            return error;
        }
        if !self.eat(b":") {
            return self.host_byte();
        }
        let digits = self.run(&PORT);
        match self.peek() {
            None | Some(b'/') if digits.is_empty() => {
                let colon = Span::new(digits.start.saturating_sub(1), digits.start);
                Error::bnf(&PORT, Kind::EmptyPort, colon)
            }
            Some(b'?') if !digits.is_empty() => {
                Error::bnf(&PORT, Kind::Expected(Token::Slash), Span::new(digits.end, digits.end))
            }
            _ => self.unexpected(&PORT),
        }
    }

    /// Goes back to an earlier position, keeping what was noted.
    #[inline]
    pub fn back_to(&mut self, position: u32) {
        self.go_to(position);
    }

    /// Goes back to an earlier position, for grammars that try one form and then another.
    pub fn rewind(&mut self, to: &Self) {
        self.go_to(to.position());
        self.late = to.late;
    }
}
