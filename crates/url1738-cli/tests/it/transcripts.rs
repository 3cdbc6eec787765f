//! Every command and its output, as a person sees them; those of the README too.
//!
//! `TRYCMD=overwrite cargo test -p url1738-cli` writes them anew.

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.trycmd").case("README.md");
}
