//! Suggestions for misspelled names.

use url1738::SCHEMES;

/// Returns the scheme of RFC 1738 that is closest to a misspelled one.
pub(crate) fn scheme(name: &str) -> Option<&'static str> {
    self::name(name, SCHEMES.iter().map(|scheme| scheme.name))
}

/// Returns the closest of `names` if it is at most one edit away, or two for names of more than four letters.
pub(crate) fn name<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_ascii_lowercase();
    let allowed = if name.len() > 4 { 2 } else { 1 };
    names
        .into_iter()
        .filter(|known| known.len().abs_diff(name.len()) <= allowed)
        .map(|known| (distance(name.as_bytes(), known.as_bytes()), known))
        .filter(|(distance, _)| (1..=allowed).contains(distance))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Returns the code or key that is closest to a misspelled one: that differs only in case or in `_` for `-`, is at most one
/// edit in three letters away, or has the same words in another order.
pub(crate) fn code<'n>(
    name: &str,
    codes: impl Clone + Iterator<Item = &'n str>,
) -> Option<&'n str> {
    let name = name.to_ascii_lowercase().replace('_', "-");
    let words = |name: &str| {
        let mut words: Vec<String> = name.split('-').map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let allowed = (name.len() / 3).clamp(1, 3);
    codes
        .clone()
        .filter(|known| known.len().abs_diff(name.len()) <= allowed)
        .map(|known| (distance(name.as_bytes(), known.as_bytes()), known))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
        .or_else(|| codes.clone().find(|known| words(known) == words(&name)))
}

/// Returns the number of insertions, deletions, substitutions and swaps of neighbors that turn one name into the other.
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
    use super::scheme;

    #[test]
    fn misspelled_schemes_are_recognized() {
        assert_eq!(scheme("fpt"), Some("ftp"));
        assert_eq!(scheme("hhtp"), Some("http"));
        assert_eq!(scheme("Gophr"), Some("gopher"));
        assert_eq!(scheme("prospreo"), Some("prospero"));
    }

    #[test]
    fn other_words_are_not_corrected() {
        assert_eq!(scheme("ftp"), None);
        assert_eq!(scheme("finger"), None);
        assert_eq!(scheme("x"), None);
    }
}
