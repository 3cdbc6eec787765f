//! Paths without dot segments and empty segments, and sorted queries.

use alloc::vec::Vec;

/// Returns a path without `.` and empty segments, and with `..` applied. Removes the text before the first slash.
pub(super) fn normalized(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|byte| *byte == b'/').skip(1) {
        match segment {
            b"." => {}
            // Above the root, a `..` is kept, and the next one removes it.
            b".." if !kept.is_empty() => drop(kept.pop()),
            segment => kept.push(segment),
        }
    }
    // An empty segment stays at the end only: `/a//b/` becomes `/a/b/`.
    let last = kept.pop().unwrap_or_default();
    kept.retain(|segment| !segment.is_empty());
    kept.push(last);
    [b"/", kept.join(&b'/').as_slice()].concat()
}

/// Returns the query with its arguments sorted by name and value. An argument without `=` precedes an empty value.
pub(super) fn sorted_query(query: &[u8]) -> Vec<u8> {
    let mut arguments: Vec<&[u8]> = query.split(|byte| *byte == b'&').collect();
    // The name and the value are compared one after the other: `a=` precedes `a-=`, although `-` precedes `=`.
    arguments.sort_by_key(|argument| {
        let mut halves = argument.splitn(2, |byte| *byte == b'=');
        (halves.next(), halves.next())
    });
    arguments.join(&b'&')
}
