//! Search for the secrets of a text: passwords of logins, and values of query keys that name a password.

use crate::{
    scan::{Block, LEN, hex},
    syntax::span::{Span, offset},
};

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

/// A prefilter for texts without secrets, which are nearly all: the readings of a text in which one is possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Readings {
    /// The text as written.
    written: bool,
    /// The text with its escapes decoded.
    decoded: bool,
}

/// The delimiters of secrets in a text.
#[derive(Clone, Copy, Debug, Default)]
struct Delimiters {
    at_sign: bool,
    colon: bool,
    slash: bool,
    /// An `=` after a `d`, which is the last letter of `password`, `passwd` and `pwd`.
    value: bool,
}

impl Delimiters {
    /// Returns whether there can be a secret between them: a login has a `:` and an `@`, and in data it follows a slash.
    const fn suffice(self, kind: Kind) -> bool {
        let login = self.at_sign && self.colon && (self.slash || !matches!(kind, Kind::Rest));
        login || self.value
    }
}

impl Readings {
    /// Returns no reading if nothing after `from` is an `@`, an `=` or an escape.
    #[inline]
    fn of(text: &[u8], from: usize, kind: Kind) -> Self {
        let mut found = false;
        let mut at = from;
        while at < text.len() {
            found |= Block::at(text, at).has_any(*b"@=%");
            at = at.saturating_add(LEN);
        }
        if found { Self::of_delimiters(text, from, kind) } else { Self::default() }
    }

    #[inline(never)]
    fn of_delimiters(text: &[u8], from: usize, kind: Kind) -> Self {
        let is_d = |value: u8| value | 0x20 == b'd';
        let after_d = |at: usize| {
            at.checked_sub(1).and_then(|before| text.get(before)).is_some_and(|byte| is_d(*byte))
        };
        // What an escape may be besides: delimiters of the decoded reading alone.
        let (mut written, mut escaped) = (Delimiters::default(), Delimiters::default());
        let mut escapes = false;
        let mut at = from;
        while at < text.len() {
            let block = Block::at(text, at);
            written.at_sign |= block.are(b'@') != 0;
            written.colon |= block.are(b':') != 0;
            written.slash |= (block.are(b'/') | block.are(b'\\')) != 0;
            written.value |= places(block.are(b'='), at).any(after_d);
            for place in places(block.are(b'%'), at) {
                escapes = true;
                match text.get(place..).and_then(escape).map_or(b'%', |(value, _)| value) {
                    b'@' => escaped.at_sign = true,
                    b':' => escaped.colon = true,
                    b'/' | b'\\' => escaped.slash = true,
                    b'=' => escaped.value |= after_d(place),
                    // An `=` may follow.
                    value => escaped.value |= is_d(value),
                }
            }
            at = at.saturating_add(LEN);
        }
        let decoded = Delimiters {
            at_sign: written.at_sign | escaped.at_sign,
            colon: written.colon | escaped.colon,
            slash: written.slash | escaped.slash,
            value: written.value | escaped.value,
        };
        Self { written: written.suffice(kind), decoded: escapes && decoded.suffice(kind) }
    }
}

/// Returns the places of the bits of a mask whose first bit is at `first`: 0b101 at 32 gives 32 and 34.
fn places(mut mask: u32, first: usize) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.checked_sub(1)?;
        Some(first.saturating_add(bit))
    })
}

/// One octet of a text: a byte, or an escape of one.
#[derive(Clone, Copy)]
struct Octet {
    value: u8,
    start: usize,
    end: usize,
}

impl Octet {
    /// Returns whether it is a byte rather than an escape.
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

/// Returns the octet of an escape at the start of `text`, and the length of the escape.
///
/// Escapes that were escaped again are decoded fully: `%2F`, `%252F` and `%25252F` are all a slash.
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

/// Returns whether a word of running text ends before this octet.
const fn ends_word(octet: Octet) -> bool {
    octet.is_raw() && matches!(octet.value, 0..=b' ' | b'"' | b'<' | b'>' | b'`' | 0x7F)
}

/// One pass over a text. It looks ahead over each word only once, so its time is linear.
struct Scan<'a> {
    octets: Octets<'a>,
    kind: Kind,
    /// The last two values, to detect a piece that begins after two slashes.
    before: [u8; 2],
    piece: Piece,
    /// Whether the next piece is the first one after the scheme. It may be a login after a single slash, too, as in
    /// `ftp:/joe:pw@h`.
    first: bool,
    /// The last `@` of the current word, once it was searched for.
    at_sign: Option<Option<usize>>,
    key: Key,
}

/// The text between two slashes, as far as it was read.
#[derive(Clone, Copy, Default)]
struct Piece {
    /// Whether it is the first piece of the text or of a word, which may begin with a scheme.
    opening: bool,
    /// Whether it may be a login.
    login: bool,
    /// Whether the next colon ends a scheme name.
    scheme: bool,
    /// The end of the first colon that does not end a scheme name.
    colon: Option<usize>,
}

impl<'a> Scan<'a> {
    /// How far after its word the `@` of a password with a space is searched for, in bytes.
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

    /// Reads one octet. Returns the secret that begins after it or ends before it.
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
            // The slash follows another slash or a colon: `//`, `\\`, `:/`.
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
            // Without slashes, a colon and an `@` make a login, except within a parsed URL.
            (b'@', Some(colon)) if self.piece.login || self.kind != Kind::Rest => {
                return self.up_to_last_at_sign(colon).or(Some((colon, start)));
            }
            _ => {}
        }
        None
    }

    /// Returns whether a colon is followed by a port, or by the slashes after a scheme, rather than by a password. A
    /// single slash begins a password: `//joe:/pw@h`.
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

    /// Returns the last `@` of the word. A password may contain a space: if the word has no `@`, that of the next
    /// word with one is returned, unless another login or a line begins before it. The search ends after
    /// [`Self::NEAR`] bytes, which keeps the time linear even if it runs for every word.
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

    /// Returns the end of a value: the next `&`, or the next `;` if the key followed one. An escaped `&` ends the
    /// value only if the `=` was escaped.
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
    /// The first octets of the name in lower case, and the length of the name.
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

    /// Starts a new name after `octet`.
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

    /// A prefilter that rejects a text with a secret would show it.
    #[test]
    fn the_prefilter_rejects_no_secret() {
        let pieces = [
            "//", "/", ":", "@", "=", "&", "?", "pwd", "password", "PASSWD", "d", "x", "80", "%2F",
            "%2f", "%3A", "%40", "%3D", "%3d", "%64", "%2564", "%253D", "%252540", "%", "%5C",
            "\\", " ", ";",
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

    #[test]
    fn repeated_escapes_are_decoded() {
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
