//! No password in what `Debug` shows.

use rstest::rstest;
use url1738_context::{Finder, find_iter};

/// In every text, `secret` is the password, or a piece of it.
#[rstest]
#[case::bare("ftp://joe:secret@h.dom/")]
#[case::wrapped("<URL:ftp://joe:secret@h.dom/>")]
#[case::broken("<URL:ftp://joe:secret@h.dom/a-\n  b>")]
#[case::with_a_blank("<URL:ftp://joe:secret@h.dom/a b>")]
#[case::divided("<URL:ftp://joe:secret 2@h.dom/a>")]
#[case::divided_before_a_hash("<URL:ftp://joe:secret 2#3@h.dom/a>")]
#[case::divided_by_a_line("<URL:ftp://joe:secret-\n2@h.dom/a b>")]
#[case::in_a_query("http://h.dom/?u=ftp://joe:secret@h.dom/")]
#[case::in_a_fragment("http://h.dom/#ftp://joe:secret@h.dom/")]
#[case::with_a_hash("ftp://joe:sec#secret@h.dom/")]
#[case::with_a_letter("ftp://joe:secret\u{4f60}@h.dom/")]
#[case::before_a_letter("ftp://joe:secret@h.dom\u{4f60}")]
#[case::retyped("ftp://joe:secret@h.dom/\u{203e}joe/")]
#[case::with_a_reference("ftp://joe:secret@h.dom/a&#38;b")]
#[case::octets("ftp://joe:secret@h.dom/\u{fffd}")]
fn debug_masks(#[case] text: &str) {
    let found: Vec<_> = find_iter(text.as_bytes()).collect();
    assert!(!found.is_empty());
    for shown in [format!("{found:?}"), format!("{found:#?}")] {
        assert!(shown.contains("***") && !shown.contains("secret"), "{shown}");
    }
    for found in found {
        for other in found.alternatives() {
            let shown = format!("{other:?}");
            assert!(!shown.contains("secret"), "{shown}");
        }
    }
}

/// Neither the letters nor their numbers.
#[test]
fn searches_show_no_text() {
    let text = b"<URL:ftp://joe:secret@h.dom/> and ftp://joe:secret";
    let numbers = format!("{:?}", b"secret");
    let numbers = numbers.trim_matches(['[', ']']);
    let hides =
        |shown: &str| assert!(!shown.contains("secret") && !shown.contains(numbers), "{shown}");
    let mut finds = find_iter(text);
    hides(&format!("{finds:?}"));
    let _ = finds.next();
    hides(&format!("{finds:?}"));
    let mut finder = Finder::new();
    drop(finder.push(text));
    hides(&format!("{finder:?}"));
    let _ = finder.push(text).next();
    hides(&format!("{finder:?}"));
}
