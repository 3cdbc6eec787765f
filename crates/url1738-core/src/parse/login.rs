//! Parses the login of a URL (section 3.1): common forms by a fast path, all others by the rules, which also find the
//! error.

use super::{cursor::Cursor, host, hostport, spans::LoginSpans};
use crate::{
    diagnostics::error::{Error, ErrorKind as Kind, Rule, Token},
    scan::{self, Block},
    syntax::{
        address,
        chars::{ALPHADIGIT, Class},
        part::{HOST, PASSWORD, PORT, Part, USER},
        span::{Span, offset},
    },
};

/// The characters that a host may contain.
const HOST_BYTES: Class = ALPHADIGIT.with(b"-.");

impl Cursor<'_> {
    /// Advances over the host name or IPv4 address that is next. Returns `None` if it is invalid or very long: use
    /// [`host`](Self::host) for those.
    #[inline(always)]
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
            None => self.more_login(),
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
        let start = self.at;
        self.host_and_port(LoginSpans::at(self.position())).map_err(|error| {
            self.at = start;
            self.no_credentials().unwrap_or(error)
        })
    }

    /// Returns the span up to the next `@`, or `None` if a `/` or the end of the text comes first.
    fn before_at(&self) -> Option<Span> {
        let mut start = self.at;
        while start < self.bytes.len() {
            let block = Block::at(self.bytes, start);
            let at_signs = block.are(b'@');
            let either = block.are(b'/') | at_signs;
            if either != 0 {
                let first = either & either.wrapping_neg();
                let end = offset(start.wrapping_add(either.trailing_zeros() as usize));
                return (first & at_signs != 0).then(|| Span::new(self.position(), end));
            }
            start = start.wrapping_add(scan::LEN);
        }
        None
    }

    #[cold]
    fn no_credentials(&self) -> Option<Error> {
        let Span { start, end } = self.before_at()?;
        let span = Span::new(start, end.saturating_add(1));
        Some(Error::bnf(&HOST, Kind::CredentialsNotAllowed, span))
    }

    /// Parses a login that is not a plain host and port.
    #[inline(never)]
    fn more_login(&mut self) -> Result<LoginSpans, Error> {
        let start = self.at;
        if let Some(spans) = self.plain_login_with_user() {
            return Ok(spans);
        }
        self.at = start;
        self.login_by_rules()
    }

    /// Parses user, password, host and port. Returns `None` if they are not valid, or the host is of a rare form.
    #[inline(always)]
    fn plain_login_with_user(&mut self) -> Option<LoginSpans> {
        let user = self.run(&USER);
        let mut spans = LoginSpans::at(user.start).with_user(user.end);
        if self.eat(b":") {
            spans = spans.with_password(self.run(&PASSWORD).end);
        }
        if self.eat(b"@") { self.plain_host_and_port(spans) } else { None }
    }

    #[inline(never)]
    fn login_by_rules(&mut self) -> Result<LoginSpans, Error> {
        let start = LoginSpans::at(self.position());
        let Some(before_at) = self.before_at() else { return self.host_and_port(start) };
        let user = self.run(&USER);
        let mut spans = start.with_user(user.end);
        let mut part = &USER;
        if self.eat(b":") {
            spans = spans.with_password(self.run(&PASSWORD).end);
            part = &PASSWORD;
        }
        if self.position() != before_at.end {
            return Err(self.unexpected(part));
        }
        self.advance(1);
        self.host_and_port(spans)
            .map_err(|error| self.raw_at_sign(before_at.end, part, error).unwrap_or(error))
    }

    /// Returns the error for the `@` at `at_sign` if `error` blames something else, and another `@` follows it in the
    /// authority: the last one ends the login, so that the first is data that must be percent-encoded. Without it, what
    /// follows would be blamed: the password of `//joe@work:pw@host` as a port.
    #[cold]
    fn raw_at_sign(&self, at_sign: u32, part: &'static Part, error: Error) -> Option<Error> {
        if self.bytes.get(error.span().start as usize) == Some(&b'@') {
            return None;
        }
        let end = at_sign.saturating_add(1);
        let after = self.bytes.get(end as usize..)?;
        let authority = after.split(|byte| b"/\\?#".contains(byte)).next()?;
        let span = Span::new(at_sign, end);
        authority.contains(&b'@').then(|| Error::bnf(part, Kind::UnexpectedByte(b'@'), span))
    }

    /// Parses `host [ ":" port ]` if it is of the common form and `/` or the end follows. Otherwise does not move.
    #[inline(always)]
    fn plain_host_and_port(&mut self, spans: LoginSpans) -> Option<LoginSpans> {
        let read = hostport::read(self.bytes, self.at)?;
        let spans = spans.with_host(read.host_end());
        let spans = read.port().map_or(spans, |port| spans.with_port(port));
        self.go_to(spans.end());
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
            _ => self.bare_ipv6(start).unwrap_or(error),
        })
    }

    /// Returns the error for an IPv6 address without brackets at `start`, if there is one.
    #[cold]
    fn bare_ipv6(&self, start: usize) -> Option<Error> {
        let rest = self.bytes.get(start..).filter(|rest| address::is_bare_ipv6(rest))?;
        let len = rest.iter().position(|byte| b"/;?#".contains(byte)).unwrap_or(rest.len());
        let span = Span::new(offset(start), offset(start.saturating_add(len)));
        Some(Error::bnf(&HOST, Kind::Ipv6Unbracketed, span))
    }

    fn host_and_port_by_rules(&mut self, spans: LoginSpans) -> Result<LoginSpans, Error> {
        let spans = spans.with_host(self.host()?.end);
        match self.peek() {
            None | Some(b'/') => return Ok(spans),
            Some(b':') => self.bump(),
            Some(_) => return Err(self.host_byte()),
        }
        let port = self.port();
        let here = self.position();
        match (self.peek(), port) {
            (None | Some(b'/'), Some(port)) => Ok(spans.with_port(port)),
            (None | Some(b'/'), None) => {
                let colon = Span::new(here.saturating_sub(1), here);
                Err(Error::bnf(&PORT, Kind::EmptyPort, colon))
            }
            (Some(b'?'), Some(_)) => {
                Err(Error::bnf(&PORT, Kind::Expected(Token::Slash), Span::new(here, here)))
            }
            _ => Err(self.unexpected(&PORT)),
        }
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
        let is_whole = self.peek().is_none_or(|byte| b"/:?#@".contains(&byte));
        let host = span.slice_bytes(self.bytes);
        match host::fault(host, span.start, is_whole) {
            Some(error) if matches!(error.rule(), Rule::Bnf(_)) => return Err(error),
            Some(error) => self.defer(error),
            // The byte after the host may be a delimiter of the caller, if the host before it is complete and valid.
            None if !is_whole => match host::fault(host, span.start, true) {
                Some(error) if matches!(error.rule(), Rule::Bnf(_)) => return Err(self.host_byte()),
                Some(error) => self.defer(error),
                None => {}
            },
            None => {}
        }
        Ok(span)
    }

    /// Parses a host that is the whole text.
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
    pub fn host_without_port(&mut self) -> Result<Span, Error> {
        if let Some(error) = self.no_credentials() {
            return Err(error);
        }
        let start = self.at;
        let host = self.host().and_then(|host| match self.peek() {
            None | Some(b'/' | b':') => Ok(host),
            Some(_) => Err(self.host_byte()),
        });
        host.map_err(|error| self.bare_ipv6(start).unwrap_or(error))
    }

    /// Parses the digits of a port. Returns their span and value, or `None` if there are no digits.
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
            self.defer(Error::range(&PORT, Kind::PortOutOfRange, digits));
            return Some((digits, 0));
        };
        (!digits.is_empty()).then_some((digits, value))
    }

    /// Returns the error for a position at which no host begins.
    #[cold]
    fn without_host(&self) -> Error {
        let here = Span::new(self.position(), self.position());
        match self.peek() {
            None | Some(b'/' | b':' | b'?' | b'@') => Error::bnf(&HOST, Kind::Empty, here),
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
    pub fn host_byte(&self) -> Error {
        let error = self.unexpected(&HOST);
        match self.peek() {
            Some(b'[') => self.bracketed(),
            Some(0x80..) => Error::bnf(&HOST, Kind::InternationalName, error.span()),
            Some(b'?') => {
                let here = Span::new(self.position(), self.position());
                Error::bnf(&HOST, Kind::Expected(Token::Slash), here)
            }
            _ => error,
        }
    }

    /// Returns the error for the bracketed host that is next.
    fn bracketed(&self) -> Error {
        let rest = self.rest();
        let authority = rest.split(|byte| b"/?#".contains(byte)).next().unwrap_or_default();
        let bracket = authority.iter().position(|byte| *byte == b']').unwrap_or_default();
        let marked = rest.get(..=bracket).unwrap_or_default();
        let kind = match marked {
            [b'[', b'v' | b'V', ..] => Kind::FutureAddress,
            _ if address::bracketed_ipv4(marked).is_some() => Kind::BracketedIpv4,
            _ => Kind::Ipv6Literal,
        };
        let end = self.position().saturating_add(offset(marked.len()));
        Error::bnf(&HOST, kind, Span::new(self.position(), end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rules must return the same spans as the fast path for the logins that it accepts.
    #[test]
    fn fast_path_agrees_with_the_rules() {
        for (text, usual) in [
            ("joe:pw@h.dom:21/", true),
            ("joe@h", true),
            (":@h/", true),
            ("a%40b:c@1.2.3.4", true),
            ("joe:pw@h_", false),
            ("joe", false),
            ("joe:pw", false),
            ("joe:p@w@h", false),
        ] {
            let cursor = || Cursor::new(text.as_bytes()).unwrap();
            let (mut at_once, mut by_rules) = (cursor(), cursor());
            let read = at_once.plain_login_with_user();
            assert_eq!(read.is_some(), usual, "{text}");
            if usual {
                assert_eq!(by_rules.login_by_rules().ok(), read, "{text}");
                assert_eq!(at_once.position(), by_rules.position(), "{text}");
            }
        }
        let mut plain = Cursor::new(b"h.dom:21/x").unwrap();
        let read = plain.plain_host_and_port(LoginSpans::at(0)).unwrap();
        assert_eq!(
            (read.host(), read.port(), plain.position()),
            (Span::new(0, 5), Some(Span::new(6, 8)), 8)
        );
        let mut odd = Cursor::new(b"h_").unwrap();
        assert_eq!((odd.plain_host_and_port(LoginSpans::at(0)), odd.position()), (None, 0));
    }

    /// The `@` may be in any block of the scan.
    #[test]
    fn finds_the_at_sign_before_a_slash() {
        for len in 0..100_usize {
            let a = "a".repeat(len);
            for (suffix, found) in
                [("@", true), ("@@", true), ("@/", true), ("/@", false), ("", false), ("/", false)]
            {
                let text = [&a, suffix].concat();
                let end = offset(len);
                let expected = found.then(|| Span::new(0, end));
                assert_eq!(Cursor::new(text.as_bytes()).unwrap().before_at(), expected, "{text}");
            }
        }
    }
}
