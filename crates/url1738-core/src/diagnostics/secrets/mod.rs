//! Search for the secrets of a text: passwords of logins, and values of query keys that name a password.

mod list;
mod scan;
mod text;

use crate::{
    scan::{Block, LEN},
    syntax::span::{Span, offset},
};

use scan::Scan;
use text::{Octets, is_slash};

pub(super) use list::Secrets;
pub(super) use text::TextKind;

impl Secrets {
    /// Adds the secrets of `text` from `from` on, read as written and with its escapes decoded.
    ///
    /// Both readings are needed: a written slash ends a login, but an escaped one may be a character of the password
    /// or a slash of a URL within the URL. `//a:80%2Fb@h` has the password `80%2Fb` as written; decoded it would be
    /// port 80 and a path.
    pub(super) fn find(&mut self, text: &[u8], from: usize, kind: TextKind) {
        if !may_delimit(text, from) {
            return;
        }
        Scan::new(text, from, kind, false).run(self);
        if text.get(from..).is_some_and(|rest| rest.contains(&b'%')) {
            Scan::new(text, from, kind, true).run(self);
        }
    }
}

/// Returns whether a URL may have secrets. The password of each of the ten schemes ends before an `@`, and a value begins
/// after an `=` and a key that ends in `rd` or `wd`. All may be escaped, even twice: `%2540`.
pub(super) fn are_possible(url: &[u8]) -> bool {
    may_delimit(url, 0) && (0..url.len()).any(|at| delimits(url, at))
}

/// Returns whether a byte from `from` on may delimit a secret: the `@` of `joe:pw@h`, the `=` of `pwd=x`, or the `%` of an
/// escape of one. `pub/a:b` has none. May also be true because of a byte before.
///
/// Most texts have none, which a comparison of 32 bytes at a time shows. Every argument of a plan is searched: for the
/// row `plan` of the program, a URL and its plan take 9,000 instructions, and 12,200 without this.
fn may_delimit(text: &[u8], from: usize) -> bool {
    (from..text.len()).step_by(LEN).any(|at| Block::at(text, at).has_any(*b"@=%"))
}

/// Returns whether the byte at `at` is a delimiter of a secret, or begins the escape of one.
fn delimits(url: &[u8], at: usize) -> bool {
    let before = |by: usize| at.checked_sub(by).and_then(|at| url.get(at)).copied();
    match url.get(at..) {
        Some([b'@', ..] | [b'%', b'4', b'0', ..] | [b'%', b'2', b'5', ..]) => true,
        Some([b'%', b'3', digit, ..]) => matches!(digit, b'd' | b'D'),
        // The last two letters of `password`, `passwd` and `pwd`, each of which may be an escape: `pw%64=`.
        Some([b'=', ..]) => {
            let precedes_d = |letter: u8| matches!(letter | 0x20, b'r' | b'w');
            before(3) == Some(b'%')
                || matches!(before(1), Some(b'd' | b'D'))
                    && (before(2).is_some_and(precedes_d) || before(4) == Some(b'%'))
        }
        _ => false,
    }
}

/// Returns the text after the first colon in the user name of a login without a password: `joe%3Apw@h` was intended
/// to have one.
pub(super) fn after_colon(text: &[u8], user: Span) -> Option<Span> {
    if !user.slice_bytes(text).iter().any(|byte| matches!(byte, b':' | b'%')) {
        return None;
    }
    let mut octets = Octets { text, at: user.start as usize, decoding: true };
    let colon = octets.find(|octet| octet.value == b':')?;
    (offset(colon.end) < user.end).then(|| Span::new(offset(colon.end), user.end))
}

/// Returns the text after the first colon of the last login, if it begins a password whose `@` is not in the text.
pub(super) fn open_password(text: &[u8]) -> Option<Span> {
    let mut pieces = text.rsplitn(2, |byte| is_slash(*byte));
    let (login, before) = (pieces.next()?, pieces.next()?);
    let colon = login.iter().position(|byte| *byte == b':')?;
    let password = login.get(colon.checked_add(1)?..)?;
    let port = password.iter().take_while(|byte| !b"?#".contains(byte)).all(u8::is_ascii_digit);
    let opens =
        before.last().is_some_and(|byte| is_slash(*byte)) && !port && !login.contains(&b'@');
    let end = offset(text.len());
    opens.then(|| Span::new(end.saturating_sub(offset(password.len())), end))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// A URL without a delimiter has no secret: its password would be shown.
    #[test]
    fn a_secret_has_a_delimiter() {
        let pieces = [
            "//", "/", ":", "@", "=", "&", "?", "pwd", "password", "PASSWD", "d", "x", "80", "%2F",
            "%2f", "%3A", "%40", "%3D", "%3d", "%64", "%2564", "%253D", "%252540", "%", "%5C",
            "\\", " ", ";", "passwor", "w", "%77", "%52", "pw",
        ];
        let mut seed = 1738_u64;
        let mut random = |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap() % below
        };
        let mut rejected = 0;
        for _ in 0..200_000 {
            let count = random(12);
            let text: Vec<u8> =
                (0..count).flat_map(|_| pieces[random(pieces.len())].bytes()).collect();
            // The delimiters of a URL show whether it may have secrets.
            let url = [b"x:", text.as_slice()].concat();
            if crate::GenericUrl::parse_bytes(&url).is_ok() && !are_possible(&url) {
                rejected += 1;
                let secrets = crate::Redacted::new(&url);
                assert!(secrets.secrets().is_empty(), "{}", url.escape_ascii());
            }
        }
        assert!(rejected > 1_000, "{rejected}");
    }
}
