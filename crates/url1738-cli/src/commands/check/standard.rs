//! `check --standard`: the verdict of a later standard on every line.

use std::io::Write as _;

use clap::ValueEnum;

use crate::{
    commands::{inputs::Inputs, line_command},
    config::Config,
    diagnostics::{Palette, Purpose, Sanitized},
    exit,
    exit::Outcome,
    line::Line,
    pipeline::{Output, Stats},
    records,
};

/// A standard that came after RFC 1738.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Standard {
    /// RFC 3986, as the crate fluent-uri reads it
    Rfc3986,
    /// The WHATWG URL Standard, as the crate url reads it
    Whatwg,
}

impl Standard {
    const fn name(self) -> &'static str {
        match self {
            Self::Rfc3986 => "RFC 3986",
            Self::Whatwg => "WHATWG",
        }
    }

    /// Returns why the standard rejects a line, and at which byte if its reader says so.
    fn reject(self, line: Line<'_>) -> Option<(String, usize)> {
        let Some(text) = line.text else { return Some(("the line is not UTF-8".to_owned(), 0)) };
        match self {
            Self::Rfc3986 => {
                let error = fluent_uri::Uri::parse(text).err()?;
                Some((error.to_string(), error.index()))
            }
            Self::Whatwg => url::Url::parse(text).err().map(|error| (error.to_string(), 0)),
        }
    }
}

const COLUMNS: &[&str] = &["file", "line", "ok", "standard", "message", "input", "masked"];

/// Writes the verdict on every line.
pub(super) fn run(config: &Config, inputs: Inputs, standard: Standard) -> exit::Result<Outcome> {
    let config = &config.with_columns(COLUMNS);
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        let rejected = standard.reject(line);
        let is_valid = rejected.is_none();
        if !config.is_human() || !is_valid {
            let (message, at) = rejected.unzip();
            let (column, input) = (at.map_or(1, |at| at + 1), config.passwords.redact(line.bytes));
            let (is_masked, input) = (!input.secrets().is_empty(), Sanitized::masked(input));
            let record = records::of_line(&line, input, column as u64, is_valid, is_masked)
                .with("standard", standard.name())
                .with_some("message", message.as_deref());
            let text = |Palette { strong, error, .. }: &Palette, to: &mut Vec<u8>| {
                let (name, number, standard) = (line.origin.name(), line.number, standard.name());
                let message = message.as_deref().unwrap_or("");
                write!(to, "{strong}{name}:{number}:{column}{strong:#}: ")?;
                writeln!(to, "{error}{standard}{error:#}: {message}\n  {input}")
            };
            line_command::write(config, &record, text, stats, out)?;
        }
        Ok(stats.verdict(line, is_valid))
    };
    line_command::run(config, inputs.sources(config), Purpose::Report, &processor)
}
