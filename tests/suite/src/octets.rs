//! Octets as JSON strings: each character U+0000 to U+00FF is one octet.

/// Returns the octets as a string with one character for each.
#[must_use]
pub fn to_text(octets: &[u8]) -> String {
    octets.iter().copied().map(char::from).collect()
}

/// Returns the octets of such a string; `None` if it contains a character over U+00FF.
#[must_use]
pub fn from_text(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|character| u8::try_from(character).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_octet_has_one_character() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        assert_eq!(from_text(&to_text(&all)), Some(all));
        assert_eq!(from_text("\u{100}"), None);
    }
}
