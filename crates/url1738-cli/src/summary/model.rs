//! The summary as data.

use core::fmt::Write as _;

use serde::Serialize;
use url1738::SCHEMES;

use super::{
    counts::{Counts, ExampleText},
    top,
};
use crate::{codes, pipeline::LineCounts};

/// The counts of a run.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(super) lines: LineCounts,
    pub(super) sections: Vec<Section>,
    /// The first line with each error, the most frequent error first, then with each lint.
    pub(super) examples: Vec<Example>,
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
    /// How the names were counted, if there are too many to count all.
    pub(crate) sample: Option<Sample>,
}

/// Which names can be among the rows, and how accurate their counts are.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Sample {
    /// The approximate number of names.
    distinct: u64,
    /// One in this many names is in the sample.
    one_in: u64,
    /// All names that were found more often are counted, in the sample or not.
    all_above: u64,
    /// The largest error of a count. Counts are never too high.
    too_low_by: u64,
}

/// A name and its count.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) count: u64,
    /// A short description.
    pub(crate) about: &'static str,
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

/// The number of names in a section.
const MOST: usize = 15;

impl Summary {
    pub(crate) fn new(lines: LineCounts, counts: &Counts) -> Self {
        let mut errors: Vec<_> = counts.errors.iter().collect();
        errors.sort_by_key(|(_, found)| core::cmp::Reverse(found.count));
        let mut lints: Vec<_> = counts.lints.iter().collect();
        // The order in which lints were found depends on the threads.
        lints.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.code.cmp(b.code)));
        let mut examples: Vec<Example> = errors
            .iter()
            .map(|(error, found)| Example {
                kind: "error",
                name: format!("{} in {}", error.code, error.part),
                count: found.count,
                text: found.example.clone(),
            })
            .collect();
        examples.extend(lints.iter().map(|lint| Example {
            kind: "lint",
            name: lint.code.to_owned(),
            count: lint.count,
            text: lint.example.clone(),
        }));
        let valid = counts.schemes.iter().sum();
        let sections = vec![
            schemes(counts, valid),
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
            hosts(counts, valid),
            ports(counts, valid),
        ];
        Self { lines, sections, examples }
    }

    /// Returns the numbers of valid, invalid and skipped lines.
    pub(super) fn verdicts(&self) -> [(&'static str, u64); 3] {
        [("ok", self.lines.ok), ("bad", self.lines.bad), ("skipped", self.lines.skipped())]
    }
}

fn section(
    key: &'static str,
    title: &'static str,
    rows: impl Iterator<Item = (String, u64, &'static str)>,
) -> Section {
    let row = |(name, count, about)| Row { name, count, about, example: None };
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
    let rows = numbered.map(|(number, example)| {
        let is_lint = kind == "lint";
        let known = codes::all().find(|it| it.is_lint() == is_lint && it.code == example.code());
        Row {
            name: example.name.clone(),
            count: example.count,
            about: known.map_or("", |code| code.message),
            example: Some(number),
        }
    });
    Section { rows: rows.collect(), ..section(key, title, core::iter::empty()) }
}

fn schemes(counts: &Counts, total: u64) -> Section {
    let known = SCHEMES.iter().map(|scheme| (scheme.name.to_owned(), scheme.purpose));
    let ten = known.zip(counts.schemes).map(|((name, about), count)| (name, count, about));
    let others = counts.shared.others.top(MOST);
    let mut rows: Vec<_> = ten.filter(|(_, count, _)| *count > 0).collect();
    rows.extend(others.rows.into_iter().map(|(name, count)| (name, count, "another scheme")));
    rows.sort_by_key(|(_, count, _)| core::cmp::Reverse(*count));
    let schemes = section("schemes", "Schemes of valid URLs", rows.into_iter());
    Section { subject: "Scheme", total, ..schemes }
}

fn hosts(counts: &Counts, total: u64) -> Section {
    let hosts = counts.shared.hosts.top(MOST);
    let shown = hosts.rows.len() as u64;
    let mut note = match hosts.distinct - shown.min(hosts.distinct) {
        0 => String::new(),
        more => format!("and {more} others"),
    };
    let sample = (hosts.one_in > 1).then_some(Sample {
        distinct: hosts.distinct,
        one_in: hosts.one_in,
        all_above: hosts.unseen,
        too_low_by: hosts.missed,
    });
    if let Some(Sample { distinct, one_in, all_above, too_low_by }) = sample {
        note = format!(
            "about {distinct} hosts, too many to count: listed are those of a sample of 1 in {one_in}, and all hosts \
             found more than {all_above} times"
        );
        if too_low_by > 0 {
            let _ = write!(note, "; counts may be up to {too_low_by} too low");
        }
    }
    let rows = hosts.rows.into_iter().map(|(name, count)| (name, count, ""));
    let hosts = section("hosts", "Hosts", rows);
    Section { subject: "Host", total, note, sample, ..hosts }
}

fn ports(counts: &Counts, total: u64) -> Section {
    let ports = counts.shared.ports().into_iter().enumerate();
    let mut rows: Vec<_> = ports.filter(|(_, count)| *count > 0).collect();
    let note = match rows.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("and {more} others"),
    };
    top::keep_first(&mut rows, MOST, |a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let rows = rows.into_iter().map(|(port, count)| (port.to_string(), count, ""));
    let ports = section("ports", "Ports in URLs", rows);
    Section { subject: "Port", total, note, ..ports }
}
