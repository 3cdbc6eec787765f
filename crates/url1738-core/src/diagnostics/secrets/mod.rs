//! Search for the secrets of a text: passwords of logins, values of query keys that name a password, and tokens.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "INVARIANT: a position is at most the length of a text; a list has at most `MOST` spans"
)]

mod octets;
mod scan;

use crate::{
    scan::{Block, LEN},
    syntax::{
        escaped::escapes,
        span::{Span, offset},
    },
};

use octets::Octets;
pub use octets::is_safe;
use scan::{IN_KEY, Scan, is_slash, is_token};
pub(super) use scan::{Secrets, TextKind};

impl Secrets {
    /// Adds the secrets of `text` from `from` on, read as written and with its escapes decoded.
    ///
    /// Both readings are needed: a written slash ends a login, but an escaped one may be a character of the password
    /// or a slash of a URL within the URL. `//a:80%2Fb@h` has the password `80%2Fb` as written; decoded it would be
    /// port 80 and a path.
    pub(super) fn find(&mut self, text: &[u8], from: usize, kind: TextKind) {
        // A secret ends at the `@` of `joe:pw@h` or begins after the `=` of `pwd=x`. Most texts have neither: to mask a URL
        // takes 490 instructions, and 930 if every text is read. In UTF-8, EF begins a wide `＠` or `＝`.
        let (mut is_raw, mut is_escaped) = (false, false);
        let (mut at, mut from_token) = (from, from);
        while at < text.len() {
            let block = Block::at(text, at);
            is_raw |= block.has_any(*b"=@\xEF");
            is_escaped |= block.has_any(*b"%");
            if block.has_any(*b"J") {
                self.find_json_tokens(text, &mut from_token, at);
            }
            at += LEN;
        }
        if is_raw {
            Scan::new(text, from, kind, false).run(self);
        }
        // An escape may be that of one of these bytes, or of a `%` that begins such an escape: `%2540`.
        let may_matter = |digits| {
            let known =
                matches!(&digits, b"40" | b"3D" | b"3d" | b"25" | b"EF" | b"ef" | b"Ef" | b"eF");
            is_raw || known
        };
        if is_escaped && escapes(&text[from..]).any(|(_, digits)| may_matter(digits)) {
            Scan::new(text, from, kind, true).run(self);
        }
    }

    /// Adds the tokens of JSON (RFC 7519) whose third letter is in the block at `at`: two dots between texts in base64, of which
    /// the first is an object, and so begins with `{"`. They are secret in any place, such as `/eyJ...` of a path. Tokens
    /// were read up to `from`, so that the time is linear.
    // The block is made again: it would leave its registers for a call, which costs all texts as much as the search for `J`.
    #[inline(never)]
    fn find_json_tokens(&mut self, text: &[u8], from: &mut usize, at: usize) {
        let mut found = Block::at(text, at).are(b'J');
        while found != 0 {
            let third = at + found.trailing_zeros() as usize;
            found &= found - 1;
            let before = text.get(*from..=third).and_then(|head| head.strip_suffix(b"eyJ"));
            let Some(before) = before else { continue };
            // An escape has letters of a key, and may be escaped again.
            let is_escape = matches!(before, [.., b'%', _, _] | [.., b'%', b'2', b'5', _, _]);
            if !is_escape && before.last().is_some_and(|last| IN_KEY.contains(*last)) {
                continue;
            }
            let (mut dots, start) = (0, *from + before.len());
            let octets = Octets { text, at: start, decoding: true, is_wide: true };
            for octet in octets.take_while(|octet| IN_KEY.contains(octet.value)) {
                dots += usize::from(octet.value == b'.');
                *from = octet.end;
            }
            if dots > 1 {
                self.add(Span::new(offset(start), offset(*from)));
            }
        }
    }
}

/// Returns the secret in the user name of a login: the token that it begins with, or the text after the first colon, since
/// `joe%3Apw@h` was intended to have a password.
pub(super) fn in_user(text: &[u8], user: Span) -> Option<Span> {
    // The grammar has no raw colon in a user, but a text that is not a URL may.
    let (text, at) = (&text[..user.end as usize], user.start as usize);
    let mut octets = Octets { text, at, decoding: true, is_wide: true };
    if is_token(octets) {
        return Some(user);
    }
    let colon = octets.find(|octet| octet.value == b':')?;
    (offset(colon.end) < user.end).then(|| Span::new(offset(colon.end), user.end))
}

/// Returns the text after the first colon of a login, if it begins a password whose `@` is not in the text. Slashes and
/// the colon may be escaped: `u=ftp:%2F%2Fjoe:my` ends in a password, too. An escaped `@` may be part of one, and so may a
/// slash: of `'ftp://joe:my/pw'@h`, the quotation mark ended a URL. Both together end a login whose slashes are escaped.
pub(super) fn open_password(text: &[u8]) -> Option<Span> {
    let (mut last, mut login, mut password, mut has_at) = (0, None, None, false);
    let mut octets = Octets { text, at: 0, decoding: true, is_wide: true };
    while let Some(octet) = octets.next() {
        let is_raw = octet.is_raw;
        match (octet.value, login) {
            // After raw slashes, an escaped one is a character of the login.
            (value, Some(true)) if is_slash(value) && !is_raw => {}
            (value, _) if is_slash(value) && (password.is_none() || has_at) => {
                (login, password) = (is_slash(last).then_some(is_raw), None);
            }
            (b'[', Some(_)) if is_slash(last) => octets.at += address_len(&text[octet.end..]),
            (b'@', _) if is_raw => (login, password) = (None, None),
            (b'@', Some(false)) => has_at = true,
            (b':', Some(of_raw)) if password.is_none() => {
                let rest = &text[octet.end..];
                (password, has_at) = ((!is_port(rest, of_raw)).then_some(octet.end), false);
            }
            _ => {}
        }
        last = octet.value;
    }
    password.map(|start| Span::new(offset(start), offset(text.len())))
}

/// Returns the length of an IPv6 address between brackets, without them; it may have a zone, as in `fe80::1%25eth0`. Its
/// colons begin no password.
fn address_len(text: &[u8]) -> usize {
    let in_address = |byte: &&u8| byte.is_ascii_hexdigit() || b":.".contains(byte);
    let in_zone = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-._~%".contains(byte);
    let address = text.iter().take_while(in_address).count();
    let len = match text.get(address) {
        Some(b'%') => address + text[address..].iter().take_while(in_zone).count(),
        _ => address,
    };
    if text.get(len) == Some(&b']') { len } else { 0 }
}

/// Returns whether a text after a colon begins with a port, which may be empty. Unless the slashes before it are raw, an
/// escaped delimiter ends it, too, but for a single slash right after the colon; any other character is one of a password.
fn is_port(text: &[u8], of_raw: bool) -> bool {
    let mut octets = Octets { text, at: 0, decoding: !of_raw, is_wide: true };
    let mut slashes = octets.map(|octet| is_slash(octet.value));
    if !of_raw && (slashes.next(), slashes.next()) == (Some(true), Some(false)) {
        return false;
    }
    let after = octets.find(|octet| !octet.value.is_ascii_digit());
    after.is_none_or(|octet| b"?#/\\".contains(&octet.value))
}
