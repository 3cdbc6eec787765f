//! Dot segments as the RFCs remove them: by replacing text, step by step.

use proptest::{collection::vec, prelude::*, sample::select};
use url1738::{
    HttpUrl,
    relative::{Base, Resolution},
};

use crate::laws::for_all;

/// RFC 1808, section 4, step 6, for a path without the first slash.
fn rfc1808(mut path: String) -> String {
    // a) and b): a segment begins at the beginning or after a slash.
    while let Some(at) = place(&path, "./") {
        path.replace_range(at..at + 2, "");
    }
    if path == "." || path.ends_with("/.") {
        path.pop();
    }
    // c): the leftmost "<segment>/../" whose segment is not "..".
    while let Some((from, to)) = parent(&path) {
        path.replace_range(from..to, "");
    }
    // d)
    if let Some(before) = path.strip_suffix("/..") {
        let from = before.rfind('/').map_or(0, |slash| slash + 1);
        if &before[from..] != ".." {
            path.truncate(from);
        }
    }
    path
}

/// Where `text` begins as a complete segment.
fn place(path: &str, text: &str) -> Option<usize> {
    if path.starts_with(text) {
        return Some(0);
    }
    path.find(&format!("/{text}")).map(|slash| slash + 1)
}

fn parent(path: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let end = from + path[from..].find('/')?;
        if &path[from..end] != ".." && path[end..].starts_with("/../") {
            return Some((from, end + 4));
        }
        from = end + 1;
    }
}

/// RFC 3986, section 5.2.4.
fn rfc3986(path: &str) -> String {
    let (mut input, mut output) = (path.to_owned(), String::new());
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or(input.strip_prefix("./")) {
            input = rest.to_owned();
        } else if input.starts_with("/./") || input == "/." {
            input = format!("/{}", input.get(3..).unwrap_or_default());
        } else if input.starts_with("/../") || input == "/.." {
            input = format!("/{}", input.get(4..).unwrap_or_default());
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input[1..].find('/').map_or(input.len(), |slash| slash + 1);
            output.push_str(&input[..end]);
            input = input[end..].to_owned();
        }
    }
    output
}

#[test]
fn one_pass_has_the_result_of_the_steps() {
    const SEGMENTS: [&str; 7] = ["a", "b", "", ".", "..", "...", ".a"];
    let segments = || vec(select(&SEGMENTS[..]), 0..8).prop_map(|segments| segments.join("/"));
    for_all(&(segments(), segments()), |(directory, reference)| {
        let base = format!("http://h/{directory}/name");
        let base = HttpUrl::parse(&base).unwrap();
        if reference.is_empty() || reference.starts_with('/') {
            return;
        }
        let merged = format!("{directory}/{reference}");
        let joined = base.join(&reference).unwrap().url;
        assert_eq!(
            joined.as_str(),
            format!("http://h/{}", rfc1808(merged.clone())),
            "{base} {reference}"
        );
        let joined = base.join_with(&reference, Resolution::Rfc3986).unwrap().url;
        assert_eq!(
            joined.as_str(),
            format!("http://h{}", rfc3986(&format!("/{merged}"))),
            "{base} {reference}"
        );
    });
}

/// The path of a URL without a host may begin without a slash.
#[test]
fn paths_without_a_root() {
    const SEGMENTS: [&str; 5] = ["a", "b", ".", "..", ""];
    let segments = || vec(select(&SEGMENTS[..]), 1..6).prop_map(|segments| segments.join("/"));
    for_all(&(segments(), segments()), |(path, reference)| {
        if path.starts_with('/') || reference.is_empty() || reference.starts_with('/') {
            return;
        }
        let base = format!("x:{path}");
        let base = url1738::Url::parse(&base).unwrap();
        let directory = &path[..path.rfind('/').map_or(0, |slash| slash + 1)];
        let merged = format!("{directory}{reference}");
        let by = [
            (Resolution::Rfc1808, rfc1808(merged.clone())),
            (Resolution::Rfc3986, rfc3986(&merged)),
        ];
        for (resolution, expected) in by {
            match base.join_with(&reference, resolution) {
                Ok(joined) => {
                    assert_eq!(joined.url.as_str(), format!("x:{expected}"), "{base} {reference}");
                }
                Err(error) => {
                    assert!(
                        error.code() == "path-as-host" && expected.starts_with("//"),
                        "{base} {reference}: {error}"
                    );
                }
            }
        }
    });
}
