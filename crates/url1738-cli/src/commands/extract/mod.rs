//! `url1738 extract`: URLs found in running text.

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
use url1738_context::{Finder, Found};

use crate::{
    args::with_exit_status,
    ending::{self, Outcome, Trouble},
    format::Format,
    input::{self, Source},
    line::Origin,
    session::Session,
    shown,
    sink::{Output, Sink},
};

use record::{Extracted, Masked};
use window::Window;

/// Find URLs in text: wrapped in <URL:...>, broken over lines, or bare
///
/// Follows the Appendix of RFC 1738. A URL that the text breaks is joined; where a line ends in a hyphen, the
/// other reading is told, too (--json). A fragment is split off.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 extract mail.txt                     file:line:column: URL
  url1738 extract --bare *.txt | sort -u       the URLs alone
  url1738 extract --check letter.txt           what is wrong with those that are bad
  url1738 extract --json --scheme ftp < spool.mbox", "all URLs that were found are valid", "one is not"))]
pub(crate) struct Arguments {
    /// Files with text; standard input where there are none, or for `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the URLs alone
    #[arg(short, long, conflicts_with = "check")]
    bare: bool,
    /// Leave out what is not valid
    #[arg(long)]
    valid_only: bool,
    /// Only URLs of this scheme; may be repeated
    #[arg(short, long, value_name = "NAME")]
    scheme: Vec<String>,
    /// Mend what is not valid, where that can be done
    #[arg(long, conflicts_with = "check")]
    repair: bool,
    /// In place of the URLs, report what is wrong with them, in the text around them
    #[arg(long)]
    check: bool,
}

/// How much is read at once.
const CHUNK: usize = 256 * 1024;

pub(crate) fn run(session: &Session, arguments: Arguments) -> Result<Outcome, Trouble> {
    let sources: Vec<Source> = match &*arguments.files {
        [] => vec![Source::Stdin],
        files => files.iter().cloned().map(input::file).collect(),
    };
    input::refuse_overwriting(&sources, &[])?;
    let sink = Sink::new(ProgressBar::hidden());
    let mut extraction =
        Extraction { session, arguments: &arguments, out: sink.output(0), ok: 0, bad: 0 };
    if !arguments.check {
        extraction.out.record(|out| session.format.head::<Extracted<'_>>(out))?;
    }
    let mut unread = false;
    for source in sources {
        let (name, opened) = open(source);
        // What cannot be read is named, and the others go on.
        let read = match opened {
            Ok(mut input) => extraction.file(&name, &mut input)?,
            Err(error) => Err(error),
        };
        if let Err(error) = read {
            unread = true;
            ending::say(&format_args!("cannot read {name}: {error}"));
        }
    }
    let Extraction { ok, bad, out, .. } = extraction;
    out.finish()?;
    sink.flush()?;
    if !session.quiet {
        let urls = if ok + bad == 1 { "URL" } else { "URLs" };
        let _ = writeln!(anstream::stderr(), "{} {urls} = {ok} ok + {bad} bad", ok + bad);
    }
    Ok(match () {
        () if unread => Outcome::Unread,
        () if bad > 0 => Outcome::Bad,
        () => Outcome::Good,
    })
}

/// The name of a source, and what it says.
fn open(source: Source) -> (String, io::Result<Box<dyn Read>>) {
    match source {
        Source::File(path) => match File::open(&path) {
            Ok(file) => (shown::name(&path), Ok(Box::new(file))),
            Err(error) => (shown::name(&path), Err(error)),
        },
        _ => ("standard input".to_owned(), Ok(Box::new(io::stdin()))),
    }
}

struct Extraction<'e> {
    session: &'e Session,
    arguments: &'e Arguments,
    out: Output<'e>,
    ok: u64,
    bad: u64,
}

impl Extraction<'_> {
    /// Reads one text. The inner result is about reading, the outer about writing.
    fn file(&mut self, name: &str, input: &mut dyn Read) -> Result<io::Result<()>, Trouble> {
        let origin = Origin::File(Arc::from(name));
        let (mut finder, mut window) = (Finder::new(), Window::default());
        let mut buffer = vec![0; CHUNK];
        let mut begun = false;
        loop {
            let read = match input.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Ok(Err(error)),
            };
            let chunk = buffer.get(..read).unwrap_or_default();
            if !core::mem::replace(&mut begun, true)
                && let Some(hint) = input::looks_like(chunk)
            {
                ending::say(&format_args!("{name} {hint}"));
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
        found: &Found<'_>,
        window: &mut Window,
        origin: &Origin,
    ) -> Result<(), Trouble> {
        let Self { session, arguments, .. } = self;
        let place = window.place(found.span.start);
        let mut result = Url::parse(&found.url).map(Url::to_owned);
        let masked = Masked::of(found, window, session);
        window.note(found, &masked);
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
                let (error, session) = (result.as_ref().err(), *session);
                self.out
                    .record(|out| window.report(found, &masked, error, origin, session, out))?;
            }
            return Ok(());
        }
        let record = Extracted::new(found, &masked, &result, place, origin, session);
        if arguments.bare && session.format == Format::Human {
            self.out.record(|out| writeln!(out, "{}", record.url()))
        } else {
            let session = *session;
            self.out.record(|out| session.format.record(&record, session, out))
        }
    }
}
