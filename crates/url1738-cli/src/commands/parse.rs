//! `url1738 parse`: the parts of every URL.

use clap::Args;

use super::{inputs::Inputs, line_command, rule_options::SettingsOptions};
use crate::{
    config::Config,
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, Output, Stats, Verdict},
    records::Parsed,
    selection::Selection,
};

/// Split URLs into parts: the name, position and value of each
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 parse ftp://me@host.dom/pub/a%20b    list the parts
  url1738 parse --json urls.txt                write one object per line, for jq
  url1738 parse --format tsv urls.txt          write one row per URL: scheme, user, host, port, path

Lists the lints that url1738.toml does not turn off. Lines longer than 48 MiB are reported and
skipped.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    settings: SettingsOptions,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, settings } = arguments;
    settings.refuse_inputs(!inputs.is_empty())?;
    let (selection, shown) = settings.selection(None, Vec::new(), config)?;
    if let Some(shown) = shown {
        return line_command::show_settings(&shown);
    }
    line_command::run_lines::<Parsed<'_>>(config, inputs, &Parse { config, selection })
}

struct Parse<'c> {
    config: &'c Config,
    /// The lints that are listed.
    selection: Selection,
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
        line_command::write(
            self.config,
            &Parsed::new(line, result, self.config.masking, &self.selection),
            out,
        )?;
        Ok(verdict)
    }
}
