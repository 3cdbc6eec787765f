//! Identifiers of sessions, in paths of ASP.NET and in queries.

use alloc::vec::Vec;

use memchr::memchr;

/// Removes the identifiers of sessions from a path in lower case: `/(s(...))/` and `/(...)/` before a page `.aspx`.
pub(super) fn strip_path(path: Vec<u8>) -> Vec<u8> {
    if memchr(b'(', &path).is_none() {
        return path;
    }
    let path = strip_block(path, after_lettered_block);
    strip_block(path, after_plain_block)
}

/// Returns the text after one or more letters with an identifier each: `(s(24 characters)f(24 characters))/`.
fn after_lettered_block(text: &[u8]) -> Option<&[u8]> {
    let block = text.strip_prefix(b"(")?;
    let mut rest = block;
    while let [letter, after @ ..] = rest {
        let Some(after) = bracketed(after).filter(|_| letter.is_ascii_alphabetic()) else { break };
        rest = after;
    }
    rest.strip_prefix(b")/").filter(|_| rest.len() < block.len())
}

/// Returns the text after `(24 characters)/`.
fn after_plain_block(text: &[u8]) -> Option<&[u8]> {
    bracketed(text)?.strip_prefix(b"/")
}

/// Returns the text after `(24 characters)`.
fn bracketed(text: &[u8]) -> Option<&[u8]> {
    let (id, rest) = text.strip_prefix(b"(")?.split_at_checked(24)?;
    let rest = rest.strip_prefix(b")")?;
    id.iter().all(u8::is_ascii_alphanumeric).then_some(rest)
}

/// Removes the last block after a slash that a page `.aspx` follows, with no `?` between them.
fn strip_block(mut path: Vec<u8>, after_block: fn(&[u8]) -> Option<&[u8]>) -> Vec<u8> {
    // From the end to the beginning: the last page before the next `?`.
    let mut page = None;
    for at in (0..path.len()).rev() {
        match &path[at..] {
            [b'?', ..] => page = None,
            text @ [b'.', ..] if text.starts_with(b".aspx") => page = page.or(Some(at)),
            [b'/', rest @ ..] => {
                let Some(after) = after_block(rest) else { continue };
                let start = path.len() - after.len();
                // The name of the page has at least one character.
                if page.is_some_and(|page| page > start) {
                    path.drain(at + 1..start);
                    return path;
                }
            }
            _ => {}
        }
    }
    path
}

/// Removes the identifiers of sessions from a query, the last of each kind.
pub(super) fn strip_query(mut query: Vec<u8>) -> Vec<u8> {
    for name in [&b"jsessionid="[..], b"phpsessid=", b"sid="] {
        let found = last(&query, name, |id| run(id, 32, u8::is_ascii_alphanumeric));
        remove(&mut query, found);
    }
    let found = last(&query, b"aspsessionid", |id| {
        let rest = run(id, 8, u8::is_ascii_alphabetic)?.strip_prefix(b"=")?;
        run(rest, 24, u8::is_ascii_alphabetic)
    });
    remove(&mut query, found);
    let found = cold_fusion(&query);
    remove(&mut query, found);
    query
}

/// Removes an argument and the `&` after it.
fn remove(query: &mut Vec<u8>, argument: Option<(usize, usize)>) {
    if let Some((start, end)) = argument {
        query.drain(start..query.len().min(end + 1));
    }
}

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
    let is_first = |at: &usize| query[*at].eq_ignore_ascii_case(&name[0]);
    (0..query.len()).rev().filter(is_first).find_map(|start| {
        let rest = rest_of(after_name(&query[start..], name)?)?;
        matches!(rest, [] | [b'&', ..]).then(|| (start, query.len() - rest.len()))
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
    loop {
        let start = query[..end].iter().rposition(|byte| *byte == b'&')?;
        if has_value(&query[start + 1..end], b"cftoken=") {
            let before = &query[..start];
            let first = before.iter().rposition(|byte| *byte == b'&').map_or(0, |at| at + 1);
            let found = (first..start).rev().find(|at| has_value(&before[*at..], b"cfid="));
            if let Some(found) = found {
                return Some((found, end));
            }
        }
        end = start;
    }
}

/// Returns whether a text begins with `name` in any case and a value.
fn has_value(text: &[u8], name: &[u8]) -> bool {
    after_name(text, name).is_some_and(|value| !value.is_empty())
}
