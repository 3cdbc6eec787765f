//! `url1738 normalize`: the normal form of every URL.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use clap::Args;
use serde::{Serialize, Serializer};
use url1738::{Error, Url};

use super::{
    inputs::Inputs,
    line_command::{self, HasPassword},
};
use crate::{
    config::Config,
    diagnostics::{Palette, Passwords, Purpose},
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, Output, Stats, Verdict},
    records::{InvalidLine, Record, Row, ValidLine, object},
};

/// Normalize URLs: equivalent URLs (section 2.2) get identical text
///
/// Writes scheme and host in lower case, escapes in upper case and only if the part needs them, and no default
/// port. Reserved characters and dot segments are kept, because they have a meaning. Reports invalid lines to
/// stderr.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 normalize 'HTTP://Host.DOM:80/%7ejoe'    http://host.dom/%7Ejoe
  url1738 normalize urls.txt | sort -u             write each URL once

URLs with a password are withheld, and the command ends with 2, unless --passwords is keep or
mask. Lines longer than 1 MiB are reported and skipped.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let normalizer = Normalizer { config };
    line_command::run_lines::<Normalized<'_>>(config, arguments.inputs, Purpose::Data, &normalizer)
}

struct Normalizer<'c> {
    config: &'c Config,
}

impl LineProcessor for Normalizer<'_> {
    fn line(&self, line: Line<'_>, stats: &mut Stats, out: &mut Output) -> exit::Result<Verdict> {
        let config = self.config;
        let result = line.parse();
        let normal = result.as_ref().ok().and_then(changed_form);
        let verdict = stats.verdict(line, result.is_ok());
        let record = Normalized::new(line, result, normal, config.passwords);
        let url = match &record {
            Normalized::Valid(form) => Ok(HasPassword(form.masked.is_some())),
            Normalized::Invalid(invalid) => Err(invalid),
        };
        line_command::write_data(config, &record, url, stats, out)?;
        Ok(verdict)
    }
}

/// Returns the normal form of a URL if it differs from the URL.
#[inline]
fn changed_form(url: &Url<&str>) -> Option<String> {
    match url.normal_form() {
        Cow::Owned(form) if *url != form.as_str() => Some(form),
        _ => None,
    }
}

/// The result for one line.
#[derive(Debug)]
enum Normalized<'a> {
    Valid(NormalForm<'a>),
    Invalid(InvalidLine<'a>),
}

/// The normal form of a line.
#[derive(Debug)]
struct NormalForm<'a> {
    valid: ValidLine<'a>,
    /// The normal form, if it differs from the URL.
    normal: Option<String>,
    /// The normal form with its password masked, if it has one.
    masked: Option<String>,
}

impl<'a> Normalized<'a> {
    fn new(
        line: Line<'a>,
        result: Result<Url<&'a str>, Error>,
        normal: Option<String>,
        passwords: Passwords,
    ) -> Self {
        match result {
            Ok(url) => {
                let masked = passwords.masked_url(normal.as_deref().unwrap_or(url.as_str()));
                let valid = ValidLine::new(line, url, passwords).also_masked(masked.is_some());
                Self::Valid(NormalForm { valid, normal, masked })
            }
            Err(error) => Self::Invalid(InvalidLine::new(line, error, passwords)),
        }
    }
}

impl NormalForm<'_> {
    fn is_changed(&self) -> bool {
        self.normal.is_some()
    }

    /// Returns the normal form as it may be shown.
    fn shown(&self) -> &str {
        self.masked.as_deref().or(self.normal.as_deref()).unwrap_or(self.valid.text())
    }
}

impl Serialize for Normalized<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Valid(line) => object!(to, line.valid, {
                "normal": line.shown(),
                "changed": line.is_changed(),
            }),
            Self::Invalid(invalid) => invalid.serialize(to),
        }
    }
}

impl Record for Normalized<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "normal", "changed", "code", "message", "input"];

    fn is_masked(&self) -> bool {
        match self {
            Self::Valid(line) => line.valid.is_masked(),
            Self::Invalid(invalid) => invalid.is_masked(),
        }
    }

    fn cells(&self, row: &mut Row) {
        match self {
            Self::Valid(line) => {
                row.text(line.valid.line.origin.file());
                row.number(line.valid.line.number);
                row.flag(true);
                row.text(line.shown());
                row.flag(line.is_changed());
                row.empty();
                row.empty();
                row.sanitized(line.valid.input());
            }
            Self::Invalid(invalid) => invalid.cells(2, row),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid(line) => writeln!(out, "{}", line.shown()),
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
