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
//! | 4 | the start of a slice of the input | a word with its end |
//! | 5 | the number of items of a list | the items |
//! | 6 | a symbol: the names of members, joined by commas | a value for each |
//! | 7 | the number of parts of a URL | for each, three words: a symbol, and start and end of a slice of the input |

use alloc::vec::Vec;
use core::ptr;

const CONSTANT: u32 = 0;
const NUMBER: u32 = 1;
const SYMBOL: u32 = 2;
const TEXT: u32 = 3;
const SLICE: u32 = 4;
const LIST: u32 = 5;
const OBJECT: u32 = 6;
const PARTS: u32 = 7;

/// The largest number above a tag.
const MAX: u32 = u32::MAX >> 3;

/// A record that is being written.
#[derive(Debug, Default)]
pub(crate) struct Record {
    words: Vec<u32>,
    symbols: Symbols,
}

impl Record {
    pub(crate) const fn new() -> Self {
        Self { words: Vec::new(), symbols: Symbols::new() }
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
        let texts = &self.symbols.texts;
        usize::try_from(id).ok().and_then(|id| texts.get(id)).copied().unwrap_or_default()
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
        let id = self.symbols.id(text);
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

    /// Writes a slice of the input, which must be US-ASCII: the offsets count code units of the text in JavaScript.
    pub(crate) fn slice(&mut self, start: u32, end: u32) {
        self.word(SLICE, start);
        self.words.push(end);
    }

    /// Begins a list of items, which the caller writes next.
    pub(crate) fn list(&mut self, len: usize) {
        self.word(LIST, u32::try_from(len).unwrap_or(MAX));
    }

    /// Begins a list whose length is known when it ends.
    pub(crate) fn begin(&mut self) -> usize {
        self.list(0);
        self.words.len().saturating_sub(1)
    }

    /// Begins a list of parts.
    pub(crate) fn begin_parts(&mut self) -> usize {
        self.word(PARTS, 0);
        self.words.len().saturating_sub(1)
    }

    /// Ends a list of `len` items or parts that began at `at`.
    pub(crate) fn end(&mut self, at: usize, len: u32) {
        if let Some(word) = self.words.get_mut(at) {
            *word |= len.min(MAX) << 3;
        }
    }

    /// Writes a part in a list that [`begin_parts`](Self::begin_parts) begins. Parts are most of what is written.
    pub(crate) fn part(&mut self, name: &'static str, start: u32, end: u32) {
        let id = self.symbols.id(name);
        self.words.extend([id, start, end]);
    }

    /// Begins an object with these members, whose values the caller writes next.
    pub(crate) fn object(&mut self, members: &'static str) {
        let id = self.symbols.id(members);
        self.word(OBJECT, id);
    }
}

/// Constant texts by number. A text is looked up by its address: a constant has one, or few.
#[derive(Debug, Default)]
struct Symbols {
    texts: Vec<&'static str>,
    /// The number that each address with this hash had last.
    slots: Vec<usize>,
}

/// The hashes. There are some hundreds of constants.
const SLOTS: usize = 4096;

impl Symbols {
    const fn new() -> Self {
        Self { texts: Vec::new(), slots: Vec::new() }
    }

    fn id(&mut self, text: &'static str) -> u32 {
        self.slots.resize(SLOTS, 0);
        let address = text.as_ptr().addr();
        let at = (address ^ address >> 9 ^ text.len() << 4) % SLOTS;
        let last = self.slots.get(at).copied().unwrap_or_default();
        let is_text = |known: &&'static str| ptr::eq(*known, text);
        let is_last = self.texts.get(last).is_some_and(is_text);
        // Another text may have the same hash.
        let found = if is_last { Some(last) } else { self.texts.iter().position(is_text) };
        let id = found.unwrap_or_else(|| {
            self.texts.push(text);
            self.texts.len().saturating_sub(1)
        });
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = id;
        }
        u32::try_from(id).unwrap_or(MAX)
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
