//! `url1738 set`: other values for parts of URLs.

mod options;
mod record;

use std::io::Write as _;

use clap::Args;

use super::{
    inputs::Inputs,
    line_command::{self, HasPassword},
};
use crate::{
    config::Config,
    diagnostics::Purpose,
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, Output, Stats, Verdict},
};

use options::Edits;
use record::Edited;

/// Set parts of URLs: host, port, user, path, typecode and others
///
/// Values are decoded text, which is percent-encoded if needed, so that every URL that is written is valid. A URL whose
/// scheme does not have one of the parts is reported and written unchanged. Reports invalid lines to stderr.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 set --host mirror.dom --no-port urls.txt
  url1738 set --no-password urls.txt
  url1738 set --path '/pub/a b' --typecode i ftp://host.dom/
  url1738 set --selector /new --type 1 gopher://host.dom/0/old

URLs with a password are withheld, and the command ends with 2, unless --passwords is keep or
mask. Lines longer than 1 MiB are reported and skipped.", "all parts are set", "a URL is invalid, or its scheme has no such part"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    edits: Edits,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, edits } = arguments;
    edits.check().map_err(exit::Error::Usage)?;
    let setter = Setter { config, edits };
    line_command::run_lines::<Edited<'_>>(config, inputs, Purpose::Data, &setter)
}

struct Setter<'c> {
    config: &'c Config,
    edits: Edits,
}

impl LineProcessor for Setter<'_> {
    fn line(&self, line: Line<'_>, stats: &mut Stats, out: &mut Output) -> exit::Result<Verdict> {
        let config = self.config;
        let result = line.parse();
        let mut verdict = stats.verdict(line, result.is_ok());
        let edited = result.as_ref().ok().map(|url| self.edits.apply(url));
        if let Some(Err(refusal)) = &edited {
            verdict = Verdict::Invalid;
            if config.is_human() {
                out.remark(|err| {
                    let (name, number) = (line.origin.name(), line.number);
                    writeln!(err, "{name}:{number}: {refusal}")
                })?;
            }
        }
        let record = Edited::new(line, result, edited, config.passwords);
        let url = match &record {
            Edited::Valid(url) => Ok(HasPassword(url.has_password())),
            Edited::Invalid(invalid) => Err(invalid),
        };
        line_command::write_data(config, &record, url, stats, out)?;
        Ok(verdict)
    }
}
