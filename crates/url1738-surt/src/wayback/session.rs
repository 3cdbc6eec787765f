//! Identifiers of sessions, in paths of ASP.NET and in queries.

use alloc::vec::Vec;

/// Removes the identifiers of sessions from a path in lower case: `/(s(...))/` and `/(...)/` before a page `.aspx`.
pub(super) fn strip_path(path: Vec<u8>) -> Vec<u8> {
    if !path.contains(&b'(') {
        return path;
    }
    let path = strip_block(path, lettered_block);
    strip_block(path, plain_block)
}

/// Returns the length of `(s(24 characters)f(24 characters))/`.
fn lettered_block(text: &[u8]) -> Option<usize> {
    let mut rest = text.strip_prefix(b"(")?;
    let mut count = 0_usize;
    while let [letter, after @ ..] = rest {
        let Some(after) = letter.is_ascii_alphabetic().then(|| bracketed(after)).flatten() else {
            break;
        };
        rest = after;
        count = count.saturating_add(1);
    }
    let rest = rest.strip_prefix(b")/")?;
    (count > 0).then(|| text.len().saturating_sub(rest.len()))
}

/// Returns the length of `(24 characters)/`.
fn plain_block(text: &[u8]) -> Option<usize> {
    let rest = bracketed(text)?.strip_prefix(b"/")?;
    Some(text.len().saturating_sub(rest.len()))
}

/// Returns what follows `(24 characters)`.
fn bracketed(text: &[u8]) -> Option<&[u8]> {
    let (id, rest) = text.strip_prefix(b"(")?.split_at_checked(24)?;
    let rest = rest.strip_prefix(b")")?;
    id.iter().all(u8::is_ascii_alphanumeric).then_some(rest)
}

/// Removes the last block after a slash that a page `.aspx` follows, with no `?` between them.
fn strip_block(path: Vec<u8>, block: impl Fn(&[u8]) -> Option<usize>) -> Vec<u8> {
    // From the end to the beginning: the places of the next page and the next `?` after a place are the last ones seen.
    let (mut pages, mut marks): (Vec<usize>, Vec<usize>) = Default::default();
    for at in (0..path.len()).rev() {
        let text = path.get(at..).unwrap_or_default();
        match text {
            [b'?', ..] => marks.push(at),
            [b'.', ..] if text.starts_with(b".aspx") => pages.push(at),
            [b'/', rest @ ..] => {
                let Some(len) = block(rest) else { continue };
                let start = at.saturating_add(1).saturating_add(len);
                // The name of the page has at least one character.
                let page = first_from(&pages, start.saturating_add(1));
                let mark = first_from(&marks, start);
                if page.is_some_and(|page| mark.is_none_or(|mark| page < mark)) {
                    let mut path = path;
                    path.drain(at.saturating_add(1)..start);
                    return path;
                }
            }
            _ => {}
        }
    }
    path
}

/// Returns the lowest of the places, which are in descending order, that is not below `from`.
fn first_from(places: &[usize], from: usize) -> Option<usize> {
    let count = places.partition_point(|place| *place >= from);
    places.get(count.checked_sub(1)?).copied()
}

/// Removes the identifiers of sessions from a query.
pub(super) fn strip_query(query: Vec<u8>) -> Vec<u8> {
    let mut query = query;
    for find in FINDERS {
        if let Some((start, end)) = find(&query) {
            // The `&` after the identifier goes with it.
            let end = if query.get(end).is_some() { end.saturating_add(1) } else { end };
            query.drain(start..end);
        }
    }
    query
}

/// Finds the last identifier of one kind: where it begins and ends. It ends at `&` or at the end of the query.
type Finder = fn(&[u8]) -> Option<(usize, usize)>;

const FINDERS: [Finder; 5] = [
    |query| last(query, b"jsessionid=", |id| run(id, 32, u8::is_ascii_alphanumeric)),
    |query| last(query, b"phpsessid=", |id| run(id, 32, u8::is_ascii_alphanumeric)),
    |query| last(query, b"sid=", |id| run(id, 32, u8::is_ascii_alphanumeric)),
    |query| {
        last(query, b"aspsessionid", |id| {
            let rest = run(id, 8, u8::is_ascii_alphabetic)?.strip_prefix(b"=")?;
            run(rest, 24, u8::is_ascii_alphabetic)
        })
    },
    cold_fusion,
];

fn run(text: &[u8], len: usize, is_allowed: fn(&u8) -> bool) -> Option<&[u8]> {
    let (run, rest) = text.split_at_checked(len)?;
    run.iter().all(is_allowed).then_some(rest)
}

/// Returns the place of the last `name` in any case that `rest_of` accepts and that ends at `&` or the end.
fn last(
    query: &[u8],
    name: &[u8],
    rest_of: impl Fn(&[u8]) -> Option<&[u8]>,
) -> Option<(usize, usize)> {
    (0..query.len()).rev().find_map(|start| {
        let text = query.get(start..)?;
        let rest = rest_of(after_name(text, name)?)?;
        matches!(rest, [] | [b'&', ..]).then(|| (start, query.len().saturating_sub(rest.len())))
    })
}

fn after_name<'t>(text: &'t [u8], name: &[u8]) -> Option<&'t [u8]> {
    let (found, rest) = text.split_at_checked(name.len())?;
    found.eq_ignore_ascii_case(name).then_some(rest)
}

/// Returns the place of the last `cfid=1&cftoken=2`.
fn cold_fusion(query: &[u8]) -> Option<(usize, usize)> {
    // One argument after the other from the end, so that the time is linear.
    let mut end = query.len();
    let mut token_end = query.len();
    loop {
        let arguments = query.get(..end)?;
        let start = arguments.iter().rposition(|byte| *byte == b'&')?;
        let token = arguments.get(start.saturating_add(1)..).unwrap_or_default();
        if after_name(token, b"cftoken=").is_some_and(|value| !value.is_empty()) {
            let before = query.get(..start)?;
            let first =
                before.iter().rposition(|byte| *byte == b'&').map_or(0, |at| at.saturating_add(1));
            let argument = before.get(first..).unwrap_or_default();
            let found = (0..argument.len()).rev().find(|at| {
                let text = argument.get(*at..).unwrap_or_default();
                after_name(text, b"cfid=").is_some_and(|value| !value.is_empty())
            });
            if let Some(found) = found {
                return Some((first.saturating_add(found), token_end));
            }
        }
        (end, token_end) = (start, start);
    }
}
