//! Counts of a list of URLs, and their page.
//!
//! The summary is created once, as data: sections of rows. Each format writes it.

mod counts;
mod html;
mod names;
mod svg;
mod write;

use core::fmt::Write as _;

pub(crate) use counts::Counts;
pub(crate) use html::{Run, date};
pub(crate) use names::Names;
use serde::Serialize;
pub(crate) use svg::{Chart, write_charts};
use url1738::SCHEMES;
pub(crate) use write::write;

use self::{
    counts::{ErrorKey, ExampleText, Found},
    names::Top,
};
use crate::pipeline::LineCounts;

/// The counts of a run.
#[derive(Debug)]
pub(crate) struct Summary {
    lines: LineCounts,
    sections: Vec<Section>,
    /// The first line with each error, the most frequent error first, then with each lint.
    examples: Vec<Example>,
}

/// Rows of names and counts.
#[derive(Debug)]
pub(crate) struct Section {
    /// The key in JSON.
    pub(crate) key: &'static str,
    /// The heading in text and on the page.
    pub(crate) title: &'static str,
    /// What the names are, as the head of their column.
    pub(crate) subject: &'static str,
    /// What is counted.
    pub(crate) unit: &'static str,
    /// The number of all that shares are of.
    pub(crate) total: u64,
    pub(crate) rows: Vec<Row>,
    /// A remark on the rows.
    pub(crate) note: String,
    /// How accurate the counts are, if there are too many names to count all.
    pub(crate) sample: Option<Sample>,
}

/// Which names are counted, and how accurate their counts are.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Sample {
    /// All names that were found more often are counted.
    all_above: u64,
    /// The largest error of a count. Counts are never too high.
    too_low_by: u64,
}

/// A name and its count.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) count: u64,
    /// The number of invalid lines that begin with this scheme.
    pub(crate) bad: u64,
    /// The number of the example, from 1.
    pub(crate) example: Option<usize>,
}

/// The first line with an error or a lint.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// `error` or `lint`.
    pub(crate) kind: &'static str,
    /// The code, and of errors the part that it is in.
    pub(crate) name: String,
    pub(crate) count: u64,
    pub(crate) text: ExampleText,
}

impl Example {
    /// Returns the code of the error or lint.
    pub(crate) fn code(&self) -> &str {
        self.name.split(' ').next().unwrap_or_default()
    }
}

/// The number of names in a section, unless another is asked for.
pub(crate) const MOST: usize = 15;

impl Summary {
    /// Creates a summary with so many names in each section.
    pub(crate) fn new(lines: LineCounts, counts: &Counts, most: usize) -> Self {
        let mut errors: Vec<_> = counts.errors.iter().collect();
        errors.sort_by_key(|(_, found)| core::cmp::Reverse(found.count));
        let mut lints: Vec<_> = counts.lints.iter().collect();
        lints.sort_by_key(|(_, found)| core::cmp::Reverse(found.count));
        let example = |kind, name, found: &Found| Example {
            kind,
            name,
            count: found.count,
            text: found.example.clone(),
        };
        let error = |(key, found): &(&ErrorKey, &Found)| {
            example("error", format!("{} in {}", key.code, key.part), found)
        };
        let lint = |(code, found): &(&&str, &Found)| example("lint", (**code).to_owned(), found);
        let examples: Vec<Example> =
            errors.iter().map(error).chain(lints.iter().map(lint)).collect();
        let valid = counts.schemes.iter().sum();
        let mut sections = vec![
            schemes(counts, valid, most),
            Section {
                subject: "Error",
                unit: "lines",
                total: errors.iter().map(|(_, found)| found.count).sum(),
                ..found("errors", "Errors of invalid lines", "error", &examples)
            },
            Section {
                subject: "Lint",
                total: valid,
                ..found("lints", "Lints of valid URLs", "lint", &examples)
            },
            names("hosts", "Hosts", "Host", &counts.shared.hosts, (valid, most)),
            names("ports", "Ports in URLs", "Port", &counts.shared.ports, (valid, most)),
        ];
        // Of captures.
        let shared = &counts.shared;
        let mut years = names("years", "Years of captures", "Year", &shared.years, (valid, most));
        years.rows.sort_by(|a, b| a.name.cmp(&b.name));
        let statuses = names("statuses", "Statuses", "Status", &shared.statuses, (valid, most));
        sections.extend([years, statuses].into_iter().filter(|section| !section.rows.is_empty()));
        Self { lines, sections, examples }
    }

    /// Returns the numbers of valid, invalid and skipped lines.
    fn verdicts(&self) -> [(&'static str, u64); 3] {
        [("ok", self.lines.ok), ("bad", self.lines.bad), ("skipped", self.lines.skipped())]
    }
}

impl Section {
    /// Returns the section of the verdicts on lines.
    fn of_verdicts(summary: &Summary) -> Self {
        let rows = summary.verdicts().into_iter().map(|(name, count)| (name.to_owned(), count));
        let lines = section("lines", "Lines", rows);
        Self { subject: "Verdict", unit: "lines", total: summary.lines.lines, ..lines }
    }
}

fn section(
    key: &'static str,
    title: &'static str,
    rows: impl Iterator<Item = (String, u64)>,
) -> Section {
    let row = |(name, count)| Row { name, count, bad: 0, example: None };
    let rows = rows.map(row).collect();
    let (note, sample) = (String::new(), None);
    Section { key, title, subject: "Name", unit: "URLs", total: 0, rows, note, sample }
}

/// Returns the section of the errors or of the lints, whose rows have examples.
fn found(
    key: &'static str,
    title: &'static str,
    kind: &'static str,
    examples: &[Example],
) -> Section {
    let numbered = (1..).zip(examples).filter(|(_, example)| example.kind == kind);
    let rows = numbered.map(|(number, example)| Row {
        name: example.name.clone(),
        count: example.count,
        bad: 0,
        example: Some(number),
    });
    Section { rows: rows.collect(), ..section(key, title, core::iter::empty()) }
}

fn schemes(counts: &Counts, total: u64, most: usize) -> Section {
    let known = SCHEMES.iter().map(|scheme| scheme.name.to_owned());
    let of_known = counts.schemes.iter().zip(&counts.bad);
    let known = known.zip(of_known).map(|(name, (count, bad))| (name, *count, *bad));
    let others =
        counts.shared.others.top(most).rows.into_iter().map(|(name, count)| (name, count, 0));
    // Lines that begin with none of the ten may have no scheme.
    let last = counts.bad.last().map(|bad| ("(none of the ten)".to_owned(), 0, *bad));
    let all = known.chain(others).chain(last).filter(|(_, count, bad)| count + bad > 0);
    let row = |(name, count, bad)| Row { name, count, bad, example: None };
    let mut rows: Vec<Row> = all.map(row).collect();
    rows.sort_by_key(|row| core::cmp::Reverse((row.count, row.bad)));
    let schemes = section("schemes", "Schemes", core::iter::empty());
    Section { subject: "Scheme", total, rows, ..schemes }
}

/// Returns the section of the most frequent names.
fn names(
    key: &'static str,
    title: &'static str,
    subject: &'static str,
    names: &Names,
    (total, most): (u64, usize),
) -> Section {
    let Top { rows, distinct, missed, too_low_by } = names.top(most);
    let sample = (missed > 0).then_some(Sample { all_above: missed, too_low_by });
    let mut note = match distinct - rows.len() {
        0 => String::new(),
        more => format!("and {more} others"),
    };
    if missed > 0 {
        note =
            format!("too many to count: listed are all that were found more than {missed} times");
        if too_low_by > 0 {
            let _ = write!(note, "; counts may be up to {too_low_by} too low");
        }
    }
    let names = section(key, title, rows.into_iter());
    Section { subject, total, note, sample, ..names }
}
