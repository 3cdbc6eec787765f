//! The fixtures of `linkify-it`: a text and the first link in it on the next line, or a text that is a link.

use super::Case;

pub(super) fn links(fixture: &str) -> Vec<Case> {
    let lines: Vec<&str> = fixture.lines().map(without_comment).collect();
    let mut cases = Vec::new();
    let mut at = 0;
    while let Some(text) = lines.get(at) {
        at += 1;
        if text.is_empty() {
            continue;
        }
        let link = lines.get(at).filter(|link| !link.is_empty());
        at += usize::from(link.is_some());
        cases.push(Case {
            text: (*text).to_owned(),
            links: vec![(*link.unwrap_or(text)).to_owned()],
            first: true,
            configured: false,
        });
    }
    cases
}

pub(super) fn no_links(fixture: &str) -> Vec<Case> {
    let texts = fixture.lines().map(without_comment).filter(|text| !text.is_empty());
    let case = |text: &str| Case {
        text: text.to_owned(),
        links: Vec::new(),
        first: false,
        configured: false,
    };
    texts.map(case).collect()
}

fn without_comment(line: &str) -> &str {
    if line.starts_with('%') { "" } else { line.trim_end() }
}
