//! What is written for a line.

use std::io::{self, Write};

use serde_json::Value as Json;
use url1738::PartSpan;

use crate::{
    config::Config,
    diagnostics::Palette,
    exit,
    fields::{Field, Subject, Template},
    filter::Condition,
    line::Line,
    pipeline::{Output, Stats, Verdict},
    records::{self, Object},
    selection::Selection,
};

/// The columns of a table, unless others are given.
pub(in crate::commands) const COLUMNS: &[&str] = &[
    "file",
    "line",
    "ok",
    "scheme",
    "user",
    "password",
    "host",
    "port",
    "path",
    "code",
    "message",
    "input",
    "effective_port",
    "typecode",
    "type",
    "selector",
    "search",
    "rest",
    "masked",
];

/// The columns of a table of lines: fields by their names.
pub(in crate::commands) type Columns = Vec<(&'static str, Field)>;

/// # Errors
/// Returns a message if a field is unknown.
pub(in crate::commands) fn columns(names: &'static [&'static str]) -> Result<Columns, String> {
    names.iter().map(|name| Ok((*name, Field::parse(name)?))).collect()
}

/// Returns the record of a line: in tables its columns, and otherwise the parts.
pub(in crate::commands) fn record(
    subject: &Subject<'_>,
    config: &Config,
    columns: &Columns,
) -> Object {
    if config.output.format.has_columns() {
        return columns.iter().fold(Object::new(), |record, (name, field)| {
            record.with_some(name, subject.column(name, *field))
        });
    }
    let Ok(url) = &subject.url else { return subject.with_members(subject.record()) };
    let part = |to: Object, at: &PartSpan| {
        to.with("name", at.part.name()).with_span(at.span).with("text", subject.piece(at.span))
    };
    let record =
        subject.record().with("scheme", url.scheme()).with_objects("parts", subject.parts(), part);
    subject.with_members(record.with_objects("lints", &subject.lints(), records::lint))
}

fn text(subject: &Subject<'_>, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    if subject.url.is_err() {
        return subject.report(palette, out);
    }
    let Palette { strong, name, faint, warning, .. } = palette;
    writeln!(out, "{strong}{}{strong:#}", subject.input())?;
    for PartSpan { part, span } in subject.parts() {
        let place = format!("{}..{}", span.start, span.end);
        let (part, text) = (part.name(), subject.piece(*span));
        writeln!(out, "  {name}{part:<15}{name:#} {faint}{place:>9}{faint:#}  {text}")?;
    }
    for lint in &subject.lints() {
        let place = format!("{}..{}", lint.span.start, lint.span.end);
        writeln!(out, "  {warning}{:<15}{warning:#} {place:>9}  {}", "lint", lint.code())?;
    }
    writeln!(out)
}

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
    pub(super) fn subject<'a>(&'a self, line: Line<'a>) -> Subject<'a> {
        let mut subject = Subject::new(line, self.config.passwords);
        subject.selection = Some(&self.selection);
        subject
    }

    /// Calls `write` with the line if it meets the condition and can be written, and counts it if `write` returns that a secret
    /// is masked. Reports lines that cannot be written.
    pub(super) fn choose<C>(
        &self,
        line: Line<'_>,
        stats: &mut Stats<C>,
        out: &mut Output,
        write: impl FnOnce(&Subject<'_>, &mut Output) -> exit::Result<bool>,
    ) -> exit::Result<Verdict> {
        let subject = self.subject(line);
        if self.condition.as_ref().is_some_and(|holds| !holds(&subject)) {
            return Ok(Verdict::Ignored);
        }
        let verdict = stats.verdict(line, subject.url.is_ok());
        let Some(template) = &self.template else {
            stats.lines.masked += u64::from(write(&subject, out)?);
            return Ok(verdict);
        };
        if !template.is_of(&subject) {
            out.report(|err| subject.report(&self.config.stderr, err))?;
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
        stats.lines.masked += u64::from(write(&subject, out)?);
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
        out.loss(&line, message)?;
        Ok(Verdict::Invalid)
    }

    /// Writes the template or the record of a line, unless it is withheld. Returns whether a secret is masked in it.
    pub(super) fn write(&self, subject: &Subject<'_>, to: &mut Vec<u8>) -> io::Result<bool> {
        let start = to.len();
        let is_masked = match &self.template {
            Some(template) => template.write(subject, self.config.passwords, to)?,
            None => self.write_record(subject, to)?,
        };
        if is_masked && self.config.withholds() {
            to.truncate(start);
        }
        Ok(is_masked)
    }

    fn write_record(&self, subject: &Subject<'_>, to: &mut Vec<u8>) -> io::Result<bool> {
        let passwords = self.config.passwords;
        let is_masked = subject.is_line_masked(passwords);
        let row = subject.line.row.filter(|_| self.adds);
        if let Some(row) = row
            && let Some((written, in_row)) =
                row.with_added(&self.added(subject), self.config.output.formulas, passwords)
        {
            to.write_all(&written)?;
            return Ok(is_masked || in_row);
        }
        let record = record(subject, self.config, &self.columns);
        self.config.output.record(&record, |palette, to| text(subject, palette, to), to)?;
        Ok(is_masked)
    }

    /// Returns the values that are added to a row.
    fn added(&self, subject: &Subject<'_>) -> Vec<Json> {
        let values = self.columns.iter().map(|(name, field)| subject.column(name, *field));
        values.map(|value| serde_json::to_value(value).unwrap_or_default()).collect()
    }
}
