//! Where a sentence goes on and the URL has ended: the punctuation after it, and the quotation marks around it.

use memchr::{memchr, memchr_iter};

use crate::{
    authority,
    class::{ends_line, is_blank, is_space},
    front::{LOW, Opener},
    markup::{self, Backslash},
    scheme,
    text::{Text, count_back},
};

/// Returns the end of the URL whose scheme-specific part begins at `from` and whose run ends at `end`.
///
/// Takes away the punctuation of the sentence, a possessive `'s`, dashes, the marks of emphasis that the `opener` announced,
/// and a footnote's `[12]`.
pub(crate) fn end(text: &Text<'_>, from: usize, end: usize, opener: Opener) -> usize {
    // The word after a dash is not punctuation, and would end the loop: `http://h/a/--see`.
    let mut end = dash(text, from, end);
    // Minified text goes on after a comment: `/* http://h/*/*{margin:0}`.
    let is_word = text.before(end).is_some_and(|last| last.is_ascii_alphanumeric());
    if !is_word || text.is(end, |byte| !is_space(byte)) {
        let closes = |star: &usize| {
            let rest = text.slice(from + star + 1, end).strip_prefix(b"/");
            rest.is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric))
        };
        let close = memchr_iter(b'*', text.slice(from, end)).find(closes);
        end = close.filter(|_| is_in_comment(text, from)).map_or(end, |close| from + close);
    }
    // A field of a table, `1,http://h.dom/a,Joe`. The names of images have commas, too: `w_1,h_2/a.png`.
    let comma = memchr(b',', text.slice(from, end)).filter(|_| opener == Opener::Mark(b','));
    let ends =
        |comma: &usize| !text.slice(from + comma, end).iter().any(|byte| b"/@)]}".contains(byte));
    end = comma.filter(ends).map_or(end, |comma| from + comma);
    loop {
        let body = text.slice(from, end);
        // One mark after the other, as they come in any order and number: `http://h/a**.` ends with emphasis and a full
        // stop, `http://h/a.**` with both in the other order.
        let surplus = match body {
            // Without its `;`, `&amp;` would be left as `&amp`.
            [.., b';'] if markup::ends_with_reference(body) => 0,
            [.., b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\''] => 1,
            // The slash of `content='0; url=http://h/'/>`, which closes the tag.
            [.., b'\'', b's' | b'/'] => 2,
            // The anchor of a method without parameters, as Javadoc writes it: `Host.html#name--`.
            [.., b'-', b'-'] if markup::fragment(body).is_some() => 0,
            // Struck text of Markdown has two tildes, and a signature any number. In a shell two `&` are before a command.
            [.., b @ (b'-' | b'~' | b'&'), c]
                if b == c && opener.closes_at(text, end).is_none() =>
            {
                count_back(body, |byte| byte == *c)
            }
            [.., before, b'*'] if ends_emphasis(text, from, opener, *before) => 1,
            // Bold text of Markdown.
            [.., b'*', b'*'] => 2,
            // A comment of TeX follows.
            [.., b'/', b'%'] => 1,
            [.., mark @ (b'_' | b'=' | b'~' | b'@' | b'+')] if opener == Opener::Mark(*mark) => 1,
            [inside @ .., b']'] => link_text(inside),
            _ => 0,
        };
        if surplus == 0 {
            return end;
        }
        end -= surplus;
    }
}

/// Returns whether the `*` after `before` is a mark of the text: that of emphasis, which another one on the line opens, or
/// that of a note. In names of files on an FTP server it stands for any.
fn ends_emphasis(text: &Text<'_>, from: usize, opener: Opener, before: u8) -> bool {
    const LINE: usize = 256;
    let line = text.preceding(from, LINE);
    let line = &line[line.len() - count_back(line, |byte| !ends_line(byte))..];
    // `*see http://h/a*` has opened emphasis on its line. The `*` of `ftp://h/pub/*` has nothing before it that opens.
    // The `*` of a list or heading has a blank or another one after it.
    let marks = line.windows(2).filter(|pair| pair[0] == b'*' && !b" \t*".contains(&pair[1]));
    opener == Opener::Mark(b'*')
        || marks.count() % 2 == 1
        || !b"/.*:=".contains(&before) && !text.preceding(from, 6).eq_ignore_ascii_case(b"ftp://")
}

/// Returns whether a comment of C is open at an offset.
fn is_in_comment(text: &Text<'_>, at: usize) -> bool {
    const FAR: usize = 512;
    let mut marks = text.preceding(at, FAR).windows(2).rev();
    marks.find(|pair| matches!(pair, [b'/', b'*'] | [b'*', b'/'])) == Some(b"/*")
}

/// Takes away the hyphens after a host, whose name does not end with one. Returns the end of the URL, and whether it may go on
/// after it: on the next line, or after two hyphens, which may be part of a path or a dash.
pub(crate) fn hyphens(text: &Text<'_>, from: usize, end: usize, stop: usize) -> (usize, bool) {
    let body = text.slice(from, end);
    let is_host = || text.preceding(from, 2) == b"//" && authority::is_open(body);
    let hyphens = match body {
        [.., b'-'] if is_host() => count_back(body, |byte| byte == b'-'),
        _ => 0,
    };
    // The `--see` that was taken from `http://h/a/--see` is still in the run, and may be part of a name after all.
    let dash =
        matches!(text.slice(end, stop), [b'-', b'-', next, ..] if next.is_ascii_alphanumeric());
    let breaks_word = || {
        let line = line_break(text, end);
        line.is_some_and(|line| text.is_alnum(text.skip_blanks(text.after_break(line), 80)))
    };
    (end - hyphens, dash || hyphens > 0 && breaks_word())
}

/// Returns the width of the `[12]` of a footnote with which a URL ends, or of the `[text]` of `AsciiDoc`, or 0. `inside` is all
/// before the `]`. In a query brackets are common, and a pattern has optional parts in them: `http://host[:port]`.
fn link_text(inside: &[u8]) -> usize {
    let brackets = inside.iter().rposition(|byte| b"[]".contains(byte));
    let Some(open) = brackets.filter(|at| inside[*at] == b'[') else { return 0 };
    let (head, label) = (&inside[..open], &inside[open + 1..]);
    let is_host = !head.contains(&b'/');
    let divides = |byte: &u8| b".@:".contains(byte);
    // `?id=107[text]`, but `?a[b]` and `?query=up[5m]`.
    let field = head.rsplit(|byte| b"?&;".contains(byte)).next();
    let is_value = field.is_some_and(|field| field.contains(&b'='))
        && (head.ends_with(b"++") || head.last().is_some_and(u8::is_ascii_alphanumeric))
        && !label.first().is_some_and(u8::is_ascii_digit);
    let is_other = matches!(head, [] | [.., b'=' | b'@'])
        || head.contains(&b'?') && !is_value
        || is_host && label.iter().any(divides) && !head.ends_with(label);
    let is_label = !matches!(label, [b'/' | b':', ..] | [.., b'.']);
    let is_note = (1..=3).contains(&label.len()) && label.iter().all(u8::is_ascii_digit);
    if is_note || is_label && !is_other { label.len() + 2 } else { 0 }
}

/// Cuts at a dash that a writer set as `--` between a URL and the next word without blanks.
///
/// Names in a path contain `--`, too. A dash is what comes after a `/` or the extension of a file, at the end of the URL but
/// for one word, which is not long.
fn dash(text: &Text<'_>, from: usize, end: usize) -> usize {
    const WORD: core::ops::RangeInclusive<usize> = 1..=14;
    let body = text.slice(from, end);
    let letters = count_back(body, |byte| byte.is_ascii_alphabetic());
    let head = body[..body.len() - letters].strip_suffix(b"--");
    let Some(before) = head.filter(|_| WORD.contains(&letters)) else { return end };
    // `http://h/a/--see` and `http://h/a.html--see` end before the dash; `http://h/a--b` is a path.
    let extension = count_back(before, |byte| byte.is_ascii_alphanumeric());
    let dotted = before[..before.len() - extension].ends_with(b".");
    let is_dash = before.ends_with(b"/") || dotted && (1..=5).contains(&extension);
    if is_dash { from + before.len() } else { end }
}

/// Returns whether the dots after a URL are its own: the line says `g.  =  http://a/b/c/g.` and nothing more, so it is an
/// entry of a table, and no sentence ends here.
pub(crate) fn dots_are_equated(text: &Text<'_>, start: usize, end: usize, stop: usize) -> bool {
    const FAR: usize = 64;
    let dots = text.slice(end, stop);
    if dots.is_empty() || dots.iter().any(|byte| *byte != b'.') || !ends_its_line(text, stop) {
        return false;
    }
    // The name of the entry ends with as many dots as its URL, as in the tables of RFC 1808: `g..  =  http://a/b/c/g..`.
    let equals = text.skip_blanks_back(start, FAR);
    if equals == start || text.before(equals) != Some(b'=') {
        return false;
    }
    let preceding = text.preceding(text.skip_blanks_back(equals - 1, FAR), FAR);
    let own = count_back(preceding, |byte| byte == b'.');
    let stem = &preceding[..preceding.len() - own];
    own == dots.len() && stem.last().is_some_and(u8::is_ascii_graphic)
}

/// Returns whether nothing but blanks follows on the line.
pub(crate) fn ends_its_line(text: &Text<'_>, at: usize) -> bool {
    line_break(text, at).is_some() || text.at(text.skip_blanks(at, 80)).is_none()
}

/// Returns the offset of the line break that follows, with nothing but blanks before it.
pub(crate) fn line_break(text: &Text<'_>, at: usize) -> Option<usize> {
    let past = if text.is(at, is_blank) { text.skip_blanks(at, 80) } else { at };
    text.is(past, ends_line).then_some(past)
}

/// Returns the extension of a file's name: `html` of `index.html`, nothing of `e.g` or `3.4`.
pub(crate) fn extension(name: &[u8]) -> Option<&[u8]> {
    let dot = name.iter().rposition(|byte| *byte == b'.')?;
    let extension = &name[dot + 1..];
    let fits = (1..=5).contains(&extension.len())
        && extension.iter().all(u8::is_ascii_alphanumeric)
        && extension.iter().any(u8::is_ascii_alphabetic);
    (dot >= 2 && fits).then_some(extension)
}

/// How far a closing quotation mark is looked for, in bytes.
const LONGEST_QUOTED: usize = 2 * 1024;
/// The longest name of an attribute.
const LONGEST_NAME: usize = 32;
/// The names of attributes and settings whose value is a URL, or the ends of such names.
const OF_URLS: &str =
    "href src url uri link action cite background codebase longdesc data base usemap classid";
/// The names of attributes with blanks between URLs, or between a URL and another word, as in `xml:"http://h.dom/ns name"` of Go.
const OF_LISTS: &str = "srcset ping archive schemalocation xml";

/// Returns the offset of the mark that closes the one before the URL at `start`, if all up to it is the URL. Without
/// quotation marks the URL would end at `stop`.
///
/// Nothing but the mark ends a URL that a mark opened, on its line. A blank belongs to it in the value of an attribute for
/// URLs. Elsewhere words may follow a URL within the marks, so the words must read like the rest of a path.
pub(crate) fn closing_mark(
    text: &Text<'_>,
    start: usize,
    body: usize,
    stop: usize,
    opener: Opener,
) -> Option<usize> {
    if !opener.quotes() || opener.closes_at(text, stop).is_some() {
        return None;
    }
    // An escape sequence of a string in source text.
    if text.at(stop) == Some(b'\\') && markup::backslash(text, stop) != Backslash::Part
        || markup::breaks_line(text, stop)
    {
        return None;
    }
    // What a blank, a bracket or another quotation mark says is known only when the mark has closed, so that they are noted.
    let (mut at, mut blank, mut tagged) = (stop, None, false);
    while opener.closes_at(text, at).is_none() {
        match text.at(at)? {
            b'"' | b'\'' if closes_string(text, start, at) => return None,
            byte if is_blank(byte) => _ = blank.get_or_insert(at),
            b'<' if text.at(at + 1) == Some(b'/') => return None,
            b'<' | b'>' | b'"' => tagged = true,
            // Another mark opens before this one closes.
            b'`' if opener == Opener::Mark(b'`') => return None,
            0xe2 if opener == Opener::Typographic(0) && text.reads(at, LOW.as_bytes()) => {
                return None;
            }
            byte if is_space(byte) || text.sets_colors(at) => return None,
            _ => {}
        }
        at += 1;
        let divided = text.before(at).is_some_and(|byte| b" \t,;|".contains(&byte));
        if at - stop > LONGEST_QUOTED || divided && scheme::begins(text, at) {
            return None;
        }
    }
    // `\"http://h.dom/a b\"`, within a string: both marks are escaped, or neither is.
    let is_escaped = |mark| text.before(mark) == Some(b'\\');
    if is_escaped(at) != is_escaped(start - 1) {
        return None;
    }
    at -= usize::from(is_escaped(at));
    let Some(blank) = blank else { return Some(at) };
    if tagged || text.before(at).is_none_or(is_blank) || opens_list(text, start, opener) {
        return None;
    }
    // The quotation mark of `isn't` closes nothing.
    let is_closed = || !text.is_alnum(at + 1);
    let is_rest = || is_rest(text.slice(body, blank), text.slice(blank, at)) && is_closed();
    // `href="http://h/a b"` is one URL with a blank. In `"http://h/a is there"`, the words are not the rest of a path.
    (is_named(text, start, opener, OF_URLS) || is_rest()).then_some(at)
}

/// Returns whether the URL at `start` is the first of a list in an attribute.
pub(crate) fn opens_list(text: &Text<'_>, start: usize, opener: Opener) -> bool {
    is_named(text, start, opener, OF_LISTS)
}

/// Returns whether the quotation mark at `at` closes a string of source text that began before the URL at `start`:
/// `'<a href="http://h.dom/' + name + '">'`. A mark before a letter or digit does not, nor the second one of a pair in the URL.
pub(crate) fn closes_string(text: &Text<'_>, start: usize, at: usize) -> bool {
    let is_open = |until| {
        let before = text.preceding(until, 256);
        let line = &before[before.len() - count_back(before, |byte| !ends_line(byte))..];
        line.iter().filter(|byte| Some(**byte) == text.at(at)).count() % 2 == 1
    };
    // What is joined to it says so if it began on a line before.
    let joins = || matches!(text.ahead(at + 1, 2), b" +" | b" ." | b".$");
    !text.is_alnum(at + 1) && (is_open(start) && is_open(at) || joins())
}

/// Returns whether the URL at `start`, in a quotation mark of one byte, is the value of one of the `names`: `href="`,
/// `"url": "`.
fn is_named(text: &Text<'_>, start: usize, opener: Opener, names: &str) -> bool {
    let past = |at: usize| text.skip_blanks_back(at, LONGEST_NAME);
    let before_mark = |at: usize| at - 1 - usize::from(text.before(at - 1) == Some(b'\\'));
    let sign = past(before_mark(start));
    if matches!(opener, Opener::Typographic(_)) || !matches!(text.before(sign), Some(b'=' | b':')) {
        return false;
    }
    let end = past(sign - 1);
    let quoted = matches!(text.before(end), Some(b'"' | b'\''));
    let name = text.preceding(if quoted { before_mark(end) } else { end }, LONGEST_NAME);
    names.split(' ').any(|known| {
        let from = name.len().checked_sub(known.len());
        from.is_some_and(|from| name[from..].eq_ignore_ascii_case(known.as_bytes()))
    })
}

/// Returns whether the words after a blank are the rest of the path before it: a single word after the name of a file, or
/// several that end like a file or folder. A remark in brackets is not, nor what is after two blanks.
fn is_rest(path: &[u8], rest: &[u8]) -> bool {
    let mut words = rest.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty());
    let last = words.next_back();
    let named = path.contains(&b'/') && path.last().is_some_and(|last| !b"/.,;:!?)".contains(last));
    // After the name of a file is another word: `"http://h.dom/x.git main"`.
    let alone = words.next().is_none()
        && rest.get(1).is_some_and(|byte| !b" \t([{.-".contains(byte))
        && extension(path).is_none();
    named && (alone || last.is_some_and(is_path))
}

/// Returns whether a word is the rest of a path: it has several slashes, or ends like a file or a folder.
pub(crate) fn is_path(token: &[u8]) -> bool {
    let is_domain =
        |extension: &[u8]| matches!(extension, b"com" | b"org" | b"net" | b"edu" | b"gov");
    token.iter().filter(|byte| **byte == b'/').count() >= 2
        || token.ends_with(b"/")
        || extension(token).is_some_and(|extension| !is_domain(extension))
}
