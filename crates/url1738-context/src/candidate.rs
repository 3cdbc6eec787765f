//! One colon that may be a scheme's, and the URL around it.

use alloc::{boxed::Box, vec::Vec};
use core::{ops::Range, slice};

use crate::{
    class::ends_line,
    escapes,
    found::{Form, Found, Reading},
    front::{self, Front, Opener},
    join::{self, Joined},
    lines::{self, Margin},
    opaque,
    pieces::{self, Piece},
    run::{self, Run},
    scan::{Next, OpenWrapper},
    scheme::{self, Kind, Name},
    template,
    text::Text,
    trim,
    wrapper::{self, Close, Content, End},
};

/// The blanks that may stand between `URL:` and what it announces.
const BLANKS: usize = 8;

/// The URL around the colon at `colon`, of which nothing before `floor` is part.
///
/// `next` says that the search goes on behind the colon; whatever uses more of the text changes it.
pub(crate) fn at_colon<'t>(
    text: &Text<'t>,
    floor: usize,
    colon: usize,
    next: &mut Next,
) -> Option<Found<'t>> {
    let behind = colon.saturating_add(1);
    let slashes = text.at(behind) == Some(b'/') && text.at(behind.saturating_add(1)) == Some(b'/');
    if let Some(word) = front::word_url(text, colon).filter(|word| *word >= floor) {
        return announced(text, word, behind, next);
    }
    let (name, body) = if slashes {
        (scheme::before_slashes(text, floor, colon)?, behind.saturating_add(2))
    } else {
        (scheme::before_colon(text, floor, colon)?, behind)
    };
    let front = front::before(text, name.start);
    let identifier = if text.at(body) == Some(b'<') {
        wrapper::identifier(text, name.start, body)
    } else {
        None
    };
    let convinces = if slashes {
        template::names_host(text, body)
    } else {
        identifier.is_some() || opaque::convinces(text, name.kind, name.start, body, &front)
    };
    if !convinces {
        return None;
    }
    if let Some(close) = front.close {
        let form = if front.prefixed { Form::Wrapped } else { Form::Angle };
        let url = wrapped(text, name.start, Around { close, front, form, quote: None }, next);
        if url.is_some() {
            return url;
        }
    }
    match identifier {
        Some(end) => {
            next.at = end;
            let whole = front.whole.min(name.start)..end;
            Some(pieces::unsearched(text, name.start..end, form(&front, false), whole))
        }
        None => in_text(text, name, body, &front, next),
    }
}

/// The URL behind the `URL:` at `word`, where a wrapper or a scheme that nobody knows makes it one.
/// What else follows is found at its own colon.
fn announced<'t>(
    text: &Text<'t>,
    word: usize,
    behind: usize,
    next: &mut Next,
) -> Option<Found<'t>> {
    let front = front::before(text, behind);
    if let Some(close) = front.close {
        let quoted = content_start(text, behind);
        let quote = text.at(quoted).filter(|byte| matches!(byte, b'"' | b'\''));
        let start = quoted.saturating_add(usize::from(quote.is_some()));
        // `<URL://http://...` is in the wild.
        let doubled = start.saturating_add(2);
        let doubled = text.reads(start, b"//") && scheme::leads(text, doubled).is_some();
        let start = start.saturating_add(if doubled { 2 } else { 0 });
        scheme::leads(text, start)?;
        return wrapped(text, start, Around { close, front, form: Form::Wrapped, quote }, next);
    }
    let start = text.skip_blanks(behind, BLANKS);
    let name = scheme::leads(text, start).filter(|name| name.kind == Kind::Other)?;
    let scheme = text.run(start, scheme::LONGEST_NAME, |byte| byte != b':');
    let colon = start.saturating_add(scheme.len());
    let body = colon.saturating_add(1);
    let fits = colon.saturating_sub(start) >= 2
        && text.at(body).is_some_and(|byte| byte.is_ascii_alphanumeric());
    let front = Front { prefixed: true, whole: word, ..front };
    if fits { in_text(text, name, body, &front, next) } else { None }
}

/// Where the content of a wrapper begins: behind white space, a line break included.
fn content_start(text: &Text<'_>, behind: usize) -> usize {
    let at = text.skip_blanks(behind, BLANKS);
    match text.at(at) {
        Some(byte) if ends_line(byte) => {
            lines::next(text, at, Margin::of(text, behind)).unwrap_or(at)
        }
        _ => at,
    }
}

/// What is around a URL in angle brackets.
struct Around {
    close: Close,
    front: Front,
    form: Form,
    /// The quotation mark that stands between bracket and URL as well.
    quote: Option<u8>,
}

/// The URL that begins at `start` in a wrapper, if the wrapper closes.
fn wrapped<'t>(
    text: &Text<'t>,
    start: usize,
    around: Around,
    next: &mut Next,
) -> Option<Found<'t>> {
    let Around { close, front, form, quote } = around;
    let unquoted = |range: Range<usize>| {
        let quoted = quote.is_some() && text.before(range.end) == quote && range.len() > 1;
        range.start..range.end.saturating_sub(usize::from(quoted))
    };
    if let Some(closing) = wrapper::unbroken(text, start, close) {
        next.at = closing.end;
        let range = unquoted(start..closing.start);
        return Some(pieces::unsearched(text, range, form, front.whole..closing.end));
    }
    let mut content = wrapper::read(text, start, close, None);
    if let Some(last) = content.pieces.last_mut() {
        last.range = unquoted(last.range.clone());
    }
    match content.end.clone() {
        End::Closed(closing) => {
            let prefixed = form == Form::Wrapped;
            let open = content.another.map(|from| {
                Box::new(OpenWrapper { from, close, closing: closing.clone(), prefixed })
            });
            let end = if open.is_some() { None } else { Some(closing.end) };
            let found = from_content(text, content, form, front.whole, end)?;
            *next = Next { at: closing.end, open };
            Some(found)
        }
        // It never closes; still the lines of a URL and nothing else stand up to the blank line.
        End::Blank if content.pieces.len() > 1 && content.before_blank().is_none() => {
            let form = if form == Form::Wrapped { Form::Prefixed } else { Form::Bare };
            wrapper::trim_last(text, &mut content.pieces);
            next.at = content.pieces.last()?.range.end;
            Some(pieces::joined(text, &content.pieces, form, front.whole..next.at))
        }
        _ => None,
    }
}

/// The next URL in a wrapper that holds several.
pub(crate) fn in_wrapper<'t>(
    text: &Text<'t>,
    open: &OpenWrapper,
    next: &mut Next,
) -> Option<Found<'t>> {
    let prefix = if text.reads(open.from, b"URL:") { 4 } else { 0 };
    let start = text.skip_blanks(open.from.saturating_add(prefix), BLANKS);
    let content = wrapper::read(text, start, open.close, Some(open.closing.clone()));
    let form = if open.prefixed { Form::Wrapped } else { Form::Angle };
    next.open = content.another.map(|from| Box::new(OpenWrapper { from, ..open.clone() }));
    let end = if next.open.is_some() { None } else { Some(next.at) };
    from_content(text, content, form, open.from, end)
}

/// Makes the content of a wrapper a URL. `end`: where the wrapper ends, unless it holds another one.
fn from_content<'t>(
    text: &Text<'t>,
    mut content: Content,
    form: Form,
    whole: usize,
    end: Option<usize>,
) -> Option<Found<'t>> {
    if end.is_none() {
        content.drop_conjunction(text);
    }
    let last = content.pieces.last()?.range.end;
    let whole = whole..end.unwrap_or(last);
    let pieces = content.pieces.as_slice();
    let cut = content.before_blank().and_then(|count| pieces.split_at_checked(count));
    let Some((head, rest)) = cut else {
        return Some(joined_or_whole(text, pieces, form, whole));
    };
    // Without `URL:` it takes more than a word to make a blank part of a URL.
    let words = form == Form::Angle && rest.iter().all(|piece| wrapper::is_word(text, piece));
    let (taken, other, reading) = if words {
        (head, pieces, Reading::BlankIgnored)
    } else {
        (pieces, head, Reading::EndsAtBlank)
    };
    let mut found = joined_or_whole(text, taken, form, whole);
    found.add_alternative(pieces::alternative(text, other, reading));
    Some(found)
}

fn joined_or_whole<'t>(
    text: &Text<'t>,
    pieces: &[Piece],
    form: Form,
    around: Range<usize>,
) -> Found<'t> {
    match pieces {
        [piece] => pieces::unsearched(text, piece.range.clone(), form, around),
        pieces => pieces::joined(text, pieces, form, around),
    }
}

/// A URL that no brackets hold together.
fn in_text<'t>(
    text: &Text<'t>,
    name: Name,
    body: usize,
    front: &Front,
    next: &mut Next,
) -> Option<Found<'t>> {
    let start = name.start;
    let run = run::end(text, body, front.opener);
    next.at = run.stop;
    if run.pattern {
        return None;
    }
    if let Some((pieces, last)) = escapes::read(text, start, run, front.opener) {
        return escaped(text, pieces, last, front, next);
    }
    if let Some((end, whole)) = quoted(text, body, run, front) {
        return (!is_unfinished(text, body, end))
            .then(|| pieces::whole(text, start..end, run.hash, form(front, true), whole));
    }
    if let Some(Joined { pieces, stop }) = join::enclosed(text, start, run.stop, front.opener) {
        next.at = stop;
        let quotes = front.opener.quotes();
        let whole = front.whole..stop.saturating_add(usize::from(quotes));
        return Some(pieces::joined(text, &pieces, form(front, quotes), whole));
    }
    let mut end = trim::end(text, body, run.end, front.opener);
    if is_unfinished(text, body, end) {
        return None;
    }
    let whole = front.whole.min(start);
    if end < run.stop {
        if trim::dots_are_equated(text, start, end, run.stop) {
            end = run.stop;
        }
    } else if let Some(Joined { pieces, stop }) = join::open(text, start, body, end) {
        next.at = stop;
        let last = pieces.last().map_or(end, |piece| piece.range.end);
        let mut found = pieces::joined(text, &pieces, form(front, false), whole..last);
        let line = Piece::first(start..end);
        found.add_alternative(pieces::alternative(
            text,
            slice::from_ref(&line),
            Reading::EndsAtLine,
        ));
        return Some(found);
    }
    Some(pieces::whole(text, start..end, run.hash, form(front, false), whole..end))
}

/// Whether a URL ends before it names anything: `file:///`, `ftp://user@`, `http://www.`.
fn is_unfinished(text: &Text<'_>, body: usize, end: usize) -> bool {
    text.slice(body, end).iter().all(|byte| *byte == b'/')
        || text.before(end) == Some(b'@')
        || template::is_stub(text, body, end)
}

/// A URL in source text that has backslashes before its punctuation.
fn escaped<'t>(
    text: &Text<'t>,
    mut pieces: Vec<Piece>,
    run: Run,
    front: &Front,
    next: &mut Next,
) -> Option<Found<'t>> {
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
    Some(pieces::joined(text, &pieces, form(front, is_quoted), whole))
}

/// The end of a URL in quotation marks that touch it on both sides, and of all that is around it.
fn quoted(text: &Text<'_>, body: usize, run: Run, front: &Front) -> Option<(usize, Range<usize>)> {
    let mark = match front.opener {
        Opener::None => return None,
        Opener::Typographic => front::closes_typographic(text, run.stop)?,
        opener if opener.quotes() && text.at(run.stop) == opener.closer() => 1,
        _ => return None,
    };
    let surplus = match text.slice(body, run.stop) {
        _ if matches!(front.opener, Opener::Attribute(_)) => 0,
        [.., b'.', b'.', b'.'] => 3,
        [.., b'.', b'.'] => 0,
        // Printers in America set the full stop and the comma of the sentence inside the marks.
        [.., b'.' | b','] => 1,
        _ => 0,
    };
    let end = run.stop.saturating_sub(surplus);
    Some((end, front.whole..run.stop.saturating_add(mark)))
}

fn form(front: &Front, quoted: bool) -> Form {
    match (quoted, front.prefixed) {
        (_, true) => Form::Prefixed,
        (true, false) => Form::Quoted,
        (false, false) => Form::Bare,
    }
}
