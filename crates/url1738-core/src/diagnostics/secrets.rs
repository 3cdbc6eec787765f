//! Finds the secrets of a text: passwords of logins, and values of query keys that name a password.

use crate::{
    scan::{Block, LEN, hex},
    syntax::span::{Span, offset},
};

/// The places of the secrets of one text: in order, apart, never empty.
///
/// A text with more secrets than [`MOST`] has the last of them extended over the others, so that the list
/// needs no allocation and nothing is left out.
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

    /// Adds `new`; spans that touch become one.
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

    /// Appends a span that begins after the last one ends.
    fn push(&mut self, span: Span) {
        if let Some(free) = self.spans.get_mut(self.len) {
            *free = span;
            self.len = self.len.saturating_add(1);
        } else if let Some(last) = self.spans.last_mut() {
            last.end = last.end.max(span.end);
        }
    }

    /// Adds what a scan of `text` from `from` on finds, read as written and with its escapes decoded.
    ///
    /// Both readings are needed: a slash that is written ends a piece of a login, an escaped one may be a
    /// character of the password or a slash of a URL within the URL. `//a:80%2Fb@h` has the password
    /// `80%2Fb` as written; decoded it would be port 80 and a path.
    pub(super) fn find(&mut self, text: &[u8], from: usize, kind: Kind) {
        let Some(prefilter) = Prefilter::of(text, from) else { return };
        Scan::new(text, from, kind, false).run(self);
        if prefilter.escapes {
            Scan::new(text, from, kind, true).run(self);
        }
    }
}

/// What is known of the text that is scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It is, or was meant as, one URL.
    Url,
    /// It is running text: any number of URLs between spaces, quotation marks and angle brackets.
    Text,
    /// It followed a `#`: none of its colons is that of a scheme, and a login may have begun before it.
    Fragment,
    /// It is data of a URL that was parsed, or follows its login: only logins after two slashes count.
    Rest,
}

/// What follows the first colon in the user of a login that has no password: `joe%3Apw@h` was meant to have one.
pub(super) fn after_colon(text: &[u8], user: Span) -> Option<Span> {
    let mut octets = Octets { text, at: user.start as usize, decoding: true };
    let colon = octets.find(|octet| octet.value == b':')?;
    (offset(colon.end) < user.end).then(|| Span::new(offset(colon.end), user.end))
}

/// The end of a text from the last login on, if it begins a password whose `@` is not in the text.
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

/// What a quick look shows; nearly no text gets further.
struct Prefilter {
    /// Whether there are escapes that could be delimiters.
    escapes: bool,
}

impl Prefilter {
    /// `None` if nothing after `from` can be a secret: no `@` ends a login, no `=` begins a value, and no
    /// escape could be one of them.
    fn of(text: &[u8], from: usize) -> Option<Self> {
        let mut delimiters = false;
        let mut escapes = false;
        let mut at = from;
        while at < text.len() {
            let block = Block::at(text, at);
            delimiters |= block.has_any(*b"@=");
            escapes |= block.has_any(*b"%");
            at = at.saturating_add(LEN);
        }
        (delimiters || escapes).then_some(Self { escapes })
    }
}

/// One octet of a text: a byte, or an escape of one.
#[derive(Clone, Copy)]
struct Octet {
    value: u8,
    start: usize,
    end: usize,
}

impl Octet {
    /// Whether it is a byte, not an escape.
    const fn is_raw(self) -> bool {
        self.end.saturating_sub(self.start) == 1
    }
}

/// The octets of a text from `at` on.
#[derive(Clone, Copy)]
struct Octets<'a> {
    text: &'a [u8],
    at: usize,
    decoding: bool,
}

impl Iterator for Octets<'_> {
    type Item = Octet;

    fn next(&mut self) -> Option<Octet> {
        let rest = self.text.get(self.at..)?;
        let first = *rest.first()?;
        let escape = if self.decoding && first == b'%' { escape(rest) } else { None };
        let (value, len) = escape.unwrap_or((first, 1));
        let start = self.at;
        self.at = start.saturating_add(len);
        Some(Octet { value, start, end: self.at })
    }
}

/// The octet that an escape at the start of `text` stands for, and the length of the escape.
///
/// An escape that was escaped again is read through: `%2F`, `%252F` and `%25252F` are all a slash.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    let digits = text.get(1..)?;
    let again = digits.chunks_exact(2).take_while(|pair| *pair == b"25").count().saturating_mul(2);
    match hex::octet(digits.get(again..)?) {
        Some(value) => Some((value, again.saturating_add(3))),
        _ if again > 0 => Some((b'%', again.saturating_add(1))),
        _ => None,
    }
}

const fn is_slash(value: u8) -> bool {
    matches!(value, b'/' | b'\\')
}

/// Whether a word of running text ends before this octet.
const fn ends_word(octet: Octet) -> bool {
    octet.is_raw() && matches!(octet.value, 0..=b' ' | b'"' | b'<' | b'>' | b'`' | 0x7F)
}

/// One pass over a text, which looks ahead over each word once, so that its time is linear.
struct Scan<'a> {
    octets: Octets<'a>,
    kind: Kind,
    /// The last two values, for a piece that begins after two slashes.
    before: [u8; 2],
    piece: Piece,
    /// Whether the next piece is the first one after the scheme: a login may be there after a single slash, too,
    /// as in `ftp:/joe:pw@h`.
    first: bool,
    /// The last `@` of the current word, if it was looked for.
    at_sign: Option<Option<usize>>,
    key: Key,
}

/// What stands between two slashes, as far as it was read.
#[derive(Clone, Copy, Default)]
struct Piece {
    /// Whether it is the first of the text or of a word, where a scheme may be.
    opening: bool,
    /// Whether a login may be here.
    login: bool,
    /// Whether the next colon is that of a scheme.
    scheme: bool,
    /// The end of the first colon, unless it was that of a scheme.
    colon: Option<usize>,
}

impl<'a> Scan<'a> {
    /// How far from its word the `@` of a password with a space is looked for.
    const NEAR: usize = 64;

    fn new(text: &'a [u8], from: usize, kind: Kind, decoding: bool) -> Self {
        let back = |by: usize| from.checked_sub(by).and_then(|at| text.get(at)).copied();
        Self {
            octets: Octets { text, at: from, decoding },
            kind,
            before: [2, 1].map(|by| back(by).unwrap_or_default()),
            piece: Self::first_piece(kind),
            first: matches!(kind, Kind::Url | Kind::Text),
            at_sign: None,
            key: Key::default(),
        }
    }

    fn first_piece(kind: Kind) -> Piece {
        let scheme = matches!(kind, Kind::Url | Kind::Text);
        Piece { opening: true, login: kind == Kind::Fragment, scheme, colon: None }
    }

    fn run(mut self, secrets: &mut Secrets) {
        while let Some(octet) = self.octets.next() {
            if let Some((start, end)) = self.step(octet) {
                secrets.add(Span::new(offset(start), offset(end)));
                self.octets.at = end.max(self.octets.at);
                self.piece = Piece::default();
                self.key = Key::default();
            }
        }
    }

    /// Takes one octet; returns the secret that begins after it or before it.
    fn step(&mut self, octet: Octet) -> Option<(usize, usize)> {
        let Octet { value, start, end } = octet;
        if self.kind == Kind::Text && ends_word(octet) {
            self.piece = Self::first_piece(self.kind);
            self.first = true;
            self.at_sign = None;
            self.before = [0; 2];
            self.key = Key::default();
            return None;
        }
        let [_, last] = self.before;
        self.before = [last, value];
        if is_slash(value) {
            self.key.separate(octet);
            // The slash is the second of two, or follows a colon: `//`, `\\`, `:/`.
            let login = is_slash(last) || last == b':';
            self.piece = Piece { login, ..Piece::default() };
            return None;
        }
        if value == b'=' {
            let key = core::mem::take(&mut self.key);
            return key.is_secret(self.kind).then(|| (end, self.value_end(octet, key)));
        }
        self.key.push(octet);
        let Piece { opening, scheme, colon, .. } = self.piece;
        if !opening && core::mem::take(&mut self.first) {
            self.piece.login = true;
        }
        match (value, colon) {
            (b':', None) if scheme => self.piece.scheme = false,
            (b':', None) => {
                self.piece.colon = Some(end);
                if self.piece.login && !self.is_port() {
                    return self.up_to_last_at_sign(end);
                }
            }
            // Without the slashes of a login, what has an `@` after a colon is one, but within a parsed URL.
            (b'@', Some(colon)) if self.piece.login || self.kind != Kind::Rest => {
                return self.up_to_last_at_sign(colon).or(Some((colon, start)));
            }
            _ => {}
        }
        None
    }

    /// Whether what follows a colon is no password: a port, or the slashes after a scheme. A single slash begins a
    /// password: `//joe:/pw@h`.
    fn is_port(&self) -> bool {
        let ends = |octet: &Octet| {
            is_slash(octet.value) || (octet.is_raw() && b"?# \t\r\n>\"".contains(&octet.value))
        };
        let mut octets = self.octets.map(|octet| is_slash(octet.value));
        if let (Some(true), Some(false)) = (octets.next(), octets.next()) {
            return false;
        }
        let mut digits = self.octets.take_while(|octet| !ends(octet));
        digits.all(|octet| octet.value.is_ascii_digit())
    }

    fn up_to_last_at_sign(&mut self, start: usize) -> Option<(usize, usize)> {
        let end = match self.at_sign {
            Some(known) => known,
            None => {
                let found = self.last_at_sign();
                self.at_sign = Some(found);
                found
            }
        };
        end.filter(|end| start < *end).map(|end| (start, end))
    }

    /// The last `@` of the word. A password may hold a space: if the word has none, that of the next word with
    /// one, unless another login or a line begins before it. Nothing is looked for beyond [`Self::NEAR`] bytes,
    /// which keeps the time linear where every word asks.
    fn last_at_sign(&self) -> Option<usize> {
        let mut found = None;
        let mut last = 0;
        let mut limit = None;
        for octet in self.octets {
            if limit.is_some_and(|limit| octet.start > limit) {
                break;
            }
            if self.kind == Kind::Text && ends_word(octet) {
                if found.is_some() || matches!(octet.value, b'\r' | b'\n') {
                    break;
                }
                limit = limit.or(octet.end.checked_add(Self::NEAR));
            } else if octet.value == b'@' {
                found = Some(octet.start);
            } else if limit.is_some() && is_slash(octet.value) && is_slash(last) {
                break;
            }
            last = octet.value;
        }
        found
    }

    /// Where the value of a key ends: at the next `&`, and at a `;` if the key followed one. An escaped `&`
    /// separates only what an escaped `=` belongs to.
    fn value_end(&self, equals: Octet, key: Key) -> usize {
        let mut octets = self.octets;
        let ends = |octet: &Octet| {
            let separates = octet.value == b'&' || (octet.value == b';' && key.after == b';');
            (separates && (octet.is_raw() || !equals.is_raw()))
                || (self.kind == Kind::Text && ends_word(*octet))
        };
        octets.find(ends).map_or(self.octets.text.len(), |octet| octet.start)
    }
}

/// The name before a `=`, as far as it was read.
#[derive(Clone, Copy, Default)]
struct Key {
    /// The octet before it.
    after: u8,
    /// Its first octets in lower case, and how many it has.
    name: [u8; 8],
    len: usize,
}

impl Key {
    fn push(&mut self, octet: Octet) {
        let value = octet.value;
        if value.is_ascii_alphanumeric() || matches!(value, b'-' | b'_' | b'.') {
            if let Some(free) = self.name.get_mut(self.len) {
                *free = value.to_ascii_lowercase();
            }
            self.len = self.len.saturating_add(1);
        } else {
            self.separate(octet);
        }
    }

    /// Begins anew after `octet`.
    fn separate(&mut self, octet: Octet) {
        *self = Self { after: octet.value, ..Self::default() };
    }

    fn is_secret(self, kind: Kind) -> bool {
        let separated = match self.after {
            b'?' | b'&' | b';' | b'#' | b',' => true,
            // At the beginning, or after a space that should have been a separator.
            0 => kind != Kind::Text,
            b' ' => matches!(kind, Kind::Url | Kind::Fragment),
            _ => false,
        };
        separated
            && self
                .name
                .get(..self.len)
                .is_some_and(|name| matches!(name, b"password" | b"passwd" | b"pwd"))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn spans(list: &[(u32, u32)]) -> Vec<Span> {
        list.iter().map(|(start, end)| Span::new(*start, *end)).collect()
    }

    #[test]
    fn spans_are_in_order_and_apart() {
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

    /// Of more secrets than fit, none is left out.
    #[test]
    fn the_last_span_takes_in_what_does_not_fit() {
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

    #[test]
    fn escapes_are_read_through() {
        for (text, read) in [
            ("%2Fx", Some((b'/', 3))),
            ("%252fx", Some((b'/', 5))),
            ("%25252Fx", Some((b'/', 7))),
            ("%25", Some((b'%', 3))),
            ("%25zz", Some((b'%', 3))),
            ("%2", None),
            ("%zz", None),
            ("%", None),
        ] {
            assert_eq!(escape(text.as_bytes()), read, "{text}");
        }
    }
}
