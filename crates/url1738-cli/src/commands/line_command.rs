//! What commands that read lines share: running over them, the counts and the record of each.

use std::io::Write as _;

use super::inputs::Inputs;
use crate::{
    config::Config,
    diagnostics::{Purpose, message},
    exit::{self, Outcome},
    pipeline::{
        self, Framing, LineCounts, LineProcessor, Options, Output, RunResult, Source, Stats,
    },
    records::Record,
    rows::Back,
};

/// Returns the options of the pipeline.
pub(super) fn options(config: &Config) -> Options {
    Options {
        threads: config.threads,
        quiet: config.quiet,
        framing: Framing::default(),
        references: config.references,
    }
}

/// Runs a command over all lines of the inputs, with records of the type `R`, and prints the counts. `text` is what its
/// text is for.
pub(super) fn run_lines<R: Record>(
    config: &Config,
    inputs: Inputs,
    text: Purpose,
    processor: &impl LineProcessor,
) -> exit::Result<Outcome> {
    let sources = inputs.sources(config, Back::Nothing);
    config.output.header_to::<R>(&mut std::io::stdout())?;
    run_sources(config, sources, text, processor)
}

/// Runs a command over all lines, and prints the counts.
pub(super) fn run_sources(
    config: &Config,
    sources: Vec<Source>,
    text: Purpose,
    processor: &impl LineProcessor,
) -> exit::Result<Outcome> {
    let (result, counted) = run_uncounted(config, sources, processor)?;
    end(config, &result, counted, text)
}

/// Runs a command over all lines. Returns whether their counts are to be printed, too.
pub(super) fn run_uncounted(
    config: &Config,
    sources: Vec<Source>,
    processor: &impl LineProcessor,
) -> exit::Result<(RunResult<()>, bool)> {
    // Arguments are few enough to be counted by eye.
    let counted = sources.iter().any(|source| !matches!(source, Source::Argument(_)));
    Ok((pipeline::run(options(config), sources, processor, &|| ())?, counted))
}

/// Prints the counts of a run, and reports passwords.
pub(super) fn end(
    config: &Config,
    result: &RunResult<()>,
    counted: bool,
    text: Purpose,
) -> exit::Result<Outcome> {
    let lines = &result.stats.lines;
    if counted {
        print_counts(config, lines);
    }
    report_passwords(config, config.purpose(text), lines.masked)?;
    Ok(result.outcome())
}

/// Reports lines with passwords, the last one of a run: that they are masked in records and data, or missing in data.
///
/// # Errors
/// Returns an error if lines were withheld.
pub(super) fn report_passwords(config: &Config, purpose: Purpose, lines: u64) -> exit::Result<()> {
    match (purpose, lines) {
        (_, 0) | (Purpose::Report, _) => Ok(()),
        _ if config.passwords.withholds(purpose) => Err(exit::Error::Withheld(lines)),
        _ => {
            match lines {
                1 => message::print(&"password masked in 1 line; use --passwords keep to write it"),
                _ => message::print(&format_args!(
                    "passwords masked in {lines} lines; use --passwords keep to write them"
                )),
            }
            Ok(())
        }
    }
}

/// Prints the counts of lines to stderr, unless `--quiet` is given.
pub(super) fn print_counts(config: &Config, lines: &LineCounts) {
    if !config.quiet {
        let _ = writeln!(anstream::stderr(), "{lines}");
    }
}

/// Writes the record of one line.
pub(super) fn write<R: Record, C>(
    config: &Config,
    record: &R,
    stats: &mut Stats<C>,
    out: &mut Output,
) -> exit::Result<()> {
    stats.lines.masked += u64::from(record.is_masked());
    out.record(|to| config.output.record(record, to))
}
