//! The inputs and records of the commands that work with relative references.

use core::sync::atomic::{AtomicU64, Ordering};
use std::{
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;
use url1738::{Error, Url, relative::Resolution};

use super::line_command;
use crate::{
    config::Config,
    diagnostics::{Masking, Palette, Report, Sanitized},
    exit::{self, Outcome},
    line::{Line, Origin},
    pipeline::{LineProcessor, Source},
    record_buffer::RecordBuffer,
    records::{Record, Row, ToJson, object},
};

/// What all URLs or references are resolved against, and the algorithm.
#[derive(Args, Clone, Debug)]
pub(super) struct BaseOptions {
    /// The base URL
    #[arg(value_name = "BASE")]
    base: String,
    /// Use the algorithm of RFC 3986, as browsers do, in place of RFC 1808
    #[arg(long)]
    rfc3986: bool,
    /// Mask passwords in the output as ***
    #[arg(long)]
    mask: bool,
}

impl BaseOptions {
    fn resolution(&self) -> Resolution {
        match self.rfc3986 {
            true => Resolution::Rfc3986,
            false => Resolution::Rfc1808,
        }
    }

    /// Returns the base.
    ///
    /// # Errors
    /// Returns the report of the error, which is complete.
    fn base(&self, masking: Masking, palette: &Palette) -> Result<Url<&str>, BaseError> {
        Url::parse(&self.base).map_err(|error| self.report(&error, masking, palette))
    }

    fn report(&self, error: &Error, masking: Masking, palette: &Palette) -> BaseError {
        let origin = Origin::File("BASE".into());
        let line = Line::single(1, self.base.as_bytes(), &origin);
        let masked = masking.redact(self.base.as_bytes());
        let mut err = io::stderr().lock();
        // If stderr cannot be written, the exit code still reports the error.
        let _ = Report::error(error).write(line, &masked, palette, &mut err);
        BaseError
    }
}

/// The base is not a URL, as a report on stderr says.
struct BaseError;

/// What each line is resolved against, or made relative to.
pub(super) struct Relation<'c> {
    pub(super) config: &'c Config,
    pub(super) base: Url<&'c str>,
    pub(super) resolution: Resolution,
    pub(super) passwords: Passwords,
}

/// Runs a command over the lines of arguments and files.
pub(super) fn run<'c, P: LineProcessor>(
    config: &'c Config,
    options: &'c BaseOptions,
    (arguments, files): (Vec<OsString>, Vec<PathBuf>),
    processor: impl FnOnce(Relation<'c>) -> P,
    into_relation: impl FnOnce(P) -> Relation<'c>,
) -> exit::Result<Outcome> {
    let passwords = Passwords::new(config, options.mask)?;
    let Ok(base) = options.base(config.masking, &config.stderr) else {
        return Ok(Outcome::Invalid);
    };
    let resolution = options.resolution();
    let processor = processor(Relation { config, base, resolution, passwords });
    config.output.header_to::<Referred<'_>>(&mut io::stdout())?;
    let outcome = line_command::run_sources(config, sources(arguments, files), &processor)?;
    into_relation(processor).passwords.outcome(outcome)
}

/// Returns the inputs: each argument is a line, whatever file may have its name.
fn sources(arguments: Vec<OsString>, files: Vec<PathBuf>) -> Vec<Source> {
    let arguments = arguments.into_iter().map(|text| match text.as_encoded_bytes() {
        b"-" => Source::Stdin,
        _ => Source::Argument(text.into_encoded_bytes()),
    });
    let mut sources: Vec<Source> =
        arguments.chain(files.into_iter().map(Source::from_path)).collect();
    if sources.is_empty() {
        sources.push(Source::Stdin);
    }
    sources
}

/// Why a line has no result.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) code: &'static str,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) message: String,
    pub(super) help: String,
}

impl ToJson for Refused {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let Self { code, start, end, message, .. } = self;
        object!(out, { "code": *code, "start": *start, "end": *end, "message": message });
    }
}

/// The result for one line: a URL or a reference.
#[derive(Debug)]
pub(super) struct Referred<'a> {
    pub(super) line: Line<'a>,
    pub(super) masking: Masking,
    /// The result as it may be shown, without its fragment. `None` if it has a password, which may be neither shown nor
    /// masked.
    pub(super) result: Result<Option<String>, Refused>,
    pub(super) fragment: Option<String>,
}

impl Referred<'_> {
    fn input(&self) -> Sanitized<'_> {
        Sanitized::masked(self.masking.redact(self.line.bytes))
    }

    /// Writes the error for reading.
    pub(super) fn report(&self, refused: &Refused, err: &mut dyn Write) -> io::Result<()> {
        let (name, number) = (self.line.origin.name(), self.line.number);
        let column = refused.start + 1;
        let Refused { code, message, help, .. } = refused;
        writeln!(err, "{name}:{number}:{column}: {code}: {message}")?;
        if help.is_empty() { Ok(()) } else { writeln!(err, "  = help: {help}") }
    }
}

impl ToJson for Referred<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        object!(out, {
            "file": self.line.origin.known_file(),
            "line": self.line.number,
            "column": self.result.as_ref().err().map_or(1, |refused| refused.start + 1),
            "input": self.input(),
            "ok": self.result.is_ok(),
            ? "url": self.result.as_ref().ok(),
            ? "fragment": self.fragment,
            ? "error": self.result.as_ref().err(),
        });
    }
}

impl Record for Referred<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "url", "fragment", "code", "message", "input"];

    fn cells(&self, row: &mut Row<'_, '_>) {
        row.text(self.line.origin.file());
        row.number(self.line.number);
        row.flag(self.result.is_ok());
        row.text(self.result.as_ref().ok().and_then(Option::as_deref).unwrap_or_default());
        row.text(self.fragment.as_deref().unwrap_or_default());
        match &self.result {
            Ok(_) => {
                row.empty();
                row.empty();
            }
            Err(refused) => {
                row.text(refused.code);
                row.text(&refused.message);
            }
        }
        row.sanitized(self.input());
    }

    fn human(&self, _palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match (&self.result, &self.fragment) {
            (Ok(None), _) => Ok(()),
            (Ok(Some(url)), Some(fragment)) => writeln!(out, "{url}#{fragment}"),
            (Ok(Some(url)), None) => writeln!(out, "{url}"),
            (Err(refused), _) => self.report(refused, out),
        }
    }
}

/// The passwords in the results of a run.
#[derive(Debug)]
pub(super) struct Passwords {
    mask: bool,
    withheld: AtomicU64,
}

impl Passwords {
    fn new(config: &Config, mask: bool) -> exit::Result<Self> {
        line_command::refuse_mask_and_show(config, mask)?;
        Ok(Self { mask, withheld: AtomicU64::default() })
    }

    /// Returns the result as it may be written: `None` if it has a password, which is not to be masked.
    pub(super) fn shown(&self, result: String, is_masked: bool) -> Option<String> {
        if is_masked && !self.mask {
            self.withheld.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        Some(result)
    }

    /// Returns the outcome of the run, or an error if results were withheld.
    fn outcome(self, outcome: Outcome) -> exit::Result<Outcome> {
        match self.withheld.into_inner() {
            0 => Ok(outcome),
            count => Err(exit::Error::Passwords(count)),
        }
    }
}

/// Returns a line as text.
///
/// # Errors
/// Returns an error if the line is not UTF-8.
pub(super) fn text<'a>(line: &Line<'a>) -> Result<&'a str, Refused> {
    line.text.ok_or_else(|| Refused {
        code: "not-utf8",
        start: 0,
        end: u32::try_from(line.bytes.len()).unwrap_or(u32::MAX),
        message: "the line is not UTF-8".to_owned(),
        help: String::new(),
    })
}
