//! What a list of URLs looks like as a whole.
//!
//! The summary is made once, as data: sections of rows. [`table`], [`json`], [`delimited`] and [`html`] write it.

mod counts;
mod delimited;
mod heavy;
mod html;
mod json;
mod names;
mod shard;
mod svg;
mod table;

use core::{cmp::Ordering, fmt::Write as _};
use std::io::{self, Write};

pub(crate) use counts::{Counts, Shared};
pub(crate) use html::page;

use serde::Serialize;

use crate::{commands::scheme_rows, format::Format, session::Session, tally::Tally};

/// A summary.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) tally: Tally,
    pub(crate) sections: Vec<Section>,
    /// The first line that breaks each rule, the most frequently broken rule first.
    pub(crate) examples: Vec<Example>,
}

/// Rows of names and counts.
#[derive(Debug)]
pub(crate) struct Section {
    /// For machines.
    pub(crate) key: &'static str,
    /// For people.
    pub(crate) title: &'static str,
    pub(crate) rows: Vec<Row>,
    /// What the rows do not say.
    pub(crate) note: String,
    /// How the names were counted, where there are too many to count all.
    pub(crate) sample: Option<Sample>,
}

/// Which names are among the rows, and how right their counts are.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Sample {
    /// How many names there are, about.
    distinct: u64,
    /// One in how many is in the sample.
    one_in: u64,
    /// Every name that was found more often was counted, in the sample or not.
    all_above: u64,
    /// By how much a count may be too low.
    too_low_by: u64,
}

/// A name and how often it was found.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) count: u64,
    /// A few words on it.
    pub(crate) about: &'static str,
}

/// A report on the first of several lines.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) rule: String,
    pub(crate) count: u64,
    pub(crate) report: String,
}

/// How many names of a kind are listed.
const MOST: usize = 15;

impl Summary {
    pub(crate) fn new(tally: Tally, counts: &Counts) -> Self {
        let mut broken: Vec<_> = counts.rules.iter().collect();
        broken.sort_by_key(|(_, broke)| core::cmp::Reverse(broke.count));
        let examples = broken.iter().map(|(rule, broke)| Example {
            rule: format!("{}{} {}", rule.source, rule.rule, rule.kind),
            count: broke.count,
            report: broke.example.clone(),
        });
        let sections = vec![
            schemes(counts),
            section("rules", "Rules broken", examples.clone().map(|e| (e.rule, e.count, ""))),
            lints(counts),
            hosts(counts),
            ports(counts),
        ];
        Self { tally, sections, examples: examples.collect() }
    }

    /// Writes it to standard output.
    pub(crate) fn write(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        match session.format {
            Format::Human => table::write(self, &session.palette, out),
            Format::Json => json::write(self, out),
            Format::Csv => delimited::write(self, ",", out),
            Format::Tsv => delimited::write(self, "\t", out),
        }
    }

    /// Lines that were good, bad and skipped.
    pub(crate) fn verdicts(&self) -> [(&'static str, u64); 3] {
        [("ok", self.tally.ok), ("bad", self.tally.bad), ("skipped", self.tally.skipped())]
    }
}

/// Leaves the first `most` in this order: nobody waits for thousands to be put in order of which few are shown.
fn first_in_order<T>(rows: &mut Vec<T>, most: usize, order: impl Fn(&T, &T) -> Ordering) {
    if most < rows.len() {
        rows.select_nth_unstable_by(most, &order);
        rows.truncate(most);
    }
    rows.sort_unstable_by(order);
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
    let known = scheme_rows().into_iter().map(|row| (row.scheme.to_owned(), row.title));
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
    // Which was found first depends on the threads.
    rows.sort_by(|(a, more, _), (b, less, _)| less.cmp(more).then_with(|| a.cmp(b)));
    section("lints", "Valid but risky", rows.into_iter())
}

fn hosts(counts: &Counts) -> Section {
    let top = counts.shared.hosts.top(MOST);
    let shown = top.rows.len() as u64;
    let mut note = match top.distinct - shown.min(top.distinct) {
        0 => String::new(),
        more => format!("and {more} others"),
    };
    let sample = (top.one_in > 1).then_some(Sample {
        distinct: top.distinct,
        one_in: top.one_in,
        all_above: top.unseen,
        too_low_by: top.missed,
    });
    if let Some(Sample { distinct, one_in, all_above, too_low_by }) = sample {
        note = format!(
            "of about {distinct} hosts, too many to count: these are from a sample of 1 in {one_in}, and from all \
             hosts that were found more than {all_above} times"
        );
        if too_low_by > 0 {
            let _ = write!(note, "; a count may be up to {too_low_by} too low");
        }
    }
    let rows = top.rows.into_iter().map(|(name, count)| (name, count, ""));
    Section { note, sample, ..section("hosts", "Hosts", rows) }
}

fn ports(counts: &Counts) -> Section {
    let ports = counts.ports.iter().enumerate().filter(|(_, count)| **count > 0);
    let mut rows: Vec<_> = ports.map(|(port, count)| (port, *count)).collect();
    let note = match rows.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("and {more} others"),
    };
    first_in_order(&mut rows, MOST, |a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let rows = rows.into_iter().map(|(port, count)| (port.to_string(), count, ""));
    Section { note, ..section("ports", "Ports that are named", rows) }
}
