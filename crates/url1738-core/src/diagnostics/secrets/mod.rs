//! Search for the secrets of a text: passwords of logins, and values of query keys that name a password.

mod octets;
mod prefilter;
mod scan;

use crate::syntax::span::{Span, offset};

use octets::{Octets, is_slash};
use prefilter::Readings;
use scan::Scan;

/// The secrets of one text: spans in order that neither overlap nor touch, none of them empty.
///
/// If there are more than [`MOST`] secrets, the last span is extended over the others. So the list needs no
/// allocation, and no secret is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Secrets {
    spans: [Span; MOST],
    len: usize,
}

const MOST: usize = 8;

impl Secrets {
    pub(super) fn as_slice(&self) -> &[Span] {
        self.spans.get(..self.len).unwrap_or_default()
    }

    /// Adds `new` and merges spans that touch.
    pub(super) fn add(&mut self, new: Span) {
        if new.is_empty() {
            return;
        }
        let mut merged = Self::default();
        let mut pending = Some(new);
        for span in self.as_slice() {
            pending = match pending {
                Some(new) if new.end < span.start => {
                    merged.push(new);
                    merged.push(*span);
                    None
                }
                Some(new) if span.end < new.start => {
                    merged.push(*span);
                    Some(new)
                }
                Some(new) => Some(Span::new(new.start.min(span.start), new.end.max(span.end))),
                None => {
                    merged.push(*span);
                    None
                }
            };
        }
        if let Some(new) = pending {
            merged.push(new);
        }
        *self = merged;
    }

    /// Appends a span that begins after the end of the last one.
    fn push(&mut self, span: Span) {
        if let Some(free) = self.spans.get_mut(self.len) {
            *free = span;
            self.len = self.len.saturating_add(1);
        } else if let Some(last) = self.spans.last_mut() {
            last.end = last.end.max(span.end);
        }
    }

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

/// The kind of the text that is scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One URL, or a text intended as one.
    Url,
    /// Running text: any number of URLs between spaces, quotation marks and angle brackets.
    Text,
    /// Text after a `#`: its colons do not end a scheme name, and a login may have begun before it.
    Fragment,
    /// Data of a parsed URL, or text after its login: only logins after two slashes count.
    Rest,
}

/// Returns the text after the first colon in the user name of a login without a password: `joe%3Apw@h` was intended
/// to have one.
pub(super) fn after_colon(text: &[u8], user: Span) -> Option<Span> {
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

    fn spans(list: &[(u32, u32)]) -> Vec<Span> {
        list.iter().map(|(start, end)| Span::new(*start, *end)).collect()
    }

    #[test]
    fn spans_are_sorted_and_disjoint() {
        let mut secrets = Secrets::default();
        for (start, end) in [(10, 12), (2, 4), (6, 8), (4, 4)] {
            secrets.add(Span::new(start, end));
        }
        assert_eq!(secrets.as_slice(), spans(&[(2, 4), (6, 8), (10, 12)]));
        secrets.add(Span::new(8, 11));
        assert_eq!(secrets.as_slice(), spans(&[(2, 4), (6, 12)]));
        secrets.add(Span::new(0, 20));
        assert_eq!(secrets.as_slice(), spans(&[(0, 20)]));
    }

    /// No secret is left out if there are more than the list can hold.
    #[test]
    fn the_last_span_covers_what_does_not_fit() {
        let mut secrets = Secrets::default();
        for start in (0..40).rev() {
            secrets.add(Span::new(start * 10, start * 10 + 2));
        }
        assert_eq!(secrets.as_slice().len(), MOST);
        for start in 0..40 {
            let covers = |span: &&Span| span.start <= start * 10 && start * 10 + 2 <= span.end;
            assert!(secrets.as_slice().iter().any(|span| covers(&span)), "{start}");
        }
    }
}
