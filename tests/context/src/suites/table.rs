//! The table of all differences, `data/suites.tsv`: what a suite expects and what is found here.

use alloc::collections::BTreeMap;
use core::fmt::Write as _;
use std::{fs, io, path::PathBuf};

use url1738_context::{Match, find_iter};

use super::{Case, SUITES, rules, rules::RULES};

/// The columns.
const HEAD: &str = "suite\trule\ttext\texpected\tfound";

/// Returns the path of the table.
#[must_use]
pub fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/suites.tsv")
}

/// The rows, by the name of the suite.
pub type Rows = BTreeMap<String, Vec<Row>>;

/// A row: a difference, and the rule that decides on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the rule; empty if there is none.
    pub rule: String,
    /// The difference.
    pub difference: Difference,
}

/// Reads the committed table.
///
/// # Errors
///
/// Returns an error if the file is missing or a row is malformed.
pub fn read() -> io::Result<Rows> {
    let table = fs::read_to_string(path())?;
    let mut rows = Rows::new();
    for line in table.lines().filter(|line| !line.starts_with('#') && *line != HEAD) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [suite, rule, text, expected, found] = cells[..] else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("malformed row: {line}"),
            ));
        };
        let link = |cell: &str| (!cell.is_empty()).then(|| unescaped(cell)).transpose();
        let difference = Difference {
            text: unescaped(text)?,
            expected: link(expected)?,
            found: link(found)?,
            configured: rule == "option",
        };
        rows.entry(suite.to_owned()).or_default().push(Row { rule: rule.to_owned(), difference });
    }
    Ok(rows)
}

/// Writes the table.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn write(rows: &Rows) -> io::Result<()> {
    let mut table = String::from(
        "# Where the suites of other link finders expect another link than url1738-context finds, and the rule that decides.\n\
         # Written by `cargo xtask context --suites --write`. A cell is a string of JSON without its quotation marks.\n",
    );
    for rule in &RULES {
        let _ = writeln!(table, "# {}: {}", rule.id, rule.text);
    }
    let _ = writeln!(table, "{HEAD}");
    for suite in &SUITES {
        for Row { rule, difference } in rows.get(suite.name).into_iter().flatten() {
            let Difference { text, expected, found, .. } = difference;
            let link = |link: &Option<String>| link.as_deref().map(escaped).unwrap_or_default();
            let (text, expected, found) = (escaped(text), link(expected), link(found));
            let _ = writeln!(table, "{}\t{rule}\t{text}\t{expected}\t{found}", suite.name);
        }
    }
    fs::write(path(), table)
}

/// Returns the differences of all suites that can be fetched, each with its rule. What cannot be fetched is reported.
///
/// # Errors
///
/// Returns an error if fewer cases are read than the suite has.
pub fn compare(committed: &Rows) -> io::Result<Rows> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/suites");
    let mut rows = Rows::new();
    println!("{:<16} {:>5} {:>6} {:>12}", "suite", "cases", "links", "differences");
    for suite in &SUITES {
        let cases = match suite.cases(&folder) {
            Ok(cases) => cases,
            Err(error) => {
                println!("{:<16} not compared: {error}", suite.name);
                let kept = committed.get(suite.name);
                rows.extend(kept.map(|kept| (suite.name.to_owned(), kept.clone())));
                continue;
            }
        };
        if cases.len() < suite.cases {
            let reason = format!("{} has {} cases, not {}", suite.name, cases.len(), suite.cases);
            return Err(io::Error::other(reason));
        }
        let links = cases.iter().flat_map(|case| &case.links);
        let links = links.filter(|link| has_scheme(link)).count();
        let found: Vec<Row> = cases
            .iter()
            .flat_map(of)
            .map(|mut difference| {
                let rule = rules::of(&difference).map_or("", |rule| rule.id).to_owned();
                difference.configured = rule == "option";
                Row { rule, difference }
            })
            .collect();
        println!("{:<16} {:>5} {:>6} {:>12}", suite.name, cases.len(), links, found.len());
        rows.insert(suite.name.to_owned(), found);
    }
    Ok(rows)
}

/// Compares the suites with the committed table, or writes it. Returns whether every difference has a rule and the table
/// has every difference.
///
/// # Errors
///
/// Returns an error if the table cannot be read or written.
pub fn run(is_written: bool) -> io::Result<bool> {
    let committed = if is_written { read().unwrap_or_default() } else { read()? };
    let rows = compare(&committed)?;
    if is_written {
        write(&rows)?;
    }
    let mut good = true;
    for (suite, rows) in &rows {
        for row in rows.iter().filter(|row| row.rule.is_empty()) {
            good = false;
            println!("{suite}: no rule: {:?}", row.difference);
        }
    }
    let count = |id: &str| rows.values().flatten().filter(|row| row.rule == id).count();
    println!();
    for rule in &RULES {
        println!("{:>4} {:<16} {}", count(rule.id), rule.id, rule.text);
    }
    if !is_written && read()? != rows {
        good = false;
        println!("\nthe table differs: cargo xtask context --suites --write");
    }
    Ok(good)
}

fn escaped(text: &str) -> String {
    let mut cell = String::new();
    for found in text.chars() {
        let _ = match found {
            '\\' => write!(cell, "\\\\"),
            found if found.is_control() || found == '"' => {
                write!(cell, "\\u{:04x}", u32::from(found))
            }
            found => write!(cell, "{found}"),
        };
    }
    cell
}

fn unescaped(cell: &str) -> io::Result<String> {
    Ok(serde_json::from_str(&format!("\"{cell}\""))?)
}

/// A link that a suite expects, or that is found here, and is not both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The text.
    pub text: String,
    /// The link that the suite expects.
    pub expected: Option<String>,
    /// The URL that is found there.
    pub found: Option<String>,
    /// Whether the suite changed the defaults of its finder.
    pub configured: bool,
}

/// Returns whether a link begins with a scheme. Other finders link names of hosts, too.
#[must_use]
pub fn has_scheme(link: &str) -> bool {
    let Some((name, rest)) = link.split_once(':') else { return false };
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let is_address = link.parse::<core::net::Ipv6Addr>().is_ok();
    let is_port = name.contains('.') && rest.starts_with(|first: char| first.is_ascii_digit());
    is_name && !is_port && !is_address
}

/// Returns the differences of a case. Links without a scheme do not count.
#[must_use]
pub fn of(case: &Case) -> Vec<Difference> {
    let mut found: Vec<String> = find_iter(case.text.as_bytes()).map(whole).collect();
    let mut expected: Vec<String> =
        case.links.iter().filter(|link| has_scheme(link)).cloned().collect();
    if case.first {
        found.truncate(1);
    }
    expected.retain(|link| {
        let same = found.iter().position(|url| url == link);
        same.map(|at| found.remove(at)).is_none()
    });
    let difference = |expected, found| Difference {
        text: case.text.clone(),
        expected,
        found,
        configured: case.configured,
    };
    let mut differences = Vec::new();
    for link in expected {
        // A URL with spaces is compared without them.
        let touches = |url: &String| {
            let url: String = url.split(' ').collect();
            url.contains(&link) || link.contains(&url)
        };
        let same_place = found.iter().position(touches).map(|at| found.remove(at));
        differences.push(difference(Some(link), same_place));
    }
    differences.extend(found.into_iter().map(|url| difference(None, Some(url))));
    differences
}

fn whole(found: Match<'_>) -> String {
    match found.fragment {
        Some(fragment) => format!("{}#{fragment}", found.url),
        None => found.url.into_owned(),
    }
}
