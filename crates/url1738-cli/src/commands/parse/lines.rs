//! What is written for a line.

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::{self, Write as _};

use super::cdx::{self, Captured};
use crate::{
    config::Config,
    diagnostics::Purpose,
    exit::{self, Outcome},
    fields::{Key, Subject, Template},
    filter::Condition,
    line::Line,
    pipeline::{Output, Stats, Verdict},
    records::{Columns, InvalidLine, Parsed},
    selection::Selection,
};

/// What is written, and for which lines.
pub(super) struct Lines<'c> {
    pub(super) config: &'c Config,
    /// The lints that are listed.
    pub(super) selection: Selection,
    pub(super) template: Option<Template>,
    pub(super) columns: Columns,
    pub(super) condition: Option<Condition>,
    /// Whether lines are those of a CDX file.
    pub(super) cdx: bool,
    /// Whether the URLs of captures may have fragments.
    pub(super) references: bool,
    /// Whether a line lacked what the template asks for.
    pub(super) is_lacking: AtomicBool,
}

impl Lines<'_> {
    /// Returns the outcome of a run, which does not depend on whether the lines are URLs.
    pub(super) fn outcome(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Invalid if !self.is_lacking.load(Ordering::Relaxed) => Outcome::Valid,
            outcome => outcome,
        }
    }

    /// Returns what the text that is written is for.
    pub(super) fn text(&self) -> Purpose {
        if self.template.is_some() { Purpose::Data } else { Purpose::Report }
    }

    /// Calls `write` with the line if it meets the condition and can be written. Reports lines that cannot.
    pub(super) fn choose(
        &self,
        line: Line<'_>,
        stats: &mut Stats,
        out: &mut Output,
        write: impl FnOnce(&Subject<'_, '_>, &mut Output) -> exit::Result<()>,
    ) -> exit::Result<Verdict> {
        if !self.cdx {
            return self.choose_url(line, None, stats, out, write);
        }
        match cdx::captured(line.bytes) {
            Ok(None) => Ok(Verdict::Ignored),
            Ok(Some(captured)) => {
                let text = core::str::from_utf8(&captured.url).ok();
                let line = Line { bytes: &captured.url, text, ..line };
                let line = if self.references { line.reference() } else { line };
                self.choose_url(line, Some(&captured), stats, out, write)
            }
            Err(message) => self.lacking(line, out, message),
        }
    }

    fn choose_url(
        &self,
        line: Line<'_>,
        captured: Option<&Captured<'_>>,
        stats: &mut Stats,
        out: &mut Output,
        write: impl FnOnce(&Subject<'_, '_>, &mut Output) -> exit::Result<()>,
    ) -> exit::Result<Verdict> {
        let (result, key, passwords) = (&line.parse(), &Key::new(), self.config.passwords);
        let subject = Subject {
            timestamp: captured.map(|captured| captured.timestamp),
            json: captured.map(|captured| captured.json),
            ..Subject::new(line, result.as_ref(), &self.selection, key)
        };
        if self.condition.as_ref().is_some_and(|condition| !condition.holds(&subject)) {
            return Ok(Verdict::Ignored);
        }
        let verdict = stats.verdict(line, result.is_ok());
        let Some(template) = &self.template else {
            stats.lines.masked += u64::from(subject.is_line_masked(passwords));
            write(&subject, out)?;
            return Ok(verdict);
        };
        if let Err(error) = result
            && !template.is_of_all_lines()
            && !template.is_of_lines(captured.is_some())
        {
            let invalid = InvalidLine::new(line, *error, passwords);
            out.report(|err| invalid.report(&self.config.stderr, err))?;
            return Ok(verdict);
        }
        if let Some(error) = template.keyless(&subject) {
            let unwritten = self.lacking(line, out, &format!("no key: {error}"));
            if !template.is_of_all_lines() {
                return unwritten;
            }
        }
        if let Some(field) = template.missing(&subject) {
            return self.lacking(line, out, &format!("the URL has no {field}"));
        }
        if template.is_masked(&subject, passwords) {
            stats.lines.masked += 1;
            if passwords.withholds(Purpose::Data) {
                return Ok(verdict);
            }
        }
        write(&subject, out)?;
        Ok(verdict)
    }

    /// Reports a line that cannot be written.
    fn lacking(&self, line: Line<'_>, out: &mut Output, message: &str) -> exit::Result<Verdict> {
        self.is_lacking.store(true, Ordering::Relaxed);
        out.loss(|err| writeln!(err, "{}:{}: {message}", line.origin.name(), line.number))?;
        Ok(Verdict::Invalid)
    }

    /// Writes the template or the record of a line.
    pub(super) fn write(&self, subject: &Subject<'_, '_>, to: &mut Vec<u8>) -> io::Result<()> {
        let passwords = self.config.passwords;
        match &self.template {
            Some(template) => {
                template.write(subject, passwords, to);
                Ok(())
            }
            None => {
                let record = Parsed::new(*subject, passwords, &self.columns);
                self.config.output.record(&record, to)
            }
        }
    }
}
