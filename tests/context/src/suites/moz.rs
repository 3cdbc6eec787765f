//! The test of `mozTXTToHTMLConv` in Firefox: objects with a text, `input`, and the link in it as HTML, `url`.

use super::{Case, literals};

pub(super) fn cases(source: &str) -> Vec<Case> {
    let mut rest = source;
    let mut cases = Vec::new();
    while let Some((text, after)) = member(rest, "input:") {
        rest = after;
        // What the test expects to stay as it is has no member `url`.
        let next = rest.find("input:").unwrap_or(rest.len());
        let Some((link, _)) = member(&rest[..next], "url:") else { continue };
        let link = link.replace("&amp;", "&");
        // Addresses and names of hosts become links with a scheme that the text does not have.
        let is_written =
            link.split_once(':').is_some_and(|(scheme, _)| text.contains(&format!("{scheme}:")));
        let links = if is_written { vec![link] } else { Vec::new() };
        cases.push(Case { text, links, first: true, configured: false });
    }
    cases
}

/// Returns the string that follows a key, and the text after it.
fn member<'s>(source: &'s str, key: &str) -> Option<(String, &'s str)> {
    let value = source[source.find(key)? + key.len()..].trim_start();
    match value.strip_prefix('\'') {
        Some(text) => text.split_once('\'').map(|(text, rest)| (text.to_owned(), rest)),
        None => literals::rust(value),
    }
}
