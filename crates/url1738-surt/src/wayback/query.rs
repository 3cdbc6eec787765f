//! The arguments of a query, sorted.

use alloc::vec::Vec;

/// Returns the query with its arguments sorted by name and value. An argument without `=` precedes an empty value.
pub(super) fn sorted(query: Vec<u8>) -> Vec<u8> {
    if query.len() <= 1 || !query.contains(&b'&') {
        return query;
    }
    let mut arguments: Vec<(&[u8], Option<&[u8]>)> = query
        .split(|byte| *byte == b'&')
        .map(|argument| {
            let mut halves = argument.splitn(2, |byte| *byte == b'=');
            (halves.next().unwrap_or_default(), halves.next())
        })
        .collect();
    arguments.sort_unstable();
    let mut out = Vec::with_capacity(query.len());
    for (number, (name, value)) in arguments.into_iter().enumerate() {
        if number > 0 {
            out.push(b'&');
        }
        out.extend_from_slice(name);
        if let Some(value) = value {
            out.push(b'=');
            out.extend_from_slice(value);
        }
    }
    out
}
