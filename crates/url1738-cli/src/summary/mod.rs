//! Counts of a list of URLs, and their page.
//!
//! The summary is created once, as data: sections of rows. Each format writes it.

mod counts;
mod html;
mod names;
mod svg;
mod write;

use core::{cmp::Reverse, fmt::Write as _};

pub(crate) use counts::Counts;
pub(crate) use html::{Run, date};
pub(crate) use names::Names;
use serde::Serialize;
pub(crate) use svg::{Chart, write_charts};
use url1738::SCHEMES;
pub(crate) use write::write;

use self::{counts::Example, names::Top};
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
#[derive(Debug, Default)]
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) count: u64,
    /// The number of invalid lines that begin with this scheme.
    pub(crate) bad: u64,
    /// The index of the example.
    pub(crate) example: Option<usize>,
}

/// The number of names in a section, unless another is asked for.
pub(crate) const MOST: usize = 15;

impl Summary {
    /// Creates a summary with so many names in each section.
    pub(crate) fn new(lines: LineCounts, counts: Counts, most: usize) -> Self {
        let valid = counts.schemes.values().map(|[valid, _]| valid).sum();
        let schemes = schemes(&counts, valid, most);
        let mut examples: Vec<Example> = counts.found.into_values().collect();
        examples.sort_by_key(|example| (example.kind, Reverse(example.count)));
        let errors = found("errors", "Errors of invalid lines", "error", &examples);
        let total = errors.rows.iter().map(|row| row.count).sum();
        let mut sections = vec![
            schemes,
            Section { subject: "Error", unit: "lines", total, ..errors },
            Section {
                subject: "Lint",
                total: valid,
                ..found("lints", "Lints of valid URLs", "lint", &examples)
            },
            names("hosts", "Hosts", "Host", &counts.hosts, (valid, most)),
            names("ports", "Ports in URLs", "Port", &counts.ports, (valid, most)),
        ];
        // Of captures.
        let mut years = names("years", "Years of captures", "Year", &counts.years, (valid, most));
        years.rows.sort_by(|a, b| a.name.cmp(&b.name));
        let statuses = names("statuses", "Statuses", "Status", &counts.statuses, (valid, most));
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
        let row = |(name, count): (&str, u64)| Row { name: name.into(), count, ..Row::default() };
        Self {
            key: "lines",
            title: "Lines",
            subject: "Verdict",
            unit: "lines",
            total: summary.lines.lines,
            rows: summary.verdicts().into_iter().map(row).collect(),
            ..Self::default()
        }
    }
}

/// Returns the section of the errors or of the lints, whose rows have examples.
fn found(
    key: &'static str,
    title: &'static str,
    kind: &'static str,
    examples: &[Example],
) -> Section {
    let numbered = examples.iter().enumerate().filter(|(_, example)| example.kind == kind);
    let rows = numbered.map(|(index, example)| Row {
        name: example.name.clone(),
        count: example.count,
        bad: 0,
        example: Some(index),
    });
    Section { key, title, unit: "URLs", rows: rows.collect(), ..Section::default() }
}

fn schemes(counts: &Counts, total: u64, most: usize) -> Section {
    let of = |place| counts.schemes.get(&place).copied().unwrap_or_default();
    let row = |name: &str, [count, bad]: [u64; 2]| Row {
        name: name.to_owned(),
        count,
        bad,
        example: None,
    };
    let known = SCHEMES.iter().enumerate().map(|(place, scheme)| row(scheme.name, of(place)));
    let others = counts.others.top(most).rows.into_iter();
    let others = others.map(|(name, count)| row(&name, [count, 0]));
    // Lines that begin with none of the ten may have no scheme.
    let last = row("(none of the ten)", [0, of(SCHEMES.len())[1]]);
    let all = known.chain(others).chain([last]);
    let mut rows: Vec<Row> = all.filter(|row| row.count + row.bad > 0).collect();
    rows.sort_by_key(|row| Reverse((row.count, row.bad)));
    let (key, title, subject, unit) = ("schemes", "Schemes", "Scheme", "URLs");
    Section { key, title, subject, unit, total, rows, ..Section::default() }
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
    let row = |(name, count)| Row { name, count, ..Row::default() };
    let rows = rows.into_iter().map(row).collect();
    Section { key, title, subject, unit: "URLs", total, rows, note, sample }
}
