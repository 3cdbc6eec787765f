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
        .map(|known| (strsim::osa_distance(&name, known), known))
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
        .map(|known| (strsim::osa_distance(&name, known), known))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
        .or_else(|| codes.clone().find(|known| words(known) == words(&name)))
}
