//! The report: what was compared, and what came of it.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use crate::{
    coverage,
    coverage::Covered,
    exceptions::{EXCEPTIONS, Measure},
    run::Outcome,
    suite::Section,
};

/// The outcomes of all suites, and the tests that name requirements.
#[derive(Debug)]
pub struct Report<'a> {
    /// The outcomes.
    pub outcomes: &'a [Outcome],
    /// The tests by requirement.
    pub requirements: &'a BTreeMap<&'static str, Vec<String>>,
}

impl Report<'_> {
    /// Returns how often a parser and the grammar differ.
    #[must_use]
    pub fn mismatches(&self) -> u64 {
        self.outcomes.iter().map(|outcome| outcome.tally.mismatches()).sum()
    }

    /// Returns the requirements that no test names.
    #[must_use]
    pub fn untested(&self) -> Vec<&str> {
        coverage::ids().filter(|id| self.requirements.get(id).is_none_or(Vec::is_empty)).collect()
    }

    /// Returns the seeded faults that no text revealed, although they change the language.
    #[must_use]
    pub fn survivors(&self) -> Vec<String> {
        let faults = self.outcomes.iter().flat_map(|one| one.faults.iter().map(move |f| (one, f)));
        faults
            .filter(|(_, fault)| !fault.equivalent && fault.killed_by.is_none())
            .map(|(outcome, fault)| format!("{}: {}", outcome.title, fault.title))
            .collect()
    }

    /// Returns the productions that accepted no text, or in which none was refused.
    #[must_use]
    pub fn uncovered(&self) -> Vec<String> {
        let all = self.outcomes.iter().flat_map(|outcome| {
            outcome.covered.iter().map(move |(name, covered)| (outcome.title, name, covered))
        });
        all.filter(|(.., covered)| covered.accepted == 0 || covered.refused == 0)
            .map(|(title, name, covered)| format!("{title}: {name} {covered:?}"))
            .collect()
    }

    /// Returns the productions that no URL consists of, with the number of texts refused at one of their characters.
    fn unused(&self) -> BTreeMap<&str, u64> {
        let mut all = BTreeMap::new();
        for (name, refused) in self.outcomes.iter().flat_map(|outcome| &outcome.unused) {
            *all.entry(name.as_str()).or_default() += refused;
        }
        all
    }

    /// Whether there are no differences, and nothing is left untested.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.mismatches() == 0
            && self.untested().is_empty()
            && self.survivors().is_empty()
            && self.uncovered().is_empty()
            && self.unused().values().all(|refused| *refused > 0)
    }

    /// Returns the summary for a terminal, which ends with the totals.
    #[must_use]
    pub fn console(&self) -> String {
        let mut out = String::new();
        self.schemes(&mut out);
        for outcome in self.outcomes {
            for mismatch in &outcome.tally.mismatches {
                let text = mismatch.text.escape_ascii();
                let _ = writeln!(
                    out,
                    "MISMATCH {:?} {text}\n  grammar: {}\n  parser:  {}",
                    mismatch.difference, mismatch.expected, mismatch.found
                );
            }
        }
        let lists = [
            ("fault not found", self.survivors()),
            ("production not covered", self.uncovered()),
            ("no test names", self.untested().into_iter().map(str::to_owned).collect()),
        ];
        for (title, list) in lists {
            list.iter().for_each(|item| _ = writeln!(out, "{title}: {item}"));
        }
        out.push('\n');
        self.totals(&mut out);
        out
    }

    /// Returns the files that are committed: the page, and the tables beside it. Equal runs return equal files.
    #[must_use]
    pub fn files(&self) -> Vec<(&'static str, String)> {
        vec![
            ("REPORT.md", self.page()),
            ("results/suites.tsv", self.suites()),
            ("results/places.tsv", self.places()),
            ("results/productions.tsv", self.productions()),
            ("results/faults.tsv", self.faults()),
        ]
    }

    fn page(&self) -> String {
        let mut out = String::from(
            "# The parsers compared with the grammar\n\nWritten by `cargo xtask conformance --write`; \
             `cargo xtask conformance --check` fails if a run differs. The [README](README.md) explains the columns. The \
             complete tables are in `results/`.\n\n",
        );
        self.schemes(&mut out);
        out.push('\n');
        self.splits(&mut out);
        out.push_str("\n```text\n");
        self.totals(&mut out);
        out.push_str("```\n");
        out
    }

    fn schemes(&self, out: &mut String) {
        out.push_str(
            "| scheme   | BNF: states | classes | strict: states | classes |  strings | accepted |  refused | by BNF \
             | by prose | by range | mismatches | productions |\n\
             |----------|------------:|--------:|---------------:|--------:|---------:|---------:|---------:|-------:\
             |---------:|---------:|-----------:|------------:|\n",
        );
        for outcome in self.outcomes {
            let tally = &outcome.tally;
            let [bnf, prose, range] = tally.by_rule;
            let covered =
                outcome.covered.iter().filter(|(_, c)| c.accepted > 0 && c.refused > 0).count();
            let _ = writeln!(
                out,
                "| {:8} | {:11} | {:7} | {:14} | {:7} | {:8} | {:8} | {:8} | {:6} | {:8} | {:8} | {:10} | {:>11} |",
                outcome.title,
                outcome.bnf.0,
                outcome.bnf.1,
                outcome.strict.0,
                outcome.strict.1,
                tally.strings(),
                tally.accepted,
                tally.refused,
                bnf,
                prose,
                range,
                tally.mismatches(),
                format!("{covered}/{}", outcome.covered.len()),
            );
        }
    }

    /// Returns the number of strings of each suite.
    fn suites(&self) -> String {
        let mut out = format!("# scheme\t{}\n", Section::ALL.map(|(_, name)| name).join("\t"));
        for outcome in self.outcomes {
            let counts = Section::ALL.map(|(section, _)| {
                outcome.sections.get(&section).copied().unwrap_or_default().to_string()
            });
            let _ = writeln!(out, "{}\t{}", outcome.title, counts.join("\t"));
        }
        out
    }

    fn splits(&self, out: &mut String) {
        let ambiguous = self.outcomes.iter().filter_map(|outcome| {
            outcome.ambiguous.as_ref().map(|text| format!("{} (`{text}`)", outcome.title))
        });
        let list: Vec<String> = ambiguous.collect();
        let _ = writeln!(
            out,
            "Section 5 alone splits every text into parts in one way, except in {}. There the prose decides \
             (decisions 24, 29 and 43), and every scheme has one way.",
            list.join(" and ")
        );
    }

    /// Where errors begin: how many at the byte at which an automaton stops, and how many elsewhere, with the reason.
    fn places(&self) -> String {
        let mut out = String::from("# code, or automaton\terrors\tplace\treason\n");
        for (measure, title, reason) in Measure::ALL {
            let count: u64 =
                self.outcomes.iter().filter_map(|one| one.tally.exact.get(&measure)).sum();
            let _ = writeln!(out, "{title}\t{count}\twhere the automaton stops\t{reason}");
        }
        for (number, exception) in EXCEPTIONS.iter().enumerate() {
            let count: u64 =
                self.outcomes.iter().filter_map(|one| one.tally.excepted.get(&number)).sum();
            let codes = exception.codes.join(", ");
            let _ = writeln!(out, "{codes}\t{count}\t{}\t{}", exception.marks, exception.reason);
        }
        out
    }

    /// How many texts each production accepted, and how many were refused while it was read or came next.
    fn productions(&self) -> String {
        let mut all: BTreeMap<&str, Covered> = BTreeMap::new();
        for (name, covered) in self.outcomes.iter().flat_map(|outcome| &outcome.covered) {
            let sum = all.entry(name).or_default();
            sum.accepted += covered.accepted;
            sum.refused += covered.refused;
        }
        let mut out = String::from("# production\taccepted\trefused\n");
        for (name, covered) in all {
            let _ = writeln!(out, "{name}\t{}\t{}", covered.accepted, covered.refused);
        }
        out.push_str("# defined in section 5 and used by no production (decision 50): refused at one of their characters\n");
        for (name, refused) in self.unused() {
            let _ = writeln!(out, "{name}\t0\t{refused}");
        }
        out
    }

    /// Returns the seeded faults, each with the text that revealed it.
    fn faults(&self) -> String {
        let mut out = String::from("# scheme\tfault\tfound by\n");
        for outcome in self.outcomes {
            for fault in &outcome.faults {
                let shown = match (&fault.killed_by, fault.equivalent) {
                    (Some(text), _) => shortened(text),
                    (None, true) => "nothing: the language is the same".to_owned(),
                    (None, false) => "NOTHING".to_owned(),
                };
                let _ = writeln!(out, "{}\t{}\t{shown}", outcome.title, fault.title);
            }
        }
        out
    }

    fn totals(&self, out: &mut String) {
        let strings: u64 = self.outcomes.iter().map(|outcome| outcome.tally.strings()).sum();
        let faults = || self.outcomes.iter().flat_map(|outcome| &outcome.faults);
        let killed = faults().filter(|fault| fault.killed_by.is_some()).count();
        let equivalent = faults().filter(|fault| fault.equivalent).count();
        let ids = coverage::ids().count();
        let _ = writeln!(out, "strings: {strings}");
        let _ = writeln!(
            out,
            "seeded faults found: {killed}/{} ({equivalent} more does not change the language)",
            faults().count() - equivalent
        );
        let _ = writeln!(out, "requirements: {}/{ids}", ids - self.untested().len());
        let _ = writeln!(out, "mismatches: {}", self.mismatches());
    }
}

/// Returns a text, shortened for a table.
fn shortened(text: &[u8]) -> String {
    let shown = text.escape_ascii().to_string();
    if shown.len() <= 60 {
        return shown;
    }
    let end = &shown[shown.len() - 20..];
    format!("{}...{end} ({} bytes)", &shown[..30], text.len())
}
