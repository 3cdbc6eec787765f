//! `url1738 join`: references, resolved.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;
use url1738::Redacted;

use super::{
    line_command,
    reference::{self, BaseOptions, Referred, Refused, Relation},
};
use crate::{
    config::Config,
    diagnostics::Sanitized,
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, MAX_REWRITTEN, Output, Stats, Verdict},
    records::OutputUrl,
};

/// Resolve relative references against a base URL (RFC 1808)
///
/// The result is a valid URL of its scheme, with the fragment of the reference. mailto, news and telnet URLs are never
/// bases. Reports references that lead to no URL to stderr.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 join http://host.dom/a/b ../c '?d' //other.dom/
  url1738 join --rfc3986 http://host.dom/a ../../b < references.txt

Results with a password are left out, and the command ends with 2, unless --show-passwords or
--mask is given. Lines longer than 2 MiB are reported and skipped.", "all references are resolved", "a reference leads to no URL, or the base is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: BaseOptions,
    /// References; `-` is stdin, one reference per line [default: stdin]
    #[arg(value_name = "REF")]
    references: Vec<OsString>,
    /// A file with one reference per line; may be repeated
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { options, references, files } = arguments;
    reference::run(config, &options, (references, files), Joiner, |Joiner(relation)| relation)
}

struct Joiner<'c>(Relation<'c>);

impl Joiner<'_> {
    fn resolve<'a>(&self, line: Line<'a>) -> Referred<'a> {
        let masking = self.0.config.masking;
        let joined = reference::text(&line).and_then(|text| {
            self.0.base.join_with(text, self.0.resolution).map_err(|error| Refused {
                code: error.code(),
                start: error.span().start,
                end: error.span().end,
                message: error.to_string(),
                help: error.help().to_string(),
            })
        });
        let (result, fragment) = match joined {
            Err(refused) => (Err(refused), None),
            Ok(joined) => {
                let shown = OutputUrl::new(joined.url.view(), masking);
                let is_masked = shown.as_str() != joined.url.as_str();
                let fragment = joined.fragment.map(|fragment| {
                    let bytes = fragment.as_bytes();
                    let masked = match masking.show_passwords {
                        true => Redacted::revealed(bytes),
                        false => Redacted::of_fragment(bytes),
                    };
                    Sanitized::masked(masked).to_string()
                });
                (Ok(self.0.passwords.shown(shown.as_str().to_owned(), is_masked)), fragment)
            }
        };
        Referred { line, masking, result, fragment }
    }

    fn write(&self, referred: &Referred<'_>, out: &mut Output<'_>) -> exit::Result<()> {
        match &referred.result {
            Err(refused) if self.0.config.is_human() => {
                out.remark(|err| referred.report(refused, err))
            }
            _ => line_command::write(self.0.config, referred, out),
        }
    }
}

impl LineProcessor for Joiner<'_> {
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats,
        out: &mut Output<'_>,
    ) -> exit::Result<Verdict> {
        let referred = self.resolve(line);
        self.write(&referred, out)?;
        Ok(stats.verdict(line, referred.result.is_ok()))
    }

    /// The empty reference refers to the base.
    fn empty_line(&self, line: Line<'_>, out: &mut Output<'_>) -> exit::Result<()> {
        self.write(&self.resolve(line), out)
    }

    fn max_len(&self) -> usize {
        MAX_REWRITTEN
    }
}
