//! One colon that may be a scheme's, and the URL around it.

use alloc::{vec, vec::Vec};
use core::ops::Range;

use crate::{
    authority,
    class::{ends_line, is_blank},
    evidence,
    foreign::REPLACED,
    front::{self, BLANKS, Bracket, Front, Opener},
    join::{self, Joined},
    markup,
    matched::{Ambiguity, Form, Match},
    pieces::Piece,
    run::{self, Run},
    scheme::{self, Expected, Name},
    text::Text,
    trim,
    wrapper::{self, Next},
};

/// Returns the URL around the colon at `colon`, no part of which is before `floor`.
///
/// The search goes on at `next`, which is after the colon unless more of the text is used.
#[inline]
pub(crate) fn at_colon<'t>(
    text: &Text<'t>,
    floor: usize,
    colon: usize,
    next: &mut Next,
) -> Option<Match<'t>> {
    let after = colon + 1;
    // The `URL` of `URL:http://h/` is not a scheme, but announces one.
    if let Some(word) = front::word_url(text, colon).filter(|word| *word >= floor) {
        return announced(text, word, after, next);
    }
    let slashes = text.at(after) == Some(b'/') && text.at(after + 1) == Some(b'/');
    if text.at(after) == Some(b'\\') {
        let slash = |at| markup::escape(text, at).filter(|(c, _)| *c == '/').map(|(_, next)| next);
        let host = slash(after).and_then(slash)?;
        let name = scheme::before_slashes(text, floor, colon)?;
        let front = front_of(text, name, after);
        return if text.is_alnum(host) { in_text(text, name, after, &front, next) } else { None };
    }
    let (name, body) = match slashes {
        // In settings of Java a backslash is before each colon: `http\://h.dom/`.
        true => {
            let end = colon - usize::from(text.before(colon) == Some(b'\\'));
            (scheme::before_slashes(text, floor, end)?, after + 2)
        }
        false => (scheme::before_colon(text, floor, colon)?, after),
    };
    let front = front_of(text, name, body);
    let bracketed = text.at(body) == Some(b'<');
    let identifier = bracketed.then(|| wrapper::identifier(text, name.start, body)).flatten();
    let convinces = match slashes {
        // In brackets the line may end after the slashes.
        true => {
            evidence::names_host(text, body)
                || front.bracket.is_some()
                    && evidence::names_host(text, wrapper::content_start(text, body))
        }
        false => {
            identifier.is_some() || evidence::convinces(text, name.expected, body, front.prefixed)
        }
    };
    if !convinces {
        return None;
    }
    // A wrapper decides alone where its URL ends. One that does not close leaves the URL to the rules of running text.
    if let Some(found) = wrapper::wrapped(text, name.start, front, None, next) {
        return in_brackets(name, found);
    }
    if let Some(end) = identifier {
        next.at = end;
        let whole = front.whole.min(name.start)..end;
        let piece = Piece::first(name.start..end);
        return Some(Match::of_pieces(text, &[piece], form(&front, false), whole));
    }
    in_text(text, name, body, &front, next).filter(|found| names_something(name, found))
}

/// Returns what precedes a URL. Brackets with a label are none that wrap a URL.
fn front_of(text: &Text<'_>, name: Name, body: usize) -> Front {
    let front = front::before(text, name.start);
    let may_label = front.bracket == Some(Bracket::Angle) && !front.prefixed;
    match may_label && authority::has_label(text, body) {
        true => Front { whole: name.start, bracket: None, ..front },
        false => front,
    }
}

/// Returns whether a `mailto:` URL has an address. A URL of another scheme passes.
fn names_something(name: Name, found: &Match<'_>) -> bool {
    let target = found.target();
    let rest = target.split_once(':').map(|(_, rest)| rest.as_bytes());
    name.expected != Expected::Mailto || rest.is_some_and(evidence::names_address)
}

/// Returns a URL in angle brackets with its other spelling.
fn in_brackets(name: Name, found: Match<'_>) -> Option<Match<'_>> {
    let replaced =
        |url: &str| !url.is_ascii() && REPLACED.into_iter().any(|(typed, _)| url.contains(typed));
    let found = if replaced(&found.target()) { found.or_retyped() } else { found };
    Some(found).filter(|found| names_something(name, found))
}

/// Returns the URL after the `URL:` at `word`, if a wrapper or an unknown scheme makes it one. Any other is found at its own
/// colon.
fn announced<'t>(text: &Text<'t>, word: usize, after: usize, next: &mut Next) -> Option<Match<'t>> {
    let front = front::around(text, word, true);
    if front.bracket.is_some() {
        let quoted = wrapper::content_start(text, after);
        let quote = text.at(quoted).filter(|byte| matches!(byte, b'"' | b'\''));
        let start = quoted + usize::from(quote.is_some());
        // `<URL://http://...` is in the wild.
        let doubled = text.reads(start, b"//") && scheme::leads(text, start + 2).is_some();
        let start = if doubled { start + 2 } else { start };
        let (name, _) = scheme::leads(text, start)?;
        let found = wrapper::wrapped(text, start, front, quote, next)?;
        return in_brackets(name, found);
    }
    let start = text.skip_blanks(after, BLANKS);
    let (name, colon) = scheme::leads(text, start)?;
    let fits = name.expected == Expected::Other && colon - start >= 2 && text.is_alnum(colon + 1);
    if fits { in_text(text, name, colon + 1, &front, next) } else { None }
}

/// Returns a URL that no brackets keep together.
fn in_text<'t>(
    text: &Text<'t>,
    name: Name,
    body: usize,
    front: &Front,
    next: &mut Next,
) -> Option<Match<'t>> {
    let start = name.start;
    let mut run = run::end(text, body, front.opener, true);
    next.at = run.stop;
    if run.pattern {
        return None;
    }
    // `"http://h/a\"b"`: the mark is a character of the string that another one opened. A string of YAML goes on below, after
    // the blanks of its next line.
    let past = run.stop + 1;
    let below = || text.skip_blanks(text.after_break(past), 80);
    run.truncated |= text.at(run.stop) == Some(b'\\')
        && front.opener.quotes()
        && text.before(front.whole) != Some(b'\\')
        && (front.opener.closes_at(text, past).is_some() && text.is_alnum(past + 1)
            || text.is(past, ends_line) && text.is_alnum(below()));
    // Backslashes first: they end a run, and the rules after them would take `http://h/ls` of `http://h/ls\-lR.Z`.
    let in_source = join::escaped(text, start, body, run, front.opener);
    if let Some((_, last)) = in_source {
        run = Run { foreign: None, ..last };
    }
    let closing = trim::closing_mark(text, start, body, run.stop, front.opener);
    run = closing.map_or(run, |stop| Run { stop, end: stop, truncated: false, ..run });
    next.at = run.stop;
    let (found, to_blank) = match in_source {
        Some(_) if run.pattern => return None,
        Some((pieces, _)) => {
            let whole = closing.map(|stop| join::escaped_to(text, &pieces, stop));
            let to_blank = whole.is_some().then(|| pieces.clone());
            (escaped(text, whole.unwrap_or(pieces), run, front)?, to_blank)
        }
        None => {
            let blank = |stop| text.slice(start, stop).iter().position(|byte| is_blank(*byte));
            let blank = closing.and_then(blank);
            let to_blank = blank.map(|width| vec![Piece::first(start..start + width)]);
            (in_run(text, start, body, run, front, next)?, to_blank)
        }
    };
    let found = with_notes(text, start, body, run, found);
    Some(match to_blank {
        Some(pieces) => found.or(text, &pieces, Ambiguity::EndsAtBlank),
        None => found,
    })
}

/// Adds to a URL what its run reports: that it is cut, and its other readings.
fn with_notes<'t>(
    text: &Text<'t>,
    start: usize,
    body: usize,
    run: Run,
    found: Match<'t>,
) -> Match<'t> {
    // What follows a label, or has an authority after it, is part of the name: no sentence goes on there.
    let joins = |byte: &u8| b"/.:@?-%".contains(byte);
    let touched = run.foreign.filter(|foreign| {
        text.before(*foreign).is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'/')
            && !text.slice(*foreign, run.end).iter().any(joins)
    });
    let before_letter = touched.map(|foreign| trim::end(text, body, foreign, Opener::None));
    let found = match before_letter {
        Some(end) if end > body && !is_unfinished(text, body, end) => {
            found.or(text, &[Piece::first(start..end)], Ambiguity::EndsAtLetter)
        }
        _ => found,
    };
    let found = if run.replaced { found.or_retyped() } else { found };
    if run.truncated { found.truncated() } else { found }
}

/// Returns a URL in a run without backslashes.
fn in_run<'t>(
    text: &Text<'t>,
    start: usize,
    body: usize,
    run: Run,
    front: &Front,
    next: &mut Next,
) -> Option<Match<'t>> {
    // From what leaves the least doubt to what leaves the most: marks that touch the URL on both sides, marks on a later line,
    // a line that is indented below it, and lines that are full. Any of them would also read what one before it has read.
    let whole = front.whole.min(start);
    let mut of_lines = |(pieces, Run { stop, truncated, .. }): Joined| {
        next.at = stop;
        let mark = front.opener.closes_at(text, stop).filter(|_| front.opener.quotes());
        let mut found = Match::of_pieces(text, &pieces, form(front, mark.is_some()), whole..whole);
        found.whole.end = mark.map_or(found.span.end, |width| stop + width);
        if truncated { found.truncated() } else { found }
    };
    if let Some(joined) = join::soft(text, start, run.stop, front.opener) {
        let found = of_lines(joined);
        let is_sign = text.before(run.stop) == Some(b'=');
        let ends = || [Piece::first(start..run.stop)];
        return Some(if is_sign { found.or(text, &ends(), Ambiguity::EndsAtLine) } else { found });
    }
    if let Some((end, around)) = quoted(text, body, run, front) {
        return (!is_unfinished(text, body, end)).then(|| {
            Match::of_pieces(text, &[Piece::first(start..end)], form(front, true), around)
        });
    }
    if let Some(joined) = join::enclosed(text, start, run.stop, front.opener) {
        return Some(of_lines(joined));
    }
    let mut end = trim::end(text, body, run.end, front.opener);
    if is_unfinished(text, body, end) {
        return None;
    }
    let first_line = [Piece::first(start..end)];
    if let Some(joined) = join::hanging(text, start, body, run.stop) {
        return Some(of_lines(joined).or(text, &first_line, Ambiguity::EndsAtLine));
    }
    if end < run.stop {
        // The sentence ends after the URL, so that it does not go on in the next line.
        if trim::dots_are_equated(text, start, end, run.stop) {
            end = run.stop;
        }
    } else if let Some(joined) = join::open(text, start, body, end) {
        let found = of_lines(joined);
        // Before a typesetter's hyphen no URL ends.
        return Some(match text.at(end) {
            Some(0xe2) => found,
            _ => found.or(text, &first_line, Ambiguity::EndsAtLine),
        });
    }
    let (end, cut) = trim::hyphens(text, body, end, run.stop);
    let found = Match::of_pieces(text, &[Piece::first(start..end)], form(front, false), whole..end);
    Some(if cut { found.truncated() } else { found })
}

/// Returns whether a URL ends before it names anything: `file:///`, `ftp://user@`, `http://www.`. `http://host/list@` does
/// name something.
fn is_unfinished(text: &Text<'_>, body: usize, end: usize) -> bool {
    match text.before(end) {
        Some(b'/' | b':') => text.slice(body, end).iter().all(|byte| *byte == b'/'),
        // An `@` belongs to a path or a query; after a login it lacks its host.
        Some(b'@') => authority::is_open(text.slice(body, end)),
        _ => evidence::is_stub(text, body, end),
    }
}

/// Returns a URL in source text that has backslashes before its punctuation.
fn escaped<'t>(
    text: &Text<'t>,
    mut pieces: Vec<Piece>,
    run: Run,
    front: &Front,
) -> Option<Match<'t>> {
    let whole_start = front.whole.min(pieces.first()?.range.start);
    let last = &mut pieces.last_mut()?.range;
    let quoted = quoted(text, last.start, run, front);
    let is_quoted = quoted.is_some();
    let (end, whole) = quoted.unwrap_or_else(|| {
        let end = trim::end(text, last.start, run.end, front.opener);
        (end, whole_start..end)
    });
    last.end = end;
    Some(Match::of_pieces(text, &pieces, form(front, is_quoted), whole))
}

/// Returns the end of a URL in quotation marks that touch it on both sides, and of all that is around it.
fn quoted(text: &Text<'_>, body: usize, run: Run, front: &Front) -> Option<(usize, Range<usize>)> {
    if !front.opener.quotes() {
        return None;
    }
    let mark = front.opener.closes_at(text, run.stop)?;
    let surplus = match text.slice(body, run.stop) {
        _ if matches!(front.opener, Opener::Attribute(_)) => 0,
        [.., b'.', b'.', b'.'] => 3,
        [.., b'.', b'.'] => 0,
        // Printers in America set the full stop and the comma of the sentence inside the marks.
        [.., b'.' | b','] => 1,
        _ => 0,
    };
    Some((run.stop - surplus, front.whole..run.stop + mark))
}

fn form(front: &Front, quoted: bool) -> Form {
    match (quoted, front.prefixed) {
        (_, true) => Form::Prefixed,
        (true, false) => Form::Quoted,
        (false, false) => Form::Bare,
    }
}
