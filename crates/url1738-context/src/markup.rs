//! URLs in source text and in markup: backslashes of roff, TeX and strings, markers of `AmigaGuide`, character references of
//! HTML.

use core::ops::Range;

use memchr::{memchr_iter, memmem};

use crate::{
    class::{ends_line, is_blank, is_listed, is_space},
    foreign, scheme,
    text::Text,
};

/// What a backslash is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backslash {
    /// It escapes punctuation of the URL, as `\-` of roff, `\_` and `\%` of TeX, `\.` of a pattern. The URL goes on at this
    /// offset.
    Escape(usize),
    /// Part of the URL, in the place of `/`.
    Part,
    /// The beginning of a command or an escape sequence of source text.
    Command,
    /// Part of the URL, or the beginning of a command.
    Either,
}

/// Returns what the backslash at `at` is: `\n` and `\"` of a string, `\fR` and `\s-1` of roff, `\footnote{` of TeX are
/// commands.
pub(crate) fn backslash(text: &Text<'_>, at: usize) -> Backslash {
    const LONGEST: usize = 32;
    const FAR: usize = 256;
    let from = at + 1;
    match text.at(from) {
        // roff's `\&` prints nothing; it is before a full stop.
        Some(b'&') if text.at(from + 1) == Some(b'.') => return Backslash::Escape(from + 1),
        // groff's `\:` is where a URL may break: after a sign, or before one. Elsewhere, it is the colon of a port that a shell or
        // Java escapes.
        Some(b':') if is_break(text, at) => return Backslash::Escape(from + 1),
        Some(b':') if text.is(from + 1, |next| next.is_ascii_digit()) => {
            return Backslash::Escape(from);
        }
        // In Markdown and TeX, whatever follows: `\_\_init\_\_.py`.
        Some(b'_') => return Backslash::Escape(from),
        Some(b'=') if text.at(from + 1) == Some(b'\\') => return Backslash::Escape(from),
        // In a string of JSON or Java, a pattern has it twice: `"^https://host\\.dom/"`.
        Some(b'\\')
            if text.is(from + 1, |byte| b"._-".contains(&byte)) && text.is_alnum(from + 2) =>
        {
            return Backslash::Escape(from + 1);
        }
        // The two hyphens of an option.
        Some(b'-') if text.reads(from, b"-\\-") && text.is_alnum(from + 3) => {
            return Backslash::Escape(from);
        }
        // Shells add that of `\?x\=1` to what is pasted. Manual pages have `a\-%28b%29`.
        Some(byte)
            if b"-%#~.&?=,;".contains(&byte)
                && text.is(from + 1, |next| {
                    next.is_ascii_alphanumeric() || b"/%<!".contains(&next)
                })
                && !scheme::begins(text, from + 1) =>
        {
            return Backslash::Escape(from);
        }
        _ => {}
    }
    let word = text.run(from, LONGEST, |byte| byte.is_ascii_alphanumeric());
    let past = from + word.len();
    let next = text.at(past);
    match word {
        // `\\` of a string or of TeX, `\(lq`, a backslash before a quotation mark or at the end.
        // A line of a shell or of PostScript goes on in the next one; manual pages show such lines.
        [] | [b'e'] if next.is_some_and(ends_line) => {
            let line = text.after_break(past);
            let rest = text.skip_blanks(line, FAR);
            // After blanks a shell begins another word, so that only the rest of a path goes on there.
            let is_path = || text.run(rest, FAR, |byte| !is_space(byte)).contains(&b'/');
            if foreign::goes_on(text, rest) && (rest == line || is_path()) {
                Backslash::Either
            } else {
                Backslash::Command
            }
        }
        // A bracket in Markdown, or `\(rq` of roff.
        [] if next == Some(b'(') && foreign::goes_on(text, from + 3) => Backslash::Either,
        // `a\[1\]` of Markdown, or `\[ha]b` of groff, in which `\[rq]` closes a quotation.
        [] if next == Some(b'[') => {
            let close = text.past(from + 1, LONGEST, |byte| byte.is_ascii_alphanumeric());
            let either = match text.at(close) {
                Some(b']') => foreign::goes_on(text, close + 1),
                other => other == Some(b'\\'),
            };
            if either { Backslash::Either } else { Backslash::Command }
        }
        [] => {
            let is_mark = next.is_some_and(|byte| b"\\:;!$@,+|^{}*) ".contains(&byte));
            let past = from + usize::from(is_mark);
            let either = is_mark || matches!(next, Some(b'/' | 0x80..));
            let either = either && foreign::goes_on(text, past);
            if either { Backslash::Either } else { Backslash::Command }
        }
        [b'n' | b'r' | b't' | b'0' | b'c' | b'e'] => Backslash::Command,
        [b'u', ..] if escape(text, at).is_some_and(|(c, _)| !is_part(c)) => Backslash::Command,
        // After the line break of a string, a sentence, a key or a URL begins.
        [b'f' | b'n' | b'r' | b't', b'A'..=b'Z' | b'0'..=b'9', ..] | [b's', b'0'..=b'9', ..] => {
            Backslash::Command
        }
        [b'n' | b'r' | b't', ..] if next == Some(b':') => Backslash::Command,
        [b's'] if matches!(next, Some(b'+' | b'-')) => Backslash::Command,
        _ if matches!(next, Some(b'{' | b'[' | b'(')) => Backslash::Command,
        [b'n' | b'r' | b't' | b'u' | b'x', ..] => Backslash::Either,
        // The name of a folder looks like a command, until more of the path follows.
        _ if matches!(next, Some(b'\\' | b'/' | b'.' | b'-' | b'_'))
            && foreign::goes_on(text, past + 1) =>
        {
            Backslash::Part
        }
        _ => Backslash::Either,
    }
}

/// Returns whether the line break of a string of PowerShell is at `at`: `` "http://h.dom/`n" ``.
pub(crate) fn breaks_line(text: &Text<'_>, at: usize) -> bool {
    text.at(at) == Some(b'`')
        && text.is(at + 1, |byte| b"nrt".contains(&byte))
        && !foreign::goes_on(text, at + 2)
}

/// Returns whether a URL goes on after the `\:` at `at`.
fn is_break(text: &Text<'_>, at: usize) -> bool {
    let past = at + 2;
    match text.at(past) {
        Some(b'/' | b'~' | b'_' | b'%' | b'=') => true,
        Some(b'.' | b'-' | b'#' | b'?' | b'&') => text.is_alnum(past + 1),
        Some(b'\\') => text.at(past + 1) == Some(b':'),
        _ => {
            text.before(at).is_some_and(|byte| b"/.-_?&=#".contains(&byte))
                && foreign::goes_on(text, past)
        }
    }
}

/// Returns the character for which an escape sequence is at `at`, `\/` or `\u0026` of JSON, `\(ti` of roff or `\~{}` of TeX, and
/// the offset after it.
pub(crate) fn escape(text: &Text<'_>, at: usize) -> Option<(char, usize)> {
    let from = at + 2;
    match text.at(at + 1)? {
        b'/' => Some(('/', from)),
        b'(' if text.reads(from, b"ti") => Some(('~', from + 2)),
        b'[' if text.reads(from, b"ti]") => Some(('~', from + 3)),
        b'~' if text.reads(from, b"{}") => Some(('~', from + 2)),
        b't' if text.reads(from, b"extasciitilde") => {
            let past = from + 13;
            let ends =
                if text.reads(past, b"{}") { 2 } else { usize::from(text.is(past, is_blank)) };
            (ends > 0).then_some(('~', past + ends))
        }
        b'u' => {
            let digits = text.run(from, 4, |byte| byte.is_ascii_hexdigit());
            let digits = core::str::from_utf8(digits).ok().filter(|digits| digits.len() == 4)?;
            Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, from + 4))
        }
        _ => None,
    }
}

/// Returns whether a character that is escaped is part of a URL, and ends no string or sentence.
pub(crate) fn is_part(escaped: char) -> bool {
    escaped.is_alphanumeric() || "/?#&=%+:;@-_.~".contains(escaped)
}

/// Returns whether the brace at `brace` opens a marker of an `AmigaGuide` document, as in `@{b}bold@{ub}` and
/// `@{"text" link "node"}`. Any other word in braces after an `@` is a pattern, as in `ftp://user@{host}`.
pub(crate) fn opens_marker(text: &Text<'_>, brace: usize) -> bool {
    const COMMANDS: &str = "amigaguide b bg body cleartabs code fg i jcenter jleft jright lindent line par pard pari \
                            plain settabs tab u ub ui uu";
    /// The longest command, and one byte to see that it ends.
    const LONGEST: usize = 11;
    if text.at(brace) != Some(b'{') || text.before(brace) != Some(b'@') {
        return false;
    }
    let command = text.run(brace + 1, LONGEST, |byte| byte.is_ascii_alphabetic());
    match text.at(brace + 1 + command.len()) {
        Some(b'"') => command.is_empty(),
        Some(b'}' | b' ') => is_listed(command, COMMANDS),
        _ => false,
    }
}

/// Returns whether the bracket at `open` opens what closes a macro of Jira or a tag of `BBCode` before the URL at `from`:
/// `{color:red}http://h.dom/{color}`, `[url]http://h.dom/[/url]`.
pub(crate) fn closes_macro(text: &Text<'_>, from: usize, open: usize) -> bool {
    const MACROS: &str = "code color noformat panel quote";
    const FAR: usize = 512;
    let opener = text.slice(open, open + 1);
    let (inside, close) = match opener {
        b"{" => (open + 1, b'}'),
        b"[" if text.at(open + 1) == Some(b'/') => (open + 2, b']'),
        _ => return false,
    };
    let name = text.run(inside, 8, |byte| byte.is_ascii_alphabetic());
    let before = text.preceding(from, FAR);
    text.at(inside + name.len()) == Some(close)
        && if close == b'}' { is_listed(name, MACROS) } else { !name.is_empty() }
        && memmem::find_iter(before, name).any(|at| before[..at].ends_with(opener))
}

/// Returns whether the URL whose authority or path begins at `from` is in braces of Texinfo, in which a comma ends it:
/// `@uref{http://h.dom/,our page}`.
pub(crate) fn takes_label(text: &Text<'_>, from: usize) -> bool {
    let before = text.preceding(from, 48);
    let brace = before.iter().rposition(|byte| *byte == b'{');
    let command = &before[..brace.unwrap_or(0)];
    command.ends_with(b"@uref") || command.ends_with(b"@url")
}

/// The longest character reference that is read, in bytes after its `&`.
const LONGEST_REFERENCE: usize = 11;

/// Returns whether a character reference is at `at` for what delimits a URL. `&amp;` is not one, nor is the `&` between the
/// fields of a query.
pub(crate) fn delimits(text: &Text<'_>, at: usize) -> bool {
    const NAMES: &str = "gt lt quot nbsp apos rsquo rdquo lsquo ldquo sbquo bdquo laquo raquo lsaquo rsaquo hellip mdash \
                         ndash ensp emsp thinsp grave horbar";
    // One that was escaped twice is `&amp;gt;`.
    let at = if text.reads(at, b"&amp;") { at + 4 } else { at };
    let name = text.run(at + 1, LONGEST_REFERENCE + 1, |byte| byte.is_ascii_alphabetic());
    match text.at(at + 1 + name.len()) {
        Some(b'#') if name.is_empty() => number(text.ahead(at + 1, LONGEST_REFERENCE), 0)
            .is_some_and(|(code, _)| is_delimiter(code)),
        Some(b';') => is_listed(name, NAMES),
        _ => false,
    }
}

/// Returns whether the `<` at an offset is in an escape of POD for what delimits a URL: `E<lt>` or `E<gt>`.
pub(crate) fn delimits_pod(text: &Text<'_>, at: usize) -> bool {
    text.at(at) == Some(b'<')
        && text.before(at) == Some(b'E')
        && (text.reads(at, b"<gt>") || text.reads(at, b"<lt>"))
}

fn is_delimiter(code: u32) -> bool {
    // 128 to 159 are read as Windows-1252, in which these are quotation marks, dashes and an ellipsis.
    matches!(code, 0..=32 | 34 | 39 | 60 | 62 | 96 | 127 | 130 | 132 | 133 | 139 | 145..=148 | 150 | 151 | 155)
        || char::from_u32(code).is_some_and(|found| {
            found.is_whitespace()
                || foreign::closes(found)
                || matches!(found, '\u{ab}' | '\u{bb}' | '\u{2013}'..='\u{2026}')
                || matches!(found, '\u{2039}' | '\u{203a}' | '\u{3002}')
        })
}

/// Returns the number of the numeric reference whose `#` is at `hash`, as in `&#38;` or `&#x26;`, and the offset after its `;`.
/// Whether a `&` is before it, the caller looks.
fn number(bytes: &[u8], hash: usize) -> Option<(u32, usize)> {
    let (first, radix) = match &bytes[hash..] {
        [b'#', b'x' | b'X', ..] => (hash + 2, 16),
        [b'#', ..] => (hash + 1, 10),
        _ => return None,
    };
    let ahead = &bytes[first..bytes.len().min(hash + LONGEST_REFERENCE)];
    let width = ahead.iter().position(|byte| *byte == b';')?;
    let digits = core::str::from_utf8(&ahead[..width]).ok()?;
    // A sign is not a digit, though numbers are parsed with one.
    let code = u32::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))?;
    Some((code, first + width + 1))
}

/// Returns whether the `#` at `hash` is that of a numeric reference.
pub(crate) fn is_reference(bytes: &[u8], hash: usize) -> bool {
    // `&amp;#38;` is one that was escaped twice.
    let follows = bytes[..hash].ends_with(b"&") || bytes[..hash].ends_with(b"&amp;");
    follows && number(bytes, hash).is_some()
}

/// Returns whether the `;` at the end is that of a numeric reference or of `&amp;`.
pub(crate) fn ends_with_reference(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(LONGEST_REFERENCE + 1)..];
    tail.iter().rposition(|byte| *byte == b'&').is_some_and(|at| {
        tail[at..].eq_ignore_ascii_case(b"&amp;")
            || number(tail, at + 1).is_some_and(|(_, end)| end == tail.len())
    })
}

/// Returns the offset of the first `#` that is not one of a numeric reference.
pub(crate) fn fragment(bytes: &[u8]) -> Option<usize> {
    memchr_iter(b'#', bytes).find(|hash| !is_reference(bytes, *hash))
}

/// Returns the bytes without which the text reads as intended: of `#38;` and the like after each `&` that is written as a numeric
/// reference, and the backslash of `http\://`.
pub(crate) fn inserted(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let escape = escaped_colon(bytes).map(|at| at..at + 1);
    escape.into_iter().chain(memchr_iter(b'#', bytes).filter_map(|hash| {
        let (code, end) = number(bytes, hash).filter(|_| bytes[..hash].ends_with(b"&"))?;
        (code == u32::from(b'&')).then_some(hash..end)
    }))
}

/// Returns the offset of the backslash before the colon of a scheme.
pub(crate) fn escaped_colon(bytes: &[u8]) -> Option<usize> {
    let name = bytes.iter().take_while(|byte| scheme::in_name(**byte)).count();
    bytes[name..].starts_with(b"\\://").then_some(name)
}
