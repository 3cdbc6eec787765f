//! The distance between two names. The crate `strsim` has it, but needs `std`.

use alloc::{vec, vec::Vec};

/// Returns the number of insertions, deletions, substitutions and swaps of neighbors that turn one name into the other.
pub(super) fn distance(a: &[u8], b: &[u8]) -> usize {
    // The rows of the table for the last two bytes of `a`, with a column for each length of `b`.
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut last = None;
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i.saturating_add(1)];
        let mut left_byte = None;
        for (j, (y, corners)) in b.iter().zip(row.windows(2)).enumerate() {
            let [diagonal, above] = corners else { continue };
            let left = next.last().copied().unwrap_or_default();
            let mut best = diagonal.saturating_add(usize::from(x != y));
            best = best.min(left.saturating_add(1)).min(above.saturating_add(1));
            if last == Some(y) && left_byte == Some(x) {
                let corner = j.checked_sub(1).and_then(|at| before.get(at));
                best = best.min(corner.map_or(best, |corner| corner.saturating_add(1)));
            }
            next.push(best);
            left_byte = Some(y);
        }
        (before, row, last) = (row, next, Some(x));
    }
    row.last().copied().unwrap_or_default()
}
