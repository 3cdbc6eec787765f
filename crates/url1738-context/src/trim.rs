//! Where a sentence goes on and the URL has ended: the punctuation after it.

use crate::{
    authority,
    class::{BLANK, class, ends_line},
    entity, lanes,
    mark::Opener,
    text::Text,
};

/// Returns the end of the URL whose scheme-specific part begins at `from`, where `end` ends its run.
///
/// Takes away the punctuation of the sentence, a possessive `'s`, dashes, the marks of
/// emphasis that the `opener` announced, and a footnote's `[12]`.
pub(crate) fn end(text: &Text<'_>, from: usize, end: usize, opener: Opener) -> usize {
    let body = text.slice(from, end);
    let quiet = matches!(body, [.., b'/' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z']);
    let loud = lanes::ends_with_dash(body) | body.ends_with(b"'s") | body.ends_with(b"'/");
    if quiet & !loud {
        return end;
    }
    let mut end = dash(text, from, end);
    loop {
        let body = text.slice(from, end);
        let surplus = match body {
            [] => return end,
            [.., b';'] if entity::ends_with_reference(body) => 0,
            [.., b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\''] => 1,
            // The slash of `content='0; url=http://h/'/>`, which closes the tag.
            [.., b'\'', b's' | b'/'] => 2,
            [.., b'-', b'-'] => body.iter().rev().take_while(|byte| **byte == b'-').count(),
            [.., before, b'*'] if ends_emphasis(text, from, opener, *before) => 1,
            [.., b'*', b'*'] | [.., b'~', b'~'] => 2,
            [.., b'_'] if opener == Opener::Mark(b'_') => 1,
            [.., b']'] => footnote(body).max(link_text(body)),
            _ => 0,
        };
        if surplus == 0 {
            return end;
        }
        end = end.saturating_sub(surplus).max(from);
    }
}

/// Returns whether the `*` after `before` is a mark of the text: that of emphasis, which another one on the line opens, or
/// that of a note. In names of files on an FTP server it stands for any.
fn ends_emphasis(text: &Text<'_>, from: usize, opener: Opener, before: u8) -> bool {
    const LINE: usize = 256;
    if opener == Opener::Mark(b'*') {
        return true;
    }
    let line =
        text.preceding(from, LINE).rsplit(|byte| ends_line(*byte)).next().unwrap_or_default();
    // The `*` of a list has a blank after it.
    let marks = line.iter().zip(line.iter().skip(1));
    let open =
        marks.filter(|(mark, next)| **mark == b'*' && class(**next) != BLANK).count() % 2 == 1;
    open || !b"/.*:=".contains(&before) && !text.preceding(from, 6).eq_ignore_ascii_case(b"ftp://")
}

/// Returns the end of a URL without the hyphens after a host, whose name does not end with one, and whether it may go on
/// after them: on the next line, or after two hyphens, which may be part of a path or a dash.
#[cold]
pub(crate) fn hyphens(text: &Text<'_>, from: usize, end: usize, stop: usize) -> (usize, bool) {
    let body = text.slice(from, end);
    let is_host = text.preceding(from, 2) == b"//" && authority::is_open(body);
    let hyphens = body.iter().rev().take_while(|byte| is_host && **byte == b'-').count();
    let dash =
        matches!(text.slice(end, stop), [b'-', b'-', next, ..] if next.is_ascii_alphanumeric());
    let cut = dash || hyphens > 0 && breaks_word(text, end);
    (end.saturating_sub(hyphens), cut)
}

/// Returns whether the line ends at `end` and the next one begins with a word.
fn breaks_word(text: &Text<'_>, end: usize) -> bool {
    line_break(text, end).is_some_and(|line| {
        let next = text.skip_blanks(text.after_break(line), 80);
        text.at(next).is_some_and(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Returns the width of the `[12]` with which a URL ends, or 0.
fn footnote(body: &[u8]) -> usize {
    let inside = body.strip_suffix(b"]").unwrap_or_default();
    let digits = inside.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let open = inside.len().saturating_sub(digits);
    let opens = open.checked_sub(1).and_then(|open| inside.get(open)) == Some(&b'[');
    if opens && (1..=3).contains(&digits) { digits.wrapping_add(2) } else { 0 }
}

/// Returns the width of the `[text]` with which a URL ends in `AsciiDoc`, or 0. In a query brackets are common.
fn link_text(body: &[u8]) -> usize {
    let inside = body.strip_suffix(b"]").unwrap_or_default();
    let text =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'`');
    let width = inside.iter().rev().take_while(|byte| text(byte)).count();
    let head = inside.get(..inside.len().saturating_sub(width)).unwrap_or_default();
    let Some(head) = head.strip_suffix(b"[") else { return 0 };
    let in_path = head.contains(&b'/') && !head.contains(&b'?');
    if in_path && inside.last().is_some_and(|byte| *byte != b'.') {
        width.wrapping_add(2)
    } else {
        0
    }
}

/// Cuts at a dash that a writer set as `--` between a URL and the next word without blanks.
///
/// Path names hold `--` too. A dash is what comes after a `/` or a file's extension, at the
/// end of the URL but for one word.
fn dash(text: &Text<'_>, from: usize, end: usize) -> usize {
    let body = text.slice(from, end);
    let letters = body.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let head = body.get(..body.len().saturating_sub(letters)).unwrap_or_default();
    let Some(before) = head.strip_suffix(b"--").filter(|_| letters > 0) else { return end };
    let extension = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let stem = before.len().saturating_sub(extension);
    let dotted = stem.checked_sub(1).and_then(|dot| before.get(dot)) == Some(&b'.');
    if before.ends_with(b"/") || (dotted && (1..=5).contains(&extension)) {
        from.wrapping_add(before.len())
    } else {
        end
    }
}

/// Returns whether the dots after a URL are its own: the line says `g.  =  http://a/b/c/g.` and
/// nothing more, so it is an entry of a table, and no sentence ends here.
pub(crate) fn dots_are_equated(text: &Text<'_>, start: usize, end: usize, stop: usize) -> bool {
    let dots = text.slice(end, stop);
    if dots.is_empty() || dots.iter().any(|byte| *byte != b'.') || !ends_its_line(text, stop) {
        return false;
    }
    let equals = text.skip_blanks_back(start, 64);
    if equals == start || text.before(equals) != Some(b'=') {
        return false;
    }
    let word_end = text.skip_blanks_back(equals.saturating_sub(1), 64);
    let preceding = text.preceding(word_end, 64);
    let stems = |byte: &u8| byte.is_ascii_graphic() && *byte != b'.';
    let own = preceding.iter().rev().take_while(|byte| **byte == b'.').count();
    own == dots.len() && preceding.iter().nth_back(own).is_some_and(stems)
}

/// Returns whether nothing but blanks follows on the line.
pub(crate) fn ends_its_line(text: &Text<'_>, at: usize) -> bool {
    line_break(text, at).is_some() || text.at(text.skip_blanks(at, 80)).is_none()
}

/// Returns the offset of the line break that follows, with nothing but blanks before it.
pub(crate) fn line_break(text: &Text<'_>, at: usize) -> Option<usize> {
    let past = match text.at(at) {
        Some(byte) if class(byte) == BLANK => text.skip_blanks(at, 80),
        _ => at,
    };
    text.at(past).is_some_and(ends_line).then_some(past)
}

/// Returns the extension of a file's name: `html` of `index.html`, nothing of `e.g` or `3.4`.
pub(crate) fn extension(name: &[u8]) -> Option<&[u8]> {
    let dot = name.iter().rposition(|byte| *byte == b'.')?;
    let (stem, extension) = (name.get(..dot)?, name.get(dot.wrapping_add(1)..)?);
    let fits = (1..=5).contains(&extension.len())
        && extension.iter().all(u8::is_ascii_alphanumeric)
        && extension.iter().any(u8::is_ascii_alphabetic);
    (stem.len() >= 2 && fits).then_some(extension)
}
