//! `url1738 explain`: a picture of every URL.

use std::{
    io::{self, Write as _},
    sync::{Mutex, PoisonError},
};

use clap::Args;

use super::{inputs::Inputs, line_command, rule_options::SettingsOptions};
use crate::{
    comparison::compare,
    config::{Config, OutputFormat},
    diagnostics::{Purpose, Sanitized},
    exit::{self, Outcome, with_exit_status},
    explanation::{Explained, Explanation},
    line::Line,
    pipeline::{LineProcessor, Output, Stats, Verdict},
    records::write_json,
    rows::Back,
    selection::Selection,
    shared_options::Abilities,
};

/// Explain URLs: each part, its lints, and the dialogue with a server
///
/// The text is at most 80 columns wide. Long values are wrapped, and of very long ones the middle is left out. In a line
/// that is not a URL the error is marked.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 explain 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  url1738 explain 'gopher://host.dom/7/find%09words'
  url1738 explain 'http://host.dom/~joe'       mark the error
  url1738 explain --compare 'http://010.0.0.1/'
  url1738 explain --json < urls.txt            write one object per line
  url1738 explain --format svg 'ftp://host.dom/pub/motd' > picture.svg

--json writes the members of `parse`, and in addition about, decoded, meaning, production and
section of each part, plan (endpoint, steps and warnings, as `plan` writes them) or refused, and
with --compare readings and differences.

Shows the lints that url1738.toml does not turn off. Lines longer than 1 MiB are reported and
skipped.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Also show how RFC 1738, RFC 3986 and the WHATWG URL Standard split the URL, and where they differ
    #[arg(long)]
    compare: bool,
    #[command(flatten)]
    settings: SettingsOptions,
}

impl Arguments {
    /// Returns what the command can do with the options that it shares.
    pub(crate) fn abilities(&self) -> Abilities {
        Abilities::of(if self.compare { "explain --compare" } else { "explain" })
    }
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, compare, settings } = arguments;
    settings.refuse_inputs(!inputs.is_empty())?;
    let Some(selection) = settings.selection(config, None, Vec::new())? else {
        return Ok(Outcome::Valid);
    };
    let sources = inputs.sources(config, Back::Nothing);
    let explainer = Explainer { config, selection, compare, drawn: Mutex::default() };
    let outcome = line_command::run_sources(config, sources, Purpose::Report, &explainer)?;
    if config.output.format == OutputFormat::Svg {
        let drawn = explainer.drawn.into_inner().unwrap_or_else(PoisonError::into_inner);
        let none =
            || exit::Error::Usage("--format svg takes one URL, and there is none".to_owned());
        let mut out = io::stdout();
        out.write_all(drawn.ok_or_else(none)?.as_bytes())?;
        out.flush()?;
    }
    Ok(outcome)
}

struct Explainer<'c> {
    config: &'c Config,
    /// The lints that are shown.
    selection: Selection,
    compare: bool,
    /// The picture in SVG, of one URL.
    drawn: Mutex<Option<String>>,
}

impl LineProcessor for Explainer<'_> {
    fn line(&self, line: Line<'_>, stats: &mut Stats, out: &mut Output) -> exit::Result<Verdict> {
        let Config { output, passwords, .. } = self.config;
        let explanation = Explanation::new(line, *passwords, &self.selection);
        let verdict = stats.verdict(line, explanation.is_valid());
        if output.format == OutputFormat::Svg {
            let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
            return match drawn.replace(explanation.picture().to_svg()) {
                None => Ok(verdict),
                Some(_) => Err(exit::Error::Usage("--format svg takes one URL".to_owned())),
            };
        }
        stats.lines.masked += u64::from(explanation.is_masked());
        let comparison = self.compare.then(|| compare(line.bytes, *passwords));
        out.record(|out| {
            if self.config.is_human() {
                let page = output.palette.page();
                let mut text = String::new();
                let written = explanation.picture().write_text(&page, &mut text);
                if let Some(fragment) = line.fragment {
                    let fragment = Sanitized::masked(passwords.redact_fragment(fragment));
                    text.push_str(&format!(
                        "fragment, which the server never sees: {fragment}\n\n"
                    ));
                }
                let compared = comparison.iter().try_for_each(|it| it.write_text(&page, &mut text));
                out.extend_from_slice(text.as_bytes());
                return written.and(compared).map_err(io::Error::other);
            }
            let comparison = comparison.as_ref();
            write_json(&Explained { explanation: &explanation, comparison }, out)?;
            out.push(b'\n');
            Ok(())
        })?;
        Ok(verdict)
    }
}
