//! How far a URL without a wrapper may reach: the run of characters that a URL can hold.

use crate::{
    amiga,
    authority::{self, Authority},
    class::{BLANK, CLOSE, COLON, ENTITY, FOREIGN, HASH, LIST, OPEN, PLAIN, QUOTE, STOP, class},
    entity, lanes,
    mark::Opener,
    scheme, template,
    text::Text,
};

/// The longest URL that is read: 64 KiB. A longer one is cut there, so that a reader of streams
/// holds a bounded number of bytes.
pub(crate) const LONGEST: usize = 64 * 1024;

/// How far letters without blanks between them are looked at, in bytes.
const LONGEST_WORD: usize = 128;

/// Returns the end of the run that begins at `from`.
///
/// It ends at white space and the other characters that delimit URLs everywhere, at a closing
/// bracket that it did not open, before a bracket that it does not close, at the quotation mark that
/// mirrors the `opener`, at `&gt;` and the like, and at a comma, semicolon or opening bracket where
/// the next URL follows at once.
///
/// With `authority`, an authority begins at `from`, which is not cut before what it may not hold.
#[inline]
pub(crate) fn end(text: &Text<'_>, from: usize, opener: Opener, authority: bool) -> Run {
    let ahead = text.slice(from, text.len().min(from.wrapping_add(LONGEST)));
    let width = plain(ahead);
    let stop = from.wrapping_add(width);
    let ended = Run { stop, end: stop, ..Run::default() };
    match ahead.get(width) {
        Some(b'\t'..=b'\r' | b' ' | b'>') => ended,
        Some(0..=b' ' | b'"' | b'<' | b')' | b']' | b'}' | b'\\' | b'`' | 0x7f)
            if authority && authority::is_open(text.slice(from, stop)) =>
        {
            closer_look(text, from, stop, opener, authority)
        }
        Some(b'<') => Run { pattern: template::goes_on_with_name(text, stop), ..ended },
        Some(0..=b' ' | b'"' | b')' | b']' | b'}' | b'\\' | b'`' | 0x7f) => ended,
        _ => closer_look(text, from, stop, opener, authority),
    }
}

/// Returns how many bytes belong to the run for certain, seen from the first of them.
#[inline]
pub(crate) fn plain(ahead: &[u8]) -> usize {
    let width = lanes::run(ahead).unwrap_or_default();
    if let Some([b':', next, rest @ ..]) = ahead.get(width..) {
        // A port; else a second scheme may begin, after one of the commas that were passed.
        let port = next.is_ascii_digit().then(|| lanes::run(rest)).flatten();
        let after = port.filter(|after| rest.get(*after) != Some(&b':'));
        return after.map_or(0, |after| width.wrapping_add(2).wrapping_add(after));
    }
    width
}

/// Like [`end`], but byte by byte from `at` on; all bytes before `at` belong to the URL.
fn closer_look(text: &Text<'_>, from: usize, at: usize, opener: Opener, authority: bool) -> Run {
    let limit = from.wrapping_add(LONGEST);
    let mut brackets = Brackets::default();
    let named = authority;
    let mut authority = Authority::new(named, from);
    let mut at = at;
    let mut run = Run::default();
    let ahead = text.slice(from, limit.min(text.len()));
    loop {
        let rest = ahead.get(at.saturating_sub(from)..).unwrap_or_default();
        let width = rest.iter().take_while(|byte| class(**byte) == PLAIN).count();
        at = at.wrapping_add(width);
        let Some(byte) = rest.get(width).copied() else {
            if at < limit {
                text.run_out();
            } else {
                run.truncated = text.at(limit).is_some_and(|byte| !ends(byte));
            }
            break;
        };
        let width = match class(byte) {
            OPEN if at > from && amiga::opens(text, at) => {
                at = at.saturating_sub(1);
                break;
            }
            // `ftp://user@{host}/`
            OPEN if byte == b'{'
                && text.before(at) == Some(b'@')
                && authority.reaches(text, at) =>
            {
                run.pattern = true;
                1
            }
            OPEN if scheme::begins(text, at.wrapping_add(1)) => 0,
            OPEN => match bracket_in_login(text, from, at, &mut authority) {
                0 => {
                    brackets.open(byte, at);
                    1
                }
                width => width,
            },
            CLOSE => usize::from(brackets.close(byte)),
            QUOTE => usize::from(!opener.closes_with_quote()),
            LIST => usize::from(!scheme::begins(text, at.wrapping_add(1))),
            ENTITY => usize::from(!entity::delimits(text, at)),
            FOREIGN => match letters(text, at) {
                0 => replaced_char(text, from, at, opener, &mut run),
                width => width,
            },
            STOP => usize::from(byte == b'|' && is_drive(text, at)),
            BLANK => 0,
            HASH => {
                run.hash = run.hash.or(Some(at));
                1
            }
            COLON => {
                run.pattern |= template::names_port(text, from, at);
                1
            }
            _ => 1,
        };
        let width = match width {
            0 if may_be_illegal(byte) && authority.reaches(text, at) => {
                let width = authority::illegal(text, from, at, opener);
                if width > 0 && byte >= 0x80 {
                    run.foreign = run.foreign.or(Some(at));
                }
                width
            }
            width => width,
        };
        if width == 0 {
            break;
        }
        at = at.wrapping_add(width).min(limit);
    }
    run.pattern |= template::goes_on_with_name(text, at);
    run.stop = at;
    run.end = brackets.unclosed().map_or(at, |open| {
        let in_authority = named && authority::is_open(text.slice(from, open));
        if in_authority && authority::illegal(text, from, open, Opener::None) > 0 {
            at
        } else {
            open
        }
    });
    run
}

/// Where a run ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    /// The offset of what stopped it; nothing before it is looked at again.
    pub(crate) stop: usize,
    /// The end of the run, or the offset of the first bracket that stayed open.
    pub(crate) end: usize,
    /// The offset of the first `#`.
    pub(crate) hash: Option<usize>,
    /// Whether it is the pattern of a URL and none.
    pub(crate) pattern: bool,
    /// The offset of the first letter outside US-ASCII that was taken along only because it touches the authority.
    pub(crate) foreign: Option<usize>,
    /// Whether a character is in it that software puts in the place of `~` or `'`.
    pub(crate) replaced: bool,
    /// Whether it is longer than any URL that is read, and was cut.
    pub(crate) truncated: bool,
}

/// Returns whether the byte ends a URL wherever it is.
fn ends(byte: u8) -> bool {
    matches!(class(byte), BLANK | STOP | CLOSE)
}

/// Returns whether the byte may end a URL because no URL may hold it.
fn may_be_illegal(byte: u8) -> bool {
    matches!(class(byte), STOP | CLOSE | FOREIGN)
}

/// Returns how many bytes the rest of a login has in which the bracket at `at` is, or 0.
fn bracket_in_login(text: &Text<'_>, from: usize, at: usize, authority: &mut Authority) -> usize {
    if !authority.reaches(text, at) {
        return 0;
    }
    authority::login(text, from, at.wrapping_add(1)).map_or(0, |end| end.saturating_sub(at))
}

/// The characters that software puts in the place of `~`, `'` and `-`, and those: an overline of Japanese
/// character sets, the tilde operator of TeX, typographic apostrophes and hyphens.
pub(crate) const REPLACED: [(&str, &str); 8] = [
    ("\u{203e}", "~"),
    ("\u{2dc}", "~"),
    ("\u{223c}", "~"),
    ("\u{ff5e}", "~"),
    ("\u{2019}", "'"),
    ("\u{2018}", "'"),
    ("\u{2010}", "-"),
    ("\u{2011}", "-"),
];

/// Returns the width of the character at `at`, if it is in a path in the place of `~`, of the `'` within a word, or of
/// the `-` between two; else 0.
fn replaced_char(text: &Text<'_>, from: usize, at: usize, opener: Opener, run: &mut Run) -> usize {
    let ahead = text.ahead(at, 3);
    let Some((typed, ascii)) =
        REPLACED.into_iter().find(|(typed, _)| ahead.starts_with(typed.as_bytes()))
    else {
        return 0;
    };
    let next = at.wrapping_add(typed.len());
    let letter = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let between = letter(text.before(at)) && letter(text.at(next));
    let begins =
        text.before(at).is_some_and(|byte| b"/-_.=%".contains(&byte)) && letter(text.at(next));
    let belongs = match ascii {
        // Between words of Japanese a full-width tilde says `to`.
        "~" => begins || (between && typed != "\u{ff5e}"),
        "'" => between && opener != Opener::Typographic && goes_on_after_quote(text, next),
        _ => between,
    };
    let belongs = belongs && !authority::is_open(text.slice(from, at));
    run.replaced |= belongs;
    if belongs { typed.len() } else { 0 }
}

/// Returns whether the word at `at`, after an apostrophe, is part of a path and not what a sentence puts after a name.
fn goes_on_after_quote(text: &Text<'_>, at: usize) -> bool {
    const ENDINGS: [&[u8]; 7] = [b"s", b"ll", b"re", b"ve", b"d", b"m", b"nt"];
    let word = text.run(at, LONGEST_WORD, |byte| byte.is_ascii_alphanumeric());
    let end = at.wrapping_add(word.len());
    let filled = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    match text.at(end) {
        Some(b'/') => true,
        Some(b'.' | b'-' | b'_') if filled(text.at(end.wrapping_add(1))) => true,
        _ => !ENDINGS.iter().any(|ending| ending.eq_ignore_ascii_case(word)),
    }
}

/// The brackets of a run: how many of each sort are open, and where the first of them was opened.
#[derive(Default)]
struct Brackets {
    round: (u32, usize),
    square: (u32, usize),
    curly: (u32, usize),
}

impl Brackets {
    fn of(&mut self, byte: u8) -> &mut (u32, usize) {
        match byte {
            b'(' | b')' => &mut self.round,
            b'[' | b']' => &mut self.square,
            _ => &mut self.curly,
        }
    }

    fn open(&mut self, byte: u8, at: usize) {
        let (depth, first) = self.of(byte);
        if *depth == 0 {
            *first = at;
        }
        *depth = depth.wrapping_add(1);
    }

    fn close(&mut self, byte: u8) -> bool {
        let (depth, _) = self.of(byte);
        let opened = *depth > 0;
        *depth = depth.saturating_sub(1);
        opened
    }

    fn unclosed(&self) -> Option<usize> {
        [self.round, self.square, self.curly]
            .into_iter()
            .filter_map(|(depth, first)| (depth > 0).then_some(first))
            .min()
    }
}

/// Returns the width of the letters of another alphabet that are at `at`, or 0.
///
/// `http://de.example/Käse` is in use. A script that is written without blanks gives
/// no sign where the URL ends and the sentence goes on, unless a mark that belongs to URLs follows.
fn letters(text: &Text<'_>, at: usize) -> usize {
    let ahead = text.ahead(at, LONGEST_WORD);
    let Some(valid) = ahead.utf8_chunks().next().map(|chunk| chunk.valid()) else { return 0 };
    let spaced = |letter: char| matches!(letter, '\u{c0}'..='\u{5ff}' | '\u{1e00}'..='\u{1fff}');
    match valid.chars().next() {
        Some(letter) if letter.is_alphabetic() && spaced(letter) => letter.len_utf8(),
        Some(letter) if letter.is_alphabetic() => {
            let foreign = |letter: &char| letter.is_alphabetic() && !letter.is_ascii();
            let width = valid.chars().take_while(foreign).map(char::len_utf8).sum();
            let goes_on = matches!(valid.as_bytes().get(width..),
                Some([mark, next, ..]) if b"/.-_%?=&#:".contains(mark) && next.is_ascii_alphanumeric());
            if goes_on { width } else { 0 }
        }
        _ => 0,
    }
}

/// Returns whether the `|` at `at` stands for the colon of a drive, as in `file:///C|/dos`.
fn is_drive(text: &Text<'_>, at: usize) -> bool {
    matches!(text.preceding(at, 2), [b'/', drive] if drive.is_ascii_alphabetic())
        && text.at(at.wrapping_add(1)) == Some(b'/')
}
