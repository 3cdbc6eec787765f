//! `url1738 extract`: URLs in running text.

mod charset;
mod inputs;
mod mail;
mod mapped;
mod record;
mod redact;
mod text;
mod window;

use core::{cell::RefCell, fmt, ops::Range};
use std::{
    collections::VecDeque,
    io::{self, BufRead, IsTerminal as _, Write as _},
    path::PathBuf,
    rc::Rc,
    sync::Arc,
};

use charset::Charset;
use clap::Args;
use encoding_rs::Encoding;
use inputs::Input;
use record::{Extracted, MaskedMatch};
use text::{Decoder, Kind, Piece};
use url1738::{Error, Url};
use url1738_context::{Finder, Match};
use window::TextWindow;

use super::{
    line_command,
    rule_options::{ReportOptions, Reporting},
};
use crate::{
    config::{Config, OutputFormat},
    diagnostics::{Purpose, Report, message},
    exit,
    exit::Outcome,
    findings::FindingFormat,
    help::with_exit_status,
    hinted::Offered,
    line::Origin,
    pipeline::{Framing, Output, Progress, Source, Writer, findings, remarks, source},
    records::{Record as _, lint},
    selection::Level,
    shared_options::Abilities,
};

/// Extract URLs from text: wrapped in <URL:...>, broken across lines, or bare
///
/// URLs broken across lines are put back together; if a line ends in a hyphen, the other reading is an alternative (--json).
/// Fragments are split off. Searches folders, without hidden and binary files, and files in gzip or zstd, and decodes mail, HTML
/// and character sets. Places are those in the file, in bytes.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 extract mail.txt                     write file:line:column: URL
  url1738 extract --bare *.txt | sort -u       write only the URLs
  url1738 extract ~/mail page.html old.txt.gz  search a folder, HTML and gzip
  url1738 extract --check letter.txt           report invalid URLs
  url1738 extract --check --lints --format github *.md
  url1738 extract --json --scheme ftp < spool.mbox", "the texts were searched; with --check, the URLs found are valid",
    "with --check: a URL found is invalid"))]
pub(crate) struct Arguments {
    /// Text files, also gzip or zstd, and folders of them; `-` is stdin [default: stdin]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write only the URLs
    #[arg(short, long, conflicts_with = "check")]
    bare: bool,
    /// Omit invalid URLs
    #[arg(long, conflicts_with = "check")]
    valid_only: bool,
    /// Write only URLs of this scheme; may be repeated
    #[arg(
        long,
        value_name = "NAME",
        value_parser = Offered::SCHEMES,
        hide_possible_values = true
    )]
    scheme: Vec<String>,
    /// Repair invalid URLs if possible
    #[arg(long, conflicts_with = "check")]
    repair: bool,
    /// Show this many lines around each URL
    #[arg(short = 'C', long, value_name = "N", conflicts_with_all = ["bare", "check"],
          value_parser = clap::value_parser!(u8).range(..=100))]
    context: Option<u8>,
    /// Search binary files as text
    #[arg(short = 'a', long)]
    text: bool,
    /// Search mail and HTML as they are, without decoding them
    #[arg(long)]
    no_decode: bool,
    /// Character set of the texts, such as `latin1` or `koi8-r`, instead of the one that they name [default: UTF-8, or
    /// Windows-1252]
    #[arg(long, value_name = "LABEL", value_parser = charset_of_label)]
    charset: Option<&'static Encoding>,
    /// Write the texts with their passwords and tokens masked
    #[arg(long, conflicts_with_all =
        ["bare", "valid_only", "scheme", "repair", "context", "no_decode", "charset", "check"])]
    redact: bool,
    /// Report invalid URLs instead, in the text around them
    #[arg(long)]
    check: bool,
    #[command(flatten, next_help_heading = "Options of --check")]
    reports: ReportOptions,
}

/// Returns the encoding that a label names.
pub(super) fn charset_of_label(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label_no_replacement(label.as_bytes()).ok_or_else(|| {
        "unknown character set: use a label such as utf-8, latin1, koi8-r or shift_jis".to_owned()
    })
}

impl Arguments {
    /// Returns what the command can do with the options that it shares.
    pub(crate) fn abilities(&self) -> Abilities {
        let one = |command, formats| Abilities {
            threads: false,
            references: false,
            formats,
            ..Abilities::of_lines(command)
        };
        match self {
            Self { check: true, .. } => {
                Abilities { default_format: true, ..one("extract --check", OutputFormat::REPORTS) }
            }
            Self { redact: true, .. } => {
                Abilities { passwords: false, ..one("extract --redact", &[OutputFormat::Human]) }
            }
            Self { bare: true, .. } => one("extract --bare", &[OutputFormat::Human]),
            Self { context: Some(_), .. } => {
                one("extract --context", &[OutputFormat::Human, OutputFormat::Json])
            }
            _ => one("extract", OutputFormat::RECORDS),
        }
    }
}

pub(crate) fn run(config: &Config, mut arguments: Arguments) -> exit::Result<Outcome> {
    let options = core::mem::take(&mut arguments.reports);
    if let Some(option) = options.given().filter(|_| !arguments.check) {
        return Err(exit::Error::Usage(format!("{option} needs --check")));
    }
    options.settings.refuse_inputs(!arguments.files.is_empty())?;
    let reporting = match arguments.check {
        true => options.reporting(config, OutputFormat::REPORTS)?,
        false => Reporting::of_everything(OutputFormat::Human),
    };
    if let Some(shown) = &reporting.shown {
        return line_command::show_settings(shown);
    }
    let format = FindingFormat::of(reporting.format).unwrap_or(FindingFormat::Human);
    let named: Vec<Source> = arguments.files.iter().cloned().map(Source::from_path).collect();
    source::refuse_overwriting(&named, &[])?;
    let drawn = !config.quiet && io::stderr().is_terminal() && !io::stdout().is_terminal();
    let total = if drawn { inputs::total_len(&arguments.files) } else { None };
    let progress = Rc::new(RefCell::new(Progress::new(drawn, total)));
    let separator = if arguments.check { format.separator() } else { "" };
    let framing = Framing { limit: reporting.limit, separator };
    let writer = Writer::new(progress.borrow().bar(), framing, config.quiet);
    let mut extractor = Extractor {
        config,
        arguments: &arguments,
        reporting: &reporting,
        format,
        out: writer.output(),
        writer: &writer,
        counts: Counts::default(),
        read_failed: false,
    };
    if arguments.check {
        format.begin(&mut io::stdout())?;
    } else {
        config.output.header_to::<Extracted<'_>>(&mut io::stdout())?;
    }
    let hidden = Rc::default();
    for input in inputs::all(&arguments.files, &hidden) {
        // If a source cannot be read, the others are still read.
        let read = match input {
            Ok(input) => {
                let name = inputs::name(&input.source);
                let read = match inputs::open(&input.source, &progress) {
                    Ok(mut bytes) => extractor.file(&name, &mut *bytes, &input)?,
                    Err(error) => Err(error),
                };
                read.inspect_err(|error| message::cannot_read(&name, error)).is_ok()
            }
            Err(error) => {
                message::print(&format_args!("cannot read {error}"));
                false
            }
        };
        extractor.read_failed |= !read;
    }
    drop(progress);
    let Extractor { mut counts, mut out, read_failed, .. } = extractor;
    counts.hidden = hidden.get();
    writer.write(&mut out)?;
    if arguments.check {
        format.end(&mut io::stdout())?;
    }
    writer.flush()?;
    if arguments.redact && !config.quiet {
        let secrets = if counts.masked == 1 { "secret" } else { "secrets" };
        message::print(&format_args!("{} {secrets} masked", counts.masked));
    } else if !config.quiet {
        let cut = Reporting::cut(reporting.limit, counts.reports, "reports");
        let _ = write!(anstream::stderr(), "{counts}{cut}");
    }
    let purpose = match (arguments.check, arguments.bare) {
        (true, _) => Purpose::Report,
        (_, true) => Purpose::Data,
        _ => config.purpose(Purpose::Report),
    };
    line_command::report_passwords(config, purpose, counts.masked)?;
    Ok(if read_failed {
        Outcome::ReadFailed
    } else if arguments.check && !reporting.exit_zero && (counts.bad > 0 || counts.denied > 0) {
        Outcome::Invalid
    } else {
        Outcome::Valid
    })
}

/// What was found, and what was not searched.
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
    /// URLs with passwords that were masked or withheld.
    masked: u64,
    /// Entries of folders that were not searched.
    hidden: u64,
    binary: u64,
}

/// Writes `4 URLs = 3 ok + 1 bad`, and the other counts if there are any.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ok, bad, ignored, lints, denied, hidden, binary, .. } = *self;
        let all = ok + bad + ignored;
        let urls = if all == 1 { "URL" } else { "URLs" };
        write!(f, "{all} {urls} = {ok} ok + {bad} bad")?;
        if ignored > 0 {
            write!(f, " + {ignored} ignored")?;
        }
        remarks(f, "; ", "", &findings(lints, denied))?;
        writeln!(f)?;
        remarks(f, "skipped in folders: ", "\n", &[(hidden, "hidden"), (binary, "binary")])
    }
}

/// A text that is searched.
struct Text {
    finder: Finder,
    window: TextWindow,
    origin: Origin,
    /// The URLs whose context has not been read.
    pending: VecDeque<Match<'static>>,
}

struct Extractor<'e> {
    config: &'e Config,
    arguments: &'e Arguments,
    /// What `--check` reports.
    reporting: &'e Reporting,
    format: FindingFormat,
    out: Output,
    writer: &'e Writer,
    counts: Counts,
    /// Whether a file could not be searched, which has been reported.
    read_failed: bool,
}

impl Extractor<'_> {
    /// Extracts the URLs of a file. The inner result is that of reading, the outer that of writing.
    fn file(
        &mut self,
        name: &str,
        bytes: &mut dyn BufRead,
        input: &Input,
    ) -> exit::Result<io::Result<()>> {
        let start = match inputs::filled(bytes) {
            Ok(start) => start,
            Err(error) => return Ok(Err(error)),
        };
        let (charset, mark) = Charset::of_file(start, self.arguments.charset);
        if self.arguments.redact && charset.is_wide() {
            // Its secrets would not be seen.
            self.read_failed = true;
            message::print(&format_args!("{name} is UTF-16: convert it to UTF-8 to redact it"));
            return Ok(Ok(()));
        }
        let searched = self.arguments.text || charset.is_wide();
        if let Some(reason) = inputs::not_text(start).filter(|_| !searched) {
            if input.in_folder {
                self.counts.binary += 1;
            } else {
                self.read_failed = true;
                message::print(&format_args!("{name} {reason}"));
            }
            return Ok(Ok(()));
        }
        if self.arguments.redact {
            let result = redact::copy(bytes, &mut io::stdout().lock())?;
            self.counts.masked += *result.as_ref().unwrap_or(&0);
            return Ok(result.map(drop));
        }
        let kind = match self.arguments.no_decode {
            true => Kind::Plain,
            false => Kind::of(&input.source, &charset.sniffed(start)),
        };
        // A byte order mark does not belong to the first line.
        bytes.consume(mark);
        let mut decoder = Decoder::new(kind, charset, mark);
        let mut text = Text {
            finder: Finder::new(),
            window: TextWindow::new(mark),
            origin: Origin::File(Arc::from(name)),
            pending: VecDeque::new(),
        };
        loop {
            let piece = match decoder.next(bytes) {
                Ok(None) => break,
                Ok(Some(piece)) => piece,
                Err(error) => return Ok(Err(error)),
            };
            if let Some(offset) = decoder.take_undecoded() {
                let (line, _) = text.window.place_in_file(offset);
                message::print(&format_args!(
                    "{name}:{line}: the message is longer than 8 MiB: searched without decoding it"
                ));
            }
            self.search(piece, &mut text)?;
        }
        let Text { finder, mut window, origin, pending } = text;
        window.end();
        for found in pending.into_iter().chain(finder.finish()) {
            self.found(&found, &mut window, &origin)?;
        }
        Ok(Ok(()))
    }

    fn search(&mut self, piece: Piece, text: &mut Text) -> exit::Result<()> {
        let Text { finder, window, origin, pending } = text;
        let matches = finder.push(&piece.bytes);
        window.push(piece);
        let Some(lines) = self.arguments.context.map(usize::from) else {
            for found in matches {
                self.found(&found, window, origin)?;
            }
            // The two bytes before a match may be slashes.
            window.keep(finder.held() + 2);
            return Ok(self.writer.write(&mut self.out)?);
        };
        pending.extend(matches);
        while let Some(found) = pending.front()
            && window.has_lines_after(found.span.end, lines)
        {
            self.found(found, window, origin)?;
            pending.pop_front();
        }
        let end = window.end_of_text();
        let held = end - finder.held();
        let first = pending.front().map_or(held, |found| found.span.start.min(held));
        window.keep(end - window.lines_before(first, lines + 1));
        Ok(self.writer.write(&mut self.out)?)
    }

    fn found(
        &mut self,
        found: &Match<'_>,
        window: &mut TextWindow,
        origin: &Origin,
    ) -> exit::Result<()> {
        let Self { config, arguments, .. } = self;
        let place = (window.span_in_file(&found.span), window.place(found.span.start));
        let mut result = Url::parse(&found.url).map(Url::to_owned);
        let masked = MaskedMatch::new(found, window.divided_secrets(found), config.passwords);
        window.remember(found, &masked);
        let is_whole = !found.is_truncated() && !masked.is_divided();
        if arguments.repair && result.is_err() && is_whole {
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
        let context = arguments
            .context
            .map(|lines| window.context((found, &masked), usize::from(lines), config.passwords));
        let (masking, shown) = (config.passwords, (found, &masked));
        let record = Extracted::new(shown, &result, place, origin, context, masking);
        if !arguments.bare {
            self.counts.masked += u64::from(record.is_masked());
            return self.out.record(|out| config.output.record(&record, out));
        }
        self.counts.masked += u64::from(record.has_password());
        match record.has_password() && config.passwords.withholds(Purpose::Data) {
            true => Ok(()),
            false => self.out.record(|out| writeln!(out, "{}", record.url())),
        }
    }

    /// Reports what is wrong with a URL, and its lints.
    fn check(
        &mut self,
        found: &Match<'_>,
        masked: &MaskedMatch<'_>,
        result: &Result<Url, Error>,
        window: &TextWindow,
        origin: &Origin,
    ) -> exit::Result<()> {
        let selection = &self.reporting.selection;
        let url = match result {
            _ if found.is_truncated() => {
                self.counts.bad += 1;
                let report = (Report::truncated(found.span.len()), None);
                return self.report((found, masked), report, window, origin);
            }
            Err(error) if !selection.reports_error(error) => {
                self.counts.ignored += 1;
                return Ok(());
            }
            Err(error) => {
                self.counts.bad += 1;
                let report = Report::error(error, &masked.redacted());
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
            let level = selection.lint(lint);
            if level == Level::Off {
                continue;
            }
            self.counts.lints += 1;
            self.counts.denied += u64::from(level == Level::Deny);
            let report = (Report::lint(lint, level), Some(lint.span.range()));
            self.report((found, masked), report, window, origin)?;
        }
        Ok(())
    }

    /// Writes a report, unless the limit is reached.
    fn report(
        &mut self,
        found: (&Match<'_>, &MaskedMatch<'_>),
        report: (Report, Option<Range<usize>>),
        window: &TextWindow,
        origin: &Origin,
    ) -> exit::Result<()> {
        self.counts.reports += 1;
        if self.out.is_full() {
            return Ok(());
        }
        let (config, format) = (self.config, self.format);
        self.out.record(|out| window.report(found, report, (format, origin), config, out))
    }
}
