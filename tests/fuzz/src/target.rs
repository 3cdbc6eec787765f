//! Each fuzz target: the law that has its name.

#![no_main]

use std::sync::LazyLock;

static LAW: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = env!("CARGO_BIN_NAME");
    if name == "against_grammar" {
        url1738_fuzz::build_automata();
    }
    url1738_fuzz::target(name)
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| LAW(bytes));
