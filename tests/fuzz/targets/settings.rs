#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| url1738_fuzz::settings(bytes));
