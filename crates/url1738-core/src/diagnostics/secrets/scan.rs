//! One pass over a text that finds its secrets, in time linear to its length: its octets are read as written or with their
//! escapes decoded.

use super::octets::{Octet, Octets};
use crate::{
    scan::{Class, chars::ALPHADIGIT},
    syntax::span::{Span, offset},
};

/// The secrets of one text: spans in order that neither overlap nor touch, none of them empty.
///
/// If there are more than [`MOST`] secrets, the last span is extended over the others. So the list needs no
/// allocation, and no secret is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::diagnostics) struct Secrets {
    spans: [Span; MOST],
    len: usize,
}

const MOST: usize = 8;

impl Secrets {
    pub(in crate::diagnostics) fn as_slice(&self) -> &[Span] {
        &self.spans[..self.len]
    }

    /// Adds `new` and merges spans that touch.
    pub(in crate::diagnostics) fn add(&mut self, mut new: Span) {
        if new.is_empty() {
            return;
        }
        // The list is rebuilt in one pass: what is before `new` stays, what touches it becomes part
        // of it, and it is placed before the first span after it.
        let (old, mut is_added) = (*self, false);
        self.len = 0;
        for span in old.as_slice() {
            if span.end < new.start || is_added {
                self.push(*span);
            } else if new.end < span.start {
                self.push(new);
                self.push(*span);
                is_added = true;
            } else {
                new = Span::new(new.start.min(span.start), new.end.max(span.end));
            }
        }
        if !is_added {
            self.push(new);
        }
    }

    /// Appends a span that begins after the end of the last one.
    fn push(&mut self, span: Span) {
        if self.len < MOST {
            self.spans[self.len] = span;
            self.len += 1;
        } else {
            // Text between the secrets is masked, too. A ninth secret that is shown would be worse.
            self.spans[MOST - 1].end = self.spans[MOST - 1].end.max(span.end);
        }
    }
}

/// The kind of the text that is scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::diagnostics) enum TextKind {
    /// One URL, or a text intended as one.
    Url,
    /// Running text: any number of URLs between spaces, quotation marks and angle brackets.
    Text,
    /// Text after a `#`: its colons do not end a scheme name, and a login may have begun before it.
    Fragment,
    /// Data of a parsed URL, or text after its login: only logins after two slashes count.
    Rest,
}

pub(super) const fn is_slash(value: u8) -> bool {
    matches!(value, b'/' | b'\\')
}

/// One pass over a text. It looks ahead over each word only once, so its time is linear.
pub(super) struct Scan<'a> {
    octets: Octets<'a>,
    kind: TextKind,
    /// The last value, to detect a piece that begins after two slashes: `//`, `\\` or `:/`.
    last: u8,
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

    pub(super) fn new(text: &'a [u8], from: usize, kind: TextKind, decoding: bool) -> Self {
        Self {
            octets: Octets { text, at: from, decoding, is_wide: kind != TextKind::Text },
            kind,
            last: from.checked_sub(1).and_then(|at| text.get(at)).map_or(0, |it| *it),
            piece: Self::first_piece(kind),
            first: matches!(kind, TextKind::Url | TextKind::Text),
            at_sign: None,
            key: Key { after: 0, start: from },
        }
    }

    fn first_piece(kind: TextKind) -> Piece {
        let scheme = matches!(kind, TextKind::Url | TextKind::Text);
        Piece { opening: true, login: kind == TextKind::Fragment, scheme, colon: None }
    }

    pub(super) fn run(mut self, secrets: &mut Secrets) {
        while let Some(octet) = self.next() {
            if let Some((start, end)) = self.step(octet) {
                secrets.add(Span::new(offset(start), offset(end)));
                // The scan goes on after the secret, with the colon that ended it. A login that begins within it is noted in
                // the piece.
                let is_read_again = self.octets.at == octet.start;
                self.octets.at = end.max(self.octets.at);
                // A secret with two slashes in it may hold the beginning of a login, and a token may be within a user.
                let in_user = (octet.value == b'=' || is_read_again) && self.piece.login;
                let mut octets =
                    Octets { text: &self.octets.text[..end], at: start, ..self.octets };
                let mut last = false;
                let login =
                    octets.any(|it| core::mem::replace(&mut last, is_slash(it.value)) && last);
                self.piece = Piece { login: login || in_user, ..Piece::default() };
                self.key = Key { after: 0, start: self.octets.at };
            }
        }
    }

    /// Reads the characters of keys, which are most of a text, and returns the octet after them.
    fn next(&mut self) -> Option<Octet> {
        let rest = self.octets.text.get(self.octets.at..)?;
        let run = rest.iter().take_while(|byte| IN_KEY.contains(**byte)).count();
        if run != 0 {
            self.octets.at += run;
            self.last = 0;
            self.begin_piece();
        }
        self.octets.next()
    }

    /// Notes that the piece after the scheme name and a single slash may be a login: `ftp:/joe:pw@h` lacks a slash, but
    /// not the password.
    fn begin_piece(&mut self) {
        if !self.piece.opening && core::mem::take(&mut self.first) {
            self.piece.login = true;
        }
    }

    /// Reads one octet. Returns the secret that begins after it or ends before it.
    fn step(&mut self, octet: Octet) -> Option<(usize, usize)> {
        let Octet { value, start, end, .. } = octet;
        let last = core::mem::replace(&mut self.last, value);
        let next = Key { after: value, start: end };
        if self.kind == TextKind::Text && ends_word(octet) {
            self.piece = Self::first_piece(self.kind);
            (self.first, self.at_sign, self.key) = (true, None, next);
            return None;
        }
        let key = match IN_KEY.contains(value) || is_beside_name(value) {
            true => self.key,
            false => core::mem::replace(&mut self.key, next),
        };
        if is_space(value) {
            // A browser reads a tab or a line break between slashes as nothing.
            self.last = last;
        }
        // Files of properties escape a colon: `https\://joe\:pw@h`.
        let is_escape =
            || self.kind == TextKind::Text && self.octets.text[start..].starts_with(b"\\:");
        if is_slash(value) && !is_escape() {
            // The slash follows another slash or a colon: `//`, `\\`, `:/`.
            let login = is_slash(last) || last == b':';
            // A slash may be part of a password, or precede it: `ftp:joe:my/pw@h`, `jdbc:oracle:thin:joe/pw@h`. After a port, it
            // begins a path.
            let is_port =
                |from: usize| self.octets.text[from..start].iter().all(u8::is_ascii_digit);
            let opening = self.piece.opening && !login && self.kind != TextKind::Rest;
            let colon = self.piece.colon.filter(|from| opening && !is_port(*from));
            self.piece = Piece { opening: colon.is_some(), login, scheme: false, colon };
            return None;
        }
        if value == b'=' {
            // A token is secret after any key: `?x=ghp_...` is one, and `ghp_` is how its issuer
            // marks it.
            let is_secret = self.is_secret(key, start) || is_token(self.octets);
            // In the source text `'?token=' + token`, a mark closes the string before any value.
            let is_value = |value: &(usize, usize)| {
                let value = &self.octets.text[value.0..value.1];
                self.kind != TextKind::Text
                    || !value.starts_with(b"'")
                    || value.iter().any(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80)
            };
            return is_secret.then(|| (end, self.value_end(octet, key))).filter(is_value);
        }
        self.begin_piece();
        let Piece { scheme, colon, login, .. } = self.piece;
        let octets = Octets { at: key.start, ..self.octets };
        // A token may be the user: `//ghp_...@h`. What precedes it are the slashes.
        let is_user_token = || login && is_slash(key.after) && is_token(octets);
        let is_address = || {
            let name = &octets.text[key.start..start];
            self.kind == TextKind::Text
                && [&b"mailto"[..], b"xmpp"].iter().any(|it| name.eq_ignore_ascii_case(it))
        };
        match (value, colon) {
            // The colon of `ftp:` begins no password. The next one may, except in a calendar: `ATTENDEE:mailto:joe@h`.
            (b':', None) if scheme || !login && is_address() => {
                self.piece.scheme = false;
            }
            (b':', None) if is_user_token() => {
                self.octets.at = start;
                return Some((key.start, start));
            }
            (b':', None) => {
                self.piece.colon = Some(end);
                // `//h:80/` has a port and `//joe:80@h/` a password. Only the character after the
                // digits says which.
                if login && !self.is_port() {
                    return self.up_to_last_at_sign(end, false);
                }
            }
            // Without slashes, a colon and an `@` make a login, except within a parsed URL.
            (b'@', Some(colon)) if login || self.kind != TextKind::Rest && self.is_host() => {
                return self.up_to_last_at_sign(colon, true).or(Some((colon, start)));
            }
            (b'@', None) if is_user_token() => {
                return self.up_to_last_at_sign(key.start, true).or(Some((key.start, start)));
            }
            _ => {}
        }
        None
    }

    /// Returns whether a host may be next. In running text a class of characters has an `@`, too: `[:alnum:]:=@_`.
    fn is_host(&self) -> bool {
        let next = self.octets.text.get(self.octets.at);
        self.kind != TextKind::Text || next != Some(&b'_')
    }

    /// Returns whether a colon is followed by a port, or by the slashes after a scheme, rather than by a password. A
    /// single slash begins a password: `//joe:/pw@h`.
    fn is_port(&self) -> bool {
        let ends = |octet: &Octet| {
            is_slash(octet.value) || (octet.is_raw && b"?# \t\r\n>\"".contains(&octet.value))
        };
        let mut after = self.octets;
        let Some(first) = after.next() else { return true };
        if is_slash(first.value) {
            return after.next().is_none_or(|octet| is_slash(octet.value));
        }
        // A slash follows an empty port: `//joe:#p/w@h` has a password. In a text, the colon may be one of its sentence, but a
        // shell removes the quotation marks of `//joe:"pw"@h`.
        if ends(&first) {
            let is_quote = |it: Octet| it.value == b'"';
            let is_quoted = is_quote(first)
                && after.find(|it| ends_word(*it)).is_some_and(is_quote)
                && after.next().is_some_and(|it| it.value == b'@');
            return self.kind == TextKind::Text && ends_word(first) && !is_quoted;
        }
        let mut digits = self.octets.take_while(|octet| !ends(octet));
        digits.all(|octet| octet.value.is_ascii_digit())
    }

    /// Returns the secret from `start` to the last `@` of the word. `has_one` says that the word has one before.
    fn up_to_last_at_sign(&mut self, start: usize, has_one: bool) -> Option<(usize, usize)> {
        // Searched once a word, because the search reads all of it: `//a:x//a:x//a:x` would take
        // quadratic time.
        let found = self.at_sign.unwrap_or_else(|| self.last_at_sign(has_one));
        self.at_sign = Some(found);
        let end = found?;
        if start == end && self.octets.text[end] == b'%' && self.octets.text[start - 1] == b':' {
            // An escaped `@` right after a raw colon may begin a password that the text cuts: `//joe:%40my`.
            let mut octets = Octets { at: start, ..self.octets };
            let ends = |octet: &Octet| is_slash(octet.value) || ends_word(*octet);
            return Some((start, octets.find(ends).map_or(octets.text.len(), |it| it.start)));
        }
        (start < end).then_some((start, end))
    }

    /// Returns the last `@` of the word. A password may contain a space: if the word has no `@`, that of the next
    /// word with one is returned, unless another login or a line begins before it. The search ends after
    /// [`Self::NEAR`] bytes, which keeps the time linear even if it runs for every word.
    fn last_at_sign(&self, has_one: bool) -> Option<usize> {
        let mut found = None;
        let mut last = 0;
        let mut limit = None;
        for octet in self.octets {
            if limit.is_some_and(|limit| octet.start > limit) {
                break;
            }
            if self.kind == TextKind::Text && ends_word(octet) {
                if has_one || found.is_some() || matches!(octet.value, b'\r' | b'\n') {
                    break;
                }
                // Set at the end of the first word only, so that the search does not go on from
                // word to word.
                limit = limit.or(Some(octet.end + Self::NEAR));
            } else if octet.value == b'@' {
                found = Some(octet.start);
            } else if limit.is_some() && is_slash(octet.value) && is_slash(last) {
                break;
            }
            last = octet.value;
        }
        found
    }

    /// Returns whether a key that ends at `end` names a password or a token.
    fn is_secret(&self, key: Key, end: usize) -> bool {
        let separated = match key.after {
            b'?' | b'&' | b';' | b'#' | b'!' | b',' | b'/' | b':' | b'|' | b'(' => true,
            // At the beginning, or in a value.
            0 | b'=' => self.kind != TextKind::Text,
            _ => false,
        };
        let octets = Octets { text: &self.octets.text[..end], at: key.start, ..self.octets };
        // The last 16 octets, decoded and in lower case, so that `PassWord` and `pass%77ord` are found, and a bit for the number
        // of those after each place where a name may begin: beside it and within it may be a space, or what is not seen. Words
        // are divided in some names only: `access_token`, `X-Api-Key`, `accessToken`.
        let (mut name, mut starts, mut last) = (0_u128, u32::from(separated), key.start);
        for octet in octets {
            let is_beside = is_beside_name(octet.value);
            starts |= u32::from(is_beside || octet.start != last);
            last = octet.end;
            if !is_beside && !b"-_".contains(&octet.value) {
                name = name << 8 | u128::from(octet.value.to_ascii_lowercase());
                starts = starts << 1 | u32::from(octet.value == b'.');
            }
        }
        let name = name.to_be_bytes();
        let is_whole = |key: &[u8]| starts >> key.len() & 1 == 1;
        ENDS.iter().any(|end| (separated || is_whole(end)) && name.ends_with(end))
            || KEYS.iter().any(|key| is_whole(key) && name.ends_with(key))
    }

    /// Returns the end of a value: the next `;` if the key followed one, but not that of `&amp;`, and the next `&` otherwise. An
    /// escaped one ends the value only if the `=` was escaped.
    fn value_end(&self, equals: Octet, key: Key) -> usize {
        let mut octets = self.octets;
        let is_setting = key.after == b';' && !self.octets.text[..key.start].ends_with(b"&amp;");
        let separator = if is_setting { b';' } else { b'&' };
        // Between braces a `;` is part of the value, and `}}` is one brace: `;pwd={a;b}}c};`.
        let mut in_braces = is_setting && { octets }.next().is_some_and(|it| it.value == b'{');
        let ends = |octet: &Octet| {
            in_braces ^= is_setting && octet.value == b'}';
            let is_end = octet.value == separator && !in_braces;
            (is_end && (octet.is_raw || !equals.is_raw))
                || (self.kind == TextKind::Text && ends_word(*octet))
        };
        octets.find(ends).map_or(self.octets.text.len(), |octet| octet.start)
    }
}

const IN_TOKEN: Class = ALPHADIGIT.with(b"-_");

/// The characters that end no key.
pub(super) const IN_KEY: Class = IN_TOKEN.with(b".");

/// How the query keys of secrets end, in lower case and without `-` and `_`: `sslpassword`, `aws_secret_access_key`,
/// `x-amz-security-token`.
const ENDS: [&[u8]; 8] = [
    b"password",
    b"passphrase",
    b"secret",
    b"secretkey",
    b"accesskey",
    b"privatekey",
    b"securitytoken",
    b"signature",
];

/// Other query keys of secrets: passwords, the tokens of OAuth 2 (RFC 6749), of GitLab and of interfaces with a key, the keys in
/// connection strings of Azure, and signatures. A longer name may be that of a page: `page_token`. None has more than 16 characters.
const KEYS: [&[u8]; 13] = [
    b"passwd",
    b"pwd",
    b"pass",
    b"token",
    b"accesstoken",
    b"refreshtoken",
    b"sessiontoken",
    b"idtoken",
    b"authtoken",
    b"privatetoken",
    b"apikey",
    b"accountkey",
    b"sig",
];

/// The beginnings of tokens, which their issuers document so that scanners find them: keys of Amazon and Google, tokens of
/// GitHub, GitLab, Slack, npm, `PyPI` and Stripe.
const TOKENS: [&[u8]; 18] = [
    b"AKIA",
    b"ASIA",
    b"AIza",
    b"ghp_",
    b"gho_",
    b"ghu_",
    b"ghs_",
    b"ghr_",
    b"github_pat_",
    b"glpat-",
    b"xoxa-",
    b"xoxb-",
    b"xoxp-",
    b"npm_",
    b"pypi-",
    b"sk_live_",
    b"rk_live_",
    b"whsec_",
];

// That of `github_pat_`.
const LONGEST_TOKEN: usize = 11;

/// The fewest characters after the beginning of a token. The key of Amazon, the shortest, has 16.
const TOKEN_LEN: usize = 16;

pub(super) fn is_token(value: Octets<'_>) -> bool {
    let value = value.map(|octet| octet.value).take_while(|it| IN_TOKEN.contains(*it));
    let (mut head, mut len) = ([0; LONGEST_TOKEN + TOKEN_LEN], 0);
    for octet in value.take(head.len()) {
        head[len] = octet;
        len += 1;
    }
    // What is before the last characters: most values are too short to have any.
    let head = &head[..len.saturating_sub(TOKEN_LEN)];
    TOKENS.iter().any(|prefix| head.starts_with(prefix))
}

/// The name before a `=`.
#[derive(Clone, Copy)]
struct Key {
    /// The octet before it, or 0 at the beginning of the text.
    after: u8,
    /// The place of the name.
    start: usize,
}

const fn is_space(value: u8) -> bool {
    matches!(value, b'\t'..=b'\r' | b' ')
}

/// Returns whether a name of a key may have `value` beside it: `user[password]=x`, `'password' =x`.
const fn is_beside_name(value: u8) -> bool {
    is_space(value) || matches!(value, b'+' | b'[' | b']' | b'"' | b'\'')
}

const fn ends_word(octet: Octet) -> bool {
    octet.is_raw && (is_space(octet.value) || matches!(octet.value, b'"' | b'<' | b'>' | b'`'))
}
