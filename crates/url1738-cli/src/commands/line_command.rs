//! What commands that read lines share: running over them, the counts and the record of each, and another text for each: its
//! normal form, the URL with parts set, a resolved reference.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use url1738::{Error, Redacted, Url};

use crate::{
    config::Config,
    diagnostics::{Palette, Passwords, Report, Sanitized, message},
    exit::{self, Outcome},
    fields::Subject,
    line::{Line, Origin},
    pipeline::{self, LineProcessor, Output, Source, Stats},
    records::{self, Object},
    rows::Back,
};

/// Runs a command over all lines, after the header row, and prints the counts.
pub(super) fn run(
    config: &Config,
    sources: Vec<Source>,
    processor: &LineProcessor<'_>,
) -> exit::Result<Outcome> {
    config.output.header(&mut io::stdout())?;
    end(config, &pipeline::run(config, sources, processor)?)
}

/// Prints the counts of a run, and reports passwords.
pub(super) fn end<C>(config: &Config, stats: &Stats<C>) -> exit::Result<Outcome> {
    let lines = &stats.lines;
    if stats.has_files && !config.quiet {
        let _ = writeln!(anstream::stderr(), "{lines}");
    }
    report_passwords(config, lines.masked)?;
    Ok(stats.outcome())
}

/// Reports lines with passwords, the last one of a run: that they are masked in records and data, or missing in data.
///
/// # Errors
/// Returns an error if lines were withheld.
pub(super) fn report_passwords(config: &Config, lines: u64) -> exit::Result<()> {
    match lines {
        0 => {}
        _ if config.withholds() => return Err(exit::Error::Withheld(lines)),
        // A report shows what is masked in it.
        _ if config.is_human() && !config.writes_data => {}
        1 => message::print(&"password masked in 1 line; use --passwords keep to write it"),
        _ => message::print(&format_args!(
            "passwords masked in {lines} lines; use --passwords keep to write them"
        )),
    }
    Ok(())
}

/// Writes a text to stdout.
pub(super) fn print(text: &[u8]) -> exit::Result<Outcome> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Outcome::Valid)
}

/// Reports an error in an argument, which may be shown as `masked`.
pub(super) fn refuse(
    config: &Config,
    name: &str,
    masked: &Redacted<'_>,
    error: &Error,
) -> exit::Result<Outcome> {
    let origin = Origin::File(name.into());
    let line = Line::single(1, masked.bytes(), &origin);
    let report = Report::error(error, masked);
    // If stderr cannot be written, the exit code still reports the error.
    let _ = report.write(line, masked, &config.stderr, &mut io::stderr().lock());
    Ok(Outcome::Invalid)
}

/// Writes the record of one line, which `text` writes for reading.
pub(super) fn write<C>(
    config: &Config,
    record: &Object,
    text: impl FnOnce(&Palette, &mut Vec<u8>) -> io::Result<()>,
    stats: &mut Stats<C>,
    out: &mut Output,
) -> exit::Result<()> {
    stats.lines.masked += u64::from(record.is_masked);
    out.record(|to| config.output.record(record, text, to))
}

/// Writes a text for a line, or the row of the line with it. Returns whether it is written: one with a password may be withheld.
pub(super) fn write_data<C>(
    config: &Config,
    line: Line<'_>,
    (text, is_masked): (&[u8], bool),
    stats: &mut Stats<C>,
    out: &mut Output,
) -> exit::Result<bool> {
    let row = line.row.and_then(|row| row.with_url(text, config.passwords));
    let is_masked = is_masked || row.as_ref().is_some_and(|(_, is_masked)| *is_masked);
    stats.lines.masked += u64::from(is_masked);
    if is_masked && config.withholds() {
        return Ok(false);
    }
    let written = row.as_ref().map_or([text, b"\n"], |(row, _)| [row, b""]);
    out.record(|to| written.iter().try_for_each(|piece| to.write_all(piece)))?;
    Ok(true)
}

/// What a command writes for a line.
#[derive(Debug, Default)]
pub(super) struct Rewritten<'a> {
    /// The text as it may be shown, if there is one.
    pub(super) text: Option<Cow<'a, str>>,
    pub(super) fragment: Option<String>,
    /// Whether a password in the text is masked.
    pub(super) has_password: bool,
    /// Whether the text differs from the line, for commands that leave some lines as they are.
    pub(super) changed: Option<bool>,
    /// Why the line is unchanged.
    pub(super) refused: Option<String>,
    /// Why the line has no valid result.
    pub(super) error: Option<Report>,
}

impl<'a> Rewritten<'a> {
    /// Returns the result of a line that is a URL, whose text is `text`.
    pub(super) fn new(
        line: Line<'a>,
        url: &Url<&str>,
        passwords: Passwords,
        text: Cow<'a, str>,
    ) -> Self {
        // Without a piece of its password, the text would not show that it had one.
        let is_divided = line.divided_password(passwords).is_some();
        let text = if is_divided { url.as_str().to_owned().into() } else { text };
        let changed = *text != *url.as_str();
        let masked = if changed { passwords.masked_url(&text) } else { passwords.masked(url) };
        let fragment = line.fragment.map(|text| String::from_utf8_lossy(text).into_owned());
        Self { changed: Some(changed), ..Self::of(text, fragment, masked, passwords) }
    }

    /// Returns a URL and its fragment, in which passwords are masked. `masked` is the URL without its secrets, if it has any.
    pub(super) fn of(
        url: Cow<'a, str>,
        fragment: Option<String>,
        masked: Option<String>,
        passwords: Passwords,
    ) -> Self {
        let in_fragment = passwords.is_fragment_masked(fragment.as_deref().map(str::as_bytes));
        let (url, fragment, in_url) = passwords.masked_reference(url, fragment, masked);
        let fragment = fragment.map(|it| Sanitized::new(it.as_bytes()).to_string());
        Self { text: Some(url), fragment, has_password: in_url || in_fragment, ..Self::default() }
    }

    fn is_ok(&self) -> bool {
        self.refused.is_none() && self.error.is_none()
    }

    fn with_fragment(&self) -> Option<Cow<'_, str>> {
        let text = self.text.as_deref()?;
        Some(match &self.fragment {
            Some(fragment) => format!("{text}#{fragment}").into(),
            None => text.into(),
        })
    }

    fn record<'s>(&'s self, line: &Line<'s>, member: &'static str, passwords: Passwords) -> Object {
        let subject = Subject::new(*line, passwords);
        let error = self.error.as_ref();
        let start = error.map_or(0, |error| error.span.range().start);
        let is_masked = self.has_password || subject.is_line_masked(passwords);
        let error = error.map(|Report { code, span, title, .. }| {
            Object::new().with("code", *code).with_span(*span).with("message", title.as_str())
        });
        records::of_line(line, subject.input(), start, error.is_none(), is_masked)
            .with_some(member, self.text.as_deref())
            .with_some("fragment", self.fragment.as_deref())
            .with_some("changed", self.changed)
            .with_some("refused", self.refused.as_deref())
            .with_some("error", error)
    }

    fn report(&self, line: Line<'_>, config: &Config, err: &mut dyn Write) -> io::Result<()> {
        let (name, number) = (line.origin.name(), line.number);
        match &self.error {
            None => writeln!(err, "{name}:{number}: {}", self.refused.as_deref().unwrap_or("")),
            Some(report) => {
                let masked = line.redacted(config.passwords);
                report.write(line, &masked, &config.stderr, err)
            }
        }
    }
}

/// Runs a command that writes another text for each line as the member of this name. `rewrite` returns an error if the line
/// must be a URL and is not. `columns` are those of a table.
pub(super) fn rewrite<R>(
    config: &Config,
    columns: &'static [&'static str],
    member: &'static str,
    sources: Vec<Source>,
    rewrite: R,
) -> exit::Result<Outcome>
where
    R: for<'a> Fn(Line<'a>) -> Result<Rewritten<'a>, Error> + Sync,
{
    let config = config.with_columns(columns).with_back(Back::Changed);
    let config = &Config { writes_data: true, ..config };
    let passwords = config.passwords;
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        let rewritten = rewrite(line);
        let is_ok = rewritten.as_ref().is_ok_and(Rewritten::is_ok);
        let invalid = |error: &Error| Subject::of(line, Err(*error), passwords);
        if !config.is_human() {
            let record = match &rewritten {
                Ok(rewritten) => rewritten.record(&line, member, passwords),
                Err(error) => invalid(error).record(),
            };
            write(config, &record, |_, _| Ok(()), stats, out)?;
            return Ok(stats.verdict(line, is_ok));
        }
        if !is_ok {
            out.report(|err| match &rewritten {
                Ok(rewritten) => rewritten.report(line, config, err),
                Err(error) => invalid(error).report(&config.stderr, err),
            })?;
        }
        match (&rewritten, line.row) {
            (Ok(rewritten), _) => {
                if let Some(text) = rewritten.with_fragment() {
                    let data = (text.as_bytes(), rewritten.has_password);
                    write_data(config, line, data, stats, out)?;
                }
            }
            // The row of a table stays.
            (Err(_), Some(row)) if row.is_of_table() => {
                write_data(config, line, (&row.url, false), stats, out)?;
            }
            (Err(_), _) => {}
        }
        Ok(stats.verdict(line, is_ok))
    };
    run(config, sources, &processor)
}
