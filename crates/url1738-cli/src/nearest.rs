//! The name that somebody meant.

/// The nearest of `names`, where it is near enough to be a slip of the finger.
pub(crate) fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_ascii_lowercase();
    let allowed = if name.len() > 4 { 2 } else { 1 };
    names
        .into_iter()
        .map(|known| (distance(name.as_bytes(), known.as_bytes()), known))
        .filter(|(distance, _)| (1..=allowed).contains(distance))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// How many letters to put in, leave out, change or swap with their neighbour make one name the other.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let at = |table: &[Vec<usize>], i: usize, j: usize| {
        table.get(i).and_then(|row| row.get(j)).copied().unwrap_or(usize::MAX / 2)
    };
    let mut table: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let left = row.last().copied().unwrap_or_default();
            let mut best = (at(&table, i, j) + usize::from(x != y)).min(left + 1);
            best = best.min(at(&table, i, j + 1) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&table, i - 1, j - 1) + 1);
            }
            row.push(best);
        }
        table.push(row);
    }
    at(&table, a.len(), b.len())
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const TEN: [&str; 5] = ["ftp", "http", "gopher", "mailto", "prospero"];

    #[test]
    fn a_slip_is_near() {
        assert_eq!(nearest("fpt", TEN), Some("ftp"));
        assert_eq!(nearest("hhtp", TEN), Some("http"));
        assert_eq!(nearest("Gophr", TEN), Some("gopher"));
        assert_eq!(nearest("prospreo", TEN), Some("prospero"));
    }

    #[test]
    fn itself_and_another_word_are_not() {
        assert_eq!(nearest("ftp", TEN), Some("http").filter(|_| false));
        assert_eq!(nearest("finger", TEN), None);
        assert_eq!(nearest("x", TEN), None);
    }
}
