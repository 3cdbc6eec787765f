//! How each suite writes its cases.
//!
//! The crate `linkify`: calls of `assert_linked` with links between bars. `linkify-it`: a text and the first link in it on the
//! next line, or a text that is a link. `mozTXTToHTMLConv` in Firefox: objects with a text, `input`, and the link in it as HTML,
//! `url`. `twitter-text`: the sections on URLs of `extract.yml`, whose strings are like those of JSON. The Go package `xurls`:
//! `{text, link}`, where `true` is the whole text and `nil` none; the first link counts.

use super::Case;

pub(super) fn linkify(source: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find("assert_") {
        rest = &rest[at + "assert_".len()..];
        let Some((name, arguments)) = rest.split_once('(') else { break };
        let configured = matches!(name, "linked_with" | "urls_without_protocol");
        let arguments = arguments.trim_start();
        let arguments = arguments.strip_prefix("&finder,").unwrap_or(arguments);
        let Some((text, after)) = rust(arguments.trim_start()) else { continue };
        let marked = match name {
            "not_linked" | "not_linked_without_protocol" => Some(text.clone()),
            "linked" | "linked_with" | "urls_without_protocol" => {
                let after = after.trim_start().trim_start_matches(',').trim_start();
                rust(after).map(|(marked, _)| marked)
            }
            _ => None,
        };
        if let Some(marked) = marked {
            cases.push(Case {
                links: marked_links(&text, &marked),
                text,
                first: false,
                configured,
            });
        }
        rest = after;
    }
    cases
}

/// Returns what is between bars that are not in the text.
fn marked_links(text: &str, marked: &str) -> Vec<String> {
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

pub(super) fn moz(source: &str) -> Vec<Case> {
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
        None => rust(value),
    }
}

pub(super) fn twitter(yaml: &str) -> Vec<Case> {
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

pub(super) fn xurls(source: &str) -> Vec<Case> {
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

/// Returns the value of the string of Rust with which a text begins, and the text after it.
pub(super) fn rust(text: &str) -> Option<(String, &str)> {
    if let Some(raw) = text.strip_prefix('r') {
        let hashes = raw.bytes().take_while(|byte| *byte == b'#').count();
        let body = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", &raw[..hashes]);
        let (value, rest) = body.split_once(&end)?;
        return Some((value.to_owned(), rest));
    }
    let mut value = String::new();
    let mut chars = text.strip_prefix('"')?.chars();
    loop {
        match chars.next()? {
            '"' => return Some((value, chars.as_str())),
            '\\' => value.push(match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                'u' => {
                    let (digits, rest) = chars.as_str().strip_prefix('{')?.split_once('}')?;
                    chars = rest.chars();
                    char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
                }
                other => other,
            }),
            other => value.push(other),
        }
    }
}
