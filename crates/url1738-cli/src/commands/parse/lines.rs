//! What is written for a line.

use core::sync::atomic::{AtomicBool, Ordering};
use std::{
    borrow::Cow,
    io::{self, Write as _},
};

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
        match captured(line.bytes) {
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

/// How the object begins of a WARC record with several URLs.
const SEVERAL: &[u8] = b"{\"urls\": ";

/// A capture of a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Captured<'l> {
    url: Cow<'l, [u8]>,
    timestamp: &'l [u8],
    /// What follows the timestamp: an object in CDXJ, columns in CDX.
    json: &'l [u8],
}

/// Returns the capture of a line, or `None` for the header row of a CDX file and the metadata of a CDXJ file.
///
/// # Errors
/// Returns a message if the line has no URL.
fn captured(line: &[u8]) -> Result<Option<Captured<'_>>, &'static str> {
    // ` CDX N b a m s k r M S V g`, `!OpenWayback-CDXJ 1.0`
    if line.starts_with(b" ") || line.starts_with(b"!") {
        return Ok(None);
    }
    let mut columns = line.splitn(3, |byte| *byte == b' ');
    let (Some(_key), Some(timestamp), Some(rest)) =
        (columns.next(), columns.next(), columns.next())
    else {
        return Err("not a line of a CDX file: expected key, timestamp and URL");
    };
    let url = match rest.first() {
        Some(b'{') => json_url(rest).map(Cow::Owned).ok_or(match rest.starts_with(SEVERAL) {
            true => "a record with more than one WARC-Target-URI",
            false => "not a line of a CDXJ file: no \"url\" in the object",
        })?,
        _ => Cow::Borrowed(rest.split(|byte| *byte == b' ').next().unwrap_or_default()),
    };
    Ok(Some(Captured { url, timestamp, json: rest }))
}

/// Returns the member `url` of an object.
fn json_url(object: &[u8]) -> Option<Vec<u8>> {
    let object: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(object).ok()?;
    Some(object.get("url")?.as_str()?.as_bytes().to_vec())
}
