//! Parses the login of a URL (section 3.1): host and port at once if they are of a common form, and everything else by the
//! rules, which also find the error.

use super::{cursor::Cursor, hostport, spans::LoginSpans};
use crate::{
    diagnostics::error::{Error, ErrorKind as Kind, Rule, Token},
    scan::chars::{ALPHADIGIT, Class, DIGIT},
    syntax::{
        address::{self, decimal},
        part::{HOST, PASSWORD, PORT, Part, USER},
        span::{Span, offset},
    },
};

const HOST_BYTES: Class = ALPHADIGIT.with(b"-.");

impl Cursor<'_> {
    /// Advances over the host name or IPv4 address that is next. Returns `None` if it is invalid or very long: use
    /// [`host`](Self::host) for those.
    #[inline(always)]
    #[doc(hidden)]
    pub fn host_name(&mut self) -> Option<Span> {
        let start = self.position();
        self.at = hostport::host(self.bytes, self.at)?;
        Some(Span::new(start, self.position()))
    }

    /// Parses `"//" login` (section 3.1), for schemes with a user. Afterwards, `/` or the end of the text is next.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not a login. If there is no `@` before the next `/`, there is no user, and the
    /// error is in the host or port.
    #[inline(always)]
    pub fn login(&mut self) -> Result<LoginSpans, Error> {
        self.expect(&HOST, Token::Slashes)?;
        match self.plain_host_and_port(LoginSpans::at(self.position())) {
            Some(spans) => Ok(spans),
            None => self.login_with_user(),
        }
    }

    /// Parses `"//" hostport` (section 3.1), for schemes without a user. Afterwards, `/` or the end of the text is next.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not a hostport. A user is reported as
    /// [`CredentialsNotAllowed`](crate::ErrorKind::CredentialsNotAllowed).
    #[inline(always)]
    pub fn hostport(&mut self) -> Result<LoginSpans, Error> {
        self.expect(&HOST, Token::Slashes)?;
        match self.plain_host_and_port(LoginSpans::at(self.position())) {
            Some(spans) => Ok(spans),
            None => self.hostport_by_rules(),
        }
    }

    #[inline(never)]
    fn hostport_by_rules(&mut self) -> Result<LoginSpans, Error> {
        let start = self.position();
        // A user is looked for after the host has failed only: most texts have none, and an `@` may
        // be in the path.
        self.host_and_port(LoginSpans::at(start)).map_err(|error| {
            self.move_to(start);
            self.no_credentials().unwrap_or(error)
        })
    }

    /// Returns the span up to the next `@`, or `None` if a `/` or the end of the text comes first.
    #[cold]
    fn before_at(&self) -> Option<Span> {
        let rest = self.rest();
        let len = rest.iter().position(|byte| matches!(byte, b'@' | b'/'))?;
        (rest.get(len) == Some(&b'@')).then(|| Span::of_len(self.position(), offset(len)))
    }

    #[cold]
    fn no_credentials(&self) -> Option<Error> {
        let Span { start, end } = self.before_at()?;
        Some(Error::bnf(&HOST, Kind::CredentialsNotAllowed, Span::new(start, end + 1)))
    }

    /// Parses a login with a user, or one whose host and port need the rules.
    #[inline(never)]
    fn login_with_user(&mut self) -> Result<LoginSpans, Error> {
        // All characters of a host are in a user, too. The `@` after them decides that `joe` of
        // `ftp://joe@h` is one.
        let user = self.run(&USER);
        let mut spans = LoginSpans { user_end: user.end, ..LoginSpans::at(user.start) };
        let mut part = &USER;
        if self.eat(b":") {
            spans.password_end = self.run(&PASSWORD).end;
            part = &PASSWORD;
        }
        let end = self.position();
        if self.eat(b"@") {
            if let Some(spans) = self.plain_host_and_port(spans) {
                return Ok(spans);
            }
        }
        self.login_by_rules(spans, part, end)
    }

    /// Parses what follows the user and password, of which `part` is the last one and ends at `end`. Not inlined, so that the
    /// common logins need no room for errors.
    #[inline(never)]
    fn login_by_rules(
        &mut self,
        spans: LoginSpans,
        part: &'static Part,
        end: u32,
    ) -> Result<LoginSpans, Error> {
        if self.position() != end {
            return self
                .host_and_port(spans)
                .map_err(|error| self.raw_at_sign(end, part, error).unwrap_or(error));
        }
        // If an `@` follows, the user or password before it contains a byte that it cannot. Otherwise, what was read as a
        // user is the host.
        if self.before_at().is_some() {
            return Err(self.unexpected(part));
        }
        self.move_to(spans.start);
        self.host_and_port(LoginSpans::at(spans.start))
    }

    /// Returns the error for the `@` at `at_sign` if `error` blames something else, and another `@` follows it in the
    /// authority: the last one ends the login, so that the first is data that must be percent-encoded. Without it, what
    /// follows would be blamed: the password of `//joe@work:pw@host` as a port.
    #[cold]
    fn raw_at_sign(&self, at_sign: u32, part: &'static Part, error: Error) -> Option<Error> {
        // The error is about the second `@` already.
        if self.bytes.get(error.span().start as usize) == Some(&b'@') {
            return None;
        }
        let span = Span::of_len(at_sign, 1);
        let after = self.bytes.get(span.end as usize..)?;
        let authority = after.split(|byte| b"/\\?#".contains(byte)).next()?;
        authority.contains(&b'@').then(|| Error::bnf(part, Kind::UnexpectedByte(b'@'), span))
    }

    /// Parses `host [ ":" port ]` if it is of the common form and `/` or the end follows. Otherwise does not move.
    #[inline(always)]
    fn plain_host_and_port(&mut self, mut spans: LoginSpans) -> Option<LoginSpans> {
        let read = hostport::read(self.bytes, self.at)?;
        spans.host_end = read.host_end();
        if let Some((digits, port)) = read.port() {
            (spans.port_end, spans.port) = (digits.end, port);
        }
        self.move_to(spans.end());
        Some(spans)
    }

    /// Parses host and port by the rules. `/` or the end must follow.
    fn host_and_port(&mut self, spans: LoginSpans) -> Result<LoginSpans, Error> {
        let start = self.at;
        self.host_and_port_by_rules(spans).map_err(|error| match error.kind() {
            // No IPv6 address contains these bytes.
            Kind::Fragment => error,
            Kind::UnexpectedByte(byte) if !(byte.is_ascii_hexdigit() || b":.".contains(&byte)) => {
                error
            }
            // Of `//2001:db8::1/` the rules would report `2001`, as an address of one number.
            _ => self.bare_ipv6(start).unwrap_or(error),
        })
    }

    /// Returns the error for an IPv6 address without brackets at `start`, if there is one.
    #[cold]
    fn bare_ipv6(&self, start: usize) -> Option<Error> {
        let rest = self.bytes.get(start..).filter(|rest| address::is_bare_ipv6(rest))?;
        let len = rest.iter().position(|byte| b"/;?#".contains(byte)).unwrap_or(rest.len());
        let span = Span::of_len(offset(start), offset(len));
        Some(Error::bnf(&HOST, Kind::Ipv6Unbracketed, span))
    }

    fn host_and_port_by_rules(&mut self, mut spans: LoginSpans) -> Result<LoginSpans, Error> {
        spans.host_end = self.host()?.end;
        match self.peek() {
            None | Some(b'/') => return Ok(spans),
            Some(b':') => self.bump(),
            Some(_) => return Err(self.host_byte()),
        }
        let digits = self.run_of(DIGIT);
        let here = Span::of_len(digits.end, 0);
        match self.peek() {
            None | Some(b'/') if digits.is_empty() => {
                let colon = Span::new(digits.start - 1, digits.start);
                return Err(Error::bnf(&PORT, Kind::EmptyPort, colon));
            }
            None | Some(b'/') => {}
            Some(b'?') if !digits.is_empty() => {
                return Err(Error::bnf(&PORT, Kind::Expected(Token::Slash), here));
            }
            _ => return Err(self.unexpected(&PORT)),
        }
        let value = decimal(digits.slice_bytes(self.bytes)).and_then(|value| value.try_into().ok());
        if value.is_none() {
            // The BNF allows any digits, so that a byte that it refuses comes first.
            self.defer(Error::range(&PORT, Kind::PortOutOfRange, digits));
        }
        (spans.port_end, spans.port) = (digits.end, value.unwrap_or(0));
        Ok(spans)
    }

    /// Parses a host, up to the first byte that a host cannot contain. That byte is not checked.
    ///
    /// # Errors
    ///
    /// Returns an error if the host violates the BNF. Errors of the prose are deferred.
    #[inline]
    pub fn host(&mut self) -> Result<Span, Error> {
        match self.host_name() {
            Some(host) => Ok(host),
            None => self.host_by_rules(),
        }
    }

    /// Parses a host that [`hostport::host`] leaves to the rules: an invalid host, or a very long name.
    #[inline(never)]
    fn host_by_rules(&mut self) -> Result<Span, Error> {
        let start = self.at;
        let span = self.run_of(HOST_BYTES);
        if span.is_empty() {
            return Err(self.bare_ipv6(start).unwrap_or_else(|| self.without_host()));
        }
        // These bytes end a host in every grammar. Before any other, such as the `_` of `my_host`,
        // the last label may be incomplete.
        let is_whole = self.peek().is_none_or(|byte| b"/:?#@".contains(&byte));
        let host = span.slice_bytes(self.bytes);
        match host_error(host, span.start, is_whole) {
            Some(error) if matches!(error.rule(), Rule::Bnf(_)) => return Err(error),
            Some(error) => self.defer(error),
            // The byte after the host may be a delimiter of the caller, if the host before it is complete and valid.
            None if !is_whole => match host_error(host, span.start, true) {
                Some(error) if matches!(error.rule(), Rule::Bnf(_)) => return Err(self.host_byte()),
                Some(error) => self.defer(error),
                None => {}
            },
            None => {}
        }
        Ok(span)
    }

    pub(crate) fn whole_host(&mut self) -> Result<(), Error> {
        let read = self.host().and_then(|_| match self.peek() {
            None => self.finish(&HOST),
            // In a URL these bytes would end the host; here they are invalid bytes in it.
            Some(b'/' | b':' | b'?' | b'@' | b'#') => Err(self.unexpected(&HOST)),
            Some(_) => Err(self.host_byte()),
        });
        read.map_err(|error| self.bare_ipv6(0).unwrap_or(error))
    }

    /// Parses a host without a port. Afterwards, `/`, `:` or the end of the text is next.
    ///
    /// # Errors
    ///
    /// Returns an error if the host violates the BNF, or if a user precedes it.
    #[doc(hidden)]
    pub fn host_without_port(&mut self) -> Result<Span, Error> {
        let before = self.clone();
        let host = self.host().and_then(|host| match self.peek() {
            None | Some(b'/') => Ok(host),
            // Of `//joe:pw@h`, the user was read as a host.
            Some(b':') if before.before_at().is_none() => Ok(host),
            Some(_) => Err(self.host_byte()),
        });
        let other = || before.no_credentials().or_else(|| before.bare_ipv6(before.at));
        host.map_err(|error| other().unwrap_or(error))
    }

    #[cold]
    fn without_host(&self) -> Error {
        match self.peek() {
            None | Some(b'/' | b':' | b'?' | b'@') => {
                Error::bnf(&HOST, Kind::Empty, Span::of_len(self.position(), 0))
            }
            Some(_) => self.host_byte(),
        }
    }

    /// Returns the error for the next byte, which is invalid in a host (section 3.1). The error names what the byte begins
    /// if that is known, such as an IPv6 address.
    ///
    /// ```
    /// use url1738_core::scheme::Cursor;
    ///
    /// let code = |text: &[u8]| Cursor::new(text).unwrap().host_byte().code();
    /// assert_eq!((code(b"[::1]/"), code(b"_x")), ("ipv6-literal", "unexpected-byte"));
    /// ```
    #[cold]
    #[must_use]
    #[doc(hidden)]
    pub fn host_byte(&self) -> Error {
        let error = self.unexpected(&HOST);
        match self.peek() {
            Some(b'[') => self.bracketed(),
            Some(0x80..) => Error::bnf(&HOST, Kind::InternationalName, error.span()),
            Some(b'?') => {
                // In `http://h?q` the `/` before the `?` is missing. That the host cannot contain
                // `?` is true, and of no help.
                let here = Span::of_len(self.position(), 0);
                Error::bnf(&HOST, Kind::Expected(Token::Slash), here)
            }
            _ => error,
        }
    }

    fn bracketed(&self) -> Error {
        let rest = self.rest();
        let len = rest.iter().position(|byte| b"]/?#".contains(byte));
        // Without the closing bracket, the error is at the opening one.
        let len = len.filter(|at| rest.get(*at) == Some(&b']')).map_or(1, |at| at + 1);
        let marked = rest.get(..len).unwrap_or(rest);
        let kind = match marked {
            [b'[', b'v' | b'V', ..] => Kind::FutureAddress,
            _ if address::bracketed_ipv4(marked).is_some() => Kind::BracketedIpv4,
            _ => Kind::Ipv6Literal,
        };
        Error::bnf(&HOST, kind, Span::of_len(self.position(), offset(len)))
    }
}

/// Returns the first error in `host`, a non-empty run of letters, digits, `-` and `.` that starts at `at`.
///
/// Errors of the BNF take precedence over names and labels that are too long and numbers that are too large.
///
/// If the run ends before a byte that a host cannot contain, `is_whole` is `false` and the last label is not checked: it
/// is incomplete, and the error is in that byte.
fn host_error(host: &[u8], at: u32, is_whole: bool) -> Option<Error> {
    let whole = Span::of_len(at, offset(host.len()));
    let bnf = |kind, span| Some(Error::bnf(&HOST, kind, span));
    // Lengths are limits of the DNS, not of the BNF: they are reported if nothing else is wrong.
    let mut deferred = None;
    let mut top = (whole, host);
    for (span, label) in labels(host, at) {
        top = (span, label);
        // Of `a.b-_c`, the label `b-` goes on with the byte that is wrong, so that its hyphen is
        // not an error.
        let is_complete = is_whole || span.end != whole.end;
        match label {
            [b'-', ..] => return bnf(Kind::LabelHyphen, Span::of_len(span.start, 1)),
            [] | [.., b'-'] if !is_complete => return None,
            [] => return bnf(Kind::EmptyLabel, empty_label(span, whole)),
            [.., b'-'] => return bnf(Kind::LabelHyphen, Span::new(span.end - 1, span.end)),
            _ if label.len() > 63 && deferred.is_none() => {
                deferred = Some(Error::prose(&HOST, Kind::LabelTooLong, span));
            }
            _ => {}
        }
    }
    if !is_whole {
        return None;
    }
    let (top_span, top) = top;
    if top.first().is_some_and(u8::is_ascii_digit) {
        // A name never ends this way. With digits and dots alone an address was intended, and its
        // groups are counted.
        if !host.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') {
            return bnf(Kind::TopLabelDigit, top_span);
        }
        if labels(host, at).count() != 4 {
            return bnf(Kind::GroupCount, whole);
        }
        let (span, _) =
            labels(host, at).find(|(_, group)| decimal(group).is_none_or(|value| value > 255))?;
        return Some(Error::range(&HOST, Kind::GroupOutOfRange, span));
    }
    if deferred.is_none() && host.len() > 255 {
        return Some(Error::prose(&HOST, Kind::NameTooLong, whole));
    }
    deferred
}

/// Returns the labels of a host that starts at `at`, and their spans.
fn labels(host: &[u8], at: u32) -> impl Iterator<Item = (Span, &[u8])> {
    let mut start = at;
    host.split(|byte| *byte == b'.').map(move |label| {
        let span = Span::of_len(start, offset(label.len()));
        // After the last label of a text of 4 GiB - 1, there is no byte to count.
        start = span.end.saturating_add(1);
        (span, label)
    })
}

/// Returns the span of the dot that makes a label empty: the second of two, or the one at either end of the name.
const fn empty_label(label: Span, host: Span) -> Span {
    // The end of the name has no byte to mark, so that its last dot is marked: `h.dom.` at the end.
    let start = if label.start < host.end { label.start } else { host.end - 1 };
    Span::of_len(start, 1)
}
