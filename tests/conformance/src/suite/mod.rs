//! The strings on which the parsers are compared with the grammar.

mod pumped;
mod sink;
mod tokens;
mod vocabulary;
mod w_method;
mod words;

pub use self::{
    sink::Sink,
    w_method::{characterizing_set, w_method, wp_method},
};
use crate::oracle::Oracle;

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
        oracle.names.iter().for_each(|name| tokens::tokens(name, 2, sink.at(Tokens)));
        return;
    }
    let classes = oracle.bnf.class_bytes();
    w_method(&oracle.bnf, if full { &all } else { &classes }, sink.at(Transitions));
    words::words(oracle, effort, sink.at(Words));
    pumped::pumped(&oracle.bnf, sink.at(Pumped));
    for name in &oracle.names {
        tokens::tokens(name, if full { 4 } else { 2 }, sink.at(Tokens));
    }
    let graphic: Vec<u8> = (b' '..=b'~').collect();
    wp_method(&oracle.uncounted, if full { &all } else { &graphic }, sink.at(Transitions));
    if full {
        wp_method(&oracle.strict, &oracle.strict.class_bytes(), sink.at(WpMethod));
    }
}
