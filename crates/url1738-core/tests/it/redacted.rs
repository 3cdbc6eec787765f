//! What is shown of texts with passwords, and of octets that are no characters.

use url1738_core::{Redacted, Span};

/// A text, and how it is shown.
const SHOWN: &[(&str, &str)] = &[
    ("ftp://joe:s3cret@h/x", "ftp://joe:***@h/x"),
    ("ftp://joe@h/x", "ftp://joe@h/x"),
    ("ftp://joe:@h/x", "ftp://joe:@h/x"),
    ("ftp://:s3cret@h/x", "ftp://:***@h/x"),
    ("ftp:/joe:s3cret@h/x", "ftp:/joe:***@h/x"),
    ("ftp:joe:s3cret@h/x", "ftp:joe:***@h/x"),
    (r"ftp:\\joe:s3cret@h\x", r"ftp:\\joe:***@h\x"),
    ("ftp://joe:a/b@h/x", "ftp://joe:***@h/x"),
    ("ftp://joe:a@b/c@h/x", "ftp://joe:***@h/x"),
    ("ftp://h/x ftp://joe:a@h/y", "ftp://h/x ftp://joe:***@h/y"),
    ("ftp://joe:a@h/x ftp://ann:b@h/y", "ftp://joe:***@h/y"),
    // What is a port or an address is no password.
    ("http://h:80/~joe@x", "http://h:80/~joe@x"),
    // By the BNF of a login this is the password `80?joe`.
    ("http://h:80?joe@x", "http://h:***@x"),
    ("mailto:joe@h", "mailto:joe@h"),
    ("news:a@h", "news:a@h"),
    // Without a slash it may be any scheme's URL.
    ("joe:s3cret@h", "joe:s3cret@h"),
    // Octets that command a terminal.
    ("a\u{1b}]0;b\u{7}\u{e9}", r"a\x1B]0;b\x07\xC3\xA9"),
    ("a\tb\r\nc", r"a\x09b\x0D\x0Ac"),
];

// req: S-03
#[test]
fn passwords_and_control_octets() {
    for (text, shown) in SHOWN {
        assert_eq!(Redacted::new(text.as_bytes()).to_string(), *shown);
    }
}

/// What followed a `#`, and how it is shown: the login may have begun before it.
const FRAGMENTS: &[(&str, &str)] = &[
    ("joe:s3cret@h", "joe:***@h"),
    ("joe:s3cret/x@h", "joe:***@h"),
    ("a/joe:s3cret/x@h", "a/joe:s3cret/x@h"),
    ("a//joe:s3cret/x@h", "a//joe:***@h"),
    ("s3cret@h", "s3cret@h"),
    ("page:12/x@h", "page:12/x@h"),
    ("section:2.1", "section:2.1"),
    ("", ""),
];

// req: S-03
#[test]
fn passwords_of_fragments() {
    for (text, shown) in FRAGMENTS {
        assert_eq!(Redacted::of_fragment(text.as_bytes()).to_string(), *shown);
    }
}

#[test]
fn octets_that_are_no_text() {
    assert_eq!(Redacted::new(b"a\xFF\x00b").to_string(), r"a\xFF\x00b");
}

/// Where a place of the text is in what is shown.
#[test]
fn columns() {
    let text = b"ftp://joe:s3cret@h/\x1bx";
    let redacted = Redacted::new(text);
    assert_eq!(redacted.to_string(), r"ftp://joe:***@h/\x1Bx");
    assert_eq!(redacted.columns(Span::new(17, 18)), (14, 1));
    assert_eq!(redacted.columns(Span::new(19, 20)), (16, 4));
    assert_eq!(redacted.columns(Span::new(20, 21)), (20, 1));
    assert_eq!(redacted.columns(Span::new(10, 16)), (10, 3));
}
