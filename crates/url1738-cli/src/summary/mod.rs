//! Counts of a list of URLs, and their page.
//!
//! The summary is created once, as data: sections of rows. Each format writes it.

mod counts;
mod html;
mod names;
mod svg;
mod write;

use core::cmp::Reverse;

pub(crate) use counts::Counts;
pub(crate) use names::Names;
pub(crate) use svg::write_charts;
use url1738::SCHEMES;
pub(crate) use write::write;

use self::counts::Example;
use crate::pipeline::LineCounts;

/// The counts of a run.
#[derive(Debug)]
pub(crate) struct Summary {
    /// The names of the inputs.
    files: Vec<String>,
    lines: LineCounts,
    sections: Vec<Section>,
}

/// Rows of names and counts.
#[derive(Debug, Default)]
pub(crate) struct Section {
    /// The key in JSON.
    pub(crate) key: &'static str,
    /// The heading in text and on the page.
    pub(crate) title: String,
    /// What the names are, as the head of their column.
    subject: &'static str,
    /// What is counted.
    unit: &'static str,
    /// The number of all that shares are of.
    total: u64,
    pub(crate) rows: Vec<Row>,
    /// A remark on the rows.
    pub(crate) note: String,
    /// How accurate the counts are, if there are too many names to count all.
    pub(crate) sample: Option<Sample>,
}

/// Which names are counted, and how accurate their counts are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// All names that were found more often are counted.
    all_above: u64,
    /// The largest error of a count. Counts are never too high.
    too_low_by: u64,
}

/// A name and its count.
#[derive(Debug, Default)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) count: u64,
    /// The number of invalid lines that begin with this scheme.
    bad: u64,
    /// The first line with an error or a lint.
    example: Option<Example>,
}

/// The number of names in a section, unless another is asked for.
pub(crate) const MOST: usize = 15;

impl Summary {
    /// Creates a summary with so many names in each section.
    pub(crate) fn new(
        files: Vec<String>,
        lines: LineCounts,
        mut counts: Counts,
        most: usize,
    ) -> Self {
        let valid = counts.schemes.values().map(|[valid, _]| valid).sum();
        let schemes = Section {
            total: valid,
            rows: schemes(&mut counts, most),
            ..Section::new("schemes", "Schemes", "Scheme")
        };
        let mut found: Vec<_> = counts.found.into_iter().collect();
        found.sort_by_key(|((code, part), row)| (part.is_none(), Reverse(row.count), *code, *part));
        let (mut errors, mut lints) = (Vec::new(), Vec::new());
        for (number, ((_, part), mut row)) in (1..).zip(found) {
            if let Some(example) = &mut row.example {
                example.number = number;
            }
            (if part.is_none() { &mut lints } else { &mut errors }).push(row);
        }
        let errors = Section {
            unit: "lines",
            total: errors.iter().map(|row| row.count).sum(),
            rows: errors,
            ..Section::new("errors", "Errors of invalid lines", "Error")
        };
        let lints = Section {
            total: valid,
            rows: lints,
            ..Section::new("lints", "Lints of valid URLs", "Lint")
        };
        let mut sections = vec![schemes, errors, lints];
        for (mut names, key, title, subject) in [
            (counts.hosts, "hosts", "Hosts", "Host"),
            (counts.ports, "ports", "Ports in URLs", "Port"),
            (counts.years, "years", "Years of captures", "Year"),
            (counts.statuses, "statuses", "Statuses", "Status"),
        ] {
            let Section { mut rows, note, sample, .. } = names.section(most);
            // Only captures have years and statuses.
            if rows.is_empty() && matches!(key, "years" | "statuses") {
                continue;
            }
            if key == "years" {
                rows.sort_by(|a, b| a.name.cmp(&b.name));
            }
            let section = Section::new(key, title, subject);
            sections.push(Section { total: valid, rows, note, sample, ..section });
        }
        Self { files, lines, sections }
    }

    /// Returns the first line with each error, of the most frequent error first, and then with each lint.
    fn examples(&self) -> impl Iterator<Item = (&Row, &Example)> {
        let rows = self.sections.iter().flat_map(|section| &section.rows);
        rows.filter_map(|row| Some((row, row.example.as_ref()?)))
    }

    /// Returns the numbers of valid, invalid and skipped lines.
    fn verdicts(&self) -> [(&'static str, u64); 3] {
        [("ok", self.lines.ok), ("bad", self.lines.bad), ("skipped", self.lines.skipped())]
    }
}

impl Section {
    /// Creates an empty section of URLs.
    fn new(key: &'static str, title: &str, subject: &'static str) -> Self {
        Self { key, title: title.to_owned(), subject, unit: "URLs", ..Self::default() }
    }

    /// Returns the section of the verdicts on lines.
    fn of_verdicts(summary: &Summary) -> Self {
        let row = |(name, count): (&str, u64)| Row { name: name.into(), count, ..Row::default() };
        let rows = summary.verdicts().into_iter().map(row).collect();
        Self { rows, ..Self::new("lines", "Lines", "Verdict") }
    }
}

/// Returns the rows of schemes, the most frequent first.
fn schemes(counts: &mut Counts, most: usize) -> Vec<Row> {
    let row = |name: &str, [count, bad]: [u64; 2]| Row {
        name: name.to_owned(),
        count,
        bad,
        ..Row::default()
    };
    let of = |name| counts.schemes.get(name).copied().unwrap_or_default();
    let mut rows: Vec<Row> = SCHEMES.iter().map(|it| row(it.name, of(it.name))).collect();
    // Lines that begin with none of the ten may have no scheme.
    let [_, no_scheme] = of("");
    rows.extend(counts.others.section(most).rows);
    rows.push(row("(none of the ten)", [0, no_scheme]));
    rows.retain(|row| row.count + row.bad > 0);
    rows.sort_by_key(|row| Reverse((row.count, row.bad)));
    rows
}
