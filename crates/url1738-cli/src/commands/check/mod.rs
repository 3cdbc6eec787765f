//! `url1738 check`: a verdict on every URL.

pub(super) mod accepted;
pub(super) mod markup;
mod standard;
pub(super) mod texts;

use core::cmp::Reverse;
use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::PathBuf,
};

use clap::{Args, ValueEnum};
pub(crate) use markup::is_text;
use standard::Standard;
use url1738::{Change, Error, Safety, Url};

use super::{
    extract::search::Reading,
    inputs::Inputs,
    line_command,
    rule_options::{ReportOptions, Reporting},
};
use crate::{
    commands::check::standard::{Checked, CheckedLint},
    config::{Config, OutputFormat},
    diagnostics::{Purpose, Report},
    exit::{self, Outcome, with_exit_status},
    findings::{self, Finding},
    line::Line,
    pipeline,
    pipeline::{Counter, Framing, LineCounts, LineProcessor, Output, Stats, Verdict, source},
    records::{InvalidLine, LineRecord, RecordWriter, ValidLine},
    scheme_names,
    selection::{Level, Selection},
    summary,
    summary::{Counts, Summary},
};

/// Check URLs against RFC 1738: rule, place and fix of every error
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 check 'http://host.dom/~joe'        explain why a URL is invalid
  url1738 check urls.txt more.txt             files with one URL per line
  url1738 check README.md docs/               the URLs in texts
  url1738 check --lints 'ftp://h//etc'        also report risky URLs
  url1738 check --deny warnings urls.txt      fail if a URL is risky
  url1738 check --summary urls.txt            count schemes, errors and hosts

url1738.toml sets defaults. Lines longer than 1 MiB are reported and skipped.",
    "no URL is invalid, except by ignored errors; lints may be reported",
    "a URL is invalid, or has a lint that is denied"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    options: ReportOptions,
    /// Write counts of schemes, errors, lints and hosts instead; with --format html, a page
    #[arg(short, long)]
    #[arg(conflicts_with_all = ["lints", "select", "ignore", "deny", "show_settings"])]
    summary: bool,
    /// Judge by a later standard instead
    #[arg(long, value_enum, value_name = "STANDARD", conflicts_with_all =
        ["lints", "select", "ignore", "deny", "limit", "show_settings", "summary"])]
    standard: Option<Standard>,
    #[command(flatten, next_help_heading = "Options for texts")]
    texts: TextOptions,
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum InputKind {
    /// One URL per line
    List,
    /// URLs within text
    Text,
}

/// The options that only texts have.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct TextOptions {
    /// Read inputs as `list` or `text` [default: by content]
    #[arg(long = "as", value_enum, value_name = "KIND", hide_possible_values = true)]
    kind: Option<InputKind>,
    /// Search what .gitignore and .ignore leave out, too
    #[arg(long)]
    no_ignore: bool,
    /// Report only what is not in this file
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write what is found, or left of --baseline
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// Write how often each code was found
    #[arg(long)]
    statistics: bool,
    /// End with 0 if there are no more findings
    #[arg(long, value_name = "N")]
    max_findings: Option<u64>,
    /// Report relative links that lead nowhere
    #[arg(long, value_name = "URL|DIR")]
    base: Option<String>,
    /// Read stdin as the text of this file
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<PathBuf>,
}

/// The options that a list has no use for.
const OF_TEXTS: [&str; 7] = [
    "no-ignore",
    "baseline",
    "write-baseline",
    "statistics",
    "max-findings",
    "base",
    "stdin-filename",
];

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, options, summary, standard, texts } = arguments;
    let files = match texts.kind {
        Some(InputKind::List) => None,
        Some(InputKind::Text) => Some(inputs.files(config)?),
        None if texts.stdin_filename.is_some() => Some(inputs.files(config)?),
        None => inputs.texts(config, true)?,
    };
    if let Some(files) = files {
        if let Some(option) = config.given(&["summary", "standard", "references"]) {
            let message = format!("--{option} is for lists: add --as list, or remove it");
            return Err(exit::Error::Usage(message));
        }
        let all = texts.kind == Some(InputKind::Text);
        return texts::run(config, options, texts, &files, Reading::default(), all);
    }
    if let Some(option) = config.given(&OF_TEXTS) {
        return Err(exit::Error::Usage(format!("--{option} is for texts: add --as text")));
    }
    if let Some(standard) = standard {
        return standard::run(config, inputs, standard);
    }
    if summary {
        return summarize(config, inputs, options.limit);
    }
    let mut out = io::stdout();
    let reporting = options.reporting(config, !inputs.is_empty(), OutputFormat::CHECKED)?;
    let Some(Reporting { format, limit, exit_zero, selection }) = reporting else {
        return Ok(Outcome::Valid);
    };
    let config = &config.with_format(format);
    let sources = inputs.sources(config);
    let check = Check { config, selection };
    findings::begin(format, &mut out)?;
    config.output.header_to::<Checked<'_>>(&mut out)?;
    let framing = Framing { limit, separator: findings::separator(format) };
    let result = pipeline::run(config, framing, sources, &check)?;
    let outcome = result.outcome();
    let Stats { lines, counter: codes } = result.stats;
    findings::end(format, &mut out)?;
    let what = if config.is_human() { "reports" } else { "records" };
    let cut = Reporting::cut(limit, lines.reports, what);
    let mut totals = format!("{lines}\n{cut}");
    if !cut.is_empty() && config.is_human() {
        let codes = by_count(codes).into_iter().map(|(code, count)| format!("{count} {code}"));
        totals += &format!("  {}\n", codes.collect::<Vec<_>>().join(", "));
    }
    match format {
        _ if config.quiet => {}
        OutputFormat::Human => write!(out, "{totals}")?,
        // Another program reads stdout. The exit code reports the result, even if stderr is closed.
        _ => drop(write!(anstream::stderr(), "{totals}")),
    }
    out.flush()?;
    line_command::report_passwords(config, config.purpose(Purpose::Report), lines.masked)?;
    Ok(if exit_zero && outcome == Outcome::Invalid { Outcome::Valid } else { outcome })
}

/// Writes counts of lines in place of reports, with as many names of each kind as `limit` says.
fn summarize(config: &Config, inputs: Inputs, limit: Option<u64>) -> exit::Result<Outcome> {
    // The names of a summary need no guard against spreadsheets.
    if config.given(&["csv-formulas"]).is_some() {
        let message = "`check --summary` has no option --csv-formulas: remove it";
        return Err(exit::Error::Usage(message.to_owned()));
    }
    let most = limit.map_or(summary::MOST, |most| match most {
        0 => usize::MAX,
        most => usize::try_from(most).unwrap_or(usize::MAX),
    });
    let sources = inputs.sources(config);
    let run = summary::Run { files: source::names(&sources), date: summary::date() };
    let count = |line: Line<'_>, stats: &mut Stats<Counts>, _: &mut Output| {
        let is_valid = stats.counter.line(line, config.passwords);
        if !is_valid {
            count_fix(line, &mut stats.lines);
        }
        Ok(stats.verdict(line, is_valid))
    };
    let result = pipeline::run(config, Framing::default(), sources, &count)?;
    let outcome = result.outcome();
    let Stats { lines, counter } = result.stats;
    let mut out = io::stdout();
    summary::write(&Summary::new(lines, counter, most), &run, &config.output, &mut out)?;
    out.flush()?;
    line_command::report_passwords(config, config.purpose(Purpose::Report), lines.masked)?;
    Ok(outcome)
}

struct Check<'c> {
    config: &'c Config,
    selection: Selection,
}

/// How often each code is reported.
type Codes = BTreeMap<&'static str, u64>;

impl Counter for Codes {
    fn merge(&mut self, other: Self) {
        for (code, count) in other {
            *self.entry(code).or_default() += count;
        }
    }
}

/// Returns the codes with their numbers, the most frequent first.
fn by_count(codes: Codes) -> Vec<(&'static str, u64)> {
    let mut codes: Vec<_> = codes.into_iter().collect();
    codes.sort_by_key(|(_, count)| Reverse(*count));
    codes
}

impl Check<'_> {
    fn valid<'a>(
        &self,
        line: Line<'a>,
        url: Url<&'a str>,
        stats: &mut Stats<Codes>,
        out: &mut Output,
    ) -> exit::Result<()> {
        // Reports are about errors and lints, records about lines.
        let is_human = self.config.is_human();
        if is_human && !self.selection.has_lints() {
            return Ok(());
        }
        let mut found = scheme_names::lints(&url);
        if let Some(fragment) = line.fragment {
            found.fragment(url.as_str(), fragment);
        }
        if is_human && found.is_empty() {
            return Ok(());
        }
        let valid = ValidLine::new(line, url, self.config.passwords);
        let levels = found.iter().map(|lint| (*lint, self.selection.lint(lint)));
        let levels = levels.filter(|(_, level)| *level != Level::Off);
        let lints: Vec<_> = levels.map(|(lint, level)| CheckedLint { lint, level }).collect();
        stats.lines.lints += lints.len() as u64;
        stats.lines.denied += lints.iter().filter(|it| it.level == Level::Deny).count() as u64;
        if !is_human {
            return self.record(&LineRecord::Valid(Checked { valid, lints }), stats, out);
        }
        for CheckedLint { lint, level } in lints {
            let (report, masked) = (Report::lint(&lint, level), valid.masked());
            self.finding(&Finding { line, masked, report, url: None, fix: None }, stats, out)?;
        }
        Ok(())
    }

    fn invalid(
        &self,
        line: Line<'_>,
        error: Error,
        stats: &mut Stats<Codes>,
        out: &mut Output,
    ) -> exit::Result<()> {
        let passwords = self.config.passwords;
        if !self.config.is_human() {
            let invalid = InvalidLine::new(line, error, passwords);
            return self.record(&LineRecord::Invalid(invalid), stats, out);
        }
        let format = self.config.output.format;
        if format == OutputFormat::Human {
            count_fix(line, &mut stats.lines);
        }
        let masked = passwords.redact(line.bytes);
        let fix = findings::fix(format, &error, &masked);
        let report = Report::error(&error, &masked);
        self.finding(&Finding { line, masked, report, url: None, fix }, stats, out)
    }

    /// Counts the record of a line, and writes it unless nothing more is written.
    fn record(
        &self,
        record: &LineRecord<'_, Checked<'_>>,
        stats: &mut Stats<Codes>,
        out: &mut Output,
    ) -> exit::Result<()> {
        stats.lines.reports += 1;
        match out.is_full() {
            true => Ok(()),
            false => line_command::write(self.config, record, stats, out),
        }
    }

    /// Counts a finding, and writes it unless nothing more is written.
    fn finding(
        &self,
        finding: &Finding<'_>,
        stats: &mut Stats<Codes>,
        out: &mut Output,
    ) -> exit::Result<()> {
        stats.lines.reports += 1;
        *stats.counter.entry(finding.report.code).or_default() += 1;
        let RecordWriter { format, palette, .. } = &self.config.output;
        match out.is_full() {
            true => Ok(()),
            false => out.record(|to| findings::write(*format, finding, palette, to)),
        }
    }
}

/// Counts whether `fix` repairs a line.
fn count_fix(line: Line<'_>, counts: &mut LineCounts) {
    let mut is_safe = true;
    let mut note = |change: Change| is_safe &= change.safety == Safety::Safe;
    let repaired = match line.is_reference {
        true => Url::repair_reference(line.bytes, &mut note),
        false => Url::repair_bytes_with(line.bytes, &mut note),
    };
    counts.fixable += u64::from(repaired.is_ok() && is_safe);
    counts.needs_unsafe += u64::from(repaired.is_ok() && !is_safe);
}

impl LineProcessor<Codes> for Check<'_> {
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats<Codes>,
        out: &mut Output,
    ) -> exit::Result<Verdict> {
        match line.parse() {
            Ok(url) => {
                self.valid(line, url, stats, out)?;
                Ok(Verdict::Valid)
            }
            Err(error) if !self.selection.reports_error(&error) => Ok(Verdict::Ignored),
            Err(error) => {
                self.invalid(line, error, stats, out)?;
                Ok(stats.verdict(line, false))
            }
        }
    }
}
