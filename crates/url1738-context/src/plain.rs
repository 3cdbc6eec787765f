//! The common case of a candidate: a URL of a familiar scheme, in one piece, between marks that leave no doubt where it ends.
//!
//! All the rules of [`candidate`](crate::candidate) find the same URL, but take longer: without this file, extract-dense of
//! the benchmark takes 1.4 times as long. In `see http://h.dom/a. It`, a space is on both sides of the run `http://h.dom/a.`,
//! and the line goes on with a word: so the URL is bare and in one line, and only its full stop is to be trimmed. No rule
//! about brackets, quotation marks, lines or letters of other scripts applies.

use crate::{
    lines,
    matched::{Form, Match},
    run::{self, LONGEST},
    scheme::{self, Expected, LONGEST_NAME, in_name},
    text::Text,
};

/// How long a URL in angle brackets may be here; a wrapper has another limit.
const LONGEST_WRAPPED: usize = 1024;
/// How long a URL is at least from which a full stop is taken: a shorter one may be the mere beginning of a host.
const SHORTEST_TRIMMED: usize = 8;
/// The deepest indentation that is looked at.
const DEEPEST: usize = 32;

/// Returns the URL around the colon at `colon`, no part of which is before `floor`, and the offset at which the search goes
/// on. `None` if only the full rules can decide.
#[inline]
pub(crate) fn at_colon<'t>(
    text: &Text<'t>,
    floor: usize,
    colon: usize,
) -> Option<(Match<'t>, usize)> {
    // Of `<URL:http://h/>` the first colon is found first.
    let colon = match text.preceding(colon, 4) {
        b"<URL" if colon >= floor + 4 => {
            let name = text.tail(colon + 1).iter().take(LONGEST_NAME);
            colon + 1 + name.take_while(|byte| in_name(**byte)).count()
        }
        _ => colon,
    };
    let [b':', b'/', b'/', ahead @ ..] = text.tail(colon) else { return None };
    let name = scheme::familiar_before(text, floor, colon)?;
    // `mailto:` needs an address, which is looked for later.
    if name.expected == Expected::Mailto || !ahead.first()?.is_ascii_alphanumeric() {
        return None;
    }
    let start = name.start;
    let ahead = ahead.get(..LONGEST).unwrap_or(ahead);
    let width = run::plain(ahead);
    let (body, after) = ahead.split_at(width);
    let sides = sides(text.preceding(start, 5).first_chunk()?, after.first_chunk()?)?;
    let stop = colon + 3 + width;
    // What is around it are `front` and `back` bytes.
    let found = |end: usize, form: Form, front: usize, back: usize| {
        Match::whole(text, start..end, form, start - front..end + back)
    };
    match sides {
        Sides::Angle | Sides::Wrapper if width >= LONGEST_WRAPPED => return None,
        Sides::Angle => return Some((found(stop, Form::Angle, 1, 1), stop + 1)),
        Sides::Wrapper => return Some((found(stop, Form::Wrapped, 5, 1), stop + 1)),
        _ => {}
    }
    let trims = sides != Sides::Quotes && width >= SHORTEST_TRIMMED;
    let surplus = usize::from(trims && matches!(body, [.., b'.' | b',']));
    let kept = &body[..width - surplus];
    match kept {
        // `*/` may end a comment.
        [.., b'*', b'/'] => return None,
        [.., last] if last.is_ascii_alphanumeric() || *last == b'/' => {}
        _ => return None,
    }
    // Before the last word may be a dash, which ends the URL. With a length that the compiler knows, it makes vector
    // instructions of the comparison.
    let pairs = |tail: &[u8]| {
        let pairs = tail.iter().zip(&tail[1..]);
        pairs.fold(false, |dash, (a, b)| dash | ((*a == b'-') & (*b == b'-')))
    };
    if kept.last_chunk::<16>().map_or_else(|| pairs(kept), |tail| pairs(tail)) {
        return None;
    }
    if sides == Sides::Line {
        // What follows a comma at the end of a line may be the rest of the URL. A line that begins with a `/` may go on with
        // it, too, and one with a mark has a margin.
        let mut line = text.tail(stop + 1).iter().take(DEEPEST);
        let first = line.find(|byte| **byte != b' ')?;
        let mut goes_on = || line.find(|byte| !byte.is_ascii_lowercase()) == Some(&b' ');
        let is_end = match body {
            [.., b','] => false,
            // A path goes on with the rest of one, but not with the words of a sentence. The foot of a page begins with a name.
            [.., b'/'] => {
                first.is_ascii_lowercase() && goes_on() && line.next()?.is_ascii_lowercase()
            }
            _ => first.is_ascii_alphanumeric() || matches!(first, b'\n' | b'(' | b'<' | b'['),
        };
        if !is_end {
            return None;
        }
    }
    // The next line may hold the rest of a value: after one space, or in a string below this one.
    let is_above = match sides {
        Sides::Line => text.at(stop + 1) == Some(b' ') && text.at(stop + 2) != Some(b' '),
        Sides::Quotes => matches!(text.tail(stop + 1), [b'\n', b'"', ..] | [b'\r', ..]),
        _ => false,
    };
    if is_above && lines::continued(text, stop).is_some() {
        return None;
    }
    let end = stop - surplus;
    Some(match sides {
        Sides::Quotes => (found(end, Form::Quoted, 1, 1), stop),
        _ => (found(end, Form::Bare, 0, 0), stop),
    })
}

/// What is on both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    /// `<` and `>`.
    Angle,
    /// `<URL:` and `>`.
    Wrapper,
    /// Quotation marks.
    Quotes,
    /// White space, and the line ends with the URL.
    Line,
    /// White space, and the line goes on, or round brackets.
    Text,
}

/// Returns what is on both sides of a run, by the bytes before it and after it.
#[inline]
fn sides(before: &[u8; 5], after: &[u8; 2]) -> Option<Sides> {
    let ([.., word, mark], [stop, next]) = (before, after);
    if before == b"<URL:" && *stop == b'>' {
        return Some(Sides::Wrapper);
    }
    // Constants to look up: a jump by the mark is predicted wrongly, since it is another one each time.
    let (closer, sides) = match mark {
        b'(' => (b')', Sides::Text),
        b'<' => (b'>', Sides::Angle),
        b'"' => (b'"', Sides::Quotes),
        _ => (0, Sides::Text),
    };
    // NUL closes nothing, and sets nothing off.
    if closer == *stop && *stop != 0 {
        return Some(sides);
    }
    // `URL: `, `< `, `&lt; `, ` = ` and more blanks have a meaning.
    let means = matches!(word, b' ' | b'\t' | b':' | b'<' | b';' | b'=' | b'l' | b'L');
    let spaced = (*mark == b'\n') | ((*mark == b' ') & !means);
    let goes_on = (*stop == b' ') & next.is_ascii_graphic();
    if goes_on & (spaced | (*mark == b'(')) {
        return Some(Sides::Text);
    }
    ((*stop == b'\n') & spaced).then_some(Sides::Line)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{candidate, wrapper::Next};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn all_the_rules_agree(
            before in r#"[ =:;<("lU*'\n_.a\x00»]{0,4}"#,
            name in "(https?|ftp|news|file|prospero|mailto|x|URL:http)",
            host in r"(h|www|gopher|ftp\.dom|h\.dom:70|1\.2)",
            path in r#"[-/.,;:?!='*_~@#&%()<>"\\\[\]a1]{0,6}"#,
            after in r#"[ .,)>"\n/a=\-'\x00]{0,6}"#,
        ) {
            let text = alloc::format!("0123456789 {before}{name}://{host}{path}{after} and more");
            let text = Text::new(text.as_bytes(), true);
            for (colon, _) in text.tail(0).iter().enumerate().filter(|(_, byte)| **byte == b':') {
                let Some((plain, stop)) = at_colon(&text, 0, colon) else { continue };
                let mut next = Next { at: colon + 1, open: None };
                let found = candidate::at_colon(&text, 0, colon, &mut next);
                prop_assert_eq!((Some(plain), stop), (found, next.at));
            }
        }
    }
}
