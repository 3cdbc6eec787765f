//! `url1738 parse`: the parts of every URL.

use clap::Args;

use super::{inputs::Inputs, line_command};
use crate::{
    config::Config,
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, Output, Stats, Verdict},
    records::Parsed,
};

/// Split URLs into parts: the name, position and value of each
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 parse ftp://me@host.dom/pub/a%20b    list the parts
  url1738 parse --json urls.txt                write one object per line, for jq
  url1738 parse --format tsv urls.txt          write one row per URL: scheme, user, host, port, path

Lines longer than 48 MiB are reported and skipped.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    line_command::run_lines::<Parsed<'_>>(config, arguments.inputs, &Parse { config })
}

struct Parse<'c> {
    config: &'c Config,
}

impl LineProcessor for Parse<'_> {
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats,
        out: &mut Output<'_>,
    ) -> exit::Result<Verdict> {
        let result = line.parse();
        let verdict = stats.verdict(line, result.is_ok());
        line_command::write(self.config, &Parsed::new(line, result, self.config.masking), out)?;
        Ok(verdict)
    }
}
