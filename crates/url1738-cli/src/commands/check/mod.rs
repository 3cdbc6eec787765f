//! `url1738 check`: a verdict on every URL.

pub(super) mod accepted;
pub(super) mod markup;
pub(super) mod texts;

use core::cmp::Reverse;
use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
pub(crate) use markup::is_text;
use url1738::{Change, Error, Escaped, Lint, Part, Redacted, Safety, Url};

use super::{
    extract::search::Reading,
    inputs::Inputs,
    line_command,
    rule_options::{ReportOptions, cut},
};
use crate::{
    codes,
    config::{Config, OutputFormat},
    diagnostics::{Palette, Report, Sanitized},
    exit::{self, Outcome, with_exit_status},
    fields::Subject,
    findings::{self, Finding},
    line::Line,
    pipeline,
    pipeline::{Counter, LineCounts, Output, Stats, Verdict, source},
    records::{self, Object, RecordWriter},
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
    /// Read inputs as `list` or `text` [default: by content]
    #[arg(long = "as", value_enum, value_name = "KIND", hide_possible_values = true)]
    #[arg(help_heading = "Options for texts")]
    kind: Option<InputKind>,
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

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, options, summary, standard, kind, texts } = arguments;
    let named = texts.stdin_filename.as_ref().map(|_| InputKind::Text);
    if let Some(files) = inputs.texts(config, kind.or(named), true)? {
        if let Some(option) = config.given(&["summary", "standard", "references"]) {
            return exit::usage(format!("--{option} is for lists: add --as list, or remove it"));
        }
        let reads_stdin = files.is_empty() || files.iter().any(|file| file.as_os_str() == "-");
        if named.is_some() && !reads_stdin {
            return exit::usage("--stdin-filename names the text on stdin: add -, or remove it");
        }
        let all = kind == Some(InputKind::Text);
        return texts::run(config, options, texts, &files, Reading::default(), all);
    }
    if let Some(option) = config.given_of::<TextOptions>() {
        return exit::usage(format!("--{option} is for texts: add --as text"));
    }
    let exit_zero = options.exit_zero;
    let end = |outcome| match outcome {
        Outcome::Invalid if exit_zero => Outcome::Valid,
        outcome => outcome,
    };
    if let Some(standard) = standard {
        return judge(config, inputs, standard).map(end);
    }
    if summary {
        return summarize(config, inputs, options.limit).map(end);
    }
    let mut out = io::stdout();
    let reporting = options.reporting(config, !inputs.is_empty(), OutputFormat::CHECKED)?;
    let Some((config, selection)) = reporting else { return Ok(Outcome::Valid) };
    let config = &config.with_columns(records::CHECKED);
    let format = config.output.format;
    let sources = inputs.sources(config)?;
    let check = Check { config, selection };
    findings::begin(format, &mut out)?;
    config.output.header(&mut out)?;
    let check =
        |line: Line<'_>, stats: &mut Stats<Codes>, out: &mut Output| check.line(line, stats, out);
    let result = pipeline::run(config, sources, &check)?;
    let outcome = result.outcome();
    let Stats { lines, counter: codes, .. } = result;
    findings::end(format, &mut out)?;
    let what = if config.is_human() { "reports" } else { "records" };
    let cut = cut(config, lines.reports, what);
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
    line_command::report_passwords(config, lines.masked)?;
    Ok(end(outcome))
}

/// Writes counts of lines in place of reports, with as many names of each kind as `limit` says.
fn summarize(config: &Config, inputs: Inputs, limit: Option<u64>) -> exit::Result<Outcome> {
    // The names of a summary need no guard against spreadsheets.
    if config.given(&["csv-formulas"]).is_some() {
        return exit::usage("`check --summary` has no option --csv-formulas: remove it");
    }
    let most = limit.map_or(summary::MOST, |most| match most {
        0 => usize::MAX,
        most => usize::try_from(most).unwrap_or(usize::MAX),
    });
    let sources = inputs.sources(config)?;
    let files = source::names(&sources);
    let count = |line: Line<'_>, stats: &mut Stats<Counts>, _: &mut Output| {
        let is_valid = stats.counter.line(line, config.passwords);
        if !is_valid {
            count_fix(line, &mut stats.lines);
        }
        Ok(stats.verdict(line, is_valid))
    };
    let result = pipeline::run(config, sources, &count)?;
    let outcome = result.outcome();
    let Stats { lines, counter, .. } = result;
    let mut out = io::stdout();
    summary::write(&Summary::new(files, lines, counter, most), &config.output, &mut out)?;
    out.flush()?;
    line_command::report_passwords(config, lines.masked)?;
    Ok(outcome)
}

/// A standard that came after RFC 1738.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Standard {
    /// RFC 3986, as the crate fluent-uri reads it
    Rfc3986,
    /// The WHATWG URL Standard, as the crate url reads it
    Whatwg,
}

impl Standard {
    const fn name(self) -> &'static str {
        match self {
            Self::Rfc3986 => "RFC 3986",
            Self::Whatwg => "WHATWG",
        }
    }

    /// Returns why the standard rejects a line, and at which byte if its reader says so.
    fn reject(self, line: Line<'_>) -> Option<(String, usize)> {
        let Some(text) = line.text else { return Some(("the line is not UTF-8".to_owned(), 0)) };
        match self {
            Self::Rfc3986 => {
                let error = fluent_uri::Uri::parse(text).err()?;
                Some((error.to_string(), error.index()))
            }
            Self::Whatwg => url::Url::parse(text).err().map(|error| (error.to_string(), 0)),
        }
    }
}

const COLUMNS: &[&str] = &["file", "line", "ok", "standard", "message", "input", "masked"];

/// Writes the verdict of a later standard on every line.
fn judge(config: &Config, inputs: Inputs, standard: Standard) -> exit::Result<Outcome> {
    let config = &config.with_columns(COLUMNS);
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        let rejected = standard.reject(line);
        let is_valid = rejected.is_none();
        if !config.is_human() || !is_valid {
            let (message, at) = rejected.unzip();
            let (start, input) = (at.unwrap_or(0), config.passwords.redact(line.bytes));
            let (is_masked, input) = (!input.secrets().is_empty(), Sanitized::masked(input));
            let record = records::of_line(&line, input, start, is_valid, is_masked)
                .with("standard", standard.name())
                .with_some("message", message.as_deref());
            let text = |Palette { strong, error, .. }: &Palette, to: &mut Vec<u8>| {
                let (name, number, standard) = (line.origin.name(), line.number, standard.name());
                let (message, column) = (message.as_deref().unwrap_or(""), start + 1);
                write!(to, "{strong}{name}:{number}:{column}{strong:#}: ")?;
                writeln!(to, "{error}{standard}{error:#}: {message}\n  {input}")
            };
            line_command::write(config, &record, text, stats, out)?;
        }
        Ok(stats.verdict(line, is_valid))
    };
    line_command::run(config, inputs.sources(config)?, &processor)
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
    /// Returns the lints of a URL that are on.
    fn lints(&self, url: &Url<&str>, fragment: Option<&[u8]>) -> Vec<(Lint, Level)> {
        if !self.selection.may_have_lints() {
            return Vec::new();
        }
        let found = codes::lints(url, fragment);
        let level = |lint: &Lint| (*lint, self.selection.lint(lint));
        found.iter().map(level).filter(|(_, level)| *level != Level::Off).collect()
    }

    /// Returns the error of a URL, or the lints that are on; `None` if the error is off.
    fn reports(
        &self,
        url: Result<(Url<&str>, Option<Escaped<'_>>), Error>,
        masked: &Redacted<'_>,
        is_reference: bool,
    ) -> Option<Vec<Report>> {
        match url {
            Err(error) if !self.selection.reports_error(&error) => None,
            Err(error) => Some(vec![self.report(&error, masked, is_reference)]),
            Ok((url, fragment)) => {
                let fragment = fragment.as_ref().map(|it| it.as_str().as_bytes());
                let lints = self.lints(&url, fragment).into_iter();
                Some(lints.map(|(lint, level)| Report::lint(&lint, level)).collect())
            }
        }
    }

    /// Reports the error of a URL or a reference. Only SARIF has fixes, and finding one takes time.
    fn report(&self, error: &Error, masked: &Redacted<'_>, is_reference: bool) -> Report {
        let mut report = Report::error(error, masked);
        if self.config.output.format == OutputFormat::Sarif {
            report.fix = records::fix(error, masked, is_reference).filter(|fix| fix.is_safe);
        }
        report
    }

    /// Returns whether the settings accept a code in a line.
    fn accepts(&self, subject: &Subject<'_>, code: &str, part: &Part) -> bool {
        let file = Path::new(subject.line.origin.name());
        self.config.settings.accepts(file, (code, Some(part)), subject.masked())
    }

    /// Returns the record of a line, with the lints that are on.
    fn record(&self, subject: &Subject<'_>, lints: &[(Lint, Level)]) -> Object {
        let Ok(url) = &subject.url else { return subject.record() };
        let lint = |to, (lint, level): &(_, _)| records::lint(to, lint).with("level", level);
        subject.record().with("scheme", url.scheme()).with_objects("lints", lints, lint)
    }

    /// Counts a finding, and writes it unless nothing more is written.
    fn finding(
        &self,
        finding: &Finding<'_>,
        (stats, out): (&mut Stats<Codes>, &mut Output),
    ) -> exit::Result<()> {
        stats.lines.reports += 1;
        *stats.counter.entry(finding.report.code).or_default() += 1;
        let RecordWriter { format, palette, .. } = &self.config.output;
        match out.is_full() {
            true => Ok(()),
            false => out.record(|to| findings::write(*format, finding, palette, to)),
        }
    }

    /// Writes the record or the reports of a line.
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats<Codes>,
        out: &mut Output,
    ) -> exit::Result<Verdict> {
        let subject = Subject::of(line, line.parse(), self.config.passwords);
        let (url, format) = (&subject.url, self.config.output.format);
        let error = url.as_ref().err();
        if error.is_some_and(|error| {
            let (code, part) = (error.code(), error.part());
            !self.selection.reports_error(error) || self.accepts(&subject, code, part)
        }) {
            return Ok(Verdict::Ignored);
        }
        let verdict = stats.verdict(line, url.is_ok());
        let mut lints =
            url.as_ref().map_or_else(|_| Vec::new(), |url| self.lints(url, line.fragment));
        lints.retain(|(lint, _)| !self.accepts(&subject, lint.code(), lint.part));
        stats.lines.lints += lints.len() as u64;
        stats.lines.denied += lints.iter().filter(|it| it.1 == Level::Deny).count() as u64;
        // Reports are about errors and lints, records about lines.
        if !self.config.is_human() {
            stats.lines.reports += 1;
            if !out.is_full() {
                let record = self.record(&subject, &lints);
                line_command::write(self.config, &record, |_, _| Ok(()), stats, out)?;
            }
            return Ok(verdict);
        }
        if error.is_none() && lints.is_empty() {
            return Ok(verdict);
        }
        if error.is_some() && format == OutputFormat::Human {
            count_fix(line, &mut stats.lines);
        }
        let masked = subject.masked();
        let error = error.map(|error| self.report(error, &masked, line.is_reference));
        let lints = lints.iter().map(|(lint, level)| Report::lint(lint, *level));
        for report in error.into_iter().chain(lints) {
            self.finding(&Finding { line, masked, report, url: masked }, (stats, out))?;
        }
        Ok(verdict)
    }
}

/// Counts whether `fix` repairs a line.
fn count_fix(line: Line<'_>, counts: &mut LineCounts) {
    let mut is_safe = true;
    let mut note = |change: Change| is_safe &= change.safety == Safety::Safe;
    let repaired = match line.is_reference {
        true => Url::repair_reference(line.bytes, &mut note),
        false => Url::repair_with(line.bytes, &mut note),
    };
    counts.fixable += u64::from(repaired.is_ok() && is_safe);
    counts.needs_unsafe += u64::from(repaired.is_ok() && !is_safe);
}
