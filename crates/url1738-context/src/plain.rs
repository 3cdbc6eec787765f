//! The common case of a candidate: a URL with a name the reader knows, in one piece, between
//! marks that leave no doubt where it ends.
//!
//! What is found here is what [`candidate`](crate::candidate) finds by all its rules, only sooner.

use core::ops::Range;

use crate::{
    lanes,
    matched::Form,
    pieces::Whole,
    run::{self, LONGEST},
    scheme::{self, Kind},
    text::Text,
};

/// How long a URL in angle brackets may be here; a wrapper has another limit.
const LONGEST_WRAPPED: usize = 1024;
/// How long a URL is at least from which a full stop is taken: a shorter one may be the mere beginning of a
/// host.
const SHORTEST_TRIMMED: usize = 8;

/// Returns the URL around the colon at `colon`, of which nothing before `floor` is part, and the offset where
/// the search goes on. `None` if only the full rules can decide.
#[inline]
pub(crate) fn at_colon(text: &Text<'_>, floor: usize, colon: usize) -> Option<(Whole, usize)> {
    let [b':', b'/', b'/', ahead @ ..] = text.tail(colon) else { return None };
    let name = scheme::short(text, floor, colon)?;
    // `mailto:` needs an address, which is looked for later.
    if name.kind == Kind::Mailto {
        return None;
    }
    let start = name.start;
    if !ahead.first()?.is_ascii_alphanumeric() {
        return None;
    }
    let ahead = ahead.get(..LONGEST).unwrap_or(ahead);
    let width = run::plain(ahead);
    let (body, after) = ahead.split_at_checked(width)?;
    let sides = sides(text.preceding(start, 2).last_chunk()?, after.first_chunk()?)?;
    let stop = colon.wrapping_add(3).wrapping_add(width);
    if sides == Sides::Angle {
        let found = |_| (whole(start..stop, Form::Angle, 1), stop.wrapping_add(1));
        return (width < LONGEST_WRAPPED).then_some(()).map(found);
    }
    let trims = sides != Sides::Quotes && width >= SHORTEST_TRIMMED;
    let surplus = usize::from(trims && matches!(body, [.., b'.' | b',']));
    let kept = body.get(..width.wrapping_sub(surplus))?;
    match kept {
        [.., last] if last.is_ascii_alphanumeric() => {}
        // A path that ends its line with its text may go on in the next one.
        [.., b'/'] if surplus == 1 || sides != Sides::Line => {}
        _ => return None,
    }
    if lanes::ends_with_dash(kept) {
        return None;
    }
    // What follows a comma at a line's end may be the rest of the URL.
    if surplus == 1 && sides == Sides::Line && body.last() == Some(&b',') {
        return None;
    }
    if sides == Sides::Line && !begins_with_word(text.tail(stop.wrapping_add(1))) {
        return None;
    }
    let end = stop.wrapping_sub(surplus);
    Some(match sides {
        Sides::Quotes => (whole(start..end, Form::Quoted, 1), stop),
        _ => (whole(start..end, Form::Bare, 0), stop),
    })
}

/// Returns a URL that as many bytes of what sets it off are around on both sides.
#[inline]
fn whole(range: Range<usize>, form: Form, around: usize) -> Whole {
    let whole = range.start.wrapping_sub(around)..range.end.wrapping_add(around);
    Whole::new(range, None, form, whole)
}

/// The deepest indentation that is looked at.
const DEEPEST: usize = 32;

/// Returns whether a line begins with a word, after blanks. With a `/`, it may go on with the URL of the line before, with a
/// mark, it has a margin.
#[inline]
fn begins_with_word(line: &[u8]) -> bool {
    let first = line.iter().take(DEEPEST).find(|byte| **byte != b' ');
    first.is_some_and(|byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'\n' | b'(' | b'<' | b'[')
    })
}

/// What is on both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    /// `<` and `>`.
    Angle,
    /// Quotation marks.
    Quotes,
    /// White space, and the line ends with the URL.
    Line,
    /// White space, and the line goes on, or round brackets.
    Text,
}

/// Returns what is on both sides, of the two bytes in front of the URL and the two after its run.
#[inline]
fn sides(before: &[u8; 2], after: &[u8; 2]) -> Option<Sides> {
    let ([word, mark], [stop, next]) = (before, after);
    // Constants to look up: to jump by the mark is to guess, and it is another one each time.
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
    // `URL: `, `< `, `&lt; `, ` = ` and more blanks have something to say.
    let says = matches!(word, b' ' | b'\t' | b':' | b'<' | b';' | b'=' | b'l' | b'L');
    let spaced = (*mark == b'\n') | ((*mark == b' ') & !says);
    let goes_on = (*stop == b' ') & next.is_ascii_graphic();
    if goes_on & (spaced | (*mark == b'(')) {
        return Some(Sides::Text);
    }
    ((*stop == b'\n') & spaced).then_some(Sides::Line)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::{candidate, matched::Match, next::Next, pieces::Hit};

    /// Returns the URLs found the plain way, and what all the rules say of the same colons.
    fn both(bytes: &[u8]) -> Vec<[(Option<Match<'_>>, usize); 2]> {
        let text = Text::new(bytes, true);
        let colons = (0..bytes.len()).filter(|at| bytes[*at] == b':');
        let plainly = colons.filter_map(|colon| Some((colon, at_colon(&text, 0, colon)?)));
        plainly
            .map(|(colon, (whole, stop))| {
                let mut next = Next { at: colon.wrapping_add(1), open: None };
                let hit = candidate::at_colon(&text, 0, colon, &mut next);
                let thorough = hit.and_then(|hit| hit.found(&text));
                [(Hit::Whole(whole).found(&text), stop), (thorough, next.at)]
            })
            .collect()
    }

    #[test]
    fn every_common_case_is_found_the_plain_way() {
        let text =
            b"look at http://h/a and http://h/b/ or\nhttp://h.dom/c, (http://h/d) <http://h/e> or \
                     \"http://h/f\" or (see http://h.dom:80/g.\nHere http://h/h\nends it, while this says nothing more.";
        assert_eq!(both(text).len(), 8);
    }

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
            let before = alloc::format!("0123456789 {before}");
            let text = alloc::format!("{before}{name}://{host}{path}{after} and more");
            for [plain, thorough] in both(text.as_bytes()) {
                prop_assert_eq!(plain, thorough);
            }
        }
    }
}
