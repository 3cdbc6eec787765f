//! `url1738 extract`: URLs in running text.

mod masked;
mod record;
mod window;

use core::{fmt, ops::Range};
use std::{
    fs::File,
    io::{self, Read, Write as _},
    path::PathBuf,
    sync::Arc,
};

use clap::Args;
use indicatif::ProgressBar;
use url1738::{Error, Url};
use url1738_context::{Finder, Match};

use super::{
    line_command,
    rule_options::{ReportOptions, Reporting},
};
use crate::{
    config::{Config, OutputFormat},
    diagnostics::{Report, hint, message, sanitized},
    exit::{self, Outcome},
    findings::FindingFormat,
    help::with_exit_status,
    hinted::SchemeName,
    line::Origin,
    pipeline::{Output, Sink, Source, source},
    records::lint,
    selection::Level,
    shared_options::Abilities,
};

use masked::MaskedMatch;
use record::Extracted;
use window::TextWindow;

/// Extract URLs from text: wrapped in <URL:...>, broken across lines, or bare
///
/// Follows the Appendix of RFC 1738. URLs broken across lines are put back together. If a line ends in a hyphen,
/// the other reading is an alternative (--json). Fragments are split off.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 extract mail.txt                     write file:line:column: URL
  url1738 extract --bare *.txt | sort -u       write only the URLs
  url1738 extract --check letter.txt           report invalid URLs
  url1738 extract --check --lints --format github *.md
  url1738 extract --json --scheme ftp < spool.mbox", "all URLs found are valid", "a URL found is invalid"))]
pub(crate) struct Arguments {
    /// Text files; `-` is stdin [default: stdin]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write only the URLs
    #[arg(short, long, conflicts_with = "check")]
    bare: bool,
    /// Omit invalid URLs
    #[arg(long, conflicts_with = "check")]
    valid_only: bool,
    /// Write only URLs of this scheme; may be repeated
    #[arg(short, long, value_name = "NAME", value_parser = SchemeName, hide_possible_values = true)]
    scheme: Vec<String>,
    /// Repair invalid URLs if possible
    #[arg(long, conflicts_with = "check")]
    repair: bool,
    /// Report invalid URLs in the text around them, instead of writing the URLs
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    reports: ReportOptions,
}

impl Arguments {
    /// Returns what the command can do with the options that it shares.
    pub(crate) fn abilities(&self) -> Abilities {
        let one = |command, formats| Abilities {
            threads: false,
            formats,
            ..Abilities::of_lines(command)
        };
        match self {
            Self { check: true, .. } => {
                Abilities { default_format: true, ..one("extract --check", &OutputFormat::REPORTS) }
            }
            Self { bare: true, .. } => one("extract --bare", &[OutputFormat::Human]),
            _ => one("extract", &OutputFormat::RECORDS),
        }
    }
}

/// The number of bytes that are read at once.
const CHUNK: usize = 256 * 1024;

pub(crate) fn run(config: &Config, mut arguments: Arguments) -> exit::Result<Outcome> {
    let options = core::mem::take(&mut arguments.reports);
    if let Some(option) = options.given().filter(|_| !arguments.check) {
        return Err(exit::Error::Usage(format!("{option} needs --check")));
    }
    options.settings.refuse_inputs(!arguments.files.is_empty())?;
    let reporting = match arguments.check {
        true => options.reporting(config, &OutputFormat::REPORTS)?,
        false => Reporting::of_everything(OutputFormat::Human),
    };
    if let Some(shown) = &reporting.shown {
        return line_command::show_settings(shown);
    }
    let format = FindingFormat::of(reporting.format).unwrap_or(FindingFormat::Human);
    let sources: Vec<Source> = match &*arguments.files {
        [] => vec![Source::Stdin],
        files => files.iter().cloned().map(Source::from_path).collect(),
    };
    source::refuse_overwriting(&sources, &[])?;
    let sink = Sink::new(ProgressBar::hidden());
    let mut extractor = Extractor {
        config,
        arguments: &arguments,
        reporting: &reporting,
        format,
        out: sink.output(0),
        counts: Counts::default(),
    };
    if arguments.check {
        extractor.out.record(|out| format.begin(out))?;
    } else {
        extractor.out.record(|out| {
            config.output.header::<Extracted<'_>>(out);
            Ok(())
        })?;
    }
    let mut read_failed = false;
    for source in sources {
        let (name, opened) = open(source);
        // If a source cannot be read, the others are still read.
        let read = match opened {
            Ok(mut input) => extractor.file(&name, &mut input)?,
            Err(error) => Err(error),
        };
        if let Err(error) = read {
            read_failed = true;
            message::print(&format_args!("cannot read {name}: {error}"));
        }
    }
    let Extractor { counts, mut out, .. } = extractor;
    if arguments.check {
        out.record(|out| format.end(out))?;
    }
    out.finish()?;
    sink.flush()?;
    if !config.quiet {
        let _ = writeln!(anstream::stderr(), "{counts}");
        if let Some(limit) = reporting.limit.filter(|limit| *limit < counts.reports) {
            let all = counts.reports;
            let reports = if all == 1 { "report" } else { "reports" };
            let _ = writeln!(anstream::stderr(), "{limit} of {all} {reports} shown");
        }
    }
    Ok(if read_failed {
        Outcome::ReadFailed
    } else if counts.bad > 0 || counts.denied > 0 {
        Outcome::Invalid
    } else {
        Outcome::Valid
    })
}

/// Opens a source, and returns its name as it may be shown.
fn open(source: Source) -> (String, io::Result<Box<dyn Read>>) {
    match source {
        Source::File(path) => match File::open(&path) {
            Ok(file) => (sanitized::path(&path), Ok(Box::new(file))),
            Err(error) => (sanitized::path(&path), Err(error)),
        },
        _ => ("standard input".to_owned(), Ok(Box::new(io::stdin()))),
    }
}

struct Extractor<'e> {
    config: &'e Config,
    arguments: &'e Arguments,
    /// What `--check` reports.
    reporting: &'e Reporting,
    format: FindingFormat,
    out: Output<'e>,
    counts: Counts,
}

impl Extractor<'_> {
    /// Extracts the URLs of a text. The inner result is that of reading, the outer that of writing.
    fn file(&mut self, name: &str, input: &mut dyn Read) -> exit::Result<io::Result<()>> {
        let origin = Origin::File(Arc::from(name));
        let (mut finder, mut window) = (Finder::new(), TextWindow::default());
        let mut buffer = vec![0; CHUNK];
        let mut started = false;
        loop {
            let read = match input.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Ok(Err(error)),
            };
            let chunk = buffer.get(..read).unwrap_or_default();
            if !core::mem::replace(&mut started, true)
                && let Some(hint) = hint::for_input(chunk)
            {
                message::print(&format_args!("{name} {hint}"));
            }
            window.push(chunk);
            for found in finder.push(chunk) {
                self.found(&found, &mut window, &origin)?;
            }
            window.keep(finder.held());
            self.out.write()?;
        }
        window.end();
        for found in finder.finish() {
            self.found(&found, &mut window, &origin)?;
        }
        Ok(Ok(()))
    }

    fn found(
        &mut self,
        found: &Match<'_>,
        window: &mut TextWindow,
        origin: &Origin,
    ) -> exit::Result<()> {
        let Self { config, arguments, .. } = self;
        let place = window.place(found.span.start);
        let mut result = Url::parse(&found.url).map(Url::to_owned);
        let masked = MaskedMatch::new(found, window.divided_secrets(found), config.masking);
        window.remember(found, &masked);
        if arguments.repair && result.is_err() && !found.is_truncated() {
            result = Url::repair(&found.url).map(|repaired| repaired.url).or(result);
        }
        let scheme = result
            .as_ref()
            .map_or_else(|_| found.url.split(':').next().unwrap_or_default(), |url| url.scheme());
        let wanted = &arguments.scheme;
        let wanted =
            wanted.is_empty() || wanted.iter().any(|wanted| wanted.eq_ignore_ascii_case(scheme));
        let ok = result.is_ok() && !found.is_truncated();
        if !wanted || arguments.valid_only && !ok {
            return Ok(());
        }
        if arguments.check {
            return self.check(found, &masked, &result, window, origin);
        }
        *(if ok { &mut self.counts.ok } else { &mut self.counts.bad }) += 1;
        let record = Extracted::new(found, &masked, &result, place, origin, config.masking);
        if arguments.bare {
            self.out.record(|out| writeln!(out, "{}", record.url()))
        } else {
            let config = *config;
            self.out.record(|out| config.output.record(&record, out))
        }
    }
    /// Reports what is wrong with a URL, and its lints.
    fn check(
        &mut self,
        found: &Match<'_>,
        masked: &MaskedMatch<'_>,
        result: &Result<Url, Error>,
        window: &mut TextWindow,
        origin: &Origin,
    ) -> exit::Result<()> {
        let selection = &self.reporting.selection;
        let url = match result {
            _ if found.is_truncated() => {
                self.counts.bad += 1;
                let report = (Report::truncated(), None);
                return self.report((found, masked), report, window, origin);
            }
            Err(error) if !selection.reports_error(error.code()) => {
                self.counts.ignored += 1;
                return Ok(());
            }
            Err(error) => {
                self.counts.bad += 1;
                let report = Report::error(error).with_help_for(&masked.redacted());
                let report = (report, Some(error.span().range()));
                return self.report((found, masked), report, window, origin);
            }
            Ok(url) => url,
        };
        self.counts.ok += 1;
        if !selection.has_lints() {
            return Ok(());
        }
        for lint in &lint::of(&url.view()) {
            let level = selection.lint(lint.code);
            let report = match level {
                Level::Off => continue,
                Level::Warn => Report::lint(lint),
                Level::Deny => Report::lint(lint).denied(),
            };
            self.counts.lints += 1;
            self.counts.denied += u64::from(level == Level::Deny);
            let report = (report, Some(lint.span.range()));
            self.report((found, masked), report, window, origin)?;
        }
        Ok(())
    }

    /// Writes a report, unless the limit is reached.
    fn report(
        &mut self,
        found: (&Match<'_>, &MaskedMatch<'_>),
        report: (Report<'_>, Option<Range<usize>>),
        window: &mut TextWindow,
        origin: &Origin,
    ) -> exit::Result<()> {
        self.counts.reports += 1;
        if self.reporting.limit.is_some_and(|limit| self.counts.reports > limit) {
            return Ok(());
        }
        let (config, format) = (*self.config, self.format);
        let mut text = Vec::new();
        window.report(found, report, (format, origin), &config, &mut text)?;
        let is_first = self.counts.reports == 1;
        let separator = if is_first { format.separator() } else { "" };
        let text = text.strip_prefix(separator.as_bytes()).unwrap_or(&text);
        self.out.record(|out| out.write_all(text))
    }
}

/// The counts of URLs.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    ok: u64,
    bad: u64,
    /// Invalid URLs that are not reported.
    ignored: u64,
    /// Errors and lints, whether shown or not.
    reports: u64,
    lints: u64,
    /// Lints that fail the run.
    denied: u64,
}

/// Writes `4 URLs = 3 ok + 1 bad`, and the other counts if there are any.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ok, bad, ignored, lints, denied, .. } = *self;
        let all = ok + bad + ignored;
        let urls = if all == 1 { "URL" } else { "URLs" };
        write!(f, "{all} {urls} = {ok} ok + {bad} bad")?;
        if ignored > 0 {
            write!(f, " + {ignored} ignored")?;
        }
        let warnings = lints - denied;
        let others = [
            (warnings, if warnings == 1 { "warning" } else { "warnings" }),
            (denied, if denied == 1 { "denied lint" } else { "denied lints" }),
        ];
        let mut separator = ";";
        for (count, words) in others.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "{separator} {count} {words}")?;
            separator = ",";
        }
        Ok(())
    }
}
