//! The strings on which parsers are held against the grammar.

mod pumped;
mod sink;
mod tokens;
mod w_method;
mod words;

pub use self::{
    sink::Sink,
    w_method::{characterizing_set, w_method, wp_method},
};
use crate::oracle::Oracle;

/// How much of the suite to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// All of it.
    Full,
    /// What a test run has time for: one byte of each class, no counting to 63 state by state.
    Quick,
}

/// Passes the suite of a scheme on to `visit`; returns its sections with their numbers of strings.
pub fn run(
    oracle: &Oracle,
    effort: Effort,
    visit: &mut dyn FnMut(&[u8]),
) -> Vec<(&'static str, u64)> {
    let mut sink = Sink::new(visit);
    let all: Vec<u8> = (0..=u8::MAX).collect();
    sink.section("W-method on the BNF");
    match effort {
        Effort::Full => w_method(&oracle.bnf, &all, &mut sink),
        Effort::Quick => w_method(&oracle.bnf, &oracle.bnf.class_bytes(), &mut sink),
    }
    sink.section("magic words");
    words::words(&oracle.grammar, oracle.entry, &oracle.bnf, &mut sink);
    sink.section("pumped cycles");
    pumped::pumped(&oracle.bnf, &mut sink);
    sink.section("token sequences");
    for name in &oracle.names {
        tokens::tokens(name, if effort == Effort::Full { 4 } else { 2 }, &mut sink);
    }
    if effort == Effort::Full {
        sink.section("Wp-method on the strict grammar");
        wp_method(&oracle.strict, &oracle.strict.class_bytes(), &mut sink);
    }
    sink.into_sections()
}
