//! `url1738 normalize`: the normal form of every URL.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use clap::Args;
use url1738::{Error, Url};

use super::{
    inputs::Inputs,
    line_command::{self, Withheld},
};
use crate::{
    config::Config,
    diagnostics::{Masking, Palette},
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, MAX_REWRITTEN, Output, Stats, Verdict},
    record_buffer::RecordBuffer,
    records::{InvalidLine, OutputUrl, Record, Row, ToJson, ValidLine, object},
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
        let normal = result.as_ref().ok().and_then(changed_form);
        // Most URLs have no secrets, in either form.
        if let Ok(url) = &result
            && config.is_human()
            && normal.as_ref().is_none_or(|form| config.masking.shows(form.as_bytes()))
            && config.masking.redact_url(line.bytes, url).is_none()
        {
            let shown = normal.as_ref().map_or(line.bytes, String::as_bytes);
            out.record(|to| {
                to.line(shown);
                Ok(())
            })?;
            return Ok(Verdict::Valid);
        }
        let verdict = stats.verdict(line, result.is_ok());
        let record = Normalized::new(line, result, normal, config.masking);
        line_command::write_or_withhold(config, record, self.mask, stats, out)?;
        Ok(verdict)
    }

    fn max_len(&self) -> usize {
        MAX_REWRITTEN
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
    masking: Masking,
    /// Whether the normal form is left out, because its password may be neither shown nor masked.
    is_withheld: bool,
}

impl<'a> Normalized<'a> {
    fn new(
        line: Line<'a>,
        result: Result<Url<&'a str>, Error>,
        normal: Option<String>,
        masking: Masking,
    ) -> Self {
        match result {
            Ok(url) => {
                let valid = ValidLine::new(line, url, masking);
                Self::Valid(NormalForm { valid, normal, masking, is_withheld: false })
            }
            Err(error) => Self::Invalid(InvalidLine::new(line, error, masking)),
        }
    }
}

impl Withheld for Normalized<'_> {
    fn is_masked(&self) -> bool {
        matches!(self, Self::Valid(line) if !line.valid.is_shown_whole())
    }

    fn withhold(&mut self) {
        if let Self::Valid(line) = self {
            line.is_withheld = true;
        }
    }

    fn invalid(&self) -> Option<&InvalidLine<'_>> {
        match self {
            Self::Invalid(invalid) => Some(invalid),
            Self::Valid(_) => None,
        }
    }
}

impl NormalForm<'_> {
    fn is_changed(&self) -> bool {
        self.normal.is_some()
    }

    /// Calls `write` with the normal form as it may be shown, or with `None` if it is left out.
    fn show(&self, write: impl FnOnce(Option<&str>)) {
        let Self { valid, normal, masking, is_withheld } = self;
        if *is_withheld {
            return write(None);
        }
        let form = match normal.as_deref() {
            // A URL without secrets is shown as it is; it has been searched for them.
            None if valid.is_shown_whole() => return write(Some(valid.url.as_str())),
            None => return write(Some(OutputUrl::new(valid.url, *masking).as_str())),
            Some(form) if masking.shows(form.as_bytes()) => return write(Some(form)),
            Some(form) => form,
        };
        match Url::parse(form) {
            Ok(url) => write(Some(OutputUrl::new(url, *masking).as_str())),
            // No normal form is an invalid URL; if one were, its secrets would not be known by their parts.
            Err(_) => write(Some(&masking.redact(form.as_bytes()).to_string())),
        }
    }
}

impl ToJson for Normalized<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        match self {
            Self::Valid(line) => line.show(|normal| {
                object!(out, line.valid, {
                    "normal": normal,
                    "changed": line.is_changed(),
                });
            }),
            Self::Invalid(invalid) => invalid.to_json(out),
        }
    }
}

impl Record for Normalized<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "normal", "changed", "code", "message", "input"];

    fn cells(&self, row: &mut Row<'_, '_>) {
        match self {
            Self::Valid(line) => {
                row.text(line.valid.line.origin.file());
                row.number(line.valid.line.number);
                row.flag(true);
                line.show(|normal| row.text(normal.unwrap_or_default()));
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
            Self::Valid(line) => {
                let mut result = Ok(());
                line.show(|normal| {
                    let text = normal.unwrap_or_default();
                    result = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
                });
                result
            }
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
