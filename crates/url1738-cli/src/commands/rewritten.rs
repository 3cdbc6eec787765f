//! Commands that write another text for each line: its normal form, the URL with parts set, a resolved reference.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use url1738::{Error, Span};

use super::line_command;
use crate::{
    config::Config,
    diagnostics::{Passwords, Purpose, Sanitized},
    exit::{self, Outcome},
    fields::Subject,
    line::Line,
    pipeline::{Output, Source, Stats, Verdict},
    records::{self, Object},
    rows::Back,
};

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
    pub(super) error: Option<Refused>,
}

/// Why a line has no valid result.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) code: &'static str,
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: String,
}

impl<'a> Rewritten<'a> {
    /// Returns the result of a line that is a URL, whose text is `text`.
    pub(super) fn new(line: Line<'a>, passwords: Passwords, text: Cow<'a, str>) -> Self {
        let masked = passwords.masked_url(&text);
        Self {
            fragment: line.fragment.map(|text| passwords.redact_fragment(text).to_string()),
            has_password: masked.is_some()
                || passwords.is_fragment_masked(line.fragment)
                || line.row.is_some_and(|row| row.is_masked(passwords)),
            changed: Some(text.as_bytes() != line.bytes),
            text: Some(masked.map_or(text, Cow::Owned)),
            ..Self::default()
        }
    }

    fn is_ok(&self) -> bool {
        self.refused.is_none() && self.error.is_none()
    }

    fn with_fragment(&self) -> Option<String> {
        let text = self.text.as_deref()?;
        Some(match &self.fragment {
            Some(fragment) => format!("{text}#{fragment}"),
            None => text.to_owned(),
        })
    }

    fn report(&self, line: Line<'_>, err: &mut dyn Write) -> io::Result<()> {
        let (name, number) = (line.origin.name(), line.number);
        match &self.error {
            None => writeln!(err, "{name}:{number}: {}", self.refused.as_deref().unwrap_or("")),
            Some(Refused { code, span, message, help }) => {
                writeln!(err, "{name}:{number}:{}: {code}: {message}", line.column(*span))?;
                if help.is_empty() { Ok(()) } else { writeln!(err, "  = help: {help}") }
            }
        }
    }
}

/// Runs a command that writes another text for each line as the member of this name. `rewrite` returns an error if the line
/// must be a URL and is not. `columns` are those of a table.
pub(super) fn run<R>(
    config: &Config,
    columns: &'static [&'static str],
    member: &'static str,
    sources: Vec<Source>,
    rewrite: R,
) -> exit::Result<Outcome>
where
    R: for<'a> Fn(Line<'a>) -> Result<Rewritten<'a>, Error> + Sync,
{
    let config = &config.with_columns(columns).with_back(Back::Changed);
    let rewriter = Rewriter { config, member, rewrite };
    let line = |line: Line<'_>, stats: &mut Stats, out: &mut Output| match (rewriter.rewrite)(line)
    {
        Ok(rewritten) => rewriter.rewritten(line, &rewritten, stats, out),
        Err(error) => rewriter.invalid(line, error, stats, out),
    };
    line_command::run(config, sources, Purpose::Data, &line)
}

struct Rewriter<'c, R> {
    config: &'c Config,
    member: &'static str,
    rewrite: R,
}

impl<R> Rewriter<'_, R> {
    /// Writes the record, or the text alone. Reports why there is none.
    fn rewritten(
        &self,
        line: Line<'_>,
        rewritten: &Rewritten<'_>,
        stats: &mut Stats,
        out: &mut Output,
    ) -> exit::Result<Verdict> {
        if !self.config.is_human() {
            let record = self.record(&line, rewritten);
            line_command::write(self.config, &record, |_, _| Ok(()), stats, out)?;
        } else {
            if !rewritten.is_ok() {
                out.report(|err| rewritten.report(line, err))?;
            }
            if let Some(text) = rewritten.with_fragment() {
                let row = self.row(line, text.as_bytes());
                let text = row.unwrap_or_else(|| (text + "\n").into_bytes());
                self.text(&text, rewritten.has_password, stats, out)?;
            }
        }
        Ok(stats.verdict(line, rewritten.is_ok()))
    }

    fn invalid(
        &self,
        line: Line<'_>,
        error: Error,
        stats: &mut Stats,
        out: &mut Output,
    ) -> exit::Result<Verdict> {
        let subject = Subject::of(line, Err(error), self.config.passwords);
        if !self.config.is_human() {
            line_command::write(self.config, &subject.record(), |_, _| Ok(()), stats, out)?;
        } else {
            out.report(|err| subject.report(&self.config.stderr, err))?;
            // The row of a table stays.
            if let (Some(row), Some(text)) = (line.row, self.row(line, line.bytes)) {
                self.text(&text, row.is_masked(self.config.passwords), stats, out)?;
            }
        }
        Ok(stats.verdict(line, false))
    }

    /// Returns the row of a line with another URL, if it is that of a table.
    fn row(&self, line: Line<'_>, url: &[u8]) -> Option<Vec<u8>> {
        line.row.and_then(|row| row.with_url(url, self.config.passwords))
    }

    /// Writes a text, unless it has a password that is not to be written.
    fn text(
        &self,
        text: &[u8],
        has_password: bool,
        stats: &mut Stats,
        out: &mut Output,
    ) -> exit::Result<()> {
        stats.lines.masked += u64::from(has_password);
        match has_password && self.config.passwords.withholds(Purpose::Data) {
            true => Ok(()),
            false => out.record(|to| to.write_all(text)),
        }
    }

    fn record<'s>(&self, line: &Line<'s>, rewritten: &'s Rewritten<'_>) -> Object<'s> {
        let input = self.config.passwords.redact(line.bytes);
        let error = rewritten.error.as_ref();
        let column = error.map_or(1, |error| line.column(error.span));
        let is_masked = rewritten.has_password || !input.secrets().is_empty();
        let error = error.map(|Refused { code, span, message, .. }| {
            Object::default().with("code", *code).with_span(*span).with("message", message.as_str())
        });
        records::of_line(line, Sanitized::masked(input), column, error.is_none(), is_masked)
            .with_some(self.member, rewritten.text.as_deref())
            .with_some("fragment", rewritten.fragment.as_deref())
            .with_some("changed", rewritten.changed)
            .with_some("refused", rewritten.refused.as_deref())
            .with_some("error", error)
    }
}
