//! The strings on which the parsers are compared with the grammar.

mod vocabulary;
mod words;

use std::{
    collections::{HashMap, HashSet, VecDeque},
    hash::{BuildHasherDefault, Hasher},
};

use super::dfa::{DEAD, Dfa, StateId, number};
use crate::oracle::Oracle;
pub use crate::suite::words::{characterizing_set, w_method, wp_method};

/// The origin of a string of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// The W-method on section 5, and the Wp-method on the structure of the strict grammar, with all
    /// 256 bytes.
    Transitions,
    /// Words with a special meaning.
    Words,
    /// Cycles repeated many times.
    Pumped,
    /// Short sequences of delimiters.
    Tokens,
    /// The Wp-method on the strict grammar, which counts to 63, with a byte of each class.
    WpMethod,
}

impl Section {
    /// All, with their names.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Transitions, "W-method, 256 bytes"),
        (Self::Words, "magic words"),
        (Self::Pumped, "pumped cycles"),
        (Self::Tokens, "token sequences"),
        (Self::WpMethod, "Wp-method, counting"),
    ];
}

/// How much of the suite to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// All of it.
    Full,
    /// A part for test runs: one byte of each class, and labels without their limit of 63.
    Quick,
}

/// Passes the suite of a scheme on to `visit`, each string with its section.
pub fn run(oracle: &Oracle, effort: Effort, visit: &mut dyn FnMut(Section, &[u8])) {
    use Section::{Pumped, Tokens, Transitions, Words, WpMethod};
    let full = effort == Effort::Full;
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let mut sink = Sink::new(visit);
    words::samples(sink.at(Words));
    if oracle.is_union() {
        // Each scheme has its suite; this one tests the border between them.
        let bytes = if full { &all[..] } else { b"a1/:%@" };
        wp_method(&oracle.bnf, bytes, sink.at(Transitions));
        oracle.names.iter().for_each(|name| tokens(name, 2, sink.at(Tokens)));
        return;
    }
    let classes = oracle.bnf.class_bytes();
    w_method(&oracle.bnf, if full { &all } else { &classes }, sink.at(Transitions));
    words::words(oracle, effort, sink.at(Words));
    pumped(&oracle.bnf, sink.at(Pumped));
    for name in &oracle.names {
        tokens(name, if full { 4 } else { 2 }, sink.at(Tokens));
    }
    let graphic: Vec<u8> = (b' '..=b'~').collect();
    wp_method(&oracle.uncounted, if full { &all } else { &graphic }, sink.at(Transitions));
    if full {
        wp_method(&oracle.strict, &oracle.strict.class_bytes(), sink.at(WpMethod));
    }
}

/// Passes strings on, except those seen before.
pub struct Sink<'v> {
    visit: &'v mut dyn FnMut(Section, &[u8]),
    section: Section,
    buffer: Vec<u8>,
    seen: HashSet<u64, BuildHasherDefault<Hashed>>,
}

/// A hasher for values that are hashes already.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl core::fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Sink").field("strings", &self.seen.len()).finish_non_exhaustive()
    }
}

impl<'v> Sink<'v> {
    /// Passes strings on to `visit`.
    pub fn new(visit: &'v mut dyn FnMut(Section, &[u8])) -> Self {
        Self { visit, section: Section::Transitions, buffer: Vec::new(), seen: HashSet::default() }
    }

    /// Returns the sink itself, for strings of that section.
    pub const fn at(&mut self, section: Section) -> &mut Self {
        self.section = section;
        self
    }

    /// Passes the pieces on as one string, unless it was seen before.
    ///
    /// Strings seen before are recognised by a hash of 64 bits. Two strings that share one by chance cost one
    /// of millions; the counts are of those passed on.
    pub fn add(&mut self, pieces: &[&[u8]]) {
        self.buffer.clear();
        pieces.iter().for_each(|piece| self.buffer.extend_from_slice(piece));
        if self.seen.insert(hash(&self.buffer)) {
            (self.visit)(self.section, &self.buffer);
        }
    }
}

/// Returns a hash of 64 bits: each eight bytes are multiplied in, both halves of the product kept.
fn hash(text: &[u8]) -> u64 {
    const FACTOR: u128 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * FACTOR;
        let [low, high] = [product, product >> 64].map(|half| half & u128::from(u64::MAX));
        u64::try_from(low ^ high).unwrap_or_default()
    };
    let words = text.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(mix(0, text.len() as u64 + 1), mix)
}

/// The number of repetitions of a cycle.
const TIMES: &[usize] = &[2, 3, 8, 63, 64, 65, 127, 128, 255, 256, 1000];

/// Adds every shortest cycle from every state by every class of bytes, pumped, with a shortest
/// end after it, and with a wrong byte after it.
fn pumped(dfa: &Dfa, sink: &mut Sink<'_>) {
    let access = dfa.access();
    let completions = dfa.completions();
    for (state, (access, end)) in access.iter().zip(&completions).enumerate() {
        let (Some(access), Some(end)) = (access, end) else { continue };
        let state = number(state);
        for byte in dfa.class_bytes() {
            let Some(cycle) = cycle(dfa, state, byte) else { continue };
            for times in TIMES {
                let pumped = cycle.repeat(*times);
                sink.add(&[access, &pumped, end]);
                sink.add(&[access, &pumped, b"\x7F", end]);
                sink.add(&[access, &pumped, &cycle[..cycle.len() - 1], end]);
            }
        }
    }
}

/// Returns a shortest text from `state` back to it that begins with `byte`.
fn cycle(dfa: &Dfa, state: StateId, byte: u8) -> Option<Vec<u8>> {
    let first = dfa.next(state, byte);
    let mut texts = HashMap::from([(first, vec![byte])]);
    let mut open = VecDeque::from([first]);
    while let Some(at) = open.pop_front() {
        if at == state {
            return texts.remove(&at);
        }
        if at == DEAD {
            continue;
        }
        for byte in dfa.class_bytes() {
            let next = dfa.next(at, byte);
            if !texts.contains_key(&next) {
                let text = [texts[&at].as_slice(), &[byte]].concat();
                texts.insert(next, text);
                open.push_back(next);
            }
        }
    }
    None
}

/// One token of each kind that some scheme distinguishes.
const TOKENS: &[&str] =
    &["a", "1", ".", "-", "%09", "%2f", "/", ":", "@", "?", ";", "=", "&", "*", ";type=a", "~"];

/// The tokens of a login, with the five delimiters of section 3.1.
const LOGIN_TOKENS: &[&str] = &["a", "1", ".", ":", "@", "/", "%41", ";", "~"];

/// Adds, after `name:` and after `name://a/`, every sequence of up to `most` tokens, and
/// after `name://` every sequence of up to `most + 2` tokens of a login.
fn tokens(name: &str, most: usize, sink: &mut Sink<'_>) {
    for begin in [":", "://a/"] {
        sequences(format!("{name}{begin}").as_bytes(), TOKENS, most, sink);
    }
    sequences(format!("{name}://").as_bytes(), LOGIN_TOKENS, most + 2, sink);
}

fn sequences(begin: &[u8], tokens: &[&str], most: usize, sink: &mut Sink<'_>) {
    sink.add(&[begin]);
    if most > 0 {
        for token in tokens {
            sequences(&[begin, token.as_bytes()].concat(), tokens, most - 1, sink);
        }
    }
}
