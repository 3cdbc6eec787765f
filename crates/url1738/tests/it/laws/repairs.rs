//! The laws of repair, for texts of any kind.

use proptest::{collection::vec, prelude::*};
use url1738::{Change, Repaired, Url};

/// A repair gives a URL that needs none, tells every change in order, and the changes are all it did; an
/// error stands within the text.
pub(crate) fn assert_repair(text: &[u8]) {
    let shown = String::from_utf8_lossy(text);
    let inside = |start: u32, end: u32| start <= end && end as usize <= text.len();
    match Url::repair_bytes(text) {
        Ok(Repaired { url, changes, .. }) => {
            assert_eq!(Url::parse(url.as_str()), Ok(url.borrow()), "{shown}");
            let again = Url::repair(url.as_str()).unwrap_or_else(|error| panic!("{url}: {error}"));
            assert!(again.changes.is_empty() && again.url == url, "{shown}: {again:?}");
            assert!(changes.iter().all(|change| inside(change.span.start, change.span.end)));
            assert_eq!(applied(text, &changes), url.as_str().as_bytes(), "{shown}: {changes:?}");
        }
        Err(error) => {
            let span = error.span();
            assert!(inside(span.start, span.end), "{shown}: {error:?}");
        }
    }
}

/// The text with the changes made, which do not overlap and stand in order.
pub(crate) fn applied(text: &[u8], changes: &[Change]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    for change in changes {
        let range = change.span.range();
        assert!(at <= range.start, "changes out of order: {changes:?}");
        out.extend(&text[at..range.start]);
        out.extend(change.text.as_bytes());
        at = range.end;
    }
    out.extend(&text[at..]);
    out
}

/// Texts that once broke the law, kept for ever.
#[test]
fn repair_of_what_was_found() {
    for text in ["URL:a\n:", "URL:a\nb:", "URL:\n:", "URL: a\r\n:x"] {
        assert_repair(text.as_bytes());
    }
}

#[test]
fn repair_of_any_bytes() {
    super::for_all(&vec(any::<u8>(), 0..40), |text| assert_repair(&text));
}

/// Scheme names, delimiters and noise in any order.
#[test]
fn repair_of_any_tokens() {
    const TOKENS: [&str; 44] = [
        "ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero",
        "x-a", "URL", "url", ":", "/", "//", "\\", "@", "?", ";", "=", "#", "%", "%2F", "%09",
        "%0D%0A", "~", " ", "\t", "\n", "<", ">", "\"", "'", "a", "h.dom", "1.2.3.4", "80", "*",
        "é", "[", "]", ";type=", ";TYPE=A",
    ];
    let token = prop_oneof![
        8 => prop::sample::select(TOKENS.to_vec()).prop_map(|token| token.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..2),
    ];
    let scheme = prop::sample::select(TOKENS[..12].to_vec());
    let text = (scheme, any::<bool>(), vec(token, 0..14));
    let text = text.prop_map(|(scheme, slashes, tokens)| {
        let start = if slashes { "://" } else { ":" };
        [scheme.as_bytes(), start.as_bytes(), &tokens.concat()].concat()
    });
    super::for_all(&text, |text| {
        if let Ok(url) = Url::parse_bytes(&text) {
            super::assert_laws(url.as_str());
        }
        assert_repair(&text);
    });
}
