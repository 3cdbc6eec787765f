//! The report, for people: what was tried and what came of it.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use crate::{
    coverage::Covered,
    exceptions::{EXCEPTIONS, Measure},
    requirements,
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
    /// How often a parser and the grammar differ, in whatever.
    #[must_use]
    pub fn mismatches(&self) -> u64 {
        self.outcomes.iter().map(|outcome| outcome.tally.mismatches()).sum()
    }

    /// The requirements that no test names.
    #[must_use]
    pub fn untested(&self) -> Vec<&str> {
        requirements::ids()
            .filter(|id| self.requirements.get(id).is_none_or(Vec::is_empty))
            .collect()
    }

    /// The faults that are wrong, and that no text showed.
    #[must_use]
    pub fn survivors(&self) -> Vec<String> {
        let faults = self.outcomes.iter().flat_map(|one| one.faults.iter().map(move |f| (one, f)));
        faults
            .filter(|(_, fault)| !fault.equivalent && fault.killed_by.is_none())
            .map(|(outcome, fault)| format!("{}: {}", outcome.title, fault.title))
            .collect()
    }

    /// The productions that no text went through, or that none went wrong in.
    #[must_use]
    pub fn uncovered(&self) -> Vec<String> {
        let all = self.outcomes.iter().flat_map(|outcome| {
            outcome.covered.iter().map(move |(name, covered)| (outcome.title, name, covered))
        });
        all.filter(|(.., covered)| covered.accepted == 0 || covered.refused == 0)
            .map(|(title, name, covered)| format!("{title}: {name} {covered:?}"))
            .collect()
    }

    /// The productions that no URL is made of, with the texts refused at one of their characters.
    fn unused(&self) -> BTreeMap<&str, u64> {
        let mut all = BTreeMap::new();
        for (name, refused) in self.outcomes.iter().flat_map(|outcome| &outcome.unused) {
            *all.entry(name.as_str()).or_default() += refused;
        }
        all
    }

    /// Whether all is well.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.mismatches() == 0
            && self.untested().is_empty()
            && self.survivors().is_empty()
            && self.uncovered().is_empty()
            && self.unused().values().all(|refused| *refused > 0)
    }

    /// The summary for a terminal. It ends with the numbers that have to be 0 and complete.
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

    /// The whole report as Markdown. The same run gives the same text.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = String::from(
            "# The grammar, exhaustively\n\nWritten by `cargo xtask conformance --write`; what it means is in \
             the [README](README.md).\n\n",
        );
        self.schemes(&mut out);
        out.push_str("\n## The suites\n\n");
        self.sections(&mut out);
        out.push_str("\n## Splits\n\n");
        self.splits(&mut out);
        out.push_str("\n## Where errors begin\n\n");
        self.places(&mut out);
        out.push_str("\n## Productions\n\n");
        self.productions(&mut out);
        out.push_str("\n## Seeded faults\n\n");
        self.faults(&mut out);
        out.push_str("\n## Totals\n\n```\n");
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

    fn sections(&self, out: &mut String) {
        let names = Section::ALL.map(|(_, name)| name);
        let _ = writeln!(
            out,
            "| scheme | {} |\n|---|{}",
            names.join(" | "),
            "--:|".repeat(names.len())
        );
        for outcome in self.outcomes {
            let counts = Section::ALL.map(|(section, _)| {
                outcome.sections.get(&section).copied().unwrap_or_default().to_string()
            });
            let _ = writeln!(out, "| {} | {} |", outcome.title, counts.join(" | "));
        }
    }

    fn splits(&self, out: &mut String) {
        let ambiguous = self.outcomes.iter().filter_map(|outcome| {
            outcome.ambiguous.as_ref().map(|text| format!("- {}: `{text}`", outcome.title))
        });
        let list: Vec<String> = ambiguous.collect();
        let _ = writeln!(
            out,
            "Two runs of the automaton that reads the marks of parts too, over the same bytes, are the same run, \
             in all but these schemes. For these the prose decides (decisions 24, 29 and 43), and with it \
             no scheme has a text of two splits.\n\n{}",
            list.join("\n")
        );
    }

    fn places(&self, out: &mut String) {
        out.push_str(
            "An error begins where the automaton dies: at the first byte after which no URL can follow.\n\n\
             | automaton of | errors | when |\n|---|--:|---|\n",
        );
        for (measure, title, reason) in Measure::ALL {
            let count: u64 =
                self.outcomes.iter().filter_map(|one| one.tally.exact.get(&measure)).sum();
            let _ = writeln!(out, "| {title} | {count} | {reason} |");
        }
        out.push_str(
            "\nIt begins elsewhere in these cases, held to the relation in the third column.\n\n\
             | code | errors | it marks | because |\n|---|--:|---|---|\n",
        );
        for (number, exception) in EXCEPTIONS.iter().enumerate() {
            let count: u64 =
                self.outcomes.iter().filter_map(|one| one.tally.excepted.get(&number)).sum();
            let codes = exception.codes.join("`, `");
            let _ = writeln!(
                out,
                "| `{codes}` | {count} | {} | {} |",
                exception.marks, exception.reason
            );
        }
    }

    fn productions(&self, out: &mut String) {
        let mut all: BTreeMap<&str, Covered> = BTreeMap::new();
        for (name, covered) in self.outcomes.iter().flat_map(|outcome| &outcome.covered) {
            let sum = all.entry(name).or_default();
            sum.accepted += covered.accepted;
            sum.refused += covered.refused;
        }
        out.push_str(
            "Texts that the BNF accepts by way of the production, and texts it refuses where the production was \
             being read or came next.\n\n| production | accepted | refused |\n|---|--:|--:|\n",
        );
        for (name, covered) in all {
            let _ = writeln!(out, "| {name} | {} | {} |", covered.accepted, covered.refused);
        }
        out.push_str(
            "\nThese stand in section 5 and in no other production (decision 50): texts refused at one of their \
             characters.\n\n| production | refused |\n|---|--:|\n",
        );
        for (name, refused) in self.unused() {
            let _ = writeln!(out, "| {name} | {refused} |");
        }
    }

    fn faults(&self, out: &mut String) {
        out.push_str("| scheme | what was misread | found by |\n|---|---|---|\n");
        for outcome in self.outcomes {
            for fault in &outcome.faults {
                let text = fault.killed_by.as_ref().map(|text| format!("`{}`", shortened(text)));
                let shown = match (text, fault.equivalent) {
                    (Some(text), _) => text,
                    (None, true) => "nothing: it is the same language".into(),
                    (None, false) => "NOTHING".into(),
                };
                let _ = writeln!(
                    out,
                    "| {} | {} | {} |",
                    outcome.title,
                    cell(fault.title),
                    cell(&shown)
                );
            }
        }
    }

    fn totals(&self, out: &mut String) {
        let strings: u64 = self.outcomes.iter().map(|outcome| outcome.tally.strings()).sum();
        let faults = || self.outcomes.iter().flat_map(|outcome| &outcome.faults);
        let killed = faults().filter(|fault| fault.killed_by.is_some()).count();
        let equivalent = faults().filter(|fault| fault.equivalent).count();
        let ids = requirements::ids().count();
        let _ = writeln!(out, "strings: {strings}");
        let _ = writeln!(
            out,
            "faults killed: {killed}/{} ({equivalent} more is no fault: the language is the same)",
            faults().count() - equivalent
        );
        let _ = writeln!(out, "requirements: {}/{ids}", ids - self.untested().len());
        let _ = writeln!(out, "mismatches: {}", self.mismatches());
    }
}

/// A text of a few words, for a table.
fn shortened(text: &[u8]) -> String {
    let shown = text.escape_ascii().to_string();
    if shown.len() <= 60 {
        return shown;
    }
    let end = &shown[shown.len() - 20..];
    format!("{}...{end} ({} bytes)", &shown[..30], text.len())
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
