//! Who conforms to what: counts, disagreements, and the page that shows them.

use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{files::File, judge};

/// The disagreements of each scheme that are kept.
const KEPT: usize = 3;
/// The levels in their order; each includes those before it.
const LEVELS: [&str; 4] = ["verdict", "parts", "errors", "plans"];

/// Texts about which pages of this repository say what other software reads, and the field to look at.
pub const CLAIMS: [(&str, &str); 10] = [
    ("http://010.0.0.1/a", "host"),
    ("http://0x7f.1/a", "host"),
    ("4x://host.dom/", ""),
    ("ftp://@host.dom/", "user"),
    ("ftp://host.dom/a?b", ""),
    ("http://joe@host.dom/", "user"),
    ("http://host.dom/~joe", ""),
    ("http://host.dom\\a", "host"),
    ("http://host_1.dom/", "host"),
    ("http://[::1]/", "host"),
];

/// The answers of one implementation.
#[derive(Clone, Debug, Default)]
pub struct Result {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its language.
    pub language: String,
    /// The counts, one cell a file.
    pub cells: Vec<Cell>,
    /// The answers to the texts of [`CLAIMS`].
    pub claims: Vec<Value>,
}

/// A disagreement as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The text, or what else the vector asks about.
    pub text: String,
    /// The answer of the suite.
    pub expected: String,
    /// The answer of the implementation.
    pub found: String,
    /// What is misread: the rule of the suite, or what was found in its place.
    kind: String,
}

/// The answers of one implementation to one file.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// The name of the file: a scheme, "generic", "relative" or "text".
    pub file: String,
    /// Valid URLs that it accepts, and all valid ones.
    pub accepted: (usize, usize),
    /// Invalid texts that it refuses, and all invalid ones.
    pub refused: (usize, usize),
    /// Valid URLs that it accepts and splits right, and those that it accepts and splits.
    pub split: (usize, usize),
    /// Answers by level: right ones, all.
    pub levels: BTreeMap<&'static str, (usize, usize)>,
    /// The levels of vectors that it does not answer in full.
    pub unanswered: BTreeSet<&'static str>,
    /// The first disagreements, of different kinds as far as there are any.
    pub first: Vec<Shown>,
    /// All disagreements.
    pub disagreements: usize,
}

impl Cell {
    /// Counts the answer to a vector of a list, whose level is the first one that it belongs to.
    pub fn count(&mut self, list: &str, level: &'static str, vector: &Value, answer: &Value) {
        if answer["skip"] == true {
            self.unanswered.insert(level);
            return;
        }
        let disagreement = judge::disagreement(list, vector, answer);
        let missed = disagreement.as_ref().map(|it| it.level);
        let mut add = |level: &'static str| {
            let (right, all) = self.levels.entry(level).or_default();
            *all += 1;
            *right += usize::from(missed != Some(level));
        };
        add(level);
        if list == "urls" {
            let (valid, agrees) = (vector["valid"] == true, vector["valid"] == answer["valid"]);
            let count = if valid { &mut self.accepted } else { &mut self.refused };
            count.1 += 1;
            count.0 += usize::from(agrees);
            let (has_parts, has_error) = (answer["parts"].is_array(), answer.get("at").is_some());
            if valid && agrees && (has_parts || answer["fields"].is_object()) {
                add("parts");
                self.split.1 += 1;
                self.split.0 += usize::from(missed != Some("parts"));
            } else if !valid && agrees && has_error {
                add("errors");
            }
            // Fields are those of another grammar: all of them may be right, and the parts are not there.
            let (level, is_whole) =
                if valid { ("parts", has_parts) } else { ("errors", has_error) };
            if !is_whole {
                self.unanswered.insert(level);
            }
        }
        if let Some(it) = disagreement {
            self.disagreements += 1;
            self.show(vector, it);
        }
    }

    /// Keeps a disagreement if there is room, or if it is of another kind than those kept.
    fn show(&mut self, vector: &Value, it: judge::Disagreement) {
        let rule = vector["rule"].as_str().unwrap_or_default();
        let part = it.expected.rsplit(' ').next_back().unwrap_or_default();
        let kind = format!("{} {rule} {}", it.level, if rule.is_empty() { part } else { "" });
        let (text, expected, found) = (subject(vector), it.expected, it.found);
        let shown = Shown { text, expected, found, kind };
        if self.first.len() < KEPT {
            self.first.push(shown);
        } else if self.first.iter().all(|other| other.kind != shown.kind) {
            let twice = (1..KEPT).rev().find(|at| {
                let (before, after) = self.first.split_at(*at);
                before.iter().any(|other| other.kind == after[0].kind)
            });
            if let Some(at) = twice {
                self.first.remove(at);
                self.first.push(shown);
            }
        }
    }

    /// Returns the levels whose vectors it all answers, and answers right.
    #[must_use]
    pub fn conforms(&self) -> Vec<&'static str> {
        let is_whole = |level: &&str| {
            let is_right = self.levels.get(*level).is_some_and(|(right, all)| right == all);
            is_right && !self.unanswered.contains(*level)
        };
        let mut levels: Vec<&'static str> = LEVELS.into_iter().take_while(is_whole).collect();
        levels.extend(["relative", "text"].into_iter().filter(is_whole));
        levels
    }
}

impl Result {
    /// Returns the number of all disagreements.
    #[must_use]
    pub fn disagreements(&self) -> usize {
        self.cells.iter().map(|cell| cell.disagreements).sum()
    }
}

/// Returns what a vector is about.
fn subject(vector: &Value) -> String {
    let text = |key: &str| vector[key].as_str();
    match (text("text"), text("base"), text("a")) {
        (Some(text), _, _) if vector.get("parts").is_none() || vector["valid"] == true => {
            text.to_owned()
        }
        (_, Some(base), _) => format!("{} {}", base, text("reference").unwrap_or_default()),
        (_, _, Some(a)) => format!("{a} {}", text("b").unwrap_or_default()),
        _ => vector["parts"].to_string(),
    }
}

fn percent((right, all): (usize, usize)) -> String {
    match all {
        0 => "-".to_owned(),
        // 100 only if there is no exception, and 0 likewise.
        _ if right == all => "100".to_owned(),
        _ => (right * 100 / all).clamp(usize::from(right > 0), 99).to_string(),
    }
}

/// Returns the report for the terminal.
#[must_use]
pub fn console(results: &[Result]) -> String {
    let mut text = String::new();
    for result in results {
        let _ = writeln!(text, "{} {} ({})", result.name, result.version, result.language);
        for cell in &result.cells {
            if cell.levels.is_empty() {
                continue;
            }
            let levels = cell.conforms();
            let levels = if levels.is_empty() { "none".to_owned() } else { levels.join(", ") };
            let _ = write!(text, "  {:<9} conforms: {levels}", cell.file);
            if cell.accepted.1 > 0 {
                let _ = write!(
                    text,
                    "; accepts {}/{} valid, refuses {}/{} invalid, splits {}/{}",
                    cell.accepted.0,
                    cell.accepted.1,
                    cell.refused.0,
                    cell.refused.1,
                    cell.split.0,
                    cell.split.1
                );
            }
            let _ = writeln!(text, "; {} disagreements", cell.disagreements);
            for Shown { text: subject, expected, found, .. } in &cell.first {
                let subject = subject.escape_debug();
                let _ = writeln!(text, "    {subject}\n      expected {expected}, found {found}");
            }
        }
    }
    text
}

/// Returns the disagreements as a table of tab-separated values.
#[must_use]
pub fn list(results: &[Result]) -> String {
    let mut text = String::from("implementation\tversion\tfile\ttext\texpected\tfound\n");
    for result in results {
        for cell in &result.cells {
            for Shown { text: subject, expected, found, .. } in &cell.first {
                let cells = [&result.name, &result.version, &cell.file, subject, expected, found];
                let cells = cells.map(|cell| cell.escape_debug().to_string().replace("\\\"", "\""));
                let _ = writeln!(text, "{}", cells.join("\t"));
            }
        }
    }
    text
}

/// Returns the page with the table.
#[must_use]
pub fn page(files: &[File], results: &[Result]) -> String {
    let schemes: Vec<&str> = files
        .iter()
        .filter(|file| !file.list("urls").is_empty())
        .map(|file| &file.name[..])
        .collect();
    let vectors: usize = files.iter().map(|file| file.list("urls").len()).sum();
    let mut text = HEAD.replace("DATE", &today()).replace("VECTORS", &vectors.to_string());
    let _ = write!(text, "| implementation | version | language |");
    schemes.iter().for_each(|scheme| _ = write!(text, " {scheme} |"));
    let _ = write!(text, "\n|---|---|---|");
    schemes.iter().for_each(|_| text += "---|");
    for result in results {
        let _ = write!(text, "\n| {} | {} | {} |", result.name, result.version, result.language);
        for scheme in &schemes {
            let cell = result.cells.iter().find(|cell| cell.file == *scheme);
            let shown = cell.map_or("-".to_owned(), |cell| match cell.levels.is_empty() {
                true => "-".to_owned(),
                false => {
                    let [a, b, c] = [cell.accepted, cell.refused, cell.split].map(percent);
                    let name =
                        cell.conforms().last().map_or(String::new(), |it| format!(" **{it}**"));
                    format!("{a} / {b} / {c}{name}")
                }
            });
            let _ = write!(text, " {shown} |");
        }
    }
    text += "\n\n## What the pages say\n\nTexts about which a page or a lint of this project says what other software \
             reads, and what each implementation\nanswers: whether it accepts the text, and the host or user that it finds.\n\n| implementation |";
    for (subject, _) in CLAIMS {
        let _ = write!(text, " `{subject}` |");
    }
    text += "\n|---|";
    CLAIMS.iter().for_each(|_| text += "---|");
    for result in results {
        let _ = write!(text, "\n| {} |", result.name);
        for ((_, field), answer) in CLAIMS.iter().zip(&result.claims) {
            let _ = write!(text, " {} |", claim(field, answer));
        }
    }
    text += "\n\n## Where they differ\n\nThe shortest text of each scheme on which an implementation differs from the suite; \
             `disagreements.tsv` has\nthe first three.\n\n| implementation | scheme | text | the suite | the implementation |\n|---|---|---|---|---|\n";
    for result in results {
        for cell in &result.cells {
            let Some(Shown { text: subject, expected, found, .. }) = cell.first.first() else {
                continue;
            };
            let code = |text: &str| {
                let text =
                    text.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'");
                format!("`{}`", text.replace('|', "\\|").replace('`', "'"))
            };
            let verdict = |value: &str| match value {
                "true" => "valid".to_owned(),
                "false" => "invalid".to_owned(),
                other => code(other),
            };
            let (expected, found) = (verdict(expected), verdict(found));
            let (name, file) = (&result.name, &cell.file);
            let _ =
                writeln!(text, "| {name} | {file} | {} | {expected} | {found} |", code(subject));
        }
    }
    text
}

/// Returns what an implementation answers to a text of a page.
fn claim(field: &str, answer: &Value) -> String {
    if answer["skip"] == true {
        return "-".to_owned();
    }
    if answer["valid"] != true {
        return "invalid".to_owned();
    }
    let parts = answer["parts"].as_array().into_iter().flatten();
    let part = parts.filter(|part| part[0] == field).find_map(|part| part[3].as_str());
    match part.or_else(|| answer["fields"][field].as_str()) {
        Some("") => format!("empty {field}"),
        Some(value) => format!("`{value}`"),
        None if field.is_empty() => "valid".to_owned(),
        None => format!("valid, no {field}"),
    }
}

/// Returns the date of today in UTC.
fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let mut days = now.map_or(0, |now| now.as_secs() / 86_400);
    let mut year = 1970;
    let length = |year: u64| {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    };
    while days >= length(year).iter().sum() {
        days -= length(year).iter().sum::<u64>();
        year += 1;
    }
    let mut month = 1;
    for days_of_month in length(year) {
        if days < days_of_month {
            break;
        }
        days -= days_of_month;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

const HEAD: &str = "\
# Who reads RFC 1738

Written on DATE by `cargo xtask suite --run`. It asks each implementation about the VECTORS texts of the [suite](README.md).

A cell has three numbers: the percentage of the valid URLs that the implementation accepts, of the invalid texts that it
refuses, and of the accepted URLs whose user, password, host and port it finds. A bold word is the
conformance level that it reaches. 100 means without an exception; `-` means that it does not offer this.

The texts are chosen to be hard: each transition of an automaton has one, so most of the invalid ones differ from a valid
URL by one byte. Most of these libraries implement other documents (RFC 2396, RFC 3986, the URL standard of the WHATWG), which
allow and forbid other bytes. A low number is not a bug in them. It says how far such a library can be trusted with
RFC 1738.

";
