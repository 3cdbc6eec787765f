//! What a URL means, written down a second time from decisions 4, 6, 17, 18, 21 and 48: the measure of
//! the normal form.

use url1738::{Escaped, Url};

/// An octet, and whether it was escaped although its part reserves it.
type Token = (u8, bool);

/// The octets that differ from their escapes in a part (decision 48).
fn reserved(scheme: &str, part: &str) -> &'static [u8] {
    match (scheme, part) {
        (_, "user" | "password") => b":@/",
        ("ftp" | "file", "fsegment") => b"/;",
        ("http", "hsegment" | "search") => b"/;?",
        ("wais", _) => b"/?",
        ("prospero", _) => b";=",
        ("news", "article") => b"@",
        ("gopher" | "mailto", _) => b"",
        (_, "urlpath" | "schemepart") => b";/?:@&=",
        (_, part) => panic!("decision 48 has no row for {scheme} {part}"),
    }
}

/// The parts of a URL by name, each as what it means.
pub(crate) fn meaning(url: Url<&str>) -> Vec<(&'static str, Vec<Token>)> {
    let text = url.as_str();
    let mut meaning = Vec::new();
    for piece in url.parts() {
        let (name, written) = (piece.part.name(), piece.span.slice(text));
        let value = match name {
            "scheme" | "ftptype" => plain(&written.to_ascii_lowercase()),
            "host" => plain(&host(written)),
            "port" => match written.trim_start_matches('0') {
                port if url.default_port().is_some_and(|default| port == default.to_string()) => {
                    continue;
                }
                port => plain(port),
            },
            "group" | "digits" | "grouppart" => plain(written),
            // An opaque text where a login could be is read by no escape: it might become one.
            "schemepart" if written.starts_with("//") => tokens(written, None),
            _ => tokens(written, Some(reserved(url.scheme(), name))),
        };
        meaning.push((name, value));
    }
    if url.scheme() == "http" && !meaning.iter().any(|(name, _)| *name == "hsegment") {
        meaning.push(("hsegment", Vec::new()));
    }
    // The one delimiter that no part is after.
    if matches!(url, Url::Telnet(telnet) if telnet.has_slash()) {
        meaning.push(("/", Vec::new()));
    }
    meaning
}

fn plain(text: &str) -> Vec<Token> {
    text.bytes().map(|byte| (byte, false)).collect()
}

fn host(text: &str) -> String {
    let number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let group = |group: &str| group.parse::<u8>().expect("a group is below 256").to_string();
    match number {
        true => text.split('.').map(group).collect::<Vec<_>>().join("."),
        false => text.to_ascii_lowercase(),
    }
}

/// Every octet; an escape is marked where it stands for one of `reserved`, or wherever nothing is known.
fn tokens(text: &str, reserved: Option<&[u8]>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (written, tail) = rest.split_at(if first == '%' { 3 } else { 1 });
        let octet = Escaped::new_validated(written).decode()[0];
        let differs = reserved.is_none_or(|reserved| reserved.contains(&octet));
        tokens.push((octet, first == '%' && differs));
        rest = tail;
    }
    tokens
}
