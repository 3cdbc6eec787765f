//! How far a URL without a wrapper may reach: the run of characters that a URL may contain.

use crate::{
    authority::{self, Authority},
    class::{Octet, is_space, octet, plain_run},
    evidence,
    foreign::{self, CharRole},
    front::Opener,
    markup::{self, Backslash},
    scheme,
    text::Text,
    trim,
};

/// The longest URL that is read: 64 KiB. A longer one is cut there, so that a reader of streams holds a bounded number of
/// bytes.
pub(crate) const LONGEST: usize = 64 * 1024;
// It is looked for at each letter outside US-ASCII and each bar: without a bound, the time would be quadratic.
/// The longest name of a file whose extension is looked for, in bytes.
const LONGEST_FILE: usize = 64;

/// Where a run ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    /// The offset of the byte that stopped it; nothing before it is looked at again.
    pub(crate) stop: usize,
    /// The end of the run, or the offset of the first bracket that stayed open.
    pub(crate) end: usize,
    /// Whether it is the pattern of a URL, such as `http://host:port/`.
    pub(crate) pattern: bool,
    /// The offset of the first letter outside US-ASCII that was taken along only because it touches the authority.
    pub(crate) foreign: Option<usize>,
    /// Whether a character is in it that software puts in the place of `~` or `'`.
    pub(crate) replaced: bool,
    /// Whether it was cut where the URL may go on: it is longer than any URL that is read, or a character ends it that may
    /// be part of it.
    pub(crate) truncated: bool,
}

/// Returns the end of the run that begins at `from`.
///
/// It ends at white space and the other characters that delimit URLs everywhere, at a closing bracket that the text opened
/// before it, before a bracket that the text closes after it, at the quotation mark that mirrors the `opener`, at `&gt;` and
/// the like, and at a comma, semicolon or opening bracket if the next URL follows at once. All else belongs to it, whether a
/// URL may contain it or not.
///
/// With `authority`, an authority begins at `from`, which is not cut before characters that it must not contain.
pub(crate) fn end(text: &Text<'_>, from: usize, opener: Opener, authority: bool) -> Run {
    // In Texinfo a comma is before a label.
    let mark = match opener {
        Opener::Delimiter(mark) => Some(mark),
        Opener::Mark(b'{') if markup::takes_label(text, from) => Some(b','),
        _ => None,
    };
    let limit = mark.map_or(from + LONGEST, |mark| {
        text.past(from, LONGEST, |byte| byte != mark && !is_space(byte))
    });
    let ahead = text.slice(from, limit.min(text.len()));
    let (brackets, named) = (Brackets::default(), Authority::new(authority, from));
    let mut walk = Walk { text, from, opener, brackets, authority: named, run: Run::default() };
    // Most URLs have no other byte than those that vector instructions pass: the walk begins where these stop, and looks at
    // what only one byte after the other can decide.
    let at = walk.stop(from + plain(ahead), limit);
    let at = at - usize::from(markup::delimits_pod(text, at));
    // A bracket that stays open is of the text, as in `http://h/(see below)`, unless the URL plainly goes on after it.
    let end = walk.brackets.unclosed().map_or(at, |(open, bracket)| {
        let in_authority = authority && authority::is_open(text.slice(from, open));
        let belongs = in_authority && authority::illegal(text, from, open, Opener::None) > 0
            || foreign::goes_on(text, open + 1) && !closes_later(text, at, bracket);
        if belongs {
            return at;
        }
        // `http://h.dom/v{{ x }}/y`, `http://h.dom/$(date +%F)/y`: an expression of a template or a shell, with blanks. In an
        // authority, as in `https://joe:${{ secret }}@h.dom/`, it leaves another host.
        let named = bracket == b'{' && text.is(open + 1, |byte| b"{%".contains(&byte));
        let sign = match text.before(open) {
            Some(b'$') => 1,
            Some(b'#') => usize::from(bracket == b'{'),
            _ => 0,
        };
        walk.run.pattern |= named && in_authority;
        walk.run.truncated |= named || sign > 0;
        open - sign
    });
    // The `<` of `http://host/<path>` ends the run, and with its name says that there is no URL before it either.
    let pattern = walk.run.pattern | evidence::goes_on_with_name(text, at);
    Run { stop: at, end, pattern, ..walk.run }
}

/// Returns how many bytes at the beginning belong to a run for certain.
#[inline]
pub(crate) fn plain(ahead: &[u8]) -> usize {
    let width = plain_run(ahead);
    match ahead.get(width..) {
        Some([b':', next, rest @ ..]) => {
            // A port, unless a second URL may begin after a comma that was passed: `http://h/,news:1@h`.
            let lists = ahead[..width].iter().any(|byte| octet(*byte) == Octet::List);
            let after = plain_run(rest);
            let ends = rest.get(after).is_some_and(|byte| *byte != b':');
            if next.is_ascii_digit() && !lists && ends { width + 2 + after } else { 0 }
        }
        // It is unknown what follows a comma at the end.
        Some([b':'] | []) | None => 0,
        Some(_) => width,
    }
}

/// A walk over the bytes of a run.
struct Walk<'a, 't> {
    text: &'a Text<'t>,
    from: usize,
    opener: Opener,
    brackets: Brackets,
    authority: Authority,
    run: Run,
}

/// The role of a character in a path that no URL may contain, and that often ends one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Odd {
    /// Part of the URL.
    Part,
    /// The end of it.
    End,
    /// The end of it, though a reader may say that it goes on.
    Cut,
}

impl Walk<'_, '_> {
    /// Goes on from `at`, before which all bytes belong to the URL, and returns the offset of the byte that stops it.
    fn stop(&mut self, mut at: usize, limit: usize) -> usize {
        let (text, from) = (self.text, self.from);
        loop {
            let rest = text.slice(at, limit.min(text.len()));
            let plain = rest.iter().take_while(|byte| octet(**byte) == Octet::Plain).count();
            at += plain;
            let Some(byte) = rest.get(plain).copied() else {
                if at < limit {
                    text.run_out();
                } else if limit == from + LONGEST {
                    let ends =
                        |byte| matches!(octet(byte), Octet::Blank | Octet::Stop | Octet::Close);
                    self.run.truncated = text.is(limit, |byte| !ends(byte));
                }
                return at;
            };
            if at > from && markup::opens_marker(text, at) {
                // The `@` before the brace is part of the marker: `http://h/a@{ub}` ends with the `a`.
                return at - 1;
            }
            // In an authority, what ends a URL elsewhere leaves another host: that of `http://joe"@evil.dom/` is not `joe`.
            // So the byte is taken along if a login or a host goes on after it, and the parser refuses the URL.
            let width = match self.width(byte, at) {
                0 if matches!(octet(byte), Octet::Stop | Octet::Close | Octet::Foreign)
                    && self.authority.reaches(text, at) =>
                {
                    let width = authority::illegal(text, from, at, self.opener);
                    if width > 0 && foreign::is_unspaced(text, at) {
                        self.run.foreign.get_or_insert(at);
                    }
                    width
                }
                width => width,
            };
            if width == 0 {
                self.run.truncated = self.odd(at) != Odd::End;
                return at;
            }
            at = limit.min(at + width);
        }
    }

    /// Returns how many bytes from `at` on belong to the URL, or 0 if it ends there.
    fn width(&mut self, byte: u8, at: usize) -> usize {
        let text = self.text;
        let next = at + 1;
        match octet(byte) {
            // `ftp://user@{host}/`
            Octet::Open
                if byte == b'{'
                    && text.before(at) == Some(b'@')
                    && self.authority.reaches(text, at) =>
            {
                self.run.pattern = true;
                1
            }
            // `http://a/(http://b/)`: the bracket is of the text if it opens before another URL.
            Octet::Open if scheme::begins(text, next) => 0,
            Octet::Open if markup::closes_macro(text, self.from, at) => 0,
            Octet::Open => {
                if self.authority.reaches(text, at) {
                    if let Some(end) = authority::login(text, self.from, next) {
                        return end - at;
                    }
                }
                self.brackets.open(byte, at);
                1
            }
            Octet::Close if self.brackets.close(byte) => 1,
            Octet::Close => usize::from(self.is_inside(byte, next)),
            Octet::Quote => {
                let closes = self.opener.closes_at(text, at).is_some();
                usize::from(!closes && !trim::closes_string(text, self.from, at))
            }
            Octet::List => usize::from(!scheme::begins(text, next)),
            Octet::Ampersand => usize::from(!markup::delimits(text, at)),
            Octet::Foreign if self.authority.reaches(text, at) => 0,
            Octet::Foreign => {
                if foreign::is_unspaced(text, at) {
                    // What a text puts after `.html` without a space is rarely part of the name.
                    if self.names_file(at) {
                        return 0;
                    }
                    self.run.foreign.get_or_insert(at);
                }
                match foreign::replaced(text, at, self.opener) {
                    0 => foreign::in_path(text, at),
                    width => {
                        self.run.replaced = true;
                        width
                    }
                }
            }
            // The colon of a drive, as in `file:///C|/dos`.
            Octet::Stop
                if byte == b'|'
                    && matches!(text.preceding(at, 2), [b'/', drive] if drive.is_ascii_alphabetic())
                    && text.at(next) == Some(b'/') =>
            {
                1
            }
            Octet::Stop if byte != b'\\' && self.authority.reaches(text, at) => 0,
            Octet::Stop => usize::from(self.odd(at) == Odd::Part),
            Octet::Blank => 0,
            // Textile has `!http://h.dom/a.png!:http://h.dom/b`, an image and the link that it is.
            Octet::Colon if text.before(at) == Some(b'!') && scheme::begins(text, next) => 0,
            Octet::Colon => {
                self.run.pattern |= evidence::names_port(text, self.from, at);
                1
            }
            Octet::Hash | Octet::Plain => 1,
        }
    }

    /// Returns whether the URL goes on at `next`, after a byte that nothing before the URL has opened.
    fn is_inside(&mut self, byte: u8, next: usize) -> bool {
        foreign::goes_on(self.text, next)
            && !self.brackets.opened_before(self.text, self.from, byte)
    }

    /// Returns the role of the character at `at`, which no URL may contain.
    #[cold]
    fn odd(&mut self, at: usize) -> Odd {
        let text = self.text;
        let next = at + 1;
        match text.at(at) {
            Some(b'\\') => match markup::backslash(text, at) {
                Backslash::Part => Odd::Part,
                Backslash::Either => Odd::Cut,
                Backslash::Escape(_) | Backslash::Command => Odd::End,
            },
            Some(_) if self.opener.may_be_apostrophe(text, at) => Odd::Cut,
            // `http://h.dom/<%= x %>/y` of a template, `http://doi.dom/16<1661::AID>3.0`: no tag begins so.
            Some(b'<') if text.is(next, |byte| byte.is_ascii_digit() || b"%?".contains(&byte)) => {
                Odd::Cut
            }
            // A place where HTML may break the line.
            Some(b'<') if text.reads(next, b"wbr>") && foreign::goes_on(text, next + 4) => Odd::Cut,
            // In ISO-2022-JP and its like, letters follow.
            Some(0x1b) if text.at(next) == Some(b'$') => Odd::Cut,
            // What ends strings, and escape sequences of terminals, begins no more of a URL.
            None | Some(0 | 7 | b'\t'..=b'\r' | 0x1b | b' ' | b'"' | b'<' | b'>' | b'\'') => {
                Odd::End
            }
            // A filter of LDAP: `(|(cn=a)(cn=b))`.
            Some(b'|') if text.before(at) == Some(b'(') && text.at(next) == Some(b'(') => Odd::Part,
            Some(_) if markup::breaks_line(text, at) => Odd::End,
            Some(byte @ (b'`' | b'|')) => {
                // `[http://host/|text]` is a link of a wiki.
                let bracket = matches!(self.opener, Opener::Mark(b'[' | b'{'))
                    || byte == b'`' && self.opener == Opener::Mark(b'`');
                match !bracket && self.is_inside(byte, next) {
                    true if byte == b'|' && self.names_file(at) => Odd::Cut,
                    true => Odd::Part,
                    false => Odd::End,
                }
            }
            Some(0..=b' ' | 0x7f) if foreign::goes_on(text, next) => Odd::Cut,
            Some(0x80..) => {
                let (role, width) = foreign::role_at(text, at);
                let goes_on = match role {
                    CharRole::Letter => foreign::goes_on(text, at),
                    CharRole::Dash | CharRole::Mark => foreign::goes_on(text, at + width),
                    _ => false,
                };
                if goes_on { Odd::Cut } else { Odd::End }
            }
            _ => Odd::End,
        }
    }

    /// Returns whether the path ends with the name of a file before `at`.
    fn names_file(&self, at: usize) -> bool {
        let path = self.text.slice(self.from.max(at.saturating_sub(LONGEST_FILE)), at);
        let slash = path.iter().rposition(|byte| *byte == b'/');
        let name = slash.map(|slash| &path[slash + 1..]);
        name.is_some_and(|name| !name.contains(&b'?') && trim::extension(name).is_some())
    }
}

const OPENING: [u8; 3] = *b"([{";
const CLOSING: [u8; 3] = *b")]}";
/// How far a bracket is looked for in the text around a URL, in bytes.
const FAR: usize = 512;

/// The brackets of a run.
#[derive(Default)]
struct Brackets {
    /// How many of each sort are open, and the offset of the first of them.
    open: [(usize, usize); 3],
    /// Whether the text has one of each sort open before the URL, once that is asked; a grave accent, and what ends at a bar, too.
    before: [Option<bool>; 5],
}

impl Brackets {
    fn open(&mut self, byte: u8, at: usize) {
        let (depth, first) = &mut self.open[bracket_index(byte)];
        if *depth == 0 {
            *first = at;
        }
        *depth += 1;
    }

    /// Closes a bracket, and returns whether one was open.
    fn close(&mut self, byte: u8) -> bool {
        let (depth, _) = &mut self.open[bracket_index(byte)];
        let opened = *depth > 0;
        *depth -= usize::from(opened);
        opened
    }

    /// Returns whether the text has opened before the URL at `from` what `byte` closes: a bracket, a quotation in grave
    /// accents, a cell of a table, brackets with a label. It is searched for once.
    fn opened_before(&mut self, text: &Text<'_>, from: usize, byte: u8) -> bool {
        let index = bracket_index(byte);
        *self.before[index].get_or_insert_with(|| {
            let before = text.preceding(from, FAR);
            let preceding = before.iter().rev().copied();
            match byte {
                b'|' => authority::ends_at_bar(text, from),
                // Accents open and close by turns on a line: after ``a `b` and `http://h/`` one is open, so the next closes it.
                b'`' => {
                    let line = preceding.take_while(|byte| !matches!(byte, b'\n' | b'\r'));
                    line.filter(|byte| *byte == b'`').count() % 2 == 1
                }
                _ => {
                    before.contains(&OPENING[index])
                        && is_unmatched(preceding, OPENING[index], byte)
                }
            }
        })
    }

    /// Returns the first bracket that is open, and its offset.
    fn unclosed(&self) -> Option<(usize, u8)> {
        let sorts = self.open.iter().zip(OPENING).filter(|((depth, _), _)| *depth > 0);
        sorts.map(|((_, first), bracket)| (*first, bracket)).min()
    }
}

/// Returns which sort a bracket is.
fn bracket_index(byte: u8) -> usize {
    match byte {
        b'(' | b')' => 0,
        b'[' | b']' => 1,
        b'{' | b'}' => 2,
        b'`' => 3,
        _ => 4,
    }
}

/// Returns whether the text closes a bracket after the URL that ends at `at`, as in `http://h/(see below)`.
fn closes_later(text: &Text<'_>, at: usize, bracket: u8) -> bool {
    let ahead = text.ahead(at, FAR).iter().copied();
    is_unmatched(ahead, CLOSING[bracket_index(bracket)], bracket)
}

/// Returns whether more of the first bracket than of the second are in the bytes before another one of the second could
/// belong to them.
fn is_unmatched(bytes: impl IntoIterator<Item = u8>, wanted: u8, other: u8) -> bool {
    // After `http://h/(`, the text ` (see) below) and` closes two brackets and opens one, so that its second `)` is the one
    // that is looked for.
    let (mut depth, mut is_line_empty) = (0, false);
    for byte in bytes {
        match byte {
            // A blank line: what is before `:(` and after it are two paragraphs.
            b'\n' if is_line_empty => return false,
            b'\n' => is_line_empty = true,
            b' ' | b'\t' | b'\r' => {}
            _ => is_line_empty = false,
        }
        if byte == other {
            depth += 1;
        } else if byte == wanted {
            if depth == 0 {
                return true;
            }
            depth -= 1;
        }
    }
    false
}
