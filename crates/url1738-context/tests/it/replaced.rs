//! Texts whose URLs are replaced.

use std::borrow::Cow;

use proptest::prelude::*;
use url1738_context::{find_iter, replace_all};

#[test]
fn each_form_keeps_what_surrounds_it() {
    let text = "<URL:ftp://a/> <ftp://b/> 'ftp://c/' URL:ftp://d/ \u{e4} ftp://e/#f.";
    let mut number = 0;
    let replaced = replace_all(text, |_| {
        number += 1;
        number.to_string()
    });
    assert_eq!(replaced, "<URL:1> <2> '3' URL:4 \u{e4} 5.");
}

#[test]
fn what_is_broken_becomes_one_piece() {
    let text = "> see <URL:http://ds.internic.\n>   net/a.html#W>.\n";
    let joined = replace_all(text, |found| match &found.fragment {
        Some(fragment) => format!("{}#{fragment}", found.url),
        None => found.url.to_string(),
    });
    assert_eq!(joined, "> see <URL:http://ds.internic.net/a.html#W>.\n");
}

#[test]
fn nothing_is_copied_without_a_change() {
    for text in ["", "no URL", "one ftp://h/ and http://h/a."] {
        let same = replace_all(text, |found| &text[found.span.clone()]);
        assert!(matches!(same, Cow::Borrowed(it) if it == text));
    }
    let one = replace_all("ftp://a/ ftp://b/ ftp://c/", |found| {
        if found.url == "ftp://b/" { Cow::Borrowed("") } else { found.url.clone() }
    });
    assert_eq!(one, "ftp://a/  ftp://c/");
}

/// A URL that is cut for its length may end within a character.
#[test]
fn a_cut_character_is_replaced_as_a_whole() {
    for more in 0..4 {
        let text = format!("http://{}{}", "a".repeat(more), "\u{4f60}".repeat(40_000));
        let mut cut = false;
        let replaced = replace_all(&text, |found| {
            cut |= found.is_truncated();
            "X"
        });
        assert!(cut && replaced.starts_with('X'), "{more}");
        assert!(replaced.chars().skip(1).all(|it| it == '\u{4f60}' || it == 'X'), "{more}");
    }
}

proptest! {
    /// The text between the URLs stays, and each URL is replaced once, in order.
    #[test]
    fn the_rest_stays(text in "(ftp://h/|<URL:|>|news:a\\.b| |\n|\u{e4}|#|x|'|http://h\\.dom/~){0,30}") {
        let mut expected = String::new();
        let mut from = 0;
        for found in find_iter(text.as_bytes()) {
            expected.push_str(&text[from..found.span.start]);
            expected.push('@');
            from = found.span.end;
        }
        expected.push_str(&text[from..]);
        prop_assert_eq!(replace_all(&text, |_| "@"), expected);
    }
}
