//! URLs in quotation marks, of which some hold what no URL may hold.

use crate::{
    backslash::{self, Backslash},
    class::{BLANK, class, ends_line, is_space},
    foreign::{Sort, sort},
    join,
    mark::Opener,
    scheme,
    text::Text,
};

/// How far the closing mark is looked for, in bytes.
const LONGEST: usize = 2 * 1024;
/// The longest name of an attribute.
const LONGEST_NAME: usize = 32;

/// The names of attributes and settings whose value is a URL, or the ends of such names.
const NAMES: [&[u8]; 14] = [
    b"href",
    b"src",
    b"url",
    b"uri",
    b"link",
    b"action",
    b"cite",
    b"background",
    b"codebase",
    b"longdesc",
    b"data",
    b"base",
    b"usemap",
    b"classid",
];

/// Returns where the mark is that closes the one before the URL at `start`, if all up to it is the URL. `stop`: where the
/// URL would end without quotation marks.
///
/// Nothing but the mark ends a URL that a mark opened, on its line. A blank belongs to it in the value of an attribute
/// for URLs. Elsewhere words may follow a URL within the marks, so what follows must read like the rest of a path.
pub(crate) fn closing(
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
    if text.at(stop) == Some(b'\\') && backslash::sort(text, stop) != Backslash::Part {
        return None;
    }
    let (mut at, mut blank, mut tagged) = (stop, None, false);
    while opener.closes_at(text, at).is_none() {
        match text.at(at)? {
            byte if class(byte) == BLANK => _ = blank.get_or_insert(at),
            b'<' if text.at(at.wrapping_add(1)) == Some(b'/') => return None,
            b'<' | b'>' | b'"' => tagged = true,
            // Another mark opens before this one closes.
            b'`' if opener == Opener::Mark(b'`') => return None,
            0x80.. if opener == Opener::Typographic && sort(text, at).0 == Sort::Quote => {
                return None;
            }
            byte if is_space(byte) || text.sets_colors(at) => return None,
            _ => {}
        }
        at = at.wrapping_add(1);
        let divided = text.before(at).is_some_and(|byte| b" \t,;|".contains(&byte));
        if at.saturating_sub(stop) > LONGEST || divided && scheme::begins(text, at) {
            return None;
        }
    }
    match blank {
        None => Some(at),
        Some(_) if tagged || text.before(at).is_none_or(|byte| class(byte) == BLANK) => None,
        Some(blank) => (takes_url(text, start, opener)
            || is_rest(text.slice(body, blank), text.slice(blank, at)) && !is_inside(text, at))
        .then_some(at),
    }
}

/// Returns whether a quotation mark is within a word, as in `isn't`.
fn is_inside(text: &Text<'_>, at: usize) -> bool {
    text.at(at.wrapping_add(1)).is_some_and(|byte| byte.is_ascii_alphanumeric())
}

/// Returns whether the URL at `start`, in a quotation mark of one byte, is the value of a name that takes URLs: `href="`, `"url": "`.
fn takes_url(text: &Text<'_>, start: usize, opener: Opener) -> bool {
    let past = |at: usize| text.skip_blanks_back(at, LONGEST_NAME);
    let sign = past(start.saturating_sub(1));
    if opener == Opener::Typographic || !matches!(text.before(sign), Some(b'=' | b':')) {
        return false;
    }
    let end = past(sign.saturating_sub(1));
    let quoted = matches!(text.before(end), Some(b'"' | b'\''));
    let name = text.preceding(end.saturating_sub(usize::from(quoted)), LONGEST_NAME);
    NAMES.iter().any(|known| {
        let from = name.len().checked_sub(known.len());
        from.and_then(|from| name.get(from..)).is_some_and(|name| name.eq_ignore_ascii_case(known))
    })
}

/// Returns whether the words after a blank are the rest of the path before it: a single word after the name of a file,
/// or several that end like a file or folder.
fn is_rest(path: &[u8], rest: &[u8]) -> bool {
    let mut words = rest.split(|byte| class(*byte) == BLANK).filter(|word| !word.is_empty());
    let last = words.next_back().unwrap_or_default();
    let named = path.contains(&b'/') && path.last().is_some_and(|last| !b"/.,;:!?)".contains(last));
    let alone = words.next().is_none() && !rest.iter().copied().any(ends_line);
    named && (alone || join::is_path(last))
}
