//! What is written for a line.

use std::io::{self, Write as _};

use crate::{
    config::Config,
    diagnostics::Purpose,
    exit,
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
    /// Whether the columns are added to the rows of a table.
    pub(super) adds: bool,
    pub(super) condition: Option<Condition>,
}

impl Lines<'_> {
    /// Returns what the text that is written is for.
    pub(super) fn text(&self) -> Purpose {
        if self.template.is_some() || self.adds { Purpose::Data } else { Purpose::Report }
    }

    /// Calls `write` with the line if it meets the condition and can be written. Reports lines that cannot.
    pub(super) fn choose<C>(
        &self,
        line: Line<'_>,
        stats: &mut Stats<C>,
        out: &mut Output,
        write: impl FnOnce(&Subject<'_, '_>, &mut Output) -> exit::Result<()>,
    ) -> exit::Result<Verdict> {
        let mut masked = 0;
        let verdict = self.choose_all(line, stats, out, |subject, is_masked, out| {
            masked = u64::from(is_masked);
            if self.withholds(is_masked) { Ok(()) } else { write(subject, out) }
        });
        stats.lines.masked += masked;
        verdict
    }

    /// Returns whether a line is withheld, if a secret is masked in what would be written.
    pub(super) fn withholds(&self, is_masked: bool) -> bool {
        is_masked && self.config.passwords.withholds(self.text())
    }

    /// Like [`choose`](Self::choose), with whether a secret is masked in what would be written. Does not count such lines.
    pub(super) fn choose_all<C>(
        &self,
        line: Line<'_>,
        stats: &mut Stats<C>,
        out: &mut Output,
        write: impl FnOnce(&Subject<'_, '_>, bool, &mut Output) -> exit::Result<()>,
    ) -> exit::Result<Verdict> {
        let (result, key, passwords) = (&line.parse(), &Key::new(), self.config.passwords);
        let subject = Subject { line, url: result.as_ref(), selection: &self.selection, key };
        if self.condition.as_ref().is_some_and(|holds| !holds(&subject)) {
            return Ok(Verdict::Ignored);
        }
        let verdict = stats.verdict(line, result.is_ok());
        let Some(template) = &self.template else {
            let row = line.row.filter(|_| self.adds);
            let is_masked = subject.is_line_masked(passwords)
                || row.is_some_and(|row| row.is_masked(passwords));
            write(&subject, is_masked, out)?;
            return Ok(verdict);
        };
        if let Err(error) = result
            && !template.is_of_all_lines()
            && !template.is_of_lines(line.row.is_some())
        {
            let invalid = InvalidLine::new(line, *error, passwords);
            out.report(|err| invalid.report(&self.config.stderr, err))?;
            return Ok(verdict);
        }
        if let Some(error) = template.keyless(&subject) {
            let unwritten = self.lacking(line, stats, out, &format!("no key: {error}"));
            if !template.is_of_all_lines() {
                return unwritten;
            }
        }
        if let Some(field) = template.missing(&subject) {
            return self.lacking(line, stats, out, &format!("the URL has no {field}"));
        }
        write(&subject, template.is_masked(&subject, passwords), out)?;
        Ok(verdict)
    }

    /// Reports a line that cannot be written.
    fn lacking<C>(
        &self,
        line: Line<'_>,
        stats: &mut Stats<C>,
        out: &mut Output,
        message: &str,
    ) -> exit::Result<Verdict> {
        stats.lines.lacking += 1;
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
                let added = || self.columns.values(subject, passwords);
                let row = subject.line.row.filter(|_| self.adds);
                if let Some(row) = row.and_then(|row| row.with_added(&added(), passwords)) {
                    return to.write_all(&row);
                }
                let record = Parsed::new(*subject, passwords, &self.columns);
                self.config.output.record(&record, to)
            }
        }
    }
}
