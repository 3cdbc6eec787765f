//! Every requirement is named by a test.

use std::path::Path;

use rstest::rstest;
use url1738_conformance::requirements::{covered, ids, named_in};

#[test]
fn every_requirement_is_named_by_a_test() {
    let tests = covered(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
    let untested: Vec<&str> = ids().filter(|id| tests[id].is_empty()).collect();
    assert_eq!(untested, [""; 0], "no test names these");
    assert_eq!(ids().count(), 60);
}

#[rstest]
#[case::name("#[test]\nfn f_04_typecode() {", &["F-04"])]
#[case::two("#[test]\nfn g_04_g_05_unsafe() {", &["G-04", "G-05"])]
#[case::only_at_the_beginning("#[test]\nfn unsafe_g_04() {", &[])]
#[case::no_id("#[test]\nfn a_044_b() {", &[])]
#[case::attributes_between("#[rstest]\n#[case::a(1)]\n#[case::b(\n2,\n)]\nfn f_04_typecode(#[case] n: u8) {", &["F-04"])]
#[case::name_of_a_case("#[rstest]\n#[case::f_05_empty(1)]\nfn plans(#[case] n: u8) {", &["F-05"])]
#[case::comment("// req: F-04, G-06\n#[test]\nfn typecode() {", &["F-04", "G-06"])]
#[case::comment_elsewhere("// req: F-04\nlet a = 1;\n#[test]\nfn typecode() {", &[])]
#[case::proptest("proptest! {\n    #[test]\n    fn g_08_escapes(text in \"a\") {", &["G-08"])]
fn a_test_names_requirements(#[case] source: &str, #[case] expected: &[&str]) {
    let tests = named_in(source);
    assert_eq!(tests.len(), 1);
    assert_eq!(tests[0].1, expected);
}

#[test]
fn only_tests_name_requirements() {
    assert_eq!(named_in("/// Says `f_04_x`.\nfn f_04_typecode() {\n}\n"), []);
}
