//! What commands that read lines share: running over them, the counts and the record of each.

use std::io::{self, Write as _};

use url1738::{Error, Redacted};

use crate::{
    config::Config,
    diagnostics::{Palette, Purpose, Report, message},
    exit::{self, Outcome},
    line::{Line, Origin},
    pipeline::{self, Framing, LineProcessor, Output, Source, Stats},
    records::Object,
};

/// Runs a command over all lines, after the header row, and prints the counts. `text` is what its text is for.
pub(super) fn run(
    config: &Config,
    sources: Vec<Source>,
    text: Purpose,
    processor: &LineProcessor<'_>,
) -> exit::Result<Outcome> {
    config.output.header(&mut io::stdout())?;
    end(config, &pipeline::run(config, Framing::default(), sources, processor)?, text)
}

/// Prints the counts of a run, and reports passwords.
pub(super) fn end<C>(config: &Config, stats: &Stats<C>, text: Purpose) -> exit::Result<Outcome> {
    let lines = &stats.lines;
    if stats.has_files && !config.quiet {
        let _ = writeln!(anstream::stderr(), "{lines}");
    }
    report_passwords(config, config.purpose(text), lines.masked)?;
    Ok(stats.outcome())
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

/// Writes a text to stdout.
pub(super) fn print(text: &[u8]) -> exit::Result<Outcome> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Outcome::Valid)
}

/// Reports an error in an argument, which may be shown as `masked`.
pub(super) fn refuse(
    config: &Config,
    name: &str,
    masked: &Redacted<'_>,
    error: &Error,
) -> exit::Result<Outcome> {
    let origin = Origin::File(name.into());
    let line = Line::single(1, masked.bytes(), &origin);
    let report = Report::error(error, masked);
    // If stderr cannot be written, the exit code still reports the error.
    let _ = report.write(line, masked, &config.stderr, &mut io::stderr().lock());
    Ok(Outcome::Invalid)
}

/// Writes the record of one line, which `text` writes for reading.
pub(super) fn write<C>(
    config: &Config,
    record: &Object,
    text: impl FnOnce(&Palette, &mut Vec<u8>) -> io::Result<()>,
    stats: &mut Stats<C>,
    out: &mut Output,
) -> exit::Result<()> {
    stats.lines.masked += u64::from(record.is_masked);
    out.record(|to| config.output.record(record, text, to))
}
