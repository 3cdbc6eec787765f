//! What is written for a line.

use std::{
    io::Write as _,
    sync::{Mutex, PoisonError},
};

use url1738::{Error, Url};

use super::cdx::{self, Captured};
use crate::{
    config::Config,
    diagnostics::Purpose,
    exit,
    fields::{Key, Subject, Template},
    filter::Condition,
    line::Line,
    pipeline::{LineProcessor, Output, Stats, Verdict},
    records::{InvalidLine, Parsed},
    selection::Selection,
    sets::{Bloom, Keys},
};

/// What is written, and for which lines.
pub(super) struct Lines<'c> {
    pub(super) config: &'c Config,
    /// The lints that are listed.
    pub(super) selection: Selection,
    pub(super) template: Option<Template>,
    pub(super) condition: Option<Condition>,
    /// Whether lines are those of a CDX file.
    pub(super) cdx: bool,
}

/// A line that is written.
pub(super) struct Chosen<'s, 'a> {
    pub(super) subject: Subject<'s, 'a>,
    result: &'s Result<Url<&'a str>, Error>,
}

impl<'c> Lines<'c> {
    /// Returns what the text that is written is for.
    pub(super) fn text(&self) -> Purpose {
        if self.template.is_some() { Purpose::Data } else { Purpose::Report }
    }

    /// Calls `write` with the line if it meets the condition and can be written. Reports lines that cannot.
    pub(super) fn choose<C>(
        &self,
        line: Line<'_>,
        stats: &mut Stats<C>,
        out: &mut Output,
        write: impl FnOnce(&Chosen<'_, '_>, &mut Stats<C>, &mut Output) -> exit::Result<()>,
    ) -> exit::Result<Verdict> {
        if !self.cdx {
            return self.choose_url(line, None, stats, out, write);
        }
        match cdx::captured(line.bytes) {
            Ok(None) => Ok(Verdict::Ignored),
            Ok(Some(captured)) => {
                let line = Line {
                    bytes: &captured.url,
                    text: core::str::from_utf8(&captured.url).ok(),
                    ..line
                };
                self.choose_url(line, Some(&captured), stats, out, write)
            }
            Err(message) => {
                out.remark(|err| {
                    let (name, number) = (line.origin.name(), line.number);
                    writeln!(err, "{name}:{number}: {message}")
                })?;
                Ok(Verdict::Invalid)
            }
        }
    }

    fn choose_url<C>(
        &self,
        line: Line<'_>,
        captured: Option<&Captured<'_>>,
        stats: &mut Stats<C>,
        out: &mut Output,
        write: impl FnOnce(&Chosen<'_, '_>, &mut Stats<C>, &mut Output) -> exit::Result<()>,
    ) -> exit::Result<Verdict> {
        let result = &line.parse();
        let (timestamp, json) = captured
            .map_or((None, None), |captured| (Some(captured.timestamp), Some(captured.json)));
        let (selection, key) = (&self.selection, &Key::new());
        let subject = Subject { line, url: result.as_ref(), selection, timestamp, json, key };
        if self.condition.as_ref().is_some_and(|condition| !condition.holds(&subject)) {
            return Ok(Verdict::Ignored);
        }
        let verdict = stats.verdict(line, result.is_ok());
        if let Some(template) = &self.template {
            let is_written = template.is_of_all_lines() || template.is_of_lines(captured.is_some());
            match result {
                Err(error) if !is_written => {
                    let invalid = InvalidLine::new(line, *error, self.config.passwords);
                    out.remark(|err| invalid.report(&self.config.stderr, err))?;
                    return Ok(verdict);
                }
                _ => {}
            }
            if let Some(error) = template.keyless(&subject) {
                out.remark(|err| {
                    let (name, number) = (line.origin.name(), line.number);
                    writeln!(err, "{name}:{number}: no key: {error}")
                })?;
                if !template.is_of_all_lines() {
                    return Ok(Verdict::Invalid);
                }
            }
            if let Some(field) = template.missing(&subject) {
                out.remark(|err| {
                    let (name, number) = (line.origin.name(), line.number);
                    writeln!(err, "{name}:{number}: the URL has no {field}")
                })?;
                return Ok(Verdict::Invalid);
            }
        }
        let passwords = self.config.passwords;
        if match &self.template {
            Some(template) => template.is_masked(&subject, passwords),
            None => match result {
                Ok(url) => passwords.redact_url(line.bytes, url).is_some(),
                Err(_) => !passwords.redact(line.bytes).secrets().is_empty(),
            },
        } {
            stats.lines.masked += 1;
            if self.template.is_some() && passwords.withholds(Purpose::Data) {
                return Ok(verdict);
            }
        }
        write(&Chosen { subject, result }, stats, out)?;
        Ok(verdict)
    }

    /// Writes the template or the record of a line.
    pub(super) fn write(&self, chosen: &Chosen<'_, '_>, to: &mut Vec<u8>) -> std::io::Result<()> {
        let passwords = self.config.passwords;
        match &self.template {
            Some(template) => {
                template.write(&chosen.subject, passwords, to);
                Ok(())
            }
            None => {
                let record =
                    Parsed::new(chosen.subject.line, *chosen.result, passwords, &self.selection);
                self.config.output.record(&record, to)
            }
        }
    }
}

/// Writes lines as they are read.
pub(super) struct Streamed<'c> {
    lines: Lines<'c>,
    /// The keys that are written once, those that were, and how many there may be.
    known: Option<(Keys, Mutex<Bloom>, u64)>,
}

impl<'c> Streamed<'c> {
    pub(super) fn new(lines: Lines<'c>, known: Option<(Keys, Bloom, u64)>) -> Self {
        let known = known.map(|(keys, bloom, most)| (keys, Mutex::new(bloom), most));
        Self { lines, known }
    }

    /// Returns whether a line is the first one with its key.
    fn is_new(&self, subject: &Subject<'_, '_>) -> exit::Result<bool> {
        let Some((keys, bloom, most)) = &self.known else { return Ok(true) };
        let mut key = Vec::new();
        keys.write_unique(subject, &mut key);
        let mut bloom = bloom.lock().unwrap_or_else(PoisonError::into_inner);
        bloom.insert(&key).map_err(|_| {
            exit::Error::Usage(format!(
                "more than {most} different lines: raise --error-rate, or leave it out"
            ))
        })
    }
}

impl LineProcessor for Streamed<'_> {
    fn line(&self, line: Line<'_>, stats: &mut Stats, out: &mut Output) -> exit::Result<Verdict> {
        self.lines.choose(line, stats, out, |chosen, _, out| {
            if !self.is_new(&chosen.subject)? {
                return Ok(());
            }
            out.record(|to| self.lines.write(chosen, to))
        })
    }
}
