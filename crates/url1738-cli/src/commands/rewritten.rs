//! Commands that write another text for each line: its normal form, the URL with parts set, a resolved reference.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use url1738::{Error, Span, Url};

use super::line_command;
use crate::{
    config::Config,
    diagnostics::{Passwords, Purpose, Sanitized},
    exit::{self, Outcome},
    fields::Subject,
    line::Line,
    pipeline::{Output, Source, Stats},
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
    pub(super) fn new(
        line: Line<'a>,
        url: &Url<&str>,
        passwords: Passwords,
        text: Cow<'a, str>,
    ) -> Self {
        let changed = *text != *url.as_str();
        let masked = if changed { passwords.masked_url(&text) } else { passwords.masked(url) };
        Self {
            fragment: line.fragment.map(|text| passwords.redact_fragment(text).to_string()),
            has_password: masked.is_some()
                || passwords.is_fragment_masked(line.fragment)
                || line.row.is_some_and(|row| row.is_masked(passwords)),
            changed: Some(changed),
            text: Some(masked.map_or(text, Cow::Owned)),
            ..Self::default()
        }
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
        let input = passwords.redact(line.bytes);
        let error = self.error.as_ref();
        let column = error.map_or(1, |error| line.column(error.span));
        let is_masked = self.has_password || !input.secrets().is_empty();
        let error = error.map(|Refused { code, span, message, .. }| {
            Object::new().with("code", *code).with_span(*span).with("message", message.as_str())
        });
        records::of_line(line, Sanitized::masked(input), column, error.is_none(), is_masked)
            .with_some(member, self.text.as_deref())
            .with_some("fragment", self.fragment.as_deref())
            .with_some("changed", self.changed)
            .with_some("refused", self.refused.as_deref())
            .with_some("error", error)
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
    let passwords = config.passwords;
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        let rewritten = rewrite(line);
        let is_ok = rewritten.as_ref().is_ok_and(Rewritten::is_ok);
        let invalid = |error: Error| Subject::of(line, Err(error), passwords);
        let row = |url: &[u8]| line.row.and_then(|row| row.with_url(url, passwords));
        let (text, has_password) = match &rewritten {
            Ok(rewritten) if config.is_human() => {
                if !is_ok {
                    out.report(|err| rewritten.report(line, err))?;
                }
                let ended = |text: Cow<'_, str>| {
                    let text = text.as_bytes();
                    row(text).unwrap_or_else(|| [text, b"\n"].concat())
                };
                (rewritten.with_fragment().map(ended), rewritten.has_password)
            }
            Err(error) if config.is_human() => {
                out.report(|err| invalid(*error).report(&config.stderr, err))?;
                // The row of a table stays.
                (row(line.bytes), line.row.is_some_and(|row| row.is_masked(passwords)))
            }
            Ok(rewritten) => {
                let record = rewritten.record(&line, member, passwords);
                line_command::write(config, &record, |_, _| Ok(()), stats, out)?;
                (None, false)
            }
            Err(error) => {
                let subject = invalid(*error);
                line_command::write(config, &subject.record(), |_, _| Ok(()), stats, out)?;
                (None, false)
            }
        };
        if let Some(text) = text {
            stats.lines.masked += u64::from(has_password);
            if !(has_password && passwords.withholds(Purpose::Data)) {
                out.record(|to| to.write_all(&text))?;
            }
        }
        Ok(stats.verdict(line, is_ok))
    };
    line_command::run(config, sources, Purpose::Data, &processor)
}
