//! What commands that read lines share: running over them, the counts and the record of each.

use std::io::Write as _;

use super::inputs::Inputs;
use crate::{
    config::Config,
    diagnostics::message,
    exit::{self, Outcome},
    pipeline::{self, Framing, LineCounts, LineProcessor, Options, Output, Source, Stats},
    records::{InvalidLine, Record},
};

/// Returns the options of the pipeline.
pub(super) fn options(config: &Config) -> Options {
    Options { threads: config.threads, progress_bar: !config.quiet, framing: Framing::default() }
}

/// Runs a command over all lines of the inputs, with records of the type `R`, and prints the counts.
pub(super) fn run_lines<R: Record>(
    config: &Config,
    inputs: Inputs,
    processor: &impl LineProcessor,
) -> exit::Result<Outcome> {
    let sources = inputs.sources(config);
    config.output.header_to::<R>(&mut std::io::stdout())?;
    run_sources(config, sources, processor)
}

/// Runs a command over all lines, and prints the counts.
pub(super) fn run_sources(
    config: &Config,
    sources: Vec<Source>,
    processor: &impl LineProcessor,
) -> exit::Result<Outcome> {
    // Arguments are few enough to be counted by eye.
    let counted = sources.iter().any(|source| !matches!(source, Source::Argument(_)));
    let result = pipeline::run(options(config), sources, processor, &|| ())?;
    let lines = &result.stats.lines;
    if counted {
        print_counts(config, lines);
    }
    match lines.masked {
        0 => Ok(result.outcome()),
        count => Err(exit::Error::Passwords(count)),
    }
}

/// Writes what `--show-settings` shows.
pub(super) fn show_settings(shown: &str) -> exit::Result<Outcome> {
    let mut out = std::io::stdout();
    out.write_all(shown.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Valid)
}

/// Prints how many passwords are masked in URLs that are written for use.
pub(super) fn print_masked(count: u64) {
    match count {
        0 => {}
        1 => message::print(&"1 password masked; use --show-passwords to keep it"),
        _ => message::print(&format_args!(
            "{count} passwords masked; use --show-passwords to keep them"
        )),
    }
}

/// Returns an error if passwords are to be both masked and shown.
pub(super) fn refuse_mask_and_show(config: &Config, mask: bool) -> exit::Result<()> {
    match mask && config.masking.show_passwords {
        true => Err(exit::Error::Usage("use either --mask or --show-passwords".to_owned())),
        false => Ok(()),
    }
}

/// Prints the counts of lines to stderr, unless `--quiet` is given.
pub(super) fn print_counts(config: &Config, lines: &LineCounts) {
    if !config.quiet {
        let _ = writeln!(anstream::stderr(), "{lines}");
    }
}

/// Writes the record of one line.
pub(super) fn write<R: Record>(
    config: &Config,
    record: &R,
    out: &mut Output<'_>,
) -> exit::Result<()> {
    out.record(|to| config.output.record(record, to))
}

/// A record of a URL that is written for use, so that its password is neither masked nor shown unless that is asked for.
pub(super) trait Withheld: Record {
    /// Returns whether the URL that would be written has a secret.
    fn is_masked(&self) -> bool;

    /// Leaves the URL out.
    fn withhold(&mut self);

    /// Returns the line if it is invalid.
    fn invalid(&self) -> Option<&InvalidLine<'_>>;
}

/// Writes the record of one line, without its URL if that has a secret, unless `mask` is set. Invalid lines are reported.
pub(super) fn write_or_withhold(
    config: &Config,
    mut record: impl Withheld,
    mask: bool,
    stats: &mut Stats,
    out: &mut Output<'_>,
) -> exit::Result<()> {
    let is_withheld = record.is_masked() && !mask;
    if is_withheld {
        record.withhold();
        stats.lines.masked += 1;
    }
    match record.invalid() {
        Some(invalid) if config.is_human() => out.remark(|err| invalid.report(&config.stderr, err)),
        _ if is_withheld && config.is_human() => Ok(()),
        _ => write(config, &record, out),
    }
}
