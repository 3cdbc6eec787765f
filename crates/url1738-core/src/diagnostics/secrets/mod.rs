//! Search for the secrets of a text: passwords of logins, and values of query keys that name a password.

mod list;
mod prefilter;
mod scan;
mod text;

use crate::syntax::span::{Span, offset};

use prefilter::Readings;
use scan::Scan;
use text::{Octets, is_slash};

pub(super) use list::Secrets;
pub(super) use prefilter::are_possible;
pub(super) use text::Kind;

impl Secrets {
    /// Adds the secrets of `text` from `from` on, read as written and with its escapes decoded.
    ///
    /// Both readings are needed: a written slash ends a login, but an escaped one may be a character of the password
    /// or a slash of a URL within the URL. `//a:80%2Fb@h` has the password `80%2Fb` as written; decoded it would be
    /// port 80 and a path.
    #[inline]
    pub(super) fn find(&mut self, text: &[u8], from: usize, kind: Kind) {
        let readings = Readings::of(text, from, kind);
        if readings.written | readings.decoded {
            self.find_in(readings, text, from, kind);
        }
    }

    #[inline(never)]
    fn find_in(&mut self, readings: Readings, text: &[u8], from: usize, kind: Kind) {
        if readings.written {
            Scan::new(text, from, kind, false).run(self);
        }
        if readings.decoded {
            Scan::new(text, from, kind, true).run(self);
        }
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

    /// A prefilter that rejects a text with a secret would show it.
    #[test]
    fn the_prefilter_rejects_no_secret() {
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
        let (mut rejected, mut found) = (0, 0);
        for _ in 0..200_000 {
            let count = random(12);
            let text: Vec<u8> =
                (0..count).flat_map(|_| pieces[random(pieces.len())].bytes()).collect();
            let from = random(text.len().min(4) + 1);
            // The delimiters of a URL show whether it may have secrets.
            let url = [b"x:", text.as_slice()].concat();
            if crate::GenericUrl::parse_bytes(&url).is_ok() && !are_possible(&url) {
                let secrets = crate::Redacted::new(&url);
                assert!(secrets.secrets().is_empty(), "{}", url.escape_ascii());
            }
            for kind in [Kind::Url, Kind::Text, Kind::Fragment, Kind::Rest] {
                let readings = Readings::of(&text, from, kind);
                for (read, decoding) in [(readings.written, false), (readings.decoded, true)] {
                    let mut secrets = Secrets::default();
                    Scan::new(&text, from, kind, decoding).run(&mut secrets);
                    // Without escapes, both readings are one.
                    let is_new = !decoding || text[from..].contains(&b'%');
                    assert!(
                        read || !is_new || secrets.as_slice().is_empty(),
                        "{kind:?} {decoding} {from} {}",
                        text.escape_ascii()
                    );
                    rejected += usize::from(!read);
                    found += usize::from(!secrets.as_slice().is_empty());
                }
            }
        }
        assert!(rejected > 1_000_000 && found > 20_000, "{rejected} {found}");
    }
}
