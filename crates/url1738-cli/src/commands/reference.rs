//! The inputs and records of the commands that work with relative references.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;
use serde::{Serialize, Serializer};
use url1738::{Error, Url, relative::Resolution};

use super::line_command::{self, HasPassword};
use crate::{
    config::Config,
    diagnostics::{Palette, Passwords, Purpose, Report, Sanitized},
    exit::{self, Outcome},
    line::{Line, Origin},
    pipeline::{LineProcessor, Output, Source, Stats},
    records::{Record, Row, object},
};

/// What all URLs or references are resolved against, and the algorithm.
#[derive(Args, Clone, Debug)]
pub(super) struct BaseOptions {
    /// The base URL; a fragment is not part of it
    #[arg(value_name = "BASE")]
    base: String,
    /// Use the algorithm of RFC 3986, as browsers do, in place of RFC 1808
    #[arg(long)]
    rfc3986: bool,
}

impl BaseOptions {
    fn resolution(&self) -> Resolution {
        match self.rfc3986 {
            true => Resolution::Rfc3986,
            false => Resolution::Rfc1808,
        }
    }

    /// Returns the base and its fragment, which is not part of a URL (RFC 1808, section 2.4.1).
    ///
    /// # Errors
    /// Returns the report of the error, which is complete.
    fn base(
        &self,
        passwords: Passwords,
        palette: &Palette,
    ) -> Result<(Url<&str>, Option<&str>), BaseError> {
        let (url, fragment) = match self.base.split_once('#') {
            Some((url, fragment)) => (url, Some(fragment)),
            None => (&*self.base, None),
        };
        let url = Url::parse(url).map_err(|error| self.report(&error, passwords, palette))?;
        Ok((url, fragment))
    }

    fn report(&self, error: &Error, passwords: Passwords, palette: &Palette) -> BaseError {
        let origin = Origin::File("BASE".into());
        let line = Line::single(1, self.base.as_bytes(), &origin);
        let masked = passwords.redact(self.base.as_bytes());
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
    /// The fragment of the base, which the empty reference inherits by RFC 1808.
    pub(super) fragment: Option<&'c str>,
    pub(super) resolution: Resolution,
}

/// Runs a command over the lines of arguments and files.
pub(super) fn run<'c, P: LineProcessor>(
    config: &'c Config,
    options: &'c BaseOptions,
    (arguments, files): (Vec<OsString>, Vec<PathBuf>),
    processor: impl FnOnce(Relation<'c>) -> P,
) -> exit::Result<Outcome> {
    let Ok((base, fragment)) = options.base(config.passwords, &config.stderr) else {
        return Ok(Outcome::Invalid);
    };
    let resolution = options.resolution();
    let processor = processor(Relation { config, base, fragment, resolution });
    config.output.header_to::<Referred<'_>>(&mut io::stdout())?;
    line_command::run_sources(config, sources(arguments, files), Purpose::Data, &processor)
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
    /// The text that the reference resolves to, as it may be shown, if only the grammar of its scheme refuses it.
    pub(super) resolved: Option<String>,
}

impl Serialize for Refused {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { code, start, end, message, .. } = self;
        object!(to, { "code": *code, "start": *start, "end": *end, "message": message })
    }
}

/// The result for one line: a URL or a reference.
#[derive(Debug)]
pub(super) struct Referred<'a> {
    pub(super) line: Line<'a>,
    pub(super) passwords: Passwords,
    /// The result as it may be shown, without its fragment.
    pub(super) result: Result<String, Refused>,
    pub(super) fragment: Option<String>,
    /// Whether a password in the result is masked.
    pub(super) has_password: bool,
}

impl Referred<'_> {
    /// Returns the text that the line resolves to, as it may be shown.
    fn url(&self) -> Option<&str> {
        match &self.result {
            Ok(url) => Some(url),
            Err(refused) => refused.resolved.as_deref(),
        }
    }

    fn input(&self) -> Sanitized<'_> {
        Sanitized::masked(self.passwords.redact(self.line.bytes))
    }

    /// Writes the result. A reference that leads to no URL is reported if results are text.
    pub(super) fn write(
        &self,
        config: &Config,
        stats: &mut Stats,
        out: &mut Output,
    ) -> exit::Result<()> {
        if let Err(refused) = &self.result
            && config.is_human()
        {
            out.remark(|err| self.report(refused, err))?;
        }
        let url = Ok(HasPassword(self.has_password));
        line_command::write_data(config, self, url, stats, out)
    }

    /// Writes the error for reading.
    fn report(&self, refused: &Refused, err: &mut dyn Write) -> io::Result<()> {
        let (name, number) = (self.line.origin.name(), self.line.number);
        let column = refused.start + 1;
        let Refused { code, message, help, .. } = refused;
        writeln!(err, "{name}:{number}:{column}: {code}: {message}")?;
        if help.is_empty() { Ok(()) } else { writeln!(err, "  = help: {help}") }
    }
}

impl Serialize for Referred<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        object!(to, {
            "file": self.line.origin.known_file(),
            "line": self.line.number,
            "column": self.result.as_ref().err().map_or(1, |refused| refused.start + 1),
            "input": self.input(),
            "ok": self.result.is_ok(),
            ? "masked": self.is_masked().then_some(true),
            ? "url": self.url(),
            ? "fragment": self.fragment,
            ? "error": self.result.as_ref().err(),
        })
    }
}

impl Record for Referred<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "url", "fragment", "code", "message", "input"];

    fn is_masked(&self) -> bool {
        self.has_password || !self.passwords.redact(self.line.bytes).secrets().is_empty()
    }

    fn cells(&self, row: &mut Row) {
        row.text(self.line.origin.file());
        row.number(self.line.number);
        row.flag(self.result.is_ok());
        row.text(self.url().unwrap_or_default());
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
        match (self.url(), &self.fragment) {
            (None, _) => Ok(()),
            (Some(url), Some(fragment)) => writeln!(out, "{url}#{fragment}"),
            (Some(url), None) => writeln!(out, "{url}"),
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
        resolved: None,
    })
}
