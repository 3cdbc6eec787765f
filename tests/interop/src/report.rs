//! The report of a run: the table, the known differences, the failures.

use core::fmt;

use crate::{clients::Table, compare::Verdict, curl::Difference, octets::Error};

/// One line of the table.
#[derive(Debug, Default)]
pub struct Tally {
    /// The server.
    pub server: String,
    /// URLs carried out there.
    pub urls: usize,
    /// Octets that were compared with seeded ones.
    pub octets: usize,
    /// URLs that curl followed as well.
    pub compared: usize,
    /// URLs for which it sent the octets of the plan.
    pub agreed: usize,
    /// URLs for which it sent other octets, as listed.
    pub known: usize,
    /// Why the server did not run.
    pub skipped: Option<String>,
}

impl Tally {
    /// Returns an empty line for `server`.
    #[must_use]
    pub fn new(server: &str) -> Self {
        Self { server: server.to_owned(), ..Self::default() }
    }

    /// Counts a verdict.
    pub fn count(&mut self, verdict: &Verdict) {
        self.compared += 1;
        match verdict {
            Verdict::Same => self.agreed += 1,
            Verdict::Known => self.known += 1,
            Verdict::Unexpected(_) => {}
        }
    }
}

/// The report of a run.
#[derive(Debug, Default)]
pub struct Report {
    /// One line per server.
    pub tallies: Vec<Tally>,
    /// What failed, with its URL.
    pub failures: Vec<String>,
    /// Who gets which content right.
    pub clients: Table,
    /// The client, if there is one.
    pub client: Option<String>,
    /// The known differences of that client.
    pub differences: Vec<Difference>,
    /// The command line that installs what is missing, if anything is.
    pub install: Option<String>,
}

impl Report {
    /// Records a failure.
    pub fn fail(&mut self, server: &str, url: &str, error: &Error) {
        self.failures.push(format!("{server} {url}: {error}"));
    }

    /// Whether every server and client was available.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.tallies.iter().all(|tally| tally.skipped.is_none())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<17} {:>4} {:>16}  clients agreed", "server", "URLs", "octets compared")?;
        for tally in &self.tallies {
            write!(f, "{:<17} ", tally.server)?;
            if let Some(reason) = &tally.skipped {
                writeln!(f, "skipped: {reason}")?;
                continue;
            }
            write!(f, "{:>4} {:>16}  ", tally.urls, tally.octets)?;
            match (tally.compared, tally.known) {
                (0, _) => writeln!(f, "-")?,
                (compared, 0) => writeln!(f, "curl {} of {compared}", tally.agreed)?,
                (compared, known) => {
                    writeln!(f, "curl {} of {compared}, {known} known to differ", tally.agreed)?;
                }
            }
        }
        writeln!(f)?;
        for line in self.clients.lines() {
            writeln!(f, "{line}")?;
        }
        if let Some(version) = &self.client {
            writeln!(f, "\nThe client is {version}. Where it is known to differ:")?;
            list(f, &self.differences)?;
        }
        if let Some(line) = &self.install {
            writeln!(f, "\nMissing packages; install them with --install, or with:\n  {line}")?;
        }
        for failure in &self.failures {
            writeln!(f, "\nFAILED {failure}")?;
        }
        let urls: usize = self.tallies.iter().map(|tally| tally.urls).sum();
        let verdict = match (self.failures.len(), self.is_complete()) {
            (0, true) => "all passed".to_owned(),
            (0, false) => "none failed, but not all was run".to_owned(),
            (count, _) => format!("{count} failed"),
        };
        writeln!(f, "\n{urls} plans carried out: {verdict}")
    }
}

/// Returns the differences, grouped by kind.
fn list(f: &mut fmt::Formatter<'_>, differences: &[Difference]) -> fmt::Result {
    let kind = |one: &Difference| (one.what.clone(), one.requirement.clone());
    let mut kinds: Vec<_> = differences.iter().map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for (what, requirement) in kinds {
        let of_kind = |one: &&Difference| one.what == what && one.requirement == requirement;
        let mut urls = differences.iter().filter(of_kind).peekable();
        let section = urls.peek().map_or("", |first| first.section.as_str());
        writeln!(f, "  it {what} ({requirement}, section {section})")?;
        for difference in urls {
            writeln!(f, "      {}", difference.url)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skipped_server_is_neither_passed_nor_silent() {
        let skipped = Some("missing sn".to_owned());
        let tallies = vec![Tally { skipped, ..Tally::new("sn") }];
        let client = Some("curl 8".to_owned());
        let report = Report { tallies, client, ..Report::default() };
        let text = report.to_string();
        assert!(!report.is_complete());
        assert!(text.contains("skipped: missing sn"), "{text}");
        assert!(text.ends_with("none failed, but not all was run\n"), "{text}");
    }
}
