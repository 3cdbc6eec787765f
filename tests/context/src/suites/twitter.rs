//! The conformance suite of `twitter-text`: the sections on URLs of `extract.yml`, whose strings are like those of JSON.

use super::Case;

pub(super) fn cases(yaml: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut is_read = false;
    for line in yaml.lines() {
        if let Some(section) = line.strip_prefix("  ").filter(|line| line.ends_with(':'))
            && !section.starts_with([' ', '-'])
        {
            is_read = matches!(section, "urls:" | "urls_with_indices:");
        }
        let line = line.trim_start();
        if !is_read {
        } else if let Some(text) = line.strip_prefix("text: ") {
            let text = string(text);
            cases.push(Case { text, links: Vec::new(), first: false, configured: false });
        } else if let Some(case) = cases.last_mut() {
            if let Some(links) = line.strip_prefix("expected: ") {
                case.links = serde_json::from_str(links).expect("a list of strings");
            } else if let Some(link) = line.strip_prefix("- url: ") {
                case.links.push(string(link));
            }
        }
    }
    cases
}

fn string(yaml: &str) -> String {
    match yaml.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) {
        Some(text) => text.replace("''", "'"),
        None => serde_json::from_str(yaml).expect("a string"),
    }
}
