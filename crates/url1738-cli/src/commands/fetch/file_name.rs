//! Names of files that are made from URLs: never a path, never a hidden file, and one name for each remote name.
//!
//! [`escaped`] is one-to-one, and percent-decoding reverses it. Two names that a file system may not distinguish, or that
//! are too long, are distinguished by a [`hashed`] name.

use data_encoding::HEXLOWER;
use percent_encoding::percent_encode_byte;
use sha1::{Digest as _, Sha1};
use unicode_normalization::is_nfc;
use url1738::{Escaped, Url};

/// The longest name, in bytes: most systems allow 255, and side files have longer names.
const LONGEST: usize = 200;

/// The name of a file for a URL that has none.
const INDEX: &str = "index";

/// The name of the file in which a menu itself is kept.
pub(super) const MENU: &str = "menu.txt";

/// The name of an empty segment. `%` is escaped in names, so no other name begins like this.
const EMPTY: &str = "%_";

/// What is between the path and the query of a name. `,` is neither a hexadecimal digit nor a letter: in `x%qpassword=hunter2`,
/// the password would not be recognized, and so not masked where the name is shown.
const QUERY: &str = "%,";

/// What is before the hash of a name that is hashed.
const HASH: &str = "%-";

/// Returns the name for the content of a URL: its last segment.
pub(super) fn of_url(url: &Url<&str>) -> String {
    segments(url).pop().map_or_else(|| INDEX.to_owned(), |name| local(&name))
}

/// Returns the names of the folders and the file for the content of a URL, of any length. A URL of ftp that ends with `/`
/// names a folder.
pub(super) fn segments(url: &Url<&str>) -> Vec<String> {
    let path = match url.path() {
        Some(path) => path.as_str(),
        None if url.login().is_some() => "",
        // The path of news has no `/` before it.
        None => url.as_str().split_once(':').map_or("", |(_, path)| path),
    };
    // The `/` at the end of a selector is a part of it.
    let path = match url {
        Url::Gopher(_) => path,
        _ => path.strip_suffix('/').unwrap_or(path),
    };
    let segments = path.split('/').filter(|_| !path.is_empty());
    // The URL is valid, so its escapes are whole.
    let names = segments.map(|segment| escaped(&Escaped::new_validated(segment).decode()));
    let mut names: Vec<String> = names.collect();
    if let (Url::Http(_), Some(query)) = (url, url.search()) {
        let name = names.pop().unwrap_or_else(|| INDEX.to_owned());
        names.push(format!("{name}{QUERY}{}", escaped(query.as_str().as_bytes())));
    }
    names
}

/// Percent-encodes what is not safe in a name: separators, control characters, characters that a system reserves or
/// writes in two forms, `%`, a dot, hyphen, tilde or space at the beginning, a dot or space at the end, and the first
/// letter of a name that is reserved.
pub(super) fn escaped(octets: &[u8]) -> String {
    // A system may write a letter with an accent as one character or as two.
    let is_composed = core::str::from_utf8(octets).is_ok_and(is_nfc);
    let mut name = String::new();
    for chunk in octets.utf8_chunks() {
        for (at, c) in chunk.valid().char_indices() {
            let is_first = name.is_empty();
            let is_last = chunk.invalid().is_empty() && at + c.len_utf8() == chunk.valid().len();
            let is_kept = match c {
                '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '%' => false,
                '.' | ' ' => !is_first && !is_last,
                '-' | '~' => !is_first,
                c if is_first && is_reserved(octets) && c.is_ascii() => false,
                '!'..='}' => true,
                c => is_composed && c.is_alphanumeric(),
            };
            match is_kept {
                true => name.push(c),
                false => name.extend(c.encode_utf8(&mut [0; 4]).bytes().map(percent_encode_byte)),
            }
        }
        name.extend(chunk.invalid().iter().copied().map(percent_encode_byte));
    }
    if name.is_empty() { EMPTY.to_owned() } else { name }
}

/// Returns whether a name is one of a device on some system, or that of a file that is written beside the content.
fn is_reserved(octets: &[u8]) -> bool {
    const DEVICES: [&str; 7] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"];
    let Ok(name) = core::str::from_utf8(octets) else { return false };
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem).trim_end().to_ascii_uppercase();
    let number = ["COM", "LPT"].iter().find_map(|device| stem.strip_prefix(device));
    let mut number = number.unwrap_or("").chars();
    let is_digit = |c| matches!(c, '0'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}');
    let is_numbered = number.next().is_some_and(is_digit) && number.next().is_none();
    DEVICES.contains(&stem.as_str()) || is_numbered || name.eq_ignore_ascii_case(MENU)
}

/// Returns an escaped name as that of a file: itself, unless it is too long.
pub(super) fn local(escaped: &str) -> String {
    if escaped.len() <= LONGEST { escaped.to_owned() } else { hashed(escaped, escaped) }
}

/// Returns the beginning of an escaped name with the hash of `text`, which stays the same in every version of the program. A
/// second name with the same hash is an error of its item.
pub(super) fn hashed(escaped: &str, text: &str) -> String {
    let hash = HEXLOWER.encode(&Sha1::digest(text));
    let most = LONGEST - HASH.len() - hash.len();
    let end = (0..=most.min(escaped.len())).rev().find(|end| escaped.is_char_boundary(*end));
    let (mut head, _) = escaped.split_at(end.unwrap_or(0));
    // An escape stays whole, so that the name can be read.
    if let Some((whole, _)) = head.rsplit_once('%').filter(|(_, cut)| cut.len() < 2) {
        head = whole;
    }
    format!("{head}{HASH}{hash}")
}

/// Returns a name without the difference of upper and lower case, which some systems ignore.
pub(super) fn folded(name: &str) -> String {
    // Letters like the long s have the same upper case as another one.
    name.to_uppercase().to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn a_name_is_never_a_path_or_hidden() {
        for (url, name) in [
            ("ftp://host.dom/pub/a%20b.txt", "a b.txt"),
            ("ftp://host.dom/pub/x;type=i", "x"),
            ("ftp://host.dom/pub/..%2F..%2Fetc%2Fpasswd", "%2E.%2F..%2Fetc%2Fpasswd"),
            ("ftp://host.dom/pub/..", "%2E%2E"),
            ("ftp://host.dom/pub/.bashrc", "%2Ebashrc"),
            ("ftp://host.dom/pub/%5Cx%3Ay", "%5Cx%3Ay"),
            ("ftp://host.dom/pub/-rf", "%2Drf"),
            ("ftp://host.dom/pub/%7Ejoe", "%7Ejoe"),
            ("ftp://host.dom/pub/end.", "end%2E"),
            ("ftp://host.dom/pub/end%20", "end%20"),
            ("ftp://host.dom/pub/caf%C3%A9", "caf\u{e9}"),
            ("ftp://host.dom/pub/cafe%CC%81", "cafe%CC%81"),
            ("ftp://host.dom/pub/caf%C3%A9%E9%1B", "caf%C3%A9%E9%1B"),
            ("ftp://host.dom/pub/nul.txt", "%6Eul.txt"),
            ("ftp://host.dom/pub/COM1", "%43OM1"),
            ("ftp://host.dom/pub/com%C2%B9.x", "%63om\u{b9}.x"),
            ("ftp://host.dom/pub/con%20.x", "%63on .x"),
            ("ftp://host.dom/pub/Menu.TXT", "%4Denu.TXT"),
            ("ftp://host.dom/pub/command", "command"),
            ("ftp://host.dom/pub/100%25", "100%25"),
            ("ftp://host.dom/pub/", "pub"),
            ("ftp://host.dom/pub//", "%_"),
            ("ftp://host.dom/", "index"),
            ("ftp://host.dom", "index"),
            ("http://host.dom/a/b?c%2Fd", "b%,c%252Fd"),
            ("http://host.dom/a/b%3Fc", "b%3Fc"),
            ("http://host.dom/?q", "index%,q"),
            ("gopher://host.dom/0/docs/about", "about"),
            ("gopher://host.dom/0about", "0about"),
            ("news:a.b@host.dom", "a.b@host.dom"),
            ("nntp://host.dom/comp.test/10", "10"),
            ("file:///etc/motd", "motd"),
        ] {
            assert_eq!(of_url(&Url::parse(url).unwrap()), name, "{url}");
        }
        let long = format!("ftp://host.dom/{}", "%C3%A9".repeat(300));
        let name = of_url(&Url::parse(&long).unwrap());
        assert_eq!((name.len(), name.chars().count()), (200, 121));
    }

    #[test]
    fn folders_are_safe_one_by_one() {
        let url = Url::parse("ftp://host.dom/../%2Fetc/.ssh/x").unwrap();
        assert_eq!(segments(&url), ["%2E%2E", "%2Fetc", "%2Essh", "x"]);
        let menu = |url| segments(&Url::parse(url).unwrap());
        assert_eq!(menu("gopher://host.dom/1/a"), ["1", "a"]);
        assert_eq!(menu("gopher://host.dom/1/a/"), ["1", "a", "%_"]);
        assert_eq!(menu("gopher://host.dom/1/a//b"), ["1", "a", "%_", "b"]);
    }

    /// Every name of up to three of these octets, and its octets from the name.
    #[test]
    fn percent_decoding_reverses_a_name() {
        let octets = b"./\\:%_-~ aAnNuUlL1%2EqQ\0\x1b\x7f\xc3\xa9\xcc\x81\xff*?";
        let mut names: HashMap<String, Vec<u8>> = HashMap::new();
        let mut texts = vec![Vec::new()];
        for len in 0..3 {
            let longer = texts.iter().filter(|text| text.len() == len).flat_map(|text| {
                octets.iter().map(move |octet| [text.as_slice(), &[*octet]].concat())
            });
            let longer: Vec<Vec<u8>> = longer.collect();
            texts.extend(longer);
        }
        texts.sort();
        texts.dedup();
        for text in texts {
            let name = escaped(&text);
            let decoded = Escaped::new_validated(if name == EMPTY { "" } else { &name }).decode();
            assert_eq!(*decoded, *text, "{name}");
            assert!(!name.starts_with(['.', '-', '~', ' ']) && !name.ends_with(['.', ' ']));
            assert!(!name.contains(['/', '\\', ':', '\0', '\u{1b}']), "{name}");
            assert_eq!(names.insert(name, text), None);
        }
    }

    #[test]
    fn long_names_differ_and_keep_their_beginning() {
        let names = ["x".repeat(300), "x".repeat(301), "%C3%A9".repeat(100), "X".repeat(300)];
        let mut locals: Vec<String> = names.iter().map(|name| folded(&local(name))).collect();
        assert!(locals.iter().all(|name| name.len() <= LONGEST), "{locals:?}");
        assert!(locals[0].starts_with("xxx") && locals[2].starts_with("%c3%a9"));
        locals.sort();
        locals.dedup();
        assert_eq!(locals.len(), names.len());
        assert!(local(&"x".repeat(201)).ends_with("%-4b18791347c9db92f62f44a2dfe9c51a9cd2b11d"));
    }
}
