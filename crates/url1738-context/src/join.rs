//! URLs that a text breaks although no angle brackets hold them together.
//!
//! The Appendix gives no rule for them. A reader goes on to the next line if something says that the URL does: a quotation
//! mark or bracket that touched its beginning and touches the end of what would follow, or a line that breaks where no word
//! ends.

use alloc::{vec, vec::Vec};
use core::ops::{Range, RangeInclusive};

use crate::{
    authority,
    class::{ends_line, is_blank, is_space},
    front::Opener,
    lines::{self, Margin},
    markup,
    pieces::{Gap, HYPHEN, Piece},
    run::{self, Run},
    scheme,
    text::Text,
    trim,
};

/// How many lines a URL in quotation marks may take.
const MOST_LINES: usize = 4;
/// How wide a line is at least when a URL was broken because the rest did not fit.
const WIDTH: usize = 66;
/// The column that a URL reaches at least on a line that it fills.
const FILLED: usize = 58;
/// How many lines a URL may take that a typesetter hyphenated.
const MOST_BREAKS: usize = 8;
// RFC 2045 allows 76 columns with the `=`. It moves to the left by the width of an escape that does not fit, and careful
// encoders take a few columns less. An `=` that ends a shorter line belongs to the URL.
/// The columns in which a line of quoted-printable text ends that goes on: it has at most 76.
const SOFT: RangeInclusive<usize> = 70..=76;

/// A URL that goes on after a break: its pieces, and the run of the last one.
pub(crate) type Joined = (Vec<Piece>, Run);

/// Returns the run of a bare URL on one of its later lines, and its end without the punctuation of the sentence.
fn line_run(text: &Text<'_>, at: usize, authority: bool) -> (Run, usize) {
    let run = run::end(text, at, Opener::None, authority);
    (run, trim::end(text, at, run.end, Opener::None))
}

/// Joins a URL that a quotation mark or bracket opened and the same closes on a later line.
pub(crate) fn enclosed(
    text: &Text<'_>,
    start: usize,
    stop: usize,
    opener: Opener,
) -> Option<Joined> {
    if opener.closer().is_none() && !matches!(opener, Opener::Typographic(_)) {
        return None;
    }
    let mut end = past_hyphen(text, stop);
    let mut line = trim::line_break(text, end)?;
    if trim::opens_list(text, start, opener) {
        return None;
    }
    let margin = Margin::of_line(text, start);
    let mut pieces = vec![Piece::first(start..end)];
    for _ in 0..MOST_LINES {
        let next = lines::next(text, line, margin)?;
        if scheme::begins(text, next) {
            return None;
        }
        end = past_hyphen(text, run::end(text, next, opener, false).stop);
        if end > next {
            pieces.push(Piece { range: next..end, gap: Gap::Line });
        }
        // Only the closing mark says that the lines are one URL. Without it, a mark that never closes would draw in the
        // lines after it.
        if opener.closes_at(text, end).is_some() {
            let joined = pieces.windows(2).all(|pair| is_broken(text, pair, opener));
            return joined.then_some((pieces, Run { stop: end, ..Run::default() }));
        }
        line = trim::line_break(text, end)?;
    }
    None
}

/// Returns whether two pieces read like one URL rather than like a URL and the words of a sentence.
fn is_broken(text: &Text<'_>, pair: &[Piece], opener: Opener) -> bool {
    let (before, after) = (text.bytes_in(&pair[0].range), text.bytes_in(&pair[1].range));
    // Bibliographies have lists: `"http://h.dom/knuth.bib;`, and `z3950.host.dom:7090"` below it. Shells have variables in them.
    if matches!(before, [.., b';' | b','])
        && !markup::ends_with_reference(before)
        && !after.contains(&b'=')
        || after.starts_with(b"$")
    {
        return false;
    }
    if matches!(opener, Opener::Attribute(_)) || before.ends_with(HYPHEN.as_bytes()) {
        return true;
    }
    let last = text.before(pair[0].range.end);
    // Two strings of source text, one below the other.
    if last == Some(b'\'') || after.starts_with(b"'") {
        return false;
    }
    last.is_some_and(|byte| b"/-_?&=%~.+".contains(&byte)) && !after.is_empty()
        || after.iter().any(|byte| b"/%=&?_~".contains(byte) || byte.is_ascii_digit())
        || trim::extension(after).is_some()
}

/// Returns the end of a piece and where the URL goes on, if the line break after `stop` is none of its value: in a file that
/// has [long values](lines::continued) in several lines, or after the `=` of mail in quoted-printable.
fn unfolded(text: &Text<'_>, stop: usize) -> Option<(usize, usize)> {
    if let Some(next) = lines::continued(text, stop) {
        return Some((stop, next));
    }
    let is_soft = text.before(stop) == Some(b'=')
        && text.is(stop, ends_line)
        && SOFT.contains(&lines::column(text, stop));
    is_soft.then(|| (stop - 1, text.after_break(stop)))
}

/// Joins a URL over line breaks that belong to the format of the file.
pub(crate) fn soft(text: &Text<'_>, start: usize, stop: usize, opener: Opener) -> Option<Joined> {
    unfolded(text, stop)?;
    let mut pieces = vec![Piece::first(start..stop)];
    let (mut stop, mut truncated) = (stop, false);
    while let Some((end, next)) = unfolded(text, stop) {
        // Cut as a URL on one line is: the reader of streams holds a bounded number of bytes.
        if stop - start > run::LONGEST {
            truncated = true;
            break;
        }
        let run = run::end(text, next, opener, false);
        let last = match opener.quotes() && opener.closes_at(text, run.stop).is_some() {
            true => run.stop,
            false => trim::end(text, next, run.end, opener),
        };
        if last == next || scheme::begins(text, next) {
            break;
        }
        if let Some(Piece { range, .. }) = pieces.last_mut() {
            range.end = end;
        }
        pieces.push(Piece { range: next..last, gap: Gap::Escape });
        stop = run.stop;
    }
    (pieces.len() > 1).then_some((pieces, Run { stop, truncated, ..Run::default() }))
}

/// Returns the offset after the typesetter's hyphen that is at `at`, if the line ends with it.
fn past_hyphen(text: &Text<'_>, at: usize) -> usize {
    let past = at + HYPHEN.len();
    let is_there = text.at(at) == Some(0xe2) && text.reads(at, HYPHEN.as_bytes());
    if is_there && trim::line_break(text, past).is_some() { past } else { at }
}

/// Joins a bare URL that ends its line in a hyphen or `/`, or before a `/`, if the next line begins with no word, but with a
/// rest of the URL that did not fit on the line.
pub(crate) fn open(text: &Text<'_>, start: usize, body: usize, end: usize) -> Option<Joined> {
    let divided = matches!(text.before(end)?, b'-' | b'/');
    if !text.is(end, |byte| ends_line(byte) || byte == 0xe2 || divided && is_space(byte)) {
        return None;
    }
    let mut in_host = authority::is_open(text.slice(body, end));
    let mut next = Some(rest(text, start, body, end, in_host)?);
    let mut pieces = vec![Piece::first(start..end)];
    let mut run = Run::default();
    while let Some((range, of_rest)) = next {
        // After a typesetter's hyphen a word goes on for certain, and may be broken again.
        let Some(last) = pieces.last_mut() else { break };
        let past = past_hyphen(text, last.range.end);
        let typeset = past > last.range.end;
        last.range.end = past;
        in_host = in_host && authority::is_open(text.bytes_in(&range));
        run = of_rest;
        let goes_on = typeset && range.end == run.stop && pieces.len() < MOST_BREAKS;
        next = if goes_on { rest(text, start, body, range.end, in_host) } else { None };
        pieces.push(Piece { range, gap: Gap::Line });
    }
    Some((pieces, run))
}

/// Returns the rest of the URL at `start` on the line after the one on which it reaches `end`.
fn rest(
    text: &Text<'_>,
    start: usize,
    body: usize,
    end: usize,
    in_host: bool,
) -> Option<(Range<usize>, Run)> {
    let past = past_hyphen(text, end);
    let (typeset, last) = (past > end, text.before(end)?);
    let line = trim::line_break(text, past)?;
    let divided = typeset || matches!(last, b'-' | b'/');
    let column = lines::column(text, end);
    if !divided {
        let next = text.skip_blanks(text.after_break(line), WIDTH);
        let word = text.at(next).is_none_or(|byte| byte.is_ascii_alphanumeric());
        if word || column < FILLED {
            return None;
        }
    }
    // A host alone is complete: what follows `http://host/` at the end of a line is the next word.
    let alone = last == b'/' && authority::is_open(text.slice(body, end - 1));
    let margin = Margin::of_line(text, start);
    if !typeset && (alone || margin.ends_before(text, text.after_break(line))) {
        return None;
    }
    let next = lines::next(text, line, margin)?;
    let line_start = start - lines::column(text, start);
    let first_word = text.past(line_start, WIDTH, |byte| !byte.is_ascii_alphanumeric());
    if scheme::begins(text, next)
        || !divided && text.at(next) != Some(b'/')
        // No line that is wrapped begins a URL so far to the right.
        || start > line_start + 2 * WIDTH
        || first_word < start && is_setting(text, first_word) && is_setting(text, next)
    {
        return None;
    }
    let (run, token_end) = line_run(text, next, in_host && typeset);
    let token = text.slice(next, token_end);
    let begins = |byte: u8, more: &[u8]| byte.is_ascii_alphanumeric() || more.contains(&byte);
    let ends_word = text.at(run.stop).is_none_or(|byte| is_space(byte) || b")]>\"".contains(&byte));
    let fits = ends_word && token.first().is_some_and(|byte| begins(*byte, b"~%_"));
    // A word goes to the next line because it does not fit. In `see http://h/archive/` and `about/it/` below it, the second
    // part would have had room on the first line, so that a writer began a new one there: the URL has ended.
    let filled = column + token.len() > WIDTH;
    let broken = match last {
        _ if typeset => !token.is_empty(),
        // A host ends with labels: `http://www.long-` and `name.dom/` are one, with `name of` it is a sentence that goes on.
        b'-' if in_host => {
            let host = token.split(|byte| *byte == b'/').next();
            fits && host.is_some_and(authority::divides_labels)
        }
        b'-' => {
            let divides = |byte: &u8| b"./-_~%=&?".contains(byte) || byte.is_ascii_digit();
            // The bracket that closes after a word shows that it did not end before it.
            fits && (token.iter().any(divides) || text.at(run.stop) == Some(b')'))
        }
        // Before a blank a writer ended the line, not what wrapped it. An address of mail is the next entry of a signature.
        b'/' => fits && filled && line == past && trim::is_path(token) && !token.contains(&b'@'),
        // A line that the URL fills may break before a slash, too. What is after a fragment is another path.
        _ => {
            let slashed = matches!(token, [b'/', next, ..] if begins(*next, b"~_%"))
                && markup::fragment(text.slice(body, end)).is_none();
            ends_word && text.before(next).is_some_and(is_blank) && slashed && filled
        }
    };
    broken.then_some((next..token_end, run))
}

/// Returns whether the key of a setting is here: `After=network.target`, `STARTFILE:http://h.dom/`.
fn is_setting(text: &Text<'_>, at: usize) -> bool {
    let end = text.past(at, WIDTH, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    end > at && text.is(end, |byte| matches!(byte, b'=' | b':'))
}

/// Joins a bare URL that is alone on its line and ends in a separator of a query or a list, if the next line is indented
/// further and contains only the rest.
pub(crate) fn hanging(text: &Text<'_>, start: usize, body: usize, stop: usize) -> Option<Joined> {
    let last = text.before(stop)?;
    if !b",;&?=+%_".contains(&last) || authority::is_open(text.slice(body, stop)) {
        return None;
    }
    let line = trim::line_break(text, stop)?;
    let indent = lines::column(text, start);
    let next_line = text.after_break(line);
    let next = text.skip_blanks(next_line, WIDTH);
    let alone = text.preceding(start, indent).iter().all(|byte| is_blank(*byte));
    if !alone || next - next_line <= indent || scheme::begins(text, next) {
        return None;
    }
    let (run, end) = line_run(text, next, false);
    let rest = text.slice(next, end);
    // As in a bibliography, which hangs the rest of an entry below its beginning:
    //
    //     http://host.dom/find?author=knuth&
    //         title=tex
    let continues = rest.first().is_some_and(u8::is_ascii_alphanumeric)
        && rest.iter().any(|byte| b"=&?%/".contains(byte))
        && trim::ends_its_line(text, run.stop);
    continues.then(|| {
        let pieces = vec![Piece::first(start..stop), Piece { range: next..end, gap: Gap::Line }];
        (pieces, Run { truncated: false, ..run })
    })
}

/// Returns the pieces of the URL that begins at `start`, if backslashes are before its punctuation, and the run of the last
/// piece: a reader of `http://h/ls\-lR.Z` in the source of a manual page takes the URL without them.
pub(crate) fn escaped(
    text: &Text<'_>,
    start: usize,
    body: usize,
    first: Run,
    opener: Opener,
) -> Option<Joined> {
    const MOST: usize = 64;
    // In `http:\/\/h\/a`, of JSON and of patterns, a slash without a backslash ends the URL.
    let slashes = text.slice(body - 1, body + 1) == b":\\";
    let goes_on = |stop| Gap::of_backslash(text, stop, slashes);
    let (mut gap, mut at) = goes_on(first.stop)?;
    let mut pieces = vec![Piece::first(start..first.stop)];
    let mut authority = !slashes && authority::is_open(text.slice(body, first.stop));
    let mut run = first;
    loop {
        authority = authority && !matches!(gap, Gap::Escaped('/' | '?' | '#'));
        // Each piece is one run. What the runs before it have found holds for the whole URL.
        let before = run;
        run = run::end(text, at, opener, authority);
        let plain = text.slice(at, run.stop).iter().take_while(|byte| **byte != b'/').count();
        if slashes && at + plain < run.stop {
            run = Run { stop: at + plain, end: at + plain, truncated: false, ..run };
        }
        run.pattern |= before.pattern;
        run.foreign = before.foreign.or(run.foreign);
        run.replaced |= before.replaced;
        authority = authority && authority::is_open(text.slice(at, run.stop));
        let next = goes_on(run.stop);
        let more = next.filter(|_| pieces.len() + 1 < MOST);
        let end = if more.is_some() { run.stop } else { run.end };
        pieces.push(Piece { range: at..end, gap });
        let Some(more) = more else {
            run.truncated |= next.is_some();
            return Some((pieces, run));
        };
        (gap, at) = more;
    }
}

/// Returns the pieces of a URL that goes on to `stop`, with more of them for the backslashes on the way.
pub(crate) fn escaped_to(text: &Text<'_>, pieces: &[Piece], stop: usize) -> Vec<Piece> {
    let mut all = pieces.to_vec();
    let from = pieces.last().map_or(stop, |last| last.range.end);
    for at in from..stop {
        if let (Some((gap, next)), Some(last)) = (Gap::of_backslash(text, at, true), all.last_mut())
        {
            last.range.end = at;
            all.push(Piece { range: next..stop, gap });
        }
    }
    if let Some(last) = all.last_mut() {
        last.range.end = stop;
    }
    all
}
