//! `url1738 extract`: URLs in running text.

mod charset;
mod counts;
mod decode;
mod html;
mod inputs;
mod mail;
mod masked;
mod meta;
mod opened;
mod origins;
mod record;
mod rewriter;
mod text;
mod window;
mod words;

use core::{cell::RefCell, ops::Range};
use std::{
    collections::VecDeque,
    io::{self, BufRead, IsTerminal as _, Write as _},
    path::PathBuf,
    rc::Rc,
    sync::Arc,
};

use clap::Args;
use encoding_rs::Encoding;
use url1738::{Error, Url};
use url1738_context::{Finder, Match};

use super::{
    line_command,
    rule_options::{ReportOptions, Reporting},
};
use crate::{
    config::{Config, OutputFormat},
    diagnostics::{Purpose, Report, message},
    exit::{self, Outcome},
    findings::FindingFormat,
    help::with_exit_status,
    hinted::Offered,
    line::Origin,
    pipeline::{Framing, Output, Progress, Source, Writer, source},
    records::{Record as _, lint},
    selection::Level,
    shared_options::Abilities,
};

use charset::{Charset, Guess};
use counts::{Counts, Skipped};
use inputs::Input;
use masked::MaskedMatch;
use origins::{Chunk, Kind as Stretches, Place};
use record::Extracted;
use text::{Decoder, Kind};
use window::TextWindow;

/// Extract URLs from text: wrapped in <URL:...>, broken across lines, or bare
///
/// Follows the Appendix of RFC 1738. URLs broken across lines are put back together. If a line ends in a hyphen,
/// the other reading is an alternative (--json). Fragments are split off.
///
/// Searches folders, without hidden and binary files, and files in gzip or zstd. Decodes mail (quoted-printable, base64),
/// HTML (character references) and character sets (that of a mail part, a page or a byte order mark; see --charset). Lines,
/// columns and offsets are those in the file, in bytes.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 extract mail.txt                     write file:line:column: URL
  url1738 extract --bare *.txt | sort -u       write only the URLs
  url1738 extract ~/mail page.html old.txt.gz  search a folder, HTML and gzip
  url1738 extract --check letter.txt           report invalid URLs
  url1738 extract --check --lints --format github *.md
  url1738 extract --json --scheme ftp < spool.mbox", "all URLs found are valid", "a URL found is invalid"))]
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
        short,
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
    /// Character set of the texts, instead of the one that a mail part, an HTML page or a byte order mark names: a label of
    /// the Encoding Standard such as `latin1`, `koi8-r` or `shift_jis` [default: UTF-8; lines that are not, Windows-1252]
    #[arg(long, value_name = "LABEL", value_parser = charset_of_label)]
    charset: Option<&'static Encoding>,
    /// Report invalid URLs in the text around them, instead of writing the URLs
    #[arg(long)]
    check: bool,
    #[command(flatten, next_help_heading = "Options of --check")]
    reports: ReportOptions,
}

/// Returns the encoding that a label names.
fn charset_of_label(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label_no_replacement(label.as_bytes()).ok_or_else(|| {
        "unknown character set: use a label such as utf-8, latin1, koi8-r or shift_jis".to_owned()
    })
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
                Abilities { default_format: true, ..one("extract --check", OutputFormat::REPORTS) }
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
    let writer = Writer::new(progress.borrow().bar(), framing);
    let mut extractor = Extractor {
        config,
        arguments: &arguments,
        reporting: &reporting,
        format,
        out: writer.output(),
        writer: &writer,
        counts: Counts::default(),
        skipped_binary: 0,
        refused: false,
    };
    if arguments.check {
        format.begin(&mut io::stdout())?;
    } else {
        config.output.header_to::<Extracted<'_>>(&mut io::stdout())?;
    }
    let mut read_failed = false;
    let hidden = Rc::default();
    for input in inputs::all(&arguments.files, &hidden) {
        // If a source cannot be read, the others are still read.
        let read = match input {
            Ok(input) => {
                let name = opened::name(&input.source);
                let read = match opened::open(&input.source, &progress) {
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
        read_failed |= !read;
    }
    drop(progress);
    let skipped = Skipped { hidden: hidden.get(), binary: extractor.skipped_binary };
    read_failed |= extractor.refused;
    let Extractor { counts, mut out, .. } = extractor;
    writer.write(&mut out)?;
    if arguments.check {
        format.end(&mut io::stdout())?;
    }
    writer.flush()?;
    if !config.quiet {
        let _ = writeln!(anstream::stderr(), "{counts}");
        if skipped != Skipped::default() {
            let _ = writeln!(anstream::stderr(), "{skipped}");
        }
        if let Some(limit) = reporting.limit.filter(|limit| *limit < counts.reports) {
            let all = counts.reports;
            let reports = if all == 1 { "report" } else { "reports" };
            let _ = writeln!(anstream::stderr(), "{limit} of {all} {reports} shown");
        }
    }
    let purpose = match (arguments.check, arguments.bare) {
        (true, _) => Purpose::Report,
        (_, true) => Purpose::Data,
        _ => config.purpose(Purpose::Report),
    };
    line_command::report_passwords(config, purpose, counts.masked)?;
    Ok(if read_failed {
        Outcome::ReadFailed
    } else if counts.bad > 0 || counts.denied > 0 {
        Outcome::Invalid
    } else {
        Outcome::Valid
    })
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
    /// The binary files of folders, which are counted.
    skipped_binary: u64,
    /// Whether a file that the command line names is binary, which has been reported.
    refused: bool,
}

impl Extractor<'_> {
    /// Extracts the URLs of a file. The inner result is that of reading, the outer that of writing.
    fn file(
        &mut self,
        name: &str,
        bytes: &mut dyn BufRead,
        input: &Input,
    ) -> exit::Result<io::Result<()>> {
        let start = match opened::filled(bytes) {
            Ok(start) => start,
            Err(error) => return Ok(Err(error)),
        };
        let (charset, mark) = Charset::of_file(start, self.arguments.charset);
        let searched = self.arguments.text || charset.is_wide();
        if let Some(reason) = opened::not_text(start).filter(|_| !searched) {
            if input.in_folder {
                self.skipped_binary += 1;
            } else {
                self.refused = true;
                message::print(&format_args!("{name} {reason}"));
            }
            return Ok(Ok(()));
        }
        let kind = if self.arguments.no_decode {
            Kind::Plain
        } else {
            Kind::of(&input.source, &charset.sniffed(start))
        };
        let origin = Origin::File(Arc::from(name));
        let mut text = Text {
            finder: Finder::new(),
            window: TextWindow::default(),
            origin,
            pending: VecDeque::new(),
        };
        let read = if kind == Kind::Plain && charset.is_utf8() {
            self.plain(bytes, &mut text)?
        } else if (kind, charset) == (Kind::Plain, Charset::Guessed) {
            self.guessed(bytes, &mut text)?
        } else {
            // A byte order mark does not belong to the first line.
            bytes.consume(mark);
            let place = Place { offset: mark, line: 1, line_start: mark };
            self.decoded(Decoder::new(kind, charset, place), bytes, &mut text)?
        };
        if read.is_err() {
            return Ok(read);
        }
        let Text { finder, mut window, origin, pending } = text;
        window.end();
        for found in pending.into_iter().chain(finder.finish()) {
            self.found(&found, &mut window, &origin)?;
        }
        Ok(Ok(()))
    }

    /// Searches a text as it is.
    fn plain(&mut self, bytes: &mut dyn BufRead, text: &mut Text) -> exit::Result<io::Result<()>> {
        loop {
            let chunk = match opened::filled(bytes) {
                Ok([]) => return Ok(Ok(())),
                Ok(chunk) => chunk,
                Err(error) => return Ok(Err(error)),
            };
            let read = chunk.len();
            text.window.push(chunk);
            self.search(chunk, text)?;
            bytes.consume(read);
        }
    }

    /// Searches a text that is in UTF-8 but for some lines, which are converted.
    fn guessed(
        &mut self,
        bytes: &mut dyn BufRead,
        text: &mut Text,
    ) -> exit::Result<io::Result<()>> {
        let mut guess = Guess::default();
        let mut place = Place::default();
        loop {
            let chunk = match opened::filled(bytes) {
                Ok(chunk) => chunk,
                Err(error) => return Ok(Err(error)),
            };
            let unchanged = if guess.is_holding() { 0 } else { Guess::unchanged_len(chunk) };
            let read = if unchanged > 0 {
                let (piece, _) = chunk.split_at(unchanged);
                text.window.push_from(piece, place);
                self.search(piece, text)?;
                unchanged
            } else {
                let len = guess.piece_len(chunk);
                let (piece, _) = chunk.split_at(len);
                let mut raw = Chunk::default();
                raw.begin(place, Stretches::Same);
                raw.bytes.extend_from_slice(piece);
                let converted = guess.convert(raw, chunk.is_empty());
                text.window.push_decoded(&converted);
                self.search(&converted.bytes, text)?;
                len
            };
            if read == 0 {
                return Ok(Ok(()));
            }
            place = place.after(chunk.get(..read).unwrap_or_default());
            bytes.consume(read);
        }
    }

    /// Searches mail, HTML or a text in another character set as it is decoded.
    fn decoded(
        &mut self,
        mut decoder: Decoder,
        bytes: &mut dyn BufRead,
        text: &mut Text,
    ) -> exit::Result<io::Result<()>> {
        loop {
            let chunk = match decoder.next(bytes) {
                Ok(None) => return Ok(Ok(())),
                Ok(Some(chunk)) => chunk,
                Err(error) => return Ok(Err(error)),
            };
            if let Some(line) = decoder.take_undecoded() {
                let name = text.origin.name();
                message::print(&format_args!(
                    "{name}:{line}: the message is longer than 8 MiB: searched without decoding it"
                ));
            }
            text.window.push_decoded(&chunk);
            self.search(&chunk.bytes, text)?;
        }
    }

    fn search(&mut self, chunk: &[u8], text: &mut Text) -> exit::Result<()> {
        let Text { finder, window, origin, pending } = text;
        let Some(lines) = self.arguments.context.map(usize::from) else {
            for found in finder.push(chunk) {
                self.found(&found, window, origin)?;
            }
            // The two bytes before a match may be slashes.
            window.keep(finder.held() + 2);
            return Ok(self.writer.write(&mut self.out)?);
        };
        pending.extend(finder.push(chunk));
        while let Some(found) = pending.front()
            && window.has_lines_after(found.span.end, lines)
        {
            let Some(found) = pending.pop_front() else { break };
            self.found(&found, window, origin)?;
        }
        let end = window.end_of_text();
        let held = end.saturating_sub(finder.held());
        let first = pending.front().map_or(held, |found| found.span.start.min(held));
        window.keep(end.saturating_sub(window.lines_before(first, lines + 1)));
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
        let record = Extracted::new(found, &masked, &result, place, origin, config.passwords)
            .within(context);
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
        window: &mut TextWindow,
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
            let level = selection.lint(lint);
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
        if self.out.is_full() {
            return Ok(());
        }
        let (config, format) = (self.config, self.format);
        self.out.record(|out| window.report(found, report, (format, origin), config, out))
    }
}
