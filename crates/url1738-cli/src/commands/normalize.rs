//! `url1738 normalize`: the normal form of every URL.

use core::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use url1738::{Error, Url};

use super::{inputs::Inputs, line_command};
use crate::{
    config::Config,
    diagnostics::{Masking, Palette, Sanitized},
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, MAX_REWRITTEN, Output, Stats, Verdict},
    records::{InvalidLine, OptionalCell, OutputUrl, Record, ValidLine},
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

URLs with a password are left out, and the command ends with 2, unless --show-passwords or --mask
is given. Lines longer than 2 MiB are reported and skipped.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Mask passwords in the output as ***
    #[arg(long)]
    mask: bool,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, mask } = arguments;
    line_command::refuse_mask_and_show(config, mask)?;
    line_command::run_lines::<Normalized<'_>>(config, inputs, &Normalizer { config, mask })
}

struct Normalizer<'c> {
    config: &'c Config,
    /// Whether to write masked passwords.
    mask: bool,
}

impl LineProcessor for Normalizer<'_> {
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats,
        out: &mut Output<'_>,
    ) -> exit::Result<Verdict> {
        let config = self.config;
        let result = line.parse();
        let verdict = stats.verdict(line, result.is_ok());
        let mut record = Normalized::new(line, result, config.masking);
        let is_withheld = record.is_masked() && !self.mask;
        if is_withheld {
            record.withhold();
            stats.lines.masked += 1;
        }
        match &record {
            Normalized::Invalid(invalid) if config.is_human() => {
                out.remark(|err| invalid.report(&config.stderr, err))?;
            }
            _ if is_withheld && config.is_human() => {}
            record => line_command::write(config, record, out)?,
        }
        Ok(verdict)
    }

    fn max_len(&self) -> usize {
        MAX_REWRITTEN
    }
}

/// The normal form of one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Normalized<'a> {
    Valid {
        line: u64,
        input: Sanitized<'a>,
        ok: bool,
        /// The normal form; `None` if its password may be neither shown nor masked.
        normal: Option<OutputUrl>,
        changed: bool,
        #[serde(skip)]
        valid: ValidLine<'a>,
    },
    Invalid(InvalidLine<'a>),
}

impl<'a> Normalized<'a> {
    fn new(line: Line<'a>, result: Result<Url<&'a str>, Error>, masking: Masking) -> Self {
        match result {
            Ok(url) => {
                let valid = ValidLine::new(line, url, masking);
                let normal = url.normalize();
                Self::Valid {
                    line: line.number,
                    input: valid.input(),
                    ok: true,
                    changed: normal != url,
                    normal: Some(OutputUrl::new(&normal, masking)),
                    valid,
                }
            }
            Err(error) => Self::Invalid(InvalidLine::new(line, error, masking)),
        }
    }

    fn is_masked(&self) -> bool {
        matches!(self, Self::Valid { valid, .. } if !valid.masked.secrets().is_empty())
    }

    /// Removes the normal form.
    fn withhold(&mut self) {
        if let Self::Valid { normal, .. } = self {
            *normal = None;
        }
    }
}

impl Record for Normalized<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "normal", "changed", "code", "message", "input"];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Valid { line, input, normal, changed, valid, .. } => {
                valid.line.origin.cell(cell);
                cell(line);
                cell(&true);
                cell(&OptionalCell(normal.as_ref()));
                cell(changed);
                cell(&"");
                cell(&"");
                cell(input);
            }
            Self::Invalid(invalid) => invalid.cells(2, cell),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid { normal, .. } => writeln!(out, "{}", OptionalCell(normal.as_ref())),
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
