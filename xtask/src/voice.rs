//! Words and phrases that the prose of the project does not use.
//!
//! `xtask/voice.tsv` lists them with what to write instead. Every Markdown page and all Rust source are searched:
//! docs, comments, messages and names, whose parts between `_` count as words. `xtask/voice-exceptions.tsv` lists
//! where a phrase is correct, with the reason.

use std::{collections::BTreeSet, fs};

use crate::cargo::{Failure, Run, top};

const PHRASES: &str = include_str!("../voice.tsv");
const EXCEPTIONS: &str = include_str!("../voice-exceptions.tsv");

/// Words that follow a phrase in its correct uses: "is no longer", "behind the feature `serde`".
const GOOD: [(&str, &[&[&str]]); 4] = [
    (
        "behind",
        &[
            &["a", "feature"],
            &["features"],
            &["the", "feature"],
            &["the", "features"],
            &["one", "trait"],
        ],
    ),
    ("is no", &[&["longer"], &["more"], &["std"]]),
    ("are no", &[&["longer"], &["more"], &["std"]]),
    ("stands", &[&["for"]]),
];

/// Words that precede a phrase in its correct uses: "there is no host".
const GOOD_BEFORE: [(&str, &[&str]); 2] = [("is no", &["there"]), ("are no", &["there"])];

/// Prints every use of a phrase as `path:line`.
///
/// # Errors
/// Returns an error if a phrase is used, or if an exception is not needed any more.
pub(crate) fn voice() -> Result<(), Failure> {
    let phrases: Vec<Phrase> = rows(PHRASES).map(Phrase::new).collect();
    let list = Run::program("git", ["ls-files", "*.md", "*.rs"]).output()?;
    let (mut count, mut files) = (0_usize, 0_usize);
    let mut used = BTreeSet::new();
    for path in list.lines() {
        // A listed file may have been deleted or moved.
        let Ok(text) = fs::read_to_string(top().join(path)) else { continue };
        let mut any = false;
        for hit in hits(&text, &phrases) {
            let phrase = &phrases[hit.phrase];
            if let Some(row) = exception(path, &phrase.text) {
                used.insert(row);
                continue;
            }
            println!("{path}:{}: \"{}\": write: {}", hit.line, phrase.text, phrase.instead);
            (count, any) = (count + 1, true);
        }
        files += usize::from(any);
    }
    let stale: Vec<&str> = EXCEPTIONS
        .lines()
        .enumerate()
        .filter(|(number, line)| {
            !line.starts_with('#') && !line.is_empty() && !used.contains(number)
        })
        .map(|(_, line)| line)
        .collect();
    if count == 0 && stale.is_empty() {
        return Ok(());
    }
    let stale: String = stale.iter().map(|line| format!("\n  unused exception: {line}")).collect();
    Err(Failure::new(format!("{count} phrases to rewrite in {files} files{stale}")))
}

/// Returns the rows of a table: cells between tabs, without comments.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').collect())
}

/// Returns the number of the line that allows the phrase in this file, or below this folder.
fn exception(path: &str, phrase: &str) -> Option<usize> {
    EXCEPTIONS.lines().position(|line| {
        let mut cells = line.split('\t');
        let place = cells.next().unwrap_or_default();
        let fits = place == path || place.ends_with('/') && path.starts_with(place);
        fits && cells.next() == Some(phrase)
    })
}

#[derive(Debug)]
struct Phrase {
    text: String,
    words: Vec<String>,
    instead: String,
    good_after: &'static [&'static [&'static str]],
    good_before: &'static [&'static str],
}

impl Phrase {
    fn new(cells: Vec<&str>) -> Self {
        let text = cells.first().copied().unwrap_or_default();
        let after = GOOD.iter().find(|(phrase, _)| *phrase == text);
        let before = GOOD_BEFORE.iter().find(|(phrase, _)| *phrase == text);
        Self {
            text: text.to_owned(),
            words: words(text).into_iter().map(|(_, word)| word).collect(),
            instead: cells.get(1).copied().unwrap_or_default().to_owned(),
            good_after: after.map_or(&[], |(_, good)| *good),
            good_before: before.map_or(&[], |(_, good)| *good),
        }
    }

    /// Whether the phrase begins at this word.
    fn is_at(&self, all: &[(usize, String)], at: usize) -> bool {
        let fits = |words: &[&str], from: usize| {
            words
                .iter()
                .enumerate()
                .all(|(n, word)| all.get(from + n).is_some_and(|it| it.1 == *word))
        };
        let phrase: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let after = at + phrase.len();
        let before = at.checked_sub(1).and_then(|before| all.get(before));
        fits(&phrase, at)
            && !self.good_after.iter().any(|words| fits(words, after))
            && !before.is_some_and(|(_, word)| self.good_before.contains(&word.as_str()))
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Hit {
    line: usize,
    /// The number of the phrase.
    phrase: usize,
}

/// Returns the uses of the phrases. A phrase may be broken over lines; signs between its words do not count.
fn hits(text: &str, phrases: &[Phrase]) -> Vec<Hit> {
    let all = words(text);
    let mut hits = Vec::new();
    for (at, (line, _)) in all.iter().enumerate() {
        for (phrase, it) in phrases.iter().enumerate() {
            if it.is_at(&all, at) {
                hits.push(Hit { line: *line, phrase });
            }
        }
    }
    hits
}

/// Returns the words of a text in lower case, each with its line. `_` divides words. Lifetimes are not words: `&'a` and
/// `<'a>` would read as the article.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let mut before = "";
        for piece in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
            let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
            // In "user's" a letter precedes the quotation mark, in `'a'` another one follows.
            let is_lifetime = word.len() == 1
                && !piece.ends_with('\'')
                && before.ends_with('\'')
                && !before.trim_end_matches('\'').ends_with(char::is_alphanumeric);
            if !word.is_empty() && !is_lifetime {
                words.push((line + 1, word.to_lowercase()));
            }
            before = piece;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the phrases found, by the second column of this list.
    fn found(text: &str) -> Vec<(usize, &'static str)> {
        const LIST: [&str; 5] = ["xyzzy", "behind", "is no", "plugh as cores", "stands"];
        let phrases: Vec<Phrase> = LIST.iter().map(|it| Phrase::new(vec![it, ""])).collect();
        hits(text, &phrases).into_iter().map(|hit| (hit.line, LIST[hit.phrase])).collect()
    }

    #[test]
    fn words_are_found_whole_and_in_any_case() {
        assert_eq!(found("/// Xyzzy.\nlet x = \"the xyzzy\";"), [(1, "xyzzy"), (2, "xyzzy")]);
        assert!(found("xyzzys and nonxyzzy").is_empty());
        assert_eq!(found("fn what_is_xyzzy() {}"), [(1, "xyzzy")]);
    }

    #[test]
    fn lifetimes_are_not_words() {
        let all = |text: &str| words(text).into_iter().map(|(_, word)| word).collect::<Vec<_>>();
        assert_eq!(all("struct Line<'a> {\n    text: &'a [u8],"), ["struct", "line", "text", "u8"]);
        assert_eq!(all("one's, 'a', users' a"), ["one", "s", "a", "users", "a"]);
    }

    #[test]
    fn phrases_are_found_across_lines_and_signs() {
        assert_eq!(found("// plugh,\n// as `cores`"), [(1, "plugh as cores")]);
        assert_eq!(found("\"plugh as \\\n    cores\""), [(1, "plugh as cores")]);
    }

    #[test]
    fn good_uses_are_left_alone() {
        assert!(found("behind the feature, behind a feature").is_empty());
        assert_eq!(found("behind the dot"), [(1, "behind")]);
        assert!(
            found("There is no host. It is no longer one. PASV stands for passive.").is_empty()
        );
        assert_eq!(found("it is no host"), [(1, "is no")]);
    }

    #[test]
    fn the_tables_are_complete() {
        assert!(rows(PHRASES).all(|row| row.len() == 2 && !row[1].is_empty()));
        let phrases: Vec<&str> = rows(PHRASES).map(|row| row[0]).collect();
        for row in rows(EXCEPTIONS) {
            assert!(row.len() == 3 && !row[2].is_empty(), "{row:?}");
            assert!(phrases.contains(&row[1]), "{row:?}");
        }
        let good = GOOD.iter().map(|(phrase, _)| phrase).chain(GOOD_BEFORE.iter().map(|it| &it.0));
        assert!(good.clone().all(|phrase| phrases.contains(phrase)));
    }
}
