//! How far a URL without a wrapper may reach: the run of characters that a URL can hold.

use crate::{
    amiga,
    authority::{self, Authority},
    backslash::{self, Backslash},
    brackets::{self, Brackets},
    class::{BLANK, CLOSE, COLON, ENTITY, FOREIGN, HASH, LIST, OPEN, PLAIN, QUOTE, STOP, class},
    entity,
    foreign::{self, Sort},
    lanes,
    mark::Opener,
    scheme, template,
    text::Text,
    trim,
};

/// The longest URL that is read: 64 KiB. A longer one is cut there, so that a reader of streams
/// holds a bounded number of bytes.
pub(crate) const LONGEST: usize = 64 * 1024;

/// How far letters without blanks between them are looked at, in bytes.
const LONGEST_WORD: usize = 128;

/// Returns the end of the run that begins at `from`.
///
/// It ends at white space and the other characters that delimit URLs everywhere, at a closing
/// bracket that the text opened before it, before a bracket that the text closes after it, at the quotation mark that
/// mirrors the `opener`, at `&gt;` and the like, and at a comma, semicolon or opening bracket where
/// the next URL follows at once. All else belongs to it, whether a URL may hold it or not.
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
        Some(0 | b'"') => ended,
        Some(b')' | b']' | b'}') if !foreign::goes_on(text, stop.wrapping_add(1)) => ended,
        _ => closer_look(text, from, stop, opener, authority),
    }
}

/// Returns how many bytes belong to the run for certain, seen from the first of them.
#[inline]
pub(crate) fn plain(ahead: &[u8]) -> usize {
    let width = lanes::run(ahead).unwrap_or_default();
    if let Some([b':', next, rest @ ..]) = ahead.get(width..) {
        // A port, unless a second URL may begin after a comma that was passed: `http://h/,news:1@h`.
        let lists = ahead.iter().take(width).any(|byte| class(*byte) == LIST);
        let port = (next.is_ascii_digit() && !lists).then(|| lanes::run(rest)).flatten();
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
            CLOSE if brackets.close(byte) => 1,
            CLOSE => {
                let next = at.wrapping_add(1);
                usize::from(
                    foreign::goes_on(text, next) && !brackets.opened_before(text, from, byte),
                )
            }
            QUOTE => usize::from(!opener.closes_with_quote()),
            LIST => usize::from(!scheme::begins(text, at.wrapping_add(1))),
            ENTITY => usize::from(!entity::delimits(text, at)),
            FOREIGN if authority.reaches(text, at) => 0,
            FOREIGN if ends_file(text, from, at) => 0,
            FOREIGN => {
                if foreign::is_unspaced(text, at) {
                    run.foreign = run.foreign.or(Some(at));
                }
                match replaced_char(text, at, opener, &mut run) {
                    0 => foreign::in_path(text, at),
                    width => width,
                }
            }
            STOP if byte == b'|' && is_drive(text, at) => 1,
            STOP if byte != b'\\' && authority.reaches(text, at) => 0,
            STOP => usize::from(odd(text, from, at, opener, &mut brackets) == Odd::Part),
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
                if width > 0 && foreign::is_unspaced(text, at) {
                    run.foreign = run.foreign.or(Some(at));
                }
                width
            }
            width => width,
        };
        if width == 0 {
            run.truncated = odd(text, from, at, opener, &mut brackets) != Odd::End;
            break;
        }
        at = at.wrapping_add(width).min(limit);
    }
    run.pattern |= template::goes_on_with_name(text, at);
    run.stop = at;
    run.end = brackets.unclosed().map_or(at, |(open, bracket)| {
        let in_authority = named && authority::is_open(text.slice(from, open));
        let belongs = in_authority && authority::illegal(text, from, open, Opener::None) > 0
            || foreign::goes_on(text, open.wrapping_add(1))
                && !brackets::closes_later(text, at, bracket);
        if belongs { at } else { open }
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
    /// Whether it was cut where the URL may go on: it is longer than any URL that is read, or a character ends it that
    /// may be part of it.
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
pub(crate) const REPLACED: [(&str, &str); 10] = [
    ("\u{203e}", "~"),
    ("\u{2dc}", "~"),
    ("\u{223c}", "~"),
    ("\u{ff5e}", "~"),
    ("\u{2019}", "'"),
    ("\u{2018}", "'"),
    ("\u{2010}", "-"),
    ("\u{2011}", "-"),
    ("\u{2012}", "-"),
    ("\u{2013}", "-"),
];

/// Returns the width of the character at `at`, if it is in a path in the place of `~`, of the `'` within a word, or of
/// the `-` between two; else 0.
fn replaced_char(text: &Text<'_>, at: usize, opener: Opener, run: &mut Run) -> usize {
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

/// What a character in a path is that no URL may hold, and that often ends one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Odd {
    /// Part of the URL.
    Part,
    /// The end of it.
    End,
    /// The end of it, though a reader may say that it goes on.
    Cut,
}

/// Returns what the character at `at` is, which is neither a letter nor a sign outside US-ASCII.
#[cold]
fn odd(text: &Text<'_>, from: usize, at: usize, opener: Opener, brackets: &mut Brackets) -> Odd {
    let Some(byte) = text.at(at) else { return Odd::End };
    let next = at.wrapping_add(1);
    match byte {
        b'\\' if backslash::after(text, at).is_some() => Odd::End,
        b'\\' => match backslash::sort(text, at) {
            Backslash::Part => Odd::Part,
            Backslash::Either => Odd::Cut,
            Backslash::Command => Odd::End,
        },
        b'\'' if opener != Opener::Mark(b'\'') => Odd::End,
        b'\'' => match text.at(next) {
            Some(next) if next.is_ascii_alphanumeric() => Odd::Cut,
            _ => Odd::End,
        },
        // What ends strings, and escape sequences of terminals, begins no more of a URL.
        0 | 7 | b'\t'..=b'\r' | 0x1b | b' ' | b'"' | b'<' | b'>' => Odd::End,
        b'`' | b'|' => {
            // `[http://host/|text]` is a link of a wiki.
            let bracket = matches!(opener, Opener::Mark(b'`' | b'[' | b'{'));
            match foreign::goes_on(text, next)
                && !bracket
                && !brackets.opened_before(text, from, byte)
            {
                true if byte == b'|' && names_file(text, from, at) => Odd::Cut,
                true => Odd::Part,
                false => Odd::End,
            }
        }
        0..=b' ' | 0x7f if foreign::goes_on(text, next) => Odd::Cut,
        0x80.. => match foreign::sort(text, at) {
            (Sort::Letter, _) if foreign::goes_on(text, at) => Odd::Cut,
            (Sort::Dash | Sort::Mark, width) if foreign::goes_on(text, at.wrapping_add(width)) => {
                Odd::Cut
            }
            _ => Odd::End,
        },
        _ => Odd::End,
    }
}

/// The longest name of a file whose extension is looked for, in bytes.
const LONGEST_FILE: usize = 64;

/// Returns whether the path ends with the name of a file before `at`: what a text puts after `.html` without a space
/// is rarely part of the name.
fn names_file(text: &Text<'_>, from: usize, at: usize) -> bool {
    let path = text.slice(from.max(at.saturating_sub(LONGEST_FILE)), at);
    let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    name.len() < path.len() && !name.contains(&b'?') && trim::extension(name).is_some()
}

/// Returns whether a file's extension is before the letter at `at`, and the letter is of a script without spaces.
fn ends_file(text: &Text<'_>, from: usize, at: usize) -> bool {
    foreign::is_unspaced(text, at) && names_file(text, from, at)
}

/// Returns whether the `|` at `at` stands for the colon of a drive, as in `file:///C|/dos`.
fn is_drive(text: &Text<'_>, at: usize) -> bool {
    matches!(text.preceding(at, 2), [b'/', drive] if drive.is_ascii_alphabetic())
        && text.at(at.wrapping_add(1)) == Some(b'/')
}
