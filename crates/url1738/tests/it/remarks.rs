//! All lints of a URL with their places: those that a rule of one lint alone would not show.

use url1738::Url;

/// A URL, and its lints: the code and the text that each marks.
const REMARKS: &[(&str, &[&str])] = &[
    ("ftp://h/a/b", &[]),
    ("ftp://h", &[]),
    ("ftp://h/", &[]),
    ("ftp://h/a/", &[]),
    ("ftp://h//", &["empty-segment="]),
    ("ftp://h///a", &["empty-segment=", "empty-segment="]),
    ("ftp://h/./..", &["dot-segment=.", "dot-segment=.."]),
    ("ftp://h/.a/..b/...", &[]),
    ("ftp://h/%2E%2e/a%2F.", &["needless-escape=%2E", "dot-segment=%2E%2e", "dot-segment=a%2F."]),
    ("ftp://h/%2f/x", &[]),
    ("ftp://h/a%2F%2e%2E%2Fb", &["dot-segment=a%2F%2e%2E%2Fb", "needless-escape=%2e"]),
    ("ftp://h/a-b", &[]),
    ("ftp://h/a/-b/--", &["option-like=-b", "option-like=--"]),
    ("ftp://h/%2da", &["needless-escape=%2d", "option-like=%2da"]),
    ("ftp://h/a?b?c", &["question-mark-in-fsegment=?"]),
    ("http://h/a?b-c/", &["!"]),
    ("http://h/a?-b", &["option-like=-b"]),
    ("http://h/a?%2D", &["needless-escape=%2D", "option-like=%2D"]),
    ("http://h/%00%1f", &["escaped-control=%00"]),
    ("http://h/%20%7e%80", &[]),
    ("http://h/%7f", &["escaped-control=%7f"]),
    ("http://h/%2525%25", &["double-escape=%25"]),
    ("http://h/%25zz%25", &[]),
    ("http://h/%c0%80", &["overlong-utf-8=%c0%80"]),
    ("http://h/%C1%bfx", &["overlong-utf-8=%C1%bfx"]),
    ("http://h/%C1%C0", &[]),
    ("http://h/%C0%7F", &["escaped-control=%7F"]),
    ("http://h/%C2%80", &[]),
    ("http://h/%C0", &[]),
    ("http://h/%C0%AE/%C0%AE", &["overlong-utf-8=%C0%AE", "overlong-utf-8=%C0%AE"]),
    ("http://h/%41%42", &["needless-escape=%41"]),
    ("http://h/a/%41", &["needless-escape=%41"]),
    ("http://h/%2F%3b%3D?%3A", &["needless-escape=%3D", "needless-escape=%3A"]),
    ("gopher://h/0-a", &["option-like=-a"]),
    ("gopher://h/-a", &["option-like=-"]),
    ("gopher://h/7?", &["gopher-question-search=?"]),
    ("gopher://h/7a??b", &["gopher-question-search=?"]),
    ("gopher://h/7a?b%20?", &["gopher-question-search=?"]),
    ("gopher://h/7a?b%09c", &[]),
    ("gopher://h/0a%00b%00", &["escaped-control=%00", "gopher-nul=%00"]),
    ("mailto:a%25b@h", &["percent-hack=a%25b"]),
    ("mailto:a%25b%25@h", &["percent-hack=a%25b%25"]),
    ("mailto:a%20%25b@h", &["!"]),
    ("mailto:%22a%20b%22@h", &[]),
    ("mailto:-a@h", &["option-like=-a@h"]),
    ("mailto:a@h%25", &["!"]),
    ("news:a.b", &[]),
    ("news:.a", &["!"]),
    ("news:a..b.", &["empty-component=", "empty-component="]),
    ("news:-a@h", &["option-like=-a@h"]),
    ("nntp://h/a/2147483647", &[]),
    ("nntp://h/a/2147483648", &["large-article-number=2147483648"]),
    (
        "nntp://h/a./99999999999999999999",
        &["empty-component=", "large-article-number=99999999999999999999"],
    ),
    ("telnet://-a@h", &["option-like=-a"]),
    ("wais://h/", &["empty-wais-name="]),
    ("wais://h/?a", &["empty-wais-name="]),
    ("wais://h///", &["empty-wais-name=", "empty-wais-name=", "empty-wais-name="]),
    ("file:///c:/-a", &["local-file=", "option-like=-a"]),
    ("prospero://h/a;=b;c=", &["empty-field-name="]),
    ("ftp://@h", &["empty-user="]),
    ("ftp://:@h", &["empty-user=", "password-in-url="]),
    ("postgres://u:pw@db_host:5432/a", &["password-in-url=pw", "not-an-authority=_"]),
    ("mysql://u:pw@tcp(h:1)/a", &["password-in-url=pw", "not-an-authority=("]),
    ("jdbc:mysql://u:pw@h/a", &["password-in-url=pw"]),
    ("mongodb://u:pw@h1:1,h2:2/a", &["password-in-url=pw", "not-an-authority=,"]),
    ("ftp://a?b?c:d?@h", &["question-mark-in-user=?", "password-in-url=d?"]),
    ("ftp://www.a.b@h", &["host-like-user=www.a.b"]),
    ("ftp://WWW.a.b@h", &["host-like-user=WWW.a.b"]),
    ("ftp://www.a_b@h", &[]),
    ("ftp://www@h", &[]),
    ("ftp://a.b%3A80@h", &["host-like-user=a.b%3A80"]),
    ("ftp://ab%2F@h", &[]),
    ("ftp://a.b%23@h", &["host-like-user=a.b%23"]),
    (
        "ftp://-u:%2Dp@h",
        &["option-like=-u", "needless-escape=%2D", "password-in-url=%2Dp", "option-like=%2Dp"],
    ),
    ("ftp://%75:%00@h", &["needless-escape=%75", "password-in-url=%00", "escaped-control=%00"]),
    ("ftp://localhost", &["local-host=localhost"]),
    ("ftp://localhost.", &["!"]),
    ("ftp://127.0.0.1", &["local-host=127.0.0.1", "special-address=127.0.0.1"]),
    ("ftp://127.a.b", &[]),
    ("ftp://0.0.0.0", &["local-host=0.0.0.0", "special-address=0.0.0.0"]),
    ("ftp://00.0.0.0", &["octal-ambiguity=00", "special-address=00.0.0.0"]),
    ("ftp://1.02.3.004", &["octal-ambiguity=02", "octal-ambiguity=004"]),
    ("ftp://1.2.3.a", &["address-lookalike=1.2.3.a"]),
    ("ftp://1.2.3.4.a", &[]),
    ("ftp://1.2.a", &[]),
    ("ftp://a.2.3.b", &[]),
    ("ftp://1.2b.3.a", &[]),
    ("ftp://1.2.4294967296.a", &[]),
    ("ftp://h:21", &[]),
    ("ftp://h:021", &["port-leading-zero=021"]),
    ("ftp://h:00", &["port-zero=00", "port-leading-zero=00"]),
    ("ftp://h:22", &["reserved-port=22"]),
    ("ftp://h:2121", &["non-default-port=2121"]),
    ("Ftp://h", &["upper-case-scheme=Ftp"]),
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
