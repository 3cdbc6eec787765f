//! The suite of the crate `linkify`: calls of `assert_linked` with links between bars.

use super::{Case, literals};

pub(super) fn cases(source: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find("assert_") {
        rest = &rest[at + "assert_".len()..];
        let Some((name, arguments)) = rest.split_once('(') else { break };
        let configured = matches!(name, "linked_with" | "urls_without_protocol");
        let arguments = arguments.trim_start();
        let arguments = arguments.strip_prefix("&finder,").unwrap_or(arguments);
        let Some((text, after)) = literals::rust(arguments.trim_start()) else { continue };
        let marked = match name {
            "not_linked" | "not_linked_without_protocol" => Some(text.clone()),
            "linked" | "linked_with" | "urls_without_protocol" => {
                let after = after.trim_start().trim_start_matches(',').trim_start();
                literals::rust(after).map(|(marked, _)| marked)
            }
            _ => None,
        };
        if let Some(marked) = marked {
            cases.push(Case { links: links(&text, &marked), text, first: false, configured });
        }
        rest = after;
    }
    cases
}

/// Returns what is between bars that are not in the text.
fn links(text: &str, marked: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut open: Option<String> = None;
    let mut text = text.chars().peekable();
    for found in marked.chars() {
        match (&mut open, found) {
            (Some(_), '|') => links.extend(open.take()),
            (None, '|') if text.peek() != Some(&'|') => open = Some(String::new()),
            (link, found) => {
                if let Some(link) = link {
                    link.push(found);
                }
                text.next();
            }
        }
    }
    links
}
