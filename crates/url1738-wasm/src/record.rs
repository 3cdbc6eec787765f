//! Records: values as words of 32 bits, which JavaScript reads without parsing text.
//!
//! A word has a tag in its lowest three bits, and a number above them:
//!
//! | tag | number | what follows |
//! |---|---|---|
//! | 0 | 0 for null, 1 for false, 2 for true | |
//! | 1 | the value | |
//! | 2 | a symbol: a constant text, read once | |
//! | 3 | the length of a text in bytes | the text, filled up to whole words |
//! | 4 | the number of items of a list | the items |
//! | 5 | a symbol: the names of members, joined by commas | a value for each |
//! | 6 | the number of parts of a URL | for each, three words: a symbol, and start and end of a slice of the input |

use alloc::{collections::BTreeMap, vec::Vec};

const CONSTANT: u32 = 0;
const NUMBER: u32 = 1;
const SYMBOL: u32 = 2;
const TEXT: u32 = 3;
const LIST: u32 = 4;
const OBJECT: u32 = 5;
const PARTS: u32 = 6;

/// The largest number above a tag.
const MAX: u32 = u32::MAX >> 3;

/// A record that is being written.
#[derive(Debug, Default)]
pub(crate) struct Record {
    words: Vec<u32>,
    /// The constant texts by their numbers.
    symbols: Vec<&'static str>,
    /// Their numbers, by address and length: a constant has one address, or few.
    ids: BTreeMap<(usize, usize), u32>,
}

impl Record {
    pub(crate) const fn new() -> Self {
        Self { words: Vec::new(), symbols: Vec::new(), ids: BTreeMap::new() }
    }

    /// Removes the values, and keeps the symbols.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.words.push(0);
    }

    /// Writes the number of words before them.
    pub(crate) fn finish(&mut self) -> &[u32] {
        let len = self.words.len().saturating_sub(1);
        if let Some(first) = self.words.first_mut() {
            *first = u32::try_from(len).unwrap_or(u32::MAX);
        }
        &self.words
    }

    pub(crate) fn symbol(&self, id: u32) -> &'static str {
        usize::try_from(id).ok().and_then(|id| self.symbols.get(id)).copied().unwrap_or_default()
    }

    /// Returns the number of a symbol.
    fn id(&mut self, text: &'static str) -> u32 {
        let next = u32::try_from(self.symbols.len()).unwrap_or(MAX);
        let id = *self.ids.entry((text.as_ptr().addr(), text.len())).or_insert(next);
        if id == next {
            self.symbols.push(text);
        }
        id
    }

    fn word(&mut self, tag: u32, number: u32) {
        self.words.push(number.min(MAX) << 3 | tag);
    }

    pub(crate) fn null(&mut self) {
        self.word(CONSTANT, 0);
    }

    pub(crate) fn boolean(&mut self, value: bool) {
        self.word(CONSTANT, if value { 2 } else { 1 });
    }

    pub(crate) fn number(&mut self, value: impl TryInto<u32>) {
        self.word(NUMBER, value.try_into().unwrap_or(MAX));
    }

    /// Writes a constant text.
    pub(crate) fn constant(&mut self, text: &'static str) {
        let id = self.id(text);
        self.word(SYMBOL, id);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.word(TEXT, u32::try_from(text.len()).unwrap_or(MAX));
        for chunk in text.as_bytes().chunks(4) {
            let mut word = [0; 4];
            for (to, from) in word.iter_mut().zip(chunk) {
                *to = *from;
            }
            self.words.push(u32::from_le_bytes(word));
        }
    }

    pub(crate) fn optional_text(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.null(),
        }
    }

    pub(crate) fn optional_number(&mut self, value: Option<impl TryInto<u32>>) {
        match value {
            Some(value) => self.number(value),
            None => self.null(),
        }
    }

    /// Begins a list of items, which the caller writes next.
    pub(crate) fn list(&mut self, len: usize) {
        self.word(LIST, u32::try_from(len).unwrap_or(MAX));
    }

    /// Begins a list of parts, whose number is known when it ends.
    pub(crate) fn begin_parts(&mut self) -> usize {
        self.word(PARTS, 0);
        self.words.len().saturating_sub(1)
    }

    /// Ends a list of `len` parts that began at `at`.
    pub(crate) fn end(&mut self, at: usize, len: u32) {
        if let Some(word) = self.words.get_mut(at) {
            *word |= len.min(MAX) << 3;
        }
    }

    /// Writes a part in a list that [`begin_parts`](Self::begin_parts) begins. Parts are most of what is written.
    pub(crate) fn part(&mut self, name: &'static str, start: u32, end: u32) {
        let id = self.id(name);
        self.words.extend([id, start, end]);
    }

    /// Begins an object with these members, whose values the caller writes next.
    pub(crate) fn object(&mut self, members: &'static str) {
        let id = self.id(members);
        self.word(OBJECT, id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_is_one_symbol() {
        let mut record = Record::new();
        record.clear();
        record.constant("a");
        record.constant("b");
        record.constant("a");
        assert_eq!(record.finish(), [3, SYMBOL, 1 << 3 | SYMBOL, SYMBOL]);
        assert_eq!((record.symbol(0), record.symbol(1), record.symbol(2)), ("a", "b", ""));
    }

    #[test]
    fn texts_are_filled_up_to_words() {
        let mut record = Record::new();
        record.clear();
        record.text("abcde");
        record.text("");
        let words = [3, 5 << 3 | TEXT, u32::from_le_bytes(*b"abcd"), u32::from(b'e'), TEXT];
        assert_eq!(record.finish(), [&[4], &words[1..]].concat());
    }

    #[test]
    fn numbers_that_are_too_large_are_the_largest() {
        let mut record = Record::new();
        record.clear();
        record.number(u64::MAX);
        record.number(7_u32);
        assert_eq!(record.finish(), [2, MAX << 3 | NUMBER, 7 << 3 | NUMBER]);
    }
}
