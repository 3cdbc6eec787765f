//! The URLs that are in angle brackets.

use alloc::boxed::Box;
use core::ops::Range;

use crate::{
    class::ends_line,
    front::Front,
    lines::{self, Margin},
    mark::Close,
    matched::{Ambiguity, Form},
    next::{Next, OpenWrapper},
    pieces::Hit,
    text::Text,
    wrapper::{self, Content, End},
};

/// The blanks that may be between `URL:` and what it announces.
pub(crate) const BLANKS: usize = 8;

/// Returns where the content of a wrapper begins: after white space, a line break included.
pub(crate) fn content_start(text: &Text<'_>, after: usize) -> usize {
    let at = text.skip_blanks(after, BLANKS);
    match text.at(at) {
        Some(byte) if ends_line(byte) => {
            lines::next(text, at, Margin::of(text, after)).unwrap_or(at)
        }
        _ => at,
    }
}

/// What is around a URL in angle brackets.
#[derive(Debug)]
pub(crate) struct Around {
    pub(crate) close: Close,
    pub(crate) front: Front,
    pub(crate) form: Form,
    /// The offset after the scheme's colon.
    pub(crate) body: usize,
    /// The quotation mark that is between bracket and URL as well.
    pub(crate) quote: Option<u8>,
}

/// Returns the URL that begins at `start` in a wrapper, if the wrapper closes.
pub(crate) fn wrapped<'t>(
    text: &Text<'t>,
    start: usize,
    around: Around,
    next: &mut Next,
) -> Option<Hit<'t>> {
    let Around { close, front, form, quote, body } = around;
    let unquoted = |range: Range<usize>| {
        let quoted = quote.is_some() && text.before(range.end) == quote && range.len() > 1;
        range.start..range.end.saturating_sub(usize::from(quoted))
    };
    if let Some((closing, hashed)) = wrapper::unbroken(text, body, close) {
        next.at = closing.end;
        let range = unquoted(start..closing.start);
        if !hashed {
            return Some(Hit::whole(range, None, form, front.whole..closing.end));
        }
        return Some(Hit::unsearched(text, range, form, front.whole..closing.end));
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
            let hit = from_content(text, content, form, front.whole, end)?;
            *next = Next { at: closing.end, open };
            Some(hit)
        }
        // It never closes; still the lines of a URL and nothing else are up to the blank line. A control octet in them is
        // something else: without a bracket after it, it ends the URL.
        End::Blank
            if content.pieces.len() > 1
                && content.before_blank().is_none()
                && !content.holds_control(text) =>
        {
            let form = if form == Form::Wrapped { Form::Prefixed } else { Form::Bare };
            wrapper::trim_last(text, &mut content.pieces);
            next.at = content.pieces.last()?.range.end;
            Some(Hit::of(text, &content.pieces, form, front.whole..next.at))
        }
        _ => None,
    }
}

/// Returns the next URL in a wrapper that holds several.
pub(crate) fn in_wrapper<'t>(
    text: &Text<'t>,
    open: &OpenWrapper,
    next: &mut Next,
) -> Option<Hit<'t>> {
    let prefix = if text.reads(open.from, b"URL:") { 4 } else { 0 };
    let start = text.skip_blanks(open.from.wrapping_add(prefix), BLANKS);
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
) -> Option<Hit<'t>> {
    if end.is_none() {
        content.drop_conjunction(text);
    }
    let last = content.pieces.last()?.range.end;
    let whole = whole..end.unwrap_or(last);
    let pieces = content.pieces.as_slice();
    let cut = content.before_blank().and_then(|count| pieces.split_at_checked(count));
    let Some((head, rest)) = cut else {
        return Some(Hit::of(text, pieces, form, whole));
    };
    // Without `URL:` it takes more than a word to make a blank part of a URL.
    let words = form == Form::Angle && rest.iter().all(|piece| wrapper::is_word(text, piece));
    let (taken, other, reading) = if words {
        (head, pieces, Ambiguity::BlankIgnored)
    } else {
        (pieces, head, Ambiguity::EndsAtBlank)
    };
    let hit = Hit::of(text, taken, form, whole).or(text, other, reading);
    Some(hit.or_encoded(text, pieces))
}
