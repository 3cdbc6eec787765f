//! `url1738 check`: a verdict on every URL.

use core::fmt::Display;
use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
};

use clap::Args;
use serde::Serialize;
use url1738::{Error, Lints, Url};

use super::{inputs::Inputs, line_command};
use crate::{
    config::Config,
    diagnostics::{Masking, Palette, Report, Sanitized},
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    output_file::OutputFile,
    pipeline::{
        self, LineCounts, LineProcessor, MAX_COUNTED, MAX_LINE, Output, Stats, Verdict, source,
    },
    records::{InvalidLine, LintRecord, Record, ValidLine, lint},
    summary::{self, Counts, Shared, Summary},
};

/// Check URLs against RFC 1738, and report the rule, the place and the fix of every error
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 check 'http://host.dom/~joe'       explain why a URL is invalid
  url1738 check urls.txt more.txt            check files with one URL per line
  url1738 check --lints 'ftp://h//etc'       also report risky URLs
  url1738 check --summary urls.txt           count schemes, errors, lints, hosts and ports
  url1738 check --html page.html urls.txt    write the counts as a page, and the reports
  url1738 check --format csv < urls.txt      write a table

Lines longer than 48 MiB, or 8 MiB with --summary or --html, are reported and skipped, so that memory stays
under 64 MiB."))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Also report lints: valid URLs that are risky or that other software reads differently
    #[arg(short, long)]
    lints: bool,
    /// Write counts of schemes, errors, lints, hosts and ports instead of reports
    #[arg(short, long, conflicts_with = "lints")]
    summary: bool,
    /// Write the counts to an HTML page with charts and examples
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, lints, summary, html } = arguments;
    let sources = inputs.sources();
    source::refuse_overwriting(&sources, html.as_deref().as_slice())?;
    let page = html.map(OutputFile::open).transpose()?;
    let shared = (summary || page.is_some()).then(Arc::default);
    let check = Check { config, lints, silent: summary, counts: shared.is_some() };
    let new_counts = || shared.as_ref().map(|shared: &Arc<Shared>| Box::new(Counts::new(shared)));
    let mut out = io::stdout();
    if !summary {
        config.output.header::<Checked<'_>>(&mut out)?;
    }
    let result = pipeline::run(line_command::options(config), sources, &check, &new_counts)?;
    let outcome = result.outcome();
    let Stats { lines, counter } = result.stats;
    if let Some(counts) = counter {
        let result = Summary::new(lines, &counts);
        if summary {
            summary::write(&result, config.output.format, &config.output.palette, &mut out)?;
        } else {
            print_counts(config, &lines)?;
        }
        if let Some(page) = page {
            page.write(|out| summary::write_page(&result, out))?;
        }
    } else {
        print_counts(config, &lines)?;
    }
    out.flush()?;
    Ok(outcome)
}

/// Prints the counts of lines: below the reports, or to stderr if another program reads stdout.
fn print_counts(config: &Config, lines: &LineCounts) -> io::Result<()> {
    if config.is_human() && !config.quiet {
        writeln!(io::stdout(), "{lines}")
    } else {
        line_command::print_counts(config, lines);
        Ok(())
    }
}

struct Check<'c> {
    config: &'c Config,
    /// Whether lints are reported.
    lints: bool,
    /// Whether nothing is reported.
    silent: bool,
    /// Whether the workers count for a summary.
    counts: bool,
}

impl LineProcessor<Option<Box<Counts>>> for Check<'_> {
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats<Option<Box<Counts>>>,
        out: &mut Output<'_>,
    ) -> exit::Result<Verdict> {
        let masking = self.config.masking;
        let (ok, result) = match &mut stats.counter {
            Some(counts) => (counts.line(line, masking).is_ok(), None),
            None => {
                let result = line.parse();
                (result.is_ok(), Some(result))
            }
        };
        let verdict = stats.verdict(line, ok);
        // As text, valid URLs are reported only for their lints.
        let reported = verdict == Verdict::Invalid || self.lints || !self.config.is_human();
        if reported && !self.silent {
            // A line that was counted is parsed again: the report takes far longer.
            let result = result.unwrap_or_else(|| line.parse());
            line_command::write(self.config, &Checked::new(line, result, masking), out)?;
        }
        Ok(verdict)
    }

    fn max_len(&self) -> usize {
        if self.counts { MAX_COUNTED } else { MAX_LINE }
    }

    fn in_any_order(&self) -> bool {
        self.silent
    }
}

/// The verdict on one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Checked<'a> {
    Valid {
        line: u64,
        input: Sanitized<'a>,
        ok: bool,
        scheme: &'a str,
        lints: Vec<LintRecord>,
        #[serde(skip)]
        valid: ValidLine<'a>,
        #[serde(skip)]
        found: Lints,
    },
    Invalid(InvalidLine<'a>),
}

impl<'a> Checked<'a> {
    fn new(line: Line<'a>, result: Result<Url<&'a str>, Error>, masking: Masking) -> Self {
        match result {
            Ok(url) => {
                let valid = ValidLine::new(line, url, masking);
                let found = lint::of(&url);
                Self::Valid {
                    line: line.number,
                    input: valid.input(),
                    ok: true,
                    scheme: valid.scheme(),
                    lints: found.iter().map(LintRecord::from).collect(),
                    valid,
                    found,
                }
            }
            Err(error) => Self::Invalid(InvalidLine::new(line, error, masking)),
        }
    }
}

impl Record for Checked<'_> {
    const COLUMNS: &'static [&'static str] = InvalidLine::VERDICT;

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Valid { line, input, scheme, lints, valid, .. } => {
                valid.line.origin.cell(cell);
                cell(line);
                cell(&true);
                cell(scheme);
                (0..7).for_each(|_| cell(&""));
                let codes: Vec<&str> = lints.iter().map(|lint| lint.code).collect();
                cell(&codes.join(" "));
                cell(input);
            }
            Self::Invalid(invalid) => invalid.verdict_cells(cell),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid { valid, found, .. } => found.iter().try_for_each(|lint| {
                Report::lint(lint).write(valid.line, &valid.masked, palette, out)
            }),
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
