//! `url1738 extract`: URLs in running text.

pub(super) mod charset;
pub(super) mod inputs;
mod mail;
pub(super) mod mapped;
pub(super) mod record;
mod redact;
pub(super) mod search;
pub(super) mod secrets;
pub(super) mod text;
pub(super) mod window;

use std::{
    io::{self, BufRead, Write as _},
    path::PathBuf,
};

use charset::Charset;
use clap::{Args, builder::TypedValueParser as _};
use encoding_rs::{Encoding, UTF_8};
use inputs::Input;
use record::{Extracted, MaskedMatch};
use redact::Redactor;
use search::{Found, Reading, search};
use text::Kind;
use url1738::{SCHEMES, Url};
use url1738_context::Match;
use window::TextWindow;

use super::{
    check::{TextOptions, texts},
    line_command,
    rule_options::ReportOptions,
};
use crate::{
    config::Config,
    diagnostics::{Palette, message},
    exit::{self, Outcome, with_exit_status},
    fields::is_scheme,
    hinted::hinted,
    line::Origin,
    pipeline::{LineCounts, Output, Stats, content},
};

/// Extract URLs from text: in <URL:...>, over several lines, or bare
///
/// URLs broken across lines are put back together; if a line ends in a hyphen, the other reading is an alternative (--json).
/// Fragments are split off. Searches folders, without hidden and binary files, and compressed files, and decodes mail, HTML
/// and character sets. Places are those in the file, in bytes.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 extract mail.txt                     write file:line:column: URL
  url1738 extract --bare *.txt | sort -u       write only the URLs
  url1738 extract ~/mail page.html old.txt.gz  search a folder, HTML and gzip
  url1738 extract --check letter.txt           like url1738 check --as text letter.txt
  url1738 extract --json --scheme ftp < spool.mbox", "the texts were searched; with --check, the URLs found are valid",
    "with --check: a URL found is invalid"))]
pub(crate) struct Arguments {
    /// Text files, compressed or not, and folders of them; `-` is stdin [default: stdin]
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
        value_parser = hinted(SCHEMES.iter().map(|scheme| scheme.name)).try_map(name_of_scheme),
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
    #[command(flatten)]
    reading: Reading,
    /// Write the texts with the passwords and tokens of URLs masked
    #[arg(long, conflicts_with_all =
        ["bare", "valid_only", "scheme", "repair", "context", "no_decode", "charset", "check"])]
    redact: bool,
    /// Short for `url1738 check --as text`, with its options
    #[arg(long)]
    check: bool,
    #[command(flatten, next_help_heading = "Options of --check")]
    reports: ReportOptions,
}

/// Reads the name of a scheme, of these or others.
fn name_of_scheme(name: String) -> Result<String, String> {
    match is_scheme(name.as_bytes()) {
        true => Ok(name),
        false => Err("not the name of a scheme, such as `http`".to_owned()),
    }
}

/// Returns the encoding that a label names.
pub(super) fn charset_of_label(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label_no_replacement(label.as_bytes()).ok_or_else(|| {
        "unknown character set: use a label such as utf-8, latin1, koi8-r or shift_jis".to_owned()
    })
}

pub(crate) fn run(config: &Config, mut arguments: Arguments) -> exit::Result<Outcome> {
    let options = core::mem::take(&mut arguments.reports);
    if let Some(option) = config.given_of::<ReportOptions>().filter(|_| !arguments.check) {
        return Err(exit::Error::Usage(format!("--{option} needs --check")));
    }
    let reading = arguments.reading;
    if arguments.check {
        let texts = TextOptions::default();
        return texts::run(config, options, texts, &arguments.files, reading, true);
    }
    let config = config.with_columns(record::COLUMNS);
    let config = &Config { writes_data: arguments.bare, ..config };
    let writer = inputs::begin(config, &arguments.files)?;
    let mut extractor = Extractor {
        config,
        arguments: &arguments,
        origin: Origin::default(),
        out: writer.output(0),
        counts: LineCounts::default(),
    };
    config.output.header(&mut io::stdout())?;
    let lines = arguments.context.map(usize::from);
    let mut is_encoded = false;
    let search = |input: &Input, name: &str, bytes: &mut dyn BufRead| {
        let file = (name, input.source.path());
        if !arguments.redact {
            extractor.origin = Origin::File(name.into());
            return search(file, bytes, (reading, lines), &mut extractor);
        }
        let start = content::filled(bytes).unwrap_or_default();
        let is_wide = Charset::of_file(start, None).0.is_wide();
        let is_mail = matches!(Kind::of(file.1, start), Kind::Message | Kind::Mbox);
        let mut redactor = Redactor::new(is_mail);
        // It is copied byte for byte.
        let verbatim = Reading { no_decode: true, charset: Some(UTF_8), ..reading };
        let searched = search(file, bytes, (verbatim, None), &mut redactor);
        extractor.counts.masked += redactor.masked;
        is_encoded |= redactor.is_encoded;
        searched.map_err(|error| match error {
            // `extract` reads it, so it is not left out of a folder without a word.
            exit::Error::NotText(path, reason) if is_wide => {
                exit::Error::Read(path, io::Error::other(reason))
            }
            error => error,
        })
    };
    let mut stats: Stats = inputs::each(&arguments.files, false, &writer, |_| false, search)?;
    let Extractor { counts, mut out, .. } = extractor;
    stats.lines.add(&counts);
    out.write()?;
    writer.finish()?;
    if arguments.redact && !config.quiet {
        let secrets = if counts.masked == 1 { "secret" } else { "secrets" };
        let copied = if is_encoded { "; what is encoded in mail is copied as it is" } else { "" };
        message::print(&format_args!("{} {secrets} masked{copied}", counts.masked));
    } else if !config.quiet {
        let _ = write!(anstream::stderr(), "{}", stats.lines.of_urls());
    }
    line_command::report_passwords(config, counts.masked)?;
    Ok(if stats.read_failed { Outcome::ReadFailed } else { Outcome::Valid })
}

struct Extractor<'e> {
    config: &'e Config,
    arguments: &'e Arguments,
    /// The file that is searched.
    origin: Origin,
    out: Output,
    counts: LineCounts,
}

impl Found for Extractor<'_> {
    fn found(&mut self, found: &Match<'_>, window: &TextWindow) -> exit::Result<()> {
        let Self { config, arguments, origin, out, counts } = self;
        let error = Url::parse(&found.url).err();
        let masked = MaskedMatch::new(found, window, config.passwords);
        let is_whole = !found.is_truncated() && !masked.is_divided;
        let repaired = error.filter(|_| arguments.repair && is_whole);
        let repaired = repaired.and_then(|_| Url::repair(&*found.url).ok());
        let repaired = repaired.map(|repaired| repaired.url.into_string());
        let error = error.filter(|_| repaired.is_none());
        let url = repaired.as_deref().unwrap_or(&found.url);
        let (scheme, _) = url.split_once(':').unwrap_or((url, ""));
        let wanted = &arguments.scheme;
        let wanted = wanted.is_empty() || wanted.iter().any(|it| it.eq_ignore_ascii_case(scheme));
        let ok = error.is_none() && !found.is_truncated();
        if !wanted || arguments.valid_only && !ok {
            return Ok(());
        }
        *(if ok { &mut counts.ok } else { &mut counts.bad }) += 1;
        let context = arguments
            .context
            .map(|lines| window.context((found, &masked), usize::from(lines), config.passwords));
        let fragment = found.fragment.as_deref();
        let extracted = Extracted {
            found,
            masked: &masked,
            repaired: repaired
                .as_deref()
                .map(|url| MaskedMatch::of_repaired(url, fragment, config.passwords)),
            error,
            alternatives: found
                .alternatives()
                .iter()
                .map(|it| masked.other(&it.url, it.fragment.as_deref(), config.passwords))
                .collect(),
            origin,
            bytes: window.span_in_file(&found.span),
            place: window.place(found.span.start),
            context,
        };
        if !arguments.bare {
            let record = extracted.record();
            counts.masked += u64::from(record.is_masked);
            let text = |palette: &Palette, to: &mut Vec<u8>| extracted.text(palette, to);
            return out.record(|to| config.output.record(&record, text, to));
        }
        counts.masked += u64::from(extracted.has_password());
        match extracted.has_password() && config.withholds() {
            true => Ok(()),
            false => out.record(|to| writeln!(to, "{}", extracted.url())),
        }
    }

    fn flush(&mut self, _: &TextWindow, known: usize) -> exit::Result<usize> {
        self.out.write()?;
        Ok(known)
    }
}
