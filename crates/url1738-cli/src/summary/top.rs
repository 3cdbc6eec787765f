//! The first rows of an order.

use core::cmp::Ordering;

/// Keeps the first `most` rows in this order. The others are not sorted: there may be thousands, of which few are shown.
pub(super) fn keep_first<T>(rows: &mut Vec<T>, most: usize, order: impl Fn(&T, &T) -> Ordering) {
    if most < rows.len() {
        rows.select_nth_unstable_by(most, &order);
        rows.truncate(most);
    }
    rows.sort_unstable_by(order);
}
