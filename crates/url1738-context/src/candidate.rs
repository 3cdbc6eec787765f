//! One colon that may be a scheme's, and the URL around it.

use core::{ops::Range, slice};

use crate::{
    class::{BLANK, class, ends_line},
    found::{Form, Found, Reading},
    front::{self, Front, Opener},
    join::{self, Joined},
    lines::{self, Margin},
    opaque,
    pieces::{self, Piece},
    run::{self, Run},
    scan::OpenWrapper,
    scheme::{self, Kind, Name},
    template,
    text::Text,
    trim,
    wrapper::{self, Close, Content, End},
};

/// What stands at a colon.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "made and taken apart at once, never stored")]
pub(crate) enum Outcome<'t> {
    /// A URL; the search goes on at `next`, or in the wrapper that holds another one.
    Found { found: Found<'t>, next: usize, open: Option<OpenWrapper> },
    /// None; the search goes on at `next`.
    Nothing { next: usize },
}

/// The blanks that may stand between `URL:` and what it announces.
const BLANKS: usize = 8;

/// Reads what is around the colon at `colon`. Nothing before `floor` is part of it.
pub(crate) fn at_colon<'t>(text: &Text<'t>, floor: usize, colon: usize) -> Outcome<'t> {
    let behind = colon.saturating_add(1);
    let slashes = text.at(behind) == Some(b'/') && text.at(behind.saturating_add(1)) == Some(b'/');
    let url = if let Some(word) = front::word_url(text, colon).filter(|word| *word >= floor) {
        announced(text, word, behind)
    } else if slashes {
        scheme::before_slashes(text, floor, colon)
            .and_then(|name| with_host(text, name, behind.saturating_add(2)))
    } else {
        scheme::before_colon(text, floor, colon).and_then(|name| without_host(text, name, behind))
    };
    url.unwrap_or(Outcome::Nothing { next: behind })
}

/// The URL behind the `URL:` at `word`, where a wrapper or a scheme that nobody knows makes it one.
/// What else follows is found at its own colon.
fn announced<'t>(text: &Text<'t>, word: usize, behind: usize) -> Option<Outcome<'t>> {
    let front = front::before(text, behind);
    if let Some(close) = front.close {
        let quoted = content_start(text, behind);
        let quote = text.at(quoted).filter(|byte| matches!(byte, b'"' | b'\''));
        let start = quoted.saturating_add(usize::from(quote.is_some()));
        // `<URL://http://...` is in the wild.
        let doubled =
            text.reads(start, b"//") && scheme::leads(text, start.saturating_add(2)).is_some();
        let start = start.saturating_add(if doubled { 2 } else { 0 });
        scheme::leads(text, start)?;
        return wrapped(text, start, close, &front, Form::Wrapped, quote);
    }
    let start = text.skip_blanks(behind, BLANKS);
    let name = scheme::leads(text, start).filter(|name| name.kind == Kind::Other)?;
    let ahead = text.ahead(start, scheme::LONGEST_NAME);
    let colon = start.saturating_add(ahead.iter().position(|byte| *byte == b':')?);
    let body = colon.saturating_add(1);
    let fits = colon.saturating_sub(start) >= 2
        && text.at(body).is_some_and(|byte| byte.is_ascii_alphanumeric());
    let front = Front { prefixed: true, whole: word, ..front };
    fits.then(|| in_text(text, name, body, &front))
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

/// The URL whose host begins at `body`, behind `//`.
fn with_host<'t>(text: &Text<'t>, name: Name, body: usize) -> Option<Outcome<'t>> {
    let front = front::before(text, name.start);
    if !template::names_host(text, body) {
        return None;
    }
    if let Some(close) = front.close {
        let form = if front.prefixed { Form::Wrapped } else { Form::Angle };
        let url = wrapped(text, name.start, close, &front, form, None);
        if url.is_some() {
            return url;
        }
    }
    Some(in_text(text, name, body, &front))
}

/// The URL whose scheme is followed by no `//`.
fn without_host<'t>(text: &Text<'t>, name: Name, body: usize) -> Option<Outcome<'t>> {
    let front = front::before(text, name.start);
    let identifier = (text.at(body) == Some(b'<'))
        .then(|| wrapper::identifier(text, name.start, body))
        .flatten();
    if identifier.is_none() && !opaque::convinces(text, name.kind, name.start, body, &front) {
        return None;
    }
    if let Some(close) = front.close {
        let form = if front.prefixed { Form::Wrapped } else { Form::Angle };
        let url = wrapped(text, name.start, close, &front, form, None);
        if url.is_some() {
            return url;
        }
    }
    Some(match identifier {
        Some(end) => {
            let form = if front.prefixed { Form::Prefixed } else { Form::Bare };
            let found =
                pieces::whole(text, name.start..end, form, front.whole.min(name.start)..end);
            Outcome::Found { found, next: end, open: None }
        }
        None => in_text(text, name, body, &front),
    })
}

/// The URL that begins at `start` in a wrapper, if the wrapper closes.
fn wrapped<'t>(
    text: &Text<'t>,
    start: usize,
    close: Close,
    front: &Front,
    form: Form,
    quote: Option<u8>,
) -> Option<Outcome<'t>> {
    let unquoted = |range: Range<usize>| {
        let quoted = quote.is_some() && text.before(range.end) == quote && range.len() > 1;
        range.start..range.end.saturating_sub(usize::from(quoted))
    };
    if let Some(closing) = wrapper::unbroken(text, start, close) {
        let found =
            pieces::whole(text, unquoted(start..closing.start), form, front.whole..closing.end);
        return Some(Outcome::Found { found, next: closing.end, open: None });
    }
    let mut content = wrapper::read(text, start, close, None);
    if let Some(last) = content.pieces.last_mut() {
        last.range = unquoted(last.range.clone());
    }
    match content.end.clone() {
        End::Closed(closing) => {
            let open = content.another.map(|from| OpenWrapper {
                from,
                close,
                closing: closing.clone(),
                prefixed: form == Form::Wrapped,
            });
            let end = if open.is_some() { None } else { Some(closing.end) };
            let found = from_content(text, content, form, front.whole, end)?;
            Some(Outcome::Found { found, next: closing.end, open })
        }
        // It never closes; still the lines of a URL and nothing else stand up to the blank line.
        End::Blank if content.pieces.len() > 1 && content.before_blank().is_none() => {
            let form = if form == Form::Wrapped { Form::Prefixed } else { Form::Bare };
            wrapper::trim_last(text, &mut content.pieces);
            let end = content.pieces.last()?.range.end;
            let found = pieces::joined(text, &content.pieces, form, front.whole..end);
            Some(Outcome::Found { found, next: end, open: None })
        }
        _ => None,
    }
}

/// The next URL in a wrapper that holds several.
pub(crate) fn in_wrapper<'t>(text: &Text<'t>, open: &OpenWrapper) -> Outcome<'t> {
    let prefix = if text.reads(open.from, b"URL:") { 4 } else { 0 };
    let start = text.skip_blanks(open.from.saturating_add(prefix), BLANKS);
    let content = wrapper::read(text, start, open.close, Some(open.closing.clone()));
    let form = if open.prefixed { Form::Wrapped } else { Form::Angle };
    let next = open.closing.end;
    let another = content.another.map(|from| OpenWrapper { from, ..open.clone() });
    let end = if another.is_some() { None } else { Some(next) };
    match from_content(text, content, form, open.from, end) {
        Some(found) => Outcome::Found { found, next, open: another },
        None => Outcome::Nothing { next },
    }
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
    let cut =
        content.before_blank().map(|count| pieces.split_at_checked(count)).unwrap_or_default();
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
    found.alternatives.push(pieces::alternative(text, other, reading));
    Some(found)
}

fn joined_or_whole<'t>(
    text: &Text<'t>,
    pieces: &[Piece],
    form: Form,
    around: Range<usize>,
) -> Found<'t> {
    match pieces {
        [piece] => pieces::whole(text, piece.range.clone(), form, around),
        pieces => pieces::joined(text, pieces, form, around),
    }
}

/// A URL that no brackets hold together.
fn in_text<'t>(text: &Text<'t>, name: Name, body: usize, front: &Front) -> Outcome<'t> {
    let start = name.start;
    let run = run::end(text, body, front.opener);
    if template::goes_on_with_name(text, run.stop) {
        return Outcome::Nothing { next: run.stop };
    }
    if let Some(found) = quoted(text, start, body, run, front) {
        return found;
    }
    if front.opener.closer().is_some()
        && let Some(Joined { pieces, stop }) = join::enclosed(text, start, run.stop, front.opener)
    {
        let quotes = front.opener.quotes();
        let form = form(front, quotes);
        let end = stop.saturating_add(usize::from(quotes));
        let found = pieces::joined(text, &pieces, form, front.whole..end);
        return Outcome::Found { found, next: stop, open: None };
    }
    let form = form(front, false);
    let mut end = trim::end(text, body, run.end, front.opener);
    if end == body || template::is_stub(text, body, end) {
        return Outcome::Nothing { next: run.stop };
    }
    if end < run.stop && trim::dots_are_equated(text, start, end, run.stop) {
        end = run.stop;
    }
    let whole = front.whole.min(start);
    if end == run.stop
        && let Some(Joined { pieces, stop }) = join::open(text, start, body, end)
    {
        let last = pieces.last().map_or(end, |piece| piece.range.end);
        let mut found = pieces::joined(text, &pieces, form, whole..last);
        let line = Piece::first(start..end);
        let reading = pieces::alternative(text, slice::from_ref(&line), Reading::EndsAtLine);
        found.alternatives.push(reading);
        return Outcome::Found { found, next: stop, open: None };
    }
    let found = pieces::whole(text, start..end, form, whole..end);
    Outcome::Found { found, next: run.stop, open: None }
}

/// A URL in quotation marks that touch it at both ends.
fn quoted<'t>(
    text: &Text<'t>,
    start: usize,
    body: usize,
    run: Run,
    front: &Front,
) -> Option<Outcome<'t>> {
    let mark = match front.opener {
        Opener::Typographic => front::closes_typographic(text, run.stop)?,
        opener if opener.quotes() && text.at(run.stop) == opener.closer() => 1,
        _ => return None,
    };
    let mut end = run.stop;
    // Printers in America set the full stop and the comma of the sentence inside the marks.
    let sentence = !matches!(front.opener, Opener::Attribute(_))
        && matches!(text.slice(body, end), [.., b'.' | b',']);
    end = end.saturating_sub(usize::from(sentence));
    if end <= body || template::is_stub(text, body, end) {
        return Some(Outcome::Nothing { next: run.stop });
    }
    let whole = front.whole..run.stop.saturating_add(mark);
    let found = pieces::whole(text, start..end, form(front, true), whole);
    Some(Outcome::Found { found, next: run.stop, open: None })
}

fn form(front: &Front, quoted: bool) -> Form {
    match (quoted, front.prefixed) {
        (_, true) => Form::Prefixed,
        (true, false) => Form::Quoted,
        (false, false) => Form::Bare,
    }
}

/// Whether blanks only stand between two offsets.
#[expect(dead_code, reason = "to be removed")]
fn blank_between(text: &Text<'_>, from: usize, to: usize) -> bool {
    text.slice(from, to).iter().all(|byte| class(*byte) == BLANK)
}
