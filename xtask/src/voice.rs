//! Words and phrases that the prose of the project does not use.
//!
//! `xtask/voice.tsv` lists them with what to write instead, and with the words before or after them that make them correct.
//! Every Markdown page and all Rust source are searched: docs, comments, messages and names, whose parts between `_` count
//! as words. A line `path<TAB>phrase` after `# exceptions` allows a phrase in a file or below a folder.

use std::fs;

use crate::cargo::{Failure, Run, top};

const TABLE: &str = include_str!("../voice.tsv");

/// Prints every use of a phrase as `path:line`.
///
/// # Errors
/// Returns an error if a phrase is used.
pub(crate) fn voice() -> Result<(), Failure> {
    let (phrases, exceptions) = TABLE.split_once("# exceptions").unwrap_or((TABLE, ""));
    let phrases: Vec<Phrase> = phrases.lines().filter_map(Phrase::new).collect();
    let allowed: Vec<(&str, &str)> =
        exceptions.lines().filter_map(|line| line.split_once('\t')).collect();
    let list = Run::program("git", ["ls-files", "*.md", "*.rs"]).output()?;
    let mut count = 0_usize;
    for path in list.lines() {
        // A listed file may have been deleted or moved.
        let Ok(text) = fs::read_to_string(top().join(path)) else { continue };
        for (line, phrase) in hits(&text, &phrases) {
            if !allowed.iter().any(|(place, of)| path.starts_with(place) && *of == phrase.text) {
                println!("{path}:{line}: \"{}\": write: {}", phrase.text, phrase.instead);
                count += 1;
            }
        }
    }
    match count {
        0 => Ok(()),
        _ => Err(Failure::new(format!("{count} phrases to rewrite"))),
    }
}

struct Phrase {
    text: &'static str,
    instead: &'static str,
    /// Texts around the phrase in its correct uses: `stands for`, `there is no`.
    good: Vec<String>,
}

impl Phrase {
    fn new(row: &'static str) -> Option<Self> {
        let mut cells = row.split('\t').filter(|_| !row.starts_with('#'));
        let (text, instead) = (cells.next()?, cells.next()?);
        let good = cells.next().unwrap_or_default().split(", ").filter(|it| !it.is_empty());
        Some(Self { text, instead, good: good.map(|it| format!(" {it} ")).collect() })
    }
}

/// Returns the uses of the phrases with their lines. A phrase may be broken over lines; signs between its words do not count.
fn hits<'p>(text: &str, phrases: &'p [Phrase]) -> Vec<(usize, &'p Phrase)> {
    // All words with one space around each, and the line of each byte of them.
    let (mut all, mut lines) = (" ".to_owned(), vec![1]);
    for (number, line) in text.lines().enumerate() {
        let mut before = "";
        for piece in line.split_inclusive(|c: char| !c.is_alphanumeric()) {
            let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
            // A lifetime is not a word: `<'a>` would read as the article. In "user's" a letter precedes the mark.
            let is_lifetime = word.len() == 1
                && !piece.ends_with('\'')
                && before.ends_with('\'')
                && !before.trim_end_matches('\'').ends_with(char::is_alphanumeric);
            if !word.is_empty() && !is_lifetime {
                all.push_str(&word.to_lowercase());
                all.push(' ');
                lines.resize(all.len(), number + 1);
            }
            before = piece;
        }
    }
    let mut hits = Vec::new();
    for phrase in phrases {
        let padded = format!(" {} ", phrase.text);
        for (at, _) in all.match_indices(&padded) {
            let is_good = |good: &String| {
                let offset = good.find(&padded).unwrap_or_default();
                at.checked_sub(offset)
                    .is_some_and(|start| all.get(start..).is_some_and(|all| all.starts_with(good)))
            };
            if !phrase.good.iter().any(is_good) {
                hits.push((lines[at + 1], phrase));
            }
        }
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_whole_across_lines_and_signs_but_not_in_good_uses() {
        let phrases: Vec<Phrase> =
            ["xyzzy\tz", "plugh as cores\tz", "foo no\tz\tfoo no longer, there foo no", "a\tz"]
                .into_iter()
                .filter_map(Phrase::new)
                .collect();
        let found = |text: &str| -> Vec<(usize, &str)> {
            hits(text, &phrases).into_iter().map(|(line, it)| (line, it.text)).collect()
        };
        assert_eq!(found("/// Xyzzy.\nfn what_is_xyzzy() {}"), [(1, "xyzzy"), (2, "xyzzy")]);
        assert_eq!(found("// plugh,\n// as `cores`"), [(1, "plugh as cores")]);
        assert_eq!(found("nonxyzzy, foo no longer; There foo no host. fn f<'a>()"), []);
        assert_eq!(found("it foo no host"), [(1, "foo no")]);
        assert_eq!(found("users' a"), [(1, "a")]);
    }
}
