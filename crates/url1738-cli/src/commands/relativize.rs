//! `url1738 relativize`: the references from one URL to others.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;

use super::reference::{self, BaseOptions, Referred, Refused, Relation};
use crate::{
    config::Config,
    diagnostics::Sanitized,
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, Output, Stats, Verdict},
    records::InvalidLine,
};

/// Write the references that a base URL needs for other URLs: the inverse of `join`
///
/// A URL that no relative reference leads to, such as one of another scheme, is written as it is. Reports invalid
/// lines to stderr.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 relativize http://host.dom/a/b http://host.dom/c    ../c
  url1738 relativize http://host.dom/a/b < urls.txt

Results with a password are withheld, and the command ends with 2, unless --passwords is keep or
mask. Lines longer than 1 MiB are reported and skipped.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: BaseOptions,
    /// URLs; `-` is stdin, one URL per line [default: stdin]
    #[arg(value_name = "URL")]
    urls: Vec<OsString>,
    /// A file with one URL per line; may be repeated
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { options, urls, files } = arguments;
    reference::run(config, &options, (urls, files), Relativizer)
}

struct Relativizer<'c>(Relation<'c>);

impl LineProcessor for Relativizer<'_> {
    fn line(&self, line: Line<'_>, stats: &mut Stats, out: &mut Output) -> exit::Result<Verdict> {
        let (config, passwords) = (self.0.config, self.0.config.passwords);
        let result = line.parse();
        let verdict = stats.verdict(line, result.is_ok());
        let url = match result {
            Ok(url) => url,
            Err(error) => {
                if config.is_human() {
                    let invalid = InvalidLine::new(line, error, passwords);
                    out.remark(|err| invalid.report(&config.stderr, err))?;
                } else {
                    let refused = Refused {
                        code: error.code(),
                        start: error.span().start,
                        end: error.span().end,
                        message: error.message().to_string(),
                        help: String::new(),
                        resolved: None,
                    };
                    let result = Err(refused);
                    let referred =
                        Referred { line, passwords, result, fragment: None, has_password: false };
                    referred.write(config, stats, out)?;
                }
                return Ok(verdict);
            }
        };
        let relative = self.0.base.relativize_with(&url, self.0.resolution);
        let text = relative.as_deref().unwrap_or_else(|| url.as_str());
        let masked = passwords.redact(text.as_bytes());
        let has_password = !masked.secrets().is_empty();
        let result = Ok(Sanitized::masked(masked).to_string());
        let referred = Referred { line, passwords, result, fragment: None, has_password };
        referred.write(config, stats, out)?;
        Ok(verdict)
    }
}
