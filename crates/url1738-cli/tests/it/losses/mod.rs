//! Attacks on what users would lose: fetched files, memory, data with passwords, files that are rewritten.
//!
//! Each module runs its attacks, asserts that nothing is lost, and records the outcome that it observed. The tables of
//! outcomes are in `tests/README.md`; `URL1738_WRITE=1` writes them anew.

#[cfg(target_os = "linux")]
#[allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "the tests need the operating system"
)]
mod files;
#[allow(clippy::std_instead_of_alloc, reason = "the tests need the operating system")]
mod memory;
#[cfg(unix)]
#[allow(clippy::std_instead_of_alloc, reason = "the tests need the operating system")]
mod mirrors;
mod passwords;
#[allow(clippy::std_instead_of_alloc, reason = "the tests need the operating system")]
pub(crate) mod trees;

use std::{
    fs,
    io::Write as _,
    sync::{Mutex, PoisonError},
};

#[cfg(unix)]
mod rewritten;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/README.md");

/// The page is read and written by one test at a time.
static WRITING: Mutex<()> = Mutex::new(());

/// Attacks on one subject, in the order of the table.
pub(crate) struct Attacks {
    subject: &'static str,
    rows: Vec<(String, String)>,
}

impl Attacks {
    /// Creates a table without rows. The page has a heading with this subject.
    pub(crate) const fn on(subject: &'static str) -> Self {
        Self { subject, rows: Vec::new() }
    }

    /// Adds an attack with the outcome that was observed.
    pub(crate) fn add(&mut self, attack: impl Into<String>, outcome: impl Into<String>) {
        self.rows.push((attack.into(), outcome.into()));
    }

    /// Adds an attack that cannot be carried out here. Its row stays as the page has it.
    pub(crate) fn skip(&mut self, attack: impl Into<String>, reason: impl core::fmt::Display) {
        let attack = attack.into();
        // Not captured, as the lines of a passing test are.
        let _ = writeln!(std::io::stderr(), "skipped: {attack}: {reason}");
        let page = fs::read_to_string(PAGE).unwrap();
        let row = page
            .lines()
            .find_map(|line| line.strip_prefix(&format!("| {attack} | ")))
            .unwrap_or_default();
        self.rows.push((attack, row.trim_end_matches(" |").to_owned()));
    }

    /// Compares the rows with the table of the page.
    pub(crate) fn compare(self) {
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let page = fs::read_to_string(PAGE).unwrap();
        let heading = format!("\n### Attacks on {}\n", self.subject);
        let start = page.find(&heading).unwrap_or_else(|| panic!("no heading {heading:?}"));
        let start = start + heading.len();
        // The next heading, or the end of the page.
        let end = page[start - 1..].find("\n#").map_or(page.len(), |at| start + at);
        let mut table = "\n| attack | outcome |\n|---|---|\n".to_owned();
        for (attack, outcome) in &self.rows {
            let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
            table.push_str(&format!("| {} | {} |\n", cell(attack), cell(outcome)));
        }
        if end < page.len() {
            table.push('\n');
        }
        if std::env::var_os("URL1738_WRITE").is_some() {
            fs::write(PAGE, [&page[..start], &table, &page[end..]].concat()).unwrap();
            return;
        }
        let written = &page[start..end];
        for (now, then) in table.lines().zip(written.lines()) {
            assert_eq!(now, then, "URL1738_WRITE=1 writes tests/README.md anew");
        }
        assert_eq!(table.lines().count(), written.lines().count(), "{}", self.subject);
    }
}
