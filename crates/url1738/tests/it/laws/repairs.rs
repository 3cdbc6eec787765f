//! The laws of repair, for texts of any kind.

use proptest::{collection::vec, prelude::*};
use url1738::Url;

use crate::held::{repair::assert_repair, url::assert_laws};

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
            assert_laws(url.as_str());
        }
        assert_repair(&text);
    });
}
