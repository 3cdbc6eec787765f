//! The lists of real URLs, and texts near to them.

use proptest::{collection::vec, prelude::*};
use url1738::Url;

/// The lists, by what they hold.
pub(crate) const LISTS: [(&str, &str); 9] = [
    ("file", include_str!("../../../../../tests/data/urls/file.txt")),
    ("ftp", include_str!("../../../../../tests/data/urls/ftp.txt")),
    ("gopher", include_str!("../../../../../tests/data/urls/gopher.txt")),
    ("gopher-from-menus", include_str!("../../../../../tests/data/urls/gopher-from-menus.txt")),
    ("http", include_str!("../../../../../tests/data/urls/http.txt")),
    ("nntp", include_str!("../../../../../tests/data/urls/nntp.txt")),
    ("prospero", include_str!("../../../../../tests/data/urls/prospero.txt")),
    ("telnet", include_str!("../../../../../tests/data/urls/telnet.txt")),
    ("wais", include_str!("../../../../../tests/data/urls/wais.txt")),
];

/// The lines of all lists.
pub(crate) fn lines() -> impl Iterator<Item = &'static str> {
    LISTS.into_iter().flat_map(|(_, list)| list.lines()).filter(|line| !line.is_empty())
}

#[test]
fn the_laws_hold_for_all_real_urls() {
    let valid = lines().filter(|line| Url::parse(line).is_ok()).inspect(|line| {
        super::assert_laws(line);
    });
    assert!(valid.count() > 5_000);
}

#[test]
fn the_laws_of_repair_hold_for_all_real_texts() {
    lines().for_each(|line| crate::held::repair::assert_repair(line.as_bytes()));
}

/// Characters that do not belong in URLs.
const NOISE: [&[u8]; 24] = [
    b"%",
    b"%2",
    b"~",
    b" ",
    b"#",
    b"@",
    b":",
    b"/",
    b"//",
    b"\\",
    b"?",
    b";",
    b"=",
    b"URL:",
    b"<",
    b">",
    b"\"",
    b"'",
    b"\t",
    b"\r\n",
    b"\xE9",
    b"\xC3\xA9",
    b"[::1]",
    b";TYPE=a",
];

/// A line of the lists with some of its bytes replaced.
pub(crate) fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let all: Vec<&str> = lines().collect();
    let edit = (
        any::<prop::sample::Index>(),
        0..3_usize,
        prop_oneof![
            4 => prop::sample::select(NOISE.to_vec()).prop_map(<[u8]>::to_vec),
            1 => vec(any::<u8>(), 0..3),
        ],
    );
    (prop::sample::select(all), vec(edit, 1..4)).prop_map(|(line, edits)| {
        let mut text = line.as_bytes().to_vec();
        for (at, gone, noise) in edits {
            let start = at.index(text.len() + 1);
            let end = (start + gone).min(text.len());
            text.splice(start..end, noise);
        }
        text
    })
}

#[test]
fn the_laws_hold_near_real_urls() {
    super::for_all(&mutated(), |text| {
        if let Ok(url) = Url::parse_bytes(&text) {
            assert_eq!(url.as_str().as_bytes(), text);
            super::assert_laws(url.as_str());
        }
        crate::held::repair::assert_repair(&text);
    });
}
