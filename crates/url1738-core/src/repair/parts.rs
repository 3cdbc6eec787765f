//! The repairs of the parts that schemes share: a login, and any part by its declaration.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "INVARIANT: the places of bytes that were found, and `until`, are within the rest of the text"
)]

use percent_encoding::percent_encode_byte;

use super::{
    codes::{
        BACKSLASH, BAD_ESCAPE, BRACKETED_IPV4, CREDENTIALS_NOT_ALLOWED, EMPTY_PORT,
        EXPECTED_DELIMITER, FRAGMENT, INTERNATIONAL_NAME, LINE_BREAK, MISSING_SLASH,
        UNEXPECTED_BYTE, encoded,
    },
    repairer::Repairer,
};
use crate::{
    diagnostics::error::Rule,
    scan::chars::RESERVED,
    syntax::{
        address,
        code::CodeInfo,
        international,
        part::{HOST, PASSWORD, PORT, Part, USER},
        span::character_len,
    },
    url::host::Host,
};

/// Returns the length of the line break that a text begins with, and of the indentation after it; 0 if there is none.
fn line_break_len(text: &[u8]) -> usize {
    match text {
        [b'\r' | b'\n', ..] => text.len() - text.trim_ascii_start().len(),
        _ => 0,
    }
}

/// Returns whether a text begins with an escape of two lines: `%2`, a line break, and `F`.
fn is_divided_escape(text: &[u8]) -> bool {
    let digit = |text| match &text[line_break_len(text)..] {
        [digit, rest @ ..] if digit.is_ascii_hexdigit() => Some(rest),
        _ => None,
    };
    digit(&text[1..]).and_then(digit).is_some()
}

impl Repairer<'_> {
    /// Copies `len` bytes as `part` and percent-encodes those that are not allowed in it.
    pub fn part(&mut self, part: &'static Part, len: usize) {
        self.part_but(part, len, |_, _| false);
    }

    /// Copies the segments of a path: backslashes become slashes, the rest is handled like in [`part`](Self::part).
    pub fn path(&mut self, part: &'static Part, len: usize) {
        self.part_but(part, len, |repairer, byte| {
            match byte {
                b'/' => repairer.copy(1),
                b'\\' => {
                    repairer.change(1, "/", part, Rule::Bnf(part.production), &BACKSLASH);
                }
                _ => return false,
            }
            true
        });
    }

    /// Like [`part`](Self::part), but first calls `other` with each byte that is not allowed. `other` returns whether
    /// it handled the byte.
    #[doc(hidden)]
    pub fn part_but(
        &mut self,
        part: &'static Part,
        len: usize,
        mut other: impl FnMut(&mut Self, u8) -> bool,
    ) {
        let end = self.at.saturating_add(len).min(self.end);
        while self.at < end {
            self.copy(part.class.run(&self.input[self.at..end]));
            let Some(byte) = self.input.get(self.at).filter(|_| self.at < end).copied() else {
                return;
            };
            if !other(self, byte) {
                self.escape(part, byte);
            }
        }
    }

    /// Writes a byte that is not allowed in the part.
    fn escape(&mut self, part: &'static Part, byte: u8) {
        let rule = Rule::Bnf(part.production);
        match byte {
            b'\r' | b'\n' => self.line_break(part),
            // No repair is possible; the parser will report the error.
            _ if !part.class.allows_escapes() => self.copy(character_len(self.rest())),
            b'%' if is_divided_escape(self.rest()) => {
                self.copy(1);
                for _ in 0..2 {
                    self.line_break(part);
                    self.copy(1);
                }
            }
            b'%' => {
                self.change(1, "%25", part, Rule::Bnf("escape"), &BAD_ESCAPE);
            }
            _ => {
                let info = match byte {
                    b'#' => const { &FRAGMENT.with_message("`#` must be percent-encoded") },
                    _ if part.reserved.union(RESERVED).contains(byte) => {
                        const {
                            &UNEXPECTED_BYTE
                                .with_message("delimiters must be percent-encoded in data")
                        }
                    }
                    _ => encoded(byte),
                };
                self.change(1, percent_encode_byte(byte), part, rule, info);
            }
        }
    }

    /// Removes a line break, and the indentation of the next line.
    fn line_break(&mut self, part: &'static Part) {
        let len = line_break_len(self.rest());
        if len > 0 {
            self.change(len, "", part, Rule::Prose("Appendix"), LINE_BREAK);
        }
    }

    /// Replaces the slashes before a host, of any kind and number, with two.
    pub fn slashes(&mut self) {
        self.slashes_of(self.slashes_ahead(usize::MAX).1, &EXPECTED_DELIMITER);
    }

    /// Returns the number of slashes of either kind that the rest begins with, at most `most`, and the number of their bytes
    /// with the line breaks between them.
    #[doc(hidden)]
    #[must_use]
    pub fn slashes_ahead(&self, most: usize) -> (usize, usize) {
        let (rest, mut count, mut len) = (self.rest(), 0, 0);
        while count < most {
            let next = len + if count > 0 { line_break_len(&rest[len..]) } else { 0 };
            if !rest.get(next).is_some_and(|byte| b"/\\".contains(byte)) {
                break;
            }
            (count, len) = (count + 1, next + 1);
        }
        (count, len)
    }

    /// Like [`slashes`](Self::slashes), but for `len` bytes, and with the code of the error that reports other slashes.
    #[doc(hidden)]
    pub fn slashes_of(&mut self, len: usize, info: &'static CodeInfo) {
        match self.rest().get(..len).unwrap_or_default() {
            b"//" => self.copy(2),
            [b'/', layout @ .., b'/']
                if !layout.is_empty() && line_break_len(layout) == layout.len() =>
            {
                self.copy(1);
                self.line_break(&HOST);
                self.copy(1);
            }
            _ => self.change(len, "//", &HOST, Rule::Prose("3.1"), info),
        }
    }

    /// Repairs `"//" login`, for schemes with a user: `:` and `@` in user and password are percent-encoded.
    pub fn login(&mut self) {
        self.slashes();
        self.login_after_slashes();
    }

    fn login_after_slashes(&mut self) {
        let authority = self.until(b"/\\");
        let piece = &self.rest()[..authority];
        // The last `@` ends the login, and the first `:` the user: `joe:p@w@h` has the password
        // `p@w`, which a raw `@` cannot be part of.
        if let Some(user_end) = piece.iter().rposition(|byte| *byte == b'@') {
            let user = &piece[..user_end];
            match user.iter().position(|byte| *byte == b':') {
                Some(colon) => {
                    self.part(&USER, colon);
                    self.copy(1);
                    self.part(&PASSWORD, user_end - colon - 1);
                }
                None => self.part(&USER, user_end),
            }
            self.copy(1);
        }
        self.host_and_port();
    }

    /// Repairs `"//" login` of an unknown scheme: user and password are percent-encoded, and the rest is kept unless
    /// it is a host and port.
    pub(crate) fn authority(&mut self) {
        match self.rest().get(..2) {
            Some(b"//") => self.copy(2),
            // The parser of an unknown scheme expects no delimiter here, it rejects the backslash.
            _ => self.change(2, "//", &HOST, Rule::Prose("3.1"), &BACKSLASH),
        }
        let authority = self.until(b"/\\?");
        let userinfo = self.until(b"/\\");
        if self.rest().get(..userinfo).is_some_and(|piece| piece.contains(&b'@')) {
            return self.login_after_slashes();
        }
        let piece = &self.rest()[..authority];
        let port = piece.iter().rposition(|byte| *byte == b':');
        let host = &piece[..port.unwrap_or(piece.len())];
        // Brackets around an IPv4 address and an empty port are repaired like in the login of a known scheme.
        if host.starts_with(b"[") || !host.is_ascii() || HOST.class.run(host) == host.len() {
            self.host_and_port();
        }
        self.part(&HOST, self.until(b"/\\?"));
    }

    /// Repairs `"//" hostport`, for schemes without a user: user and password are removed.
    pub fn hostport(&mut self) {
        self.slashes();
        self.credentials();
        self.host_and_port();
    }

    /// Removes user and password, for schemes that do not allow them. They are kept if another `@` follows, because
    /// the intended host is unknown then; the parser reports the error.
    pub fn credentials(&mut self) {
        let (piece, after) = self.rest().split_at(self.until(b"/\\?"));
        // In `http://joe@h/x@y` the user may be `joe@h/x`, whose slash is not escaped.
        if after.contains(&b'@') {
            return;
        }
        if let Some(at) = piece.iter().rposition(|byte| *byte == b'@') {
            self.change(at + 1, "", &HOST, Rule::Bnf("hostport"), &CREDENTIALS_NOT_ALLOWED);
        }
    }

    fn host_and_port(&mut self) {
        // A `;` ends the host, because a typecode may follow it without a slash: `ftp://host;type=a`.
        self.host(self.until(b"/\\?:;"));
        if self.peek() != Some(b':') {
            return;
        }
        let len = self.until(b"/\\?;");
        // In `ftp://joe:/pw@h/` and `x://joe:#pw@h` the colon may begin a password, which would be shown without it.
        if len == 1 && !self.input[self.at..].contains(&b'@') {
            self.change(1, "", &PORT, Rule::Prose("3.1"), &EMPTY_PORT);
        } else {
            self.copy(1);
            self.part(&PORT, len - 1);
        }
    }

    /// Repairs the host, which is the next `len` bytes.
    #[doc(hidden)]
    pub fn host(&mut self, len: usize) {
        if !self.bracketed_address() && !self.international_name(len) {
            self.part(&HOST, len);
        }
    }

    /// Writes a host name outside US-ASCII with A-labels. Returns whether the next `len` bytes are one that the DNS can have.
    fn international_name(&mut self, len: usize) -> bool {
        let host = &self.rest()[..len];
        let name = if host.is_ascii() { None } else { international::to_ascii(host) };
        // IDNA also accepts names that section 3.1 does not, such as one whose last label is a
        // number.
        let Some(name) = name.filter(|name| Host::parse(name).is_ok()) else { return false };
        self.change(len, name, &HOST, Rule::Bnf("hostname"), &INTERNATIONAL_NAME);
        true
    }

    /// Repairs an IPv4 address in brackets, as in mail domains, or in the form of the IPv6 address mapped to it (RFC
    /// 4291, section 2.5.5.2): both name the same machine as the address without brackets. Other IPv6 addresses
    /// cannot be written in a URL of RFC 1738. Returns whether there was such an address.
    fn bracketed_address(&mut self) -> bool {
        let rest = self.rest();
        let Some(bracket) = rest.iter().position(|byte| *byte == b']') else { return false };
        let marked = &rest[..=bracket];
        let Some(address) = address::bracketed_ipv4(marked) else { return false };
        let ends = rest.get(marked.len()).is_none_or(|byte| b"/:?;\\".contains(byte));
        if !ends {
            return false;
        }
        // The bracket and the mapping prefix precede the address; a bracket follows it.
        let len = address.len();
        let before = bracket - len;
        self.change(before, "", &HOST, Rule::Bnf("hostname"), &BRACKETED_IPV4);
        self.copy(len);
        self.change(1, "", &HOST, Rule::Bnf("hostname"), &BRACKETED_IPV4);
        true
    }

    /// Copies the `/` after host and port. It is inserted if a `?` follows, and a backslash is replaced by it.
    /// Returns whether there is a `/` now.
    pub fn slash(&mut self) -> bool {
        match self.peek() {
            Some(b'/') => self.copy(1),
            Some(b'\\') => {
                self.change(1, "/", &HOST, Rule::Prose("3.1"), &BACKSLASH);
            }
            Some(b'?') => self.missing_slash(MISSING_SLASH),
            _ => return false,
        }
        true
    }

    /// Inserts the `/` that must follow the host, with the code of the error that reports its absence.
    #[doc(hidden)]
    pub fn missing_slash(&mut self, info: &'static CodeInfo) {
        self.change(0, "/", &HOST, Rule::Prose("3.1"), info);
    }
}
