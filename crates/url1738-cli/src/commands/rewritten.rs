//! Commands that write another text for each line: its normal form, the URL with parts set, a resolved reference.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use serde::{Serialize, Serializer};
use url1738::Url;

use super::line_command;
use crate::{
    config::Config,
    diagnostics::{Palette, Passwords, Purpose, Sanitized},
    exit::{self, Outcome},
    line::Line,
    pipeline::{Output, Source, Stats, Verdict},
    records::{InvalidLine, LineRecord, Record, object},
    rows::Back,
};

/// What a command writes for a line.
#[derive(Debug)]
pub(super) struct Rewritten<'a> {
    pub(super) line: Line<'a>,
    pub(super) passwords: Passwords,
    /// Whether the text is the normal form, as its member is named.
    pub(super) is_normal: bool,
    /// The text as it may be shown, if there is one.
    pub(super) text: Option<Cow<'a, str>>,
    pub(super) fragment: Option<String>,
    /// Whether a password in the text is masked.
    pub(super) has_password: bool,
    /// Whether the text differs from the line, for commands that leave some lines as they are.
    pub(super) changed: Option<bool>,
    /// Why the line is unchanged.
    pub(super) refused: Option<String>,
    pub(super) error: Option<Refused>,
}

/// Why a line has no valid result.
#[derive(Debug, Serialize)]
pub(super) struct Refused {
    pub(super) code: &'static str,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) message: String,
    #[serde(skip)]
    pub(super) help: String,
}

/// Runs a command that writes another text for each URL, and reports the lines that are none. `columns` are those of a
/// table.
pub(super) fn run(
    config: &Config,
    columns: &'static [&'static str],
    sources: Vec<Source>,
    rewrite: impl for<'a> Fn(Line<'a>, &Url<&'a str>) -> Rewritten<'a> + Sync,
) -> exit::Result<Outcome> {
    let config = &config.with_columns(columns).with_back(Back::Changed);
    config.output.header_to::<Rewritten<'_>>(&mut io::stdout())?;
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| match line.parse() {
        Ok(url) => rewrite(line, &url).write(config, stats, out),
        Err(error) => {
            let invalid = InvalidLine::new(line, error, config.passwords);
            if config.is_human() {
                out.report(|err| invalid.report(&config.stderr, err))?;
                // The row of a table stays.
                if let Some(row) = line.row
                    && let Some(text) = row.with_url(line.bytes, config.passwords)
                {
                    let is_masked = row.is_masked(config.passwords);
                    stats.lines.masked += u64::from(is_masked);
                    if !(is_masked && config.passwords.withholds(Purpose::Data)) {
                        out.record(|to| to.write_all(&text))?;
                    }
                }
            } else {
                let record = LineRecord::<Rewritten<'_>>::Invalid(invalid);
                line_command::write(config, &record, stats, out)?;
            }
            Ok(stats.verdict(line, false))
        }
    };
    line_command::run_sources(config, sources, Purpose::Data, &processor)
}

impl<'a> Rewritten<'a> {
    /// Returns the result of a line that is a URL, whose text is `text`.
    pub(super) fn new(line: Line<'a>, passwords: Passwords, text: Cow<'a, str>) -> Self {
        let masked = passwords.masked_url(&text);
        let changed = Some(text.as_bytes() != line.bytes);
        let rewritten = Self { changed, ..Self::shown(line, passwords, text, masked) };
        let fragment = line.fragment.map(|text| passwords.redact_fragment(text).to_string());
        let has_password = rewritten.has_password
            || passwords.is_fragment_masked(line.fragment)
            || line.row.is_some_and(|row| row.is_masked(passwords));
        Self { fragment, has_password, ..rewritten }
    }

    /// Returns the result of a line, with the text in place of which `masked` is shown.
    pub(super) fn shown(
        line: Line<'a>,
        passwords: Passwords,
        text: Cow<'a, str>,
        masked: Option<String>,
    ) -> Self {
        let has_password = masked.is_some();
        let text = Some(masked.map_or(text, Cow::Owned));
        Self {
            line,
            passwords,
            is_normal: false,
            text,
            fragment: None,
            has_password,
            changed: None,
            refused: None,
            error: None,
        }
    }

    /// Writes the record, or the text alone unless it has a password that is not to be written. Reports why there is none.
    pub(super) fn write(
        &self,
        config: &Config,
        stats: &mut Stats,
        out: &mut Output,
    ) -> exit::Result<Verdict> {
        if !config.is_human() {
            line_command::write(config, self, stats, out)?;
        } else {
            if self.refused.is_some() || self.error.is_some() {
                out.report(|err| self.report(err))?;
            }
            stats.lines.masked += u64::from(self.has_password);
            if !(self.has_password && config.passwords.withholds(Purpose::Data)) {
                out.record(|to| config.output.record(self, to))?;
            }
        }
        Ok(stats.verdict(self.line, self.refused.is_none() && self.error.is_none()))
    }

    fn report(&self, err: &mut dyn Write) -> io::Result<()> {
        let (name, number) = (self.line.origin.name(), self.line.number);
        match &self.error {
            None => writeln!(err, "{name}:{number}: {}", self.refused.as_deref().unwrap_or("")),
            Some(Refused { code, start, message, help, .. }) => {
                writeln!(err, "{name}:{number}:{}: {code}: {message}", start + 1)?;
                if help.is_empty() { Ok(()) } else { writeln!(err, "  = help: {help}") }
            }
        }
    }

    fn input(&self) -> Sanitized<'_> {
        Sanitized::masked(self.passwords.redact(self.line.bytes))
    }
}

impl Serialize for Rewritten<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let text = |is_normal| self.text.as_ref().filter(|_| self.is_normal == is_normal);
        let input = self.input();
        object!(to, {
            "file": self.line.origin.known_file(),
            "line": self.line.number,
            "column": self.error.as_ref().map_or(1, |error| error.start + 1),
            "input": input,
            ? "input_base64": input.base64(),
            "ok": self.error.is_none(),
            ? "masked": self.is_masked().then_some(true),
            ? "normal": text(true),
            ? "url": text(false),
            ? "fragment": self.fragment,
            ? "changed": self.changed,
            ? "refused": self.refused,
            ? "error": self.error,
        })
    }
}

impl Record for Rewritten<'_> {
    const COLUMNS: &'static [&'static str] = &[];

    fn is_masked(&self) -> bool {
        self.has_password || !self.passwords.redact(self.line.bytes).secrets().is_empty()
    }

    fn human(&self, _palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let text = match (&self.text, &self.fragment) {
            (None, _) => return Ok(()),
            (Some(text), Some(fragment)) => format!("{text}#{fragment}"),
            (Some(text), None) => text.to_string(),
        };
        match self.line.row.and_then(|row| row.with_url(text.as_bytes(), self.passwords)) {
            Some(row) => out.write_all(&row),
            None => writeln!(out, "{text}"),
        }
    }
}
