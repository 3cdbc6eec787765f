//! Dot segments and empty segments of a path.

use alloc::vec::Vec;

/// Returns a path without `.` and empty segments, and with `..` applied. What precedes the first slash is dropped.
pub(super) fn normalized(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|byte| *byte == b'/').skip(1) {
        match segment {
            b"." => {}
            // Above the root, it is kept, and removed by the next one.
            b".." if !kept.is_empty() => drop(kept.pop()),
            segment => kept.push(segment),
        }
    }
    let mut out = Vec::with_capacity(path.len().max(1));
    out.push(b'/');
    if let Some((last, others)) = kept.split_last() {
        for segment in others.iter().filter(|segment| !segment.is_empty()) {
            out.extend_from_slice(segment);
            out.push(b'/');
        }
        out.extend_from_slice(last);
    }
    out
}
