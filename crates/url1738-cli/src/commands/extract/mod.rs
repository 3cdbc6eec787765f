//! `url1738 extract`: URLs in running text.

mod masked;
mod record;
mod window;

use std::{
    fs::File,
    io::{self, Read, Write as _},
    path::PathBuf,
    sync::Arc,
};

use clap::Args;
use indicatif::ProgressBar;
use url1738::Url;
use url1738_context::{Finder, Match};

use crate::{
    config::{Config, OutputFormat},
    diagnostics::{hint, message, sanitized},
    exit::{self, Outcome},
    help::with_exit_status,
    hinted::SchemeName,
    line::Origin,
    pipeline::{Output, Sink, Source, source},
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
            Self { check: true, .. } => one("extract --check", &[OutputFormat::Human]),
            Self { bare: true, .. } => one("extract --bare", &[OutputFormat::Human]),
            _ => one("extract", &OutputFormat::RECORDS),
        }
    }
}

/// The number of bytes that are read at once.
const CHUNK: usize = 256 * 1024;

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let sources: Vec<Source> = match &*arguments.files {
        [] => vec![Source::Stdin],
        files => files.iter().cloned().map(Source::from_path).collect(),
    };
    source::refuse_overwriting(&sources, &[])?;
    let sink = Sink::new(ProgressBar::hidden());
    let mut extractor =
        Extractor { config, arguments: &arguments, out: sink.output(0), ok: 0, bad: 0 };
    if !arguments.check {
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
    let Extractor { ok, bad, out, .. } = extractor;
    out.finish()?;
    sink.flush()?;
    if !config.quiet {
        let urls = if ok + bad == 1 { "URL" } else { "URLs" };
        let _ = writeln!(anstream::stderr(), "{} {urls} = {ok} ok + {bad} bad", ok + bad);
    }
    Ok(if read_failed {
        Outcome::ReadFailed
    } else if bad > 0 {
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
    out: Output<'e>,
    ok: u64,
    bad: u64,
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
        if ok {
            self.ok += 1;
        } else {
            self.bad += 1;
        }
        if arguments.check {
            if !ok {
                let (error, config) = (result.as_ref().err(), *config);
                self.out.record(|out| window.report(found, &masked, error, origin, config, out))?;
            }
            return Ok(());
        }
        let record = Extracted::new(found, &masked, &result, place, origin, config.masking);
        if arguments.bare {
            self.out.record(|out| writeln!(out, "{}", record.url()))
        } else {
            let config = *config;
            self.out.record(|out| config.output.record(&record, out))
        }
    }
}
