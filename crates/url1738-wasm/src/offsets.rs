//! Offsets in the texts of JavaScript, which count code units of UTF-16.

/// Turns offsets in bytes into offsets in code units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offsets<'a> {
    text: &'a str,
    is_ascii: bool,
    /// The last offset that was asked for, in bytes and in code units.
    last: (usize, usize),
}

impl<'a> Offsets<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, is_ascii: text.is_ascii(), last: (0, 0) }
    }

    /// Returns the offset in code units of an offset in bytes. One within a character is the offset of the character.
    /// Offsets in order take one pass over the text.
    pub(crate) fn get(&mut self, byte: usize) -> usize {
        if self.is_ascii {
            return byte;
        }
        let (mut at, mut units) = if self.last.0 <= byte { self.last } else { (0, 0) };
        for c in self.text.get(at..).unwrap_or_default().chars() {
            let next = at.saturating_add(c.len_utf8());
            if next > byte {
                break;
            }
            (at, units) = (next, units.saturating_add(c.len_utf16()));
        }
        self.last = (at, units);
        units
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_those_of_javascript() {
        let text = "a\u{e9}\u{1f600}b";
        let mut offsets = Offsets::new(text);
        let found: Vec<usize> = (0..=text.len()).map(|at| offsets.get(at)).collect();
        assert_eq!(found, [0, 1, 1, 2, 2, 2, 2, 4, 5]);
        assert_eq!((offsets.get(1), offsets.get(100)), (1, 5));
        assert_eq!(Offsets::new("abc").get(2), 2);
    }
}
