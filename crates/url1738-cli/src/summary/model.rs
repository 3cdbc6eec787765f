//! The summary as data.

use core::fmt::Write as _;

use serde::Serialize;

use super::{counts::Counts, top};
use crate::{pipeline::LineCounts, schemes::SCHEMES};

/// The counts of a run.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(super) lines: LineCounts,
    pub(super) sections: Vec<Section>,
    /// The first line with each error, the most frequent error first.
    pub(super) examples: Vec<Example>,
}

/// Rows of names and counts.
#[derive(Debug)]
pub(crate) struct Section {
    /// The key in JSON.
    pub(crate) key: &'static str,
    /// The heading in text and on the page.
    pub(crate) title: &'static str,
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
}

/// The report on the first line with an error.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// The code of the error and the part that it is in.
    pub(crate) error: String,
    pub(crate) count: u64,
    pub(crate) report: String,
}

/// The number of names in a section.
const MOST: usize = 15;

impl Summary {
    pub(crate) fn new(lines: LineCounts, counts: &Counts) -> Self {
        let mut errors: Vec<_> = counts.errors.iter().collect();
        errors.sort_by_key(|(_, found)| core::cmp::Reverse(found.count));
        let examples = errors.iter().map(|(error, found)| Example {
            error: format!("{} in {}", error.code, error.part),
            count: found.count,
            report: found.example.clone(),
        });
        let sections = vec![
            schemes(counts),
            section(
                "errors",
                "Errors of invalid lines",
                examples.clone().map(|e| (e.error, e.count, "")),
            ),
            lints(counts),
            hosts(counts),
            ports(counts),
        ];
        Self { lines, sections, examples: examples.collect() }
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
    let rows = rows.map(|(name, count, about)| Row { name, count, about }).collect();
    Section { key, title, rows, note: String::new(), sample: None }
}

fn schemes(counts: &Counts) -> Section {
    let known = SCHEMES.iter().map(|scheme| (scheme.name.to_owned(), scheme.title));
    let ten = known.zip(counts.schemes).map(|((name, title), count)| (name, count, title));
    let others = counts.shared.others.top(MOST);
    let mut rows: Vec<_> = ten.filter(|(_, count, _)| *count > 0).collect();
    rows.extend(others.rows.into_iter().map(|(name, count)| (name, count, "another scheme")));
    rows.sort_by_key(|(_, count, _)| core::cmp::Reverse(*count));
    section("schemes", "Schemes of valid URLs", rows.into_iter())
}

fn lints(counts: &Counts) -> Section {
    let mut rows: Vec<_> =
        counts.lints.iter().map(|lint| (lint.code.to_owned(), lint.count, lint.message)).collect();
    // The order in which lints were found depends on the threads.
    rows.sort_by(|(a, more, _), (b, less, _)| less.cmp(more).then_with(|| a.cmp(b)));
    section("lints", "Lints of valid URLs", rows.into_iter())
}

fn hosts(counts: &Counts) -> Section {
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
    Section { note, sample, ..section("hosts", "Hosts", rows) }
}

fn ports(counts: &Counts) -> Section {
    let ports = counts.ports.iter().enumerate().filter(|(_, count)| **count > 0);
    let mut rows: Vec<_> = ports.map(|(port, count)| (port, *count)).collect();
    let note = match rows.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("and {more} others"),
    };
    top::keep_first(&mut rows, MOST, |a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let rows = rows.into_iter().map(|(port, count)| (port.to_string(), count, ""));
    Section { note, ..section("ports", "Ports in URLs", rows) }
}
