//! All lints of a URL without a type, with their places. Those of the schemes are in their crates.

use url1738::Url;

/// A URL, and its lints: the code and the text that each marks.
const REMARKS: &[(&str, &[&str])] = &[
    ("postgres://u:pw@db_host:5432/a", &["password-in-url=pw", "not-an-authority=_"]),
    ("mysql://u:pw@tcp(h:1)/a", &["password-in-url=pw", "not-an-authority=("]),
    ("jdbc:mysql://u:pw@h/a", &["password-in-url=pw"]),
    ("mongodb://u:pw@h1:1,h2:2/a", &["password-in-url=pw", "not-an-authority=,"]),
    ("URL:a", &["upper-case-scheme=URL", "wrapper-prefix=URL"]),
    ("url:a", &["wrapper-prefix=url"]),
    ("9:a", &["scheme-first-char=9"]),
    ("x-a:-b", &["option-like=-b"]),
    ("x-a:b?c", &[]),
    ("x-a://h/-b?", &["option-like=-b"]),
];

/// The lints as the table writes them; `!` where the text is not a URL.
fn remarks(text: &str) -> Vec<String> {
    let Ok(url) = Url::parse(text) else { return vec!["!".into()] };
    let lints = url.lints();
    assert_eq!(lints.is_empty(), lints.iter().next().is_none());
    assert_eq!(lints.iter().count(), lints.len());
    lints.iter().map(|lint| format!("{}={}", lint.code(), lint.span.slice(text))).collect()
}

#[test]
fn all_that_is_remarked() {
    let wrong: Vec<_> = REMARKS
        .iter()
        .map(|(text, expected)| (text, remarks(text), expected))
        .filter(|(_, report, expected)| report != *expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
