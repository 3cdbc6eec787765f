//! `join` on the examples of RFC 1808, section 5.

use crate::run::run;

/// The base as the RFC writes it, with its fragment.
const BASE: &str = "http://a/b/c/d;p?q#f";

/// The references of the RFC with their results, and whether RFC 1738 allows the result.
fn examples() -> impl Iterator<Item = (&'static str, &'static str, bool)> {
    let rows = include_str!("../../../url1738-relative/tests/data/rfc1808.tsv").lines();
    rows.filter(|line| !line.starts_with("# ")).map(|line| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap();
        (cell(), cell(), cell() == "ok")
    })
}

/// All 39, as arguments and as lines. Three of the results break RFC 1738, which is reported besides.
#[test]
fn all_examples_of_rfc_1808() {
    let expected: Vec<&str> = examples().map(|(_, result, _)| result).collect();
    assert_eq!(expected.len(), 39);
    let references: Vec<&str> = examples().map(|(reference, ..)| reference).collect();
    let arguments = [&["join", BASE][..], &references].concat();
    for output in [run(&arguments, b""), run(&["join", BASE], references.join("\n").as_bytes())] {
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(stdout.lines().collect::<Vec<_>>(), expected);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr.matches("error[").count(), 3, "{stderr}");
        assert_eq!(output.status.code(), Some(1));
    }
}

/// The records have the results, too, and say which of them RFC 1738 does not allow.
#[test]
fn records_of_the_examples() {
    let references: Vec<&str> = examples().map(|(reference, ..)| reference).collect();
    let arguments = [&["join", "--json", BASE][..], &references].concat();
    let output = String::from_utf8(run(&arguments, b"").stdout).unwrap();
    let records: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 39);
    for ((reference, result, is_valid), record) in examples().zip(records) {
        let url = record["url"].as_str().unwrap();
        let fragment = record["fragment"].as_str().map(|fragment| format!("#{fragment}"));
        assert_eq!(format!("{url}{}", fragment.unwrap_or_default()), result, "{reference}");
        assert_eq!((&record["ok"], record["error"].is_null()), (&is_valid.into(), is_valid));
    }
}

/// Only the empty reference inherits the fragment of the base, and RFC 3986 does not let it. `relativize` has no use for
/// it either.
#[test]
fn the_fragment_of_a_base_is_set_aside() {
    let stdout = |arguments: &[&str]| String::from_utf8(run(arguments, b"").stdout).unwrap();
    assert_eq!(
        stdout(&["join", BASE, "g", "", "#s"]),
        "http://a/b/c/g\nhttp://a/b/c/d;p?q#f\nhttp://a/b/c/d;p?q#s\n"
    );
    assert_eq!(stdout(&["join", "--rfc3986", BASE, ""]), "http://a/b/c/d;p?q\n");
    assert_eq!(stdout(&["join", "foo:a/b#f", "c/d"]), "foo:a/c/d\n");
    assert_eq!(stdout(&["relativize", BASE, "http://a/b/e"]), "../e\n");
    // A secret in it is masked like one of a reference.
    let base = "http://h/a#access_token=s3cret";
    assert_eq!(
        stdout(&["join", base, ""]),
        stdout(&["join", "http://h/a", "#access_token=s3cret"])
    );
}

/// A result that only the general syntax allows is withheld if it has a password.
#[test]
fn a_password_in_an_invalid_result() {
    let arguments = ["join", "http://h/a", "//joe:s3cret@h/b?c/d"];
    let output = run(&arguments, b"");
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]));
    let output = run(&[&arguments[..], &["--passwords", "mask"]].concat(), b"");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "http://joe:***@h/b?c/d\n");
}

/// A line that is not UTF-8 is in the record byte for byte, as in those of other commands.
#[test]
fn the_record_of_a_line_that_is_not_utf8_has_its_bytes() {
    let output = run(&["join", "--json", "http://h.dom/"], b"a\xFF\n").stdout;
    let record: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!((&record["input"], &record["input_base64"]), (&"a\\xFF".into(), &"Yf8=".into()));
}
