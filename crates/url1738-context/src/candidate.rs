//! One colon that may be a scheme's, and the URL around it.

use alloc::{string::String, vec::Vec};
use core::ops::Range;

use memchr::memchr;

use crate::{
    authority,
    bracketed::{self, Around, BLANKS},
    class::{BLANK, class},
    escapes,
    front::{self, Front},
    join::{self, Joined},
    mark::Opener,
    matched::{Ambiguity, Form},
    next::Next,
    opaque,
    pieces::{Hit, Piece},
    quote,
    run::{self, Run},
    scheme::{self, Kind, Name},
    template,
    text::Text,
    trim, wrapper,
};

/// The URL around the colon at `colon`, of which nothing before `floor` is part.
///
/// `next` says that the search goes on after the colon; whatever uses more of the text changes it.
// Not inlined into the search: inlined, what it returns is copied twice.
#[inline(never)]
pub(crate) fn at_colon<'t>(
    text: &Text<'t>,
    floor: usize,
    colon: usize,
    next: &mut Next,
) -> Option<Hit<'t>> {
    let after = colon.wrapping_add(1);
    let slashes = text.at(after) == Some(b'/') && text.at(after.wrapping_add(1)) == Some(b'/');
    if let Some(word) = front::word_url(text, colon).filter(|word| *word >= floor) {
        return announced(text, word, after, next);
    }
    let (name, body) = if slashes {
        (scheme::before_slashes(text, floor, colon)?, after.wrapping_add(2))
    } else {
        (scheme::before_colon(text, floor, colon)?, after)
    };
    let front = front::before(text, name.start);
    let identifier = if text.at(body) == Some(b'<') {
        wrapper::identifier(text, name.start, body)
    } else {
        None
    };
    let convinces = if slashes {
        // In brackets the line may end after the slashes.
        template::names_host(text, body)
            || front.close.is_some()
                && template::names_host(text, bracketed::content_start(text, body))
    } else {
        identifier.is_some() || opaque::convinces(text, name.kind, body, front.prefixed)
    };
    if !convinces {
        return None;
    }
    if let Some(close) = front.close {
        let form = if front.prefixed { Form::Wrapped } else { Form::Angle };
        let url = bracketed::wrapped(
            text,
            name.start,
            Around { close, front, form, quote: None, body },
            next,
        );
        if let Some(url) = url {
            return names_something(text, name, with_retyped(text, url));
        }
    }
    match identifier {
        Some(end) => {
            next.at = end;
            let whole = front.whole.min(name.start)..end;
            Some(Hit::unsearched(text, name.start..end, form(&front, false), whole))
        }
        None => {
            in_text(text, name, body, &front, next).and_then(|hit| names_something(text, name, hit))
        }
    }
}

/// Returns a URL, unless it is a `mailto:` without an address.
fn names_something<'t>(text: &Text<'t>, name: Name, hit: Hit<'t>) -> Option<Hit<'t>> {
    (name.kind != Kind::Mailto || hit.holds(text, opaque::has_address)).then_some(hit)
}

/// Returns the URL after the `URL:` at `word`, where a wrapper or an unknown scheme makes it one.
/// What else follows is found at its own colon.
fn announced<'t>(text: &Text<'t>, word: usize, after: usize, next: &mut Next) -> Option<Hit<'t>> {
    let front = front::of_prefix(text, word);
    if let Some(close) = front.close {
        let quoted = bracketed::content_start(text, after);
        let quote = text.at(quoted).filter(|byte| matches!(byte, b'"' | b'\''));
        let start = quoted.wrapping_add(usize::from(quote.is_some()));
        // `<URL://http://...` is in the wild.
        let doubled = start.wrapping_add(2);
        let doubled = text.reads(start, b"//") && scheme::leads(text, doubled).is_some();
        let start = start.wrapping_add(if doubled { 2 } else { 0 });
        let (name, colon) = scheme::leads(text, start)?;
        let body = colon.wrapping_add(1);
        let around = Around { close, front, form: Form::Wrapped, body, quote };
        let url = bracketed::wrapped(text, start, around, next)?;
        return names_something(text, name, with_retyped(text, url));
    }
    let start = text.skip_blanks(after, BLANKS);
    let (name, colon) = scheme::leads(text, start).filter(|(name, _)| name.kind == Kind::Other)?;
    let body = colon.wrapping_add(1);
    let fits = colon.saturating_sub(start) >= 2
        && text.at(body).is_some_and(|byte| byte.is_ascii_alphanumeric());
    if fits { in_text(text, name, body, &front, next) } else { None }
}

/// Returns a URL that no brackets hold together.
fn in_text<'t>(
    text: &Text<'t>,
    name: Name,
    body: usize,
    front: &Front,
    next: &mut Next,
) -> Option<Hit<'t>> {
    let start = name.start;
    let run = run::end(text, body, front.opener, true);
    next.at = run.stop;
    if run.pattern {
        return None;
    }
    if let Some((pieces, last)) = escapes::read(text, start, body, run, front.opener) {
        let hit = escaped(text, pieces, last, front, next)?;
        return Some(with_notes(text, start, body, Run { foreign: None, ..last }, hit));
    }
    let quoted = front.opener.quotes() && text.at(run.stop) != front.opener.closer();
    let odd = run.truncated || run.foreign.is_some() || run.replaced;
    if !(quoted | odd) {
        return in_run(text, name, body, run, front, next);
    }
    in_odd_run(text, name, body, run, front, next)
}

/// Like [`in_run`], but for a URL that is in quotation marks and may go on after its run, or of which there is something
/// to say.
#[cold]
fn in_odd_run<'t>(
    text: &Text<'t>,
    name: Name,
    body: usize,
    run: Run,
    front: &Front,
    next: &mut Next,
) -> Option<Hit<'t>> {
    let start = name.start;
    let Some(stop) = quote::closing(text, start, body, run.stop, front.opener) else {
        let hit = in_run(text, name, body, run, front, next)?;
        return Some(with_notes(text, start, body, run, hit));
    };
    next.at = stop;
    let hash = memchr(b'#', text.slice(run.stop, stop)).map(|at| run.stop.saturating_add(at));
    let run = Run { stop, end: stop, hash: run.hash.or(hash), truncated: false, ..run };
    let hit = in_run(text, name, body, run, front, next)?;
    let hit = with_notes(text, start, body, run, hit);
    let blank = text.slice(start, stop).iter().position(|byte| class(*byte) == BLANK);
    Some(match blank {
        Some(width) => {
            let words = [Piece::first(start..start.saturating_add(width))];
            hit.or(text, &words, Ambiguity::EndsAtBlank)
        }
        None => hit,
    })
}

/// Returns a URL with what its run says of it: that it is cut, and how else it may be read.
#[cold]
fn with_notes<'t>(text: &Text<'t>, start: usize, body: usize, run: Run, hit: Hit<'t>) -> Hit<'t> {
    // What follows a label, or has an authority after it, is part of the name: no sentence goes on there.
    let joins = |byte: &u8| b"/.:@?-%".contains(byte);
    let touched = run.foreign.filter(|foreign| {
        text.before(*foreign).is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'/')
            && !text.slice(*foreign, run.end).iter().any(joins)
    });
    let before_letter = touched.map(|foreign| trim::end(text, body, foreign, Opener::None));
    let hit = match before_letter {
        Some(end) if end > body && !is_unfinished(text, body, end) => {
            hit.or(text, &[Piece::first(start..end)], Ambiguity::EndsAtLetter)
        }
        _ => hit,
    };
    let hit = if run.replaced { retyped(text, hit) } else { hit };
    if run.truncated { hit.truncated(text) } else { hit }
}

/// Adds the reading that has `~`, `'` and `-` where software has put another character.
#[cold]
fn retyped<'t>(text: &Text<'t>, hit: Hit<'t>) -> Hit<'t> {
    hit.or_spelled(text, Ambiguity::Retyped, |url| {
        let retype = |url: String, (typed, ascii): (&str, &str)| url.replace(typed, ascii);
        run::REPLACED.into_iter().fold(String::from(url), retype)
    })
}

/// Like [`retyped`], but for a URL in angle brackets, which may have such a character or not.
fn with_retyped<'t>(text: &Text<'t>, hit: Hit<'t>) -> Hit<'t> {
    let has = |url: &[u8]| {
        !url.is_ascii()
            && run::REPLACED
                .into_iter()
                .any(|(typed, _)| memchr::memmem::find(url, typed.as_bytes()).is_some())
    };
    if hit.holds(text, has) { retyped(text, hit) } else { hit }
}

/// Returns a URL in a run that has no backslashes in it.
#[inline]
fn in_run<'t>(
    text: &Text<'t>,
    name: Name,
    body: usize,
    run: Run,
    front: &Front,
    next: &mut Next,
) -> Option<Hit<'t>> {
    let start = name.start;
    if front.opener != Opener::None {
        if let Some((end, whole)) = quoted(text, body, run, front) {
            return (!is_unfinished(text, body, end))
                .then(|| Hit::whole(start..end, run.hash, form(front, true), whole));
        }
        if let Some(Joined { pieces, stop, .. }) =
            join::enclosed(text, start, run.stop, front.opener)
        {
            next.at = stop;
            let quotes = front.opener.quotes();
            let mark = front.opener.closes_at(text, stop).filter(|_| quotes).unwrap_or_default();
            let whole = front.whole..stop.wrapping_add(mark);
            return Some(Hit::of(text, &pieces, form(front, quotes), whole));
        }
    }
    let mut end = trim::end(text, body, run.end, front.opener);
    if is_unfinished(text, body, end) {
        return None;
    }
    let whole = front.whole.min(start);
    if let Some(Joined { pieces, stop, .. }) = join::hanging(text, start, body, run.stop) {
        next.at = stop;
        let last = pieces.last().map_or(end, |piece| piece.range.end);
        let hit = Hit::of(text, &pieces, form(front, false), whole..last);
        return Some(hit.or(text, &[Piece::first(start..end)], Ambiguity::EndsAtLine));
    }
    if end < run.stop {
        if trim::dots_are_equated(text, start, end, run.stop) {
            end = run.stop;
        }
    } else if let Some(Joined { pieces, stop, truncated }) =
        join::soft(text, start, end).or_else(|| join::open(text, start, body, end))
    {
        next.at = stop;
        let last = pieces.last().map_or(end, |piece| piece.range.end);
        let hit = Hit::of(text, &pieces, form(front, false), whole..last);
        // Before a typesetter's hyphen no URL ends.
        let hit = match text.at(end) {
            Some(0xe2) => hit,
            _ => hit.or(text, &[Piece::first(start..end)], Ambiguity::EndsAtLine),
        };
        return Some(if truncated { hit.truncated(text) } else { hit });
    }
    let run_on = end < run.stop || text.before(end) == Some(b'-');
    let (end, cut) = if run_on { trim::hyphens(text, body, end, run.stop) } else { (end, false) };
    let hit = Hit::whole(start..end, run.hash, form(front, false), whole..end);
    Some(if cut { hit.truncated(text) } else { hit })
}

/// Returns whether a URL ends before it names anything: `file:///`, `ftp://user@`, `http://www.`.
/// `http://host/list@` does name something.
#[inline]
fn is_unfinished(text: &Text<'_>, body: usize, end: usize) -> bool {
    let body_is_empty = || text.slice(body, end).iter().all(|byte| *byte == b'/');
    match text.before(end) {
        Some(b'/' | b':') => body_is_empty(),
        // An `@` belongs to a path or a query; after a login it lacks its host.
        Some(b'@') => authority::is_open(text.slice(body, end)),
        _ => template::is_stub(text, body, end),
    }
}

/// Returns a URL in source text that has backslashes before its punctuation.
fn escaped<'t>(
    text: &Text<'t>,
    mut pieces: Vec<Piece>,
    run: Run,
    front: &Front,
    next: &mut Next,
) -> Option<Hit<'t>> {
    next.at = run.stop;
    if run.pattern {
        return None;
    }
    let whole_start = front.whole.min(pieces.first()?.range.start);
    let last = pieces.last_mut()?;
    let from = last.range.start;
    let (end, whole, is_quoted) = match quoted(text, from, run, front) {
        Some((end, whole)) => (end, whole, true),
        None => {
            let end = trim::end(text, from, run.end, front.opener);
            (end, whole_start..end, false)
        }
    };
    last.range.end = end;
    Some(Hit::of(text, &pieces, form(front, is_quoted), whole))
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
    let end = run.stop.saturating_sub(surplus);
    Some((end, front.whole..run.stop.wrapping_add(mark)))
}

fn form(front: &Front, quoted: bool) -> Form {
    match (quoted, front.prefixed) {
        (_, true) => Form::Prefixed,
        (true, false) => Form::Quoted,
        (false, false) => Form::Bare,
    }
}
