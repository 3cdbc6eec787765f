//! Suggestions for misspelled names, and for texts that are nearly URLs.

use url1738::{Error, Fix, Span, Url};

use crate::schemes::SCHEMES;

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

/// The longest text for which a repair is suggested, in bytes.
const MAX_REPAIRED: usize = 1000;

/// Returns the repaired text if `error` is not all that is wrong with it, and if the repair makes it a URL.
pub(crate) fn whole_repair(text: &[u8], error: &Error) -> Option<String> {
    if text.len() > MAX_REPAIRED {
        return None;
    }
    let repaired = Url::repair_bytes(text).ok()?;
    if let [] | [_] = &repaired.changes[..]
        && repaired.changes.iter().all(|change| change.span.end <= error.span().end)
    {
        return None;
    }
    Some(repaired.url.into_string()).filter(|url| Url::parse(url).is_ok())
}

/// The most errors for which a fix is computed.
const MOST_ERRORS: usize = 32;

/// Returns the edit that makes the text a URL: the fix of its first error, or of all errors if one alone is not enough.
/// Applied, it leads to a valid URL.
pub(crate) fn valid_fix(text: &[u8], error: &Error) -> Option<(Span, String)> {
    let fix = error.fix(text)?;
    let mut fixed = applied(text, &fix);
    let Err(mut error) = Url::parse_bytes(&fixed).map(drop) else {
        return Some((fix.span, fix.text.into_owned()));
    };
    for _ in 0..MOST_ERRORS {
        fixed = applied(&fixed, &error.fix(&fixed)?);
        error = match Url::parse_bytes(&fixed) {
            Ok(_) => return difference(text, &fixed),
            Err(error) => error,
        };
    }
    None
}

fn applied(text: &[u8], fix: &Fix) -> Vec<u8> {
    let (before, after) = (text.get(..fix.span.start as usize), text.get(fix.span.end as usize..));
    [before.unwrap_or_default(), fix.text.as_bytes(), after.unwrap_or_default()].concat()
}

/// Returns the one edit that turns `old` into `new`.
fn difference(old: &[u8], new: &[u8]) -> Option<(Span, String)> {
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let start = old.iter().zip(new).take_while(same).count();
    let (old_rest, new_rest) = (old.get(start..)?, new.get(start..)?);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(same).count();
    let text = new_rest.get(..new_rest.len() - end)?;
    let span = (u32::try_from(start).ok()?, u32::try_from(old.len() - end).ok()?);
    Some((Span::new(span.0, span.1), String::from_utf8(text.to_vec()).ok()?))
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
