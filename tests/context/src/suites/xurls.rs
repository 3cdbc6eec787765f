//! The test of the Go package `xurls`: `{text, link}`, where `true` is the whole text and `nil` none. The first link counts.

use super::Case;

pub(super) fn cases(source: &str) -> Vec<Case> {
    // What follows tests other schemes than the default ones.
    let end = source.find("func TestStrictMatchingSchemeError").unwrap_or(source.len());
    source[..end].lines().filter_map(case).collect()
}

fn case(line: &str) -> Option<Case> {
    let (text, wanted) = line.trim().strip_prefix("{`")?.split_once("`, ")?;
    let wanted = wanted.split_once("},").map_or(wanted, |(wanted, _)| wanted);
    let links = match wanted {
        "nil" => Vec::new(),
        "true" => vec![text.to_owned()],
        link => vec![link.trim_matches(['`', '"']).to_owned()],
    };
    Some(Case { text: text.to_owned(), links, first: true, configured: false })
}
