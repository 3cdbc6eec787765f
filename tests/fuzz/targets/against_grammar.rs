#![no_main]

libfuzzer_sys::fuzz_target!(
    init: url1738_fuzz::build_automata(),
    |bytes: &[u8]| url1738_fuzz::against_grammar(bytes)
);
