//! `url1738 index`: an index of WARC files, in CDXJ.

use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use data_encoding::BASE32;
use rayon::prelude::*;
use serde_json::Value;
use sha1::{Digest as _, Sha1};
use url1738::surt::wayback_key;

use super::{
    extract::{charset, inputs},
    line_command,
};
use crate::{
    config::Config,
    diagnostics::{Sanitized, message, sanitized},
    exit::with_exit_status,
    exit::{self, Outcome},
    pipeline::{
        LineCounts, Source, Stats,
        content::{self, Compression},
        source,
    },
    records::escaped,
    sets::{self, Sorter},
    signals,
    warc::{Body, Fields, Record, Records},
};

/// The types of records that are indexed.
const INDEXED: [&str; 4] = ["response", "revisit", "resource", "metadata"];

/// The type of content of records about the file itself, and about how it was made.
const WARC_FIELDS: &str = "application/warc-fields";

/// The longest first line of a response, in bytes.
const MAX_START: u64 = 1 << 20;

/// Write an index of WARC files, in CDXJ
///
/// Each capture is a line: its key, its time, and an object with URL, type of content, status, digest, and the place of the
/// record in the file. The lines are sorted, and those of `cdxj-indexer --sort`. Indexed are the records `response`, `revisit`,
/// `resource` and `metadata`, except those of `application/warc-fields`. A missing digest is computed.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 index crawl.warc.gz > crawl.cdxj
  url1738 index crawls/ > all.cdxj             the WARC files in a folder
  gpg -d crawl.gpg | url1738 index --filename crawl.warc.gz -

A file is plain, or compressed by gzip record by record. Records that are not indexed
because they are broken are reported.", "all records were read", "a record is broken"))]
pub(crate) struct Arguments {
    /// WARC files, and folders of them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Add the character set that the type of content names
    #[arg(long)]
    charset: bool,
    /// The name of the file in the index, such as that of stdin
    #[arg(long, value_name = "NAME")]
    filename: Option<String>,
}

struct Indexer<'c> {
    config: &'c Config,
    arguments: &'c Arguments,
    sorter: Sorter,
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    let config = &Config { writes_data: true, ..config.clone() };
    let (mut files, mut stats) = (Vec::new(), Stats::default());
    for input in inputs::all(&arguments.files, false, &Arc::default()) {
        match input {
            Ok(input) if input.in_folder && !is_warc(&input.source) => {}
            Ok(input) => files.push(input.source),
            Err(error) => {
                stats.read_failed = true;
                message::print(&format_args!("cannot read {error}"));
            }
        }
    }
    source::refuse_overwriting(&files)?;
    if arguments.filename.is_some() && files.len() > 1 {
        return exit::usage("--filename is the name of one file: index the others by themselves");
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(config.threads.max(1)).build();
    let pool = pool.map_err(|error| exit::Error::Thread(io::Error::other(error)))?;
    signals::end_with(|| {});
    let indexer = Indexer { config, arguments, sorter: Sorter::new(config.threads) };
    let counted: Vec<Stats> = pool.install(|| {
        files.par_iter().map(|source| indexer.file(source)).collect::<exit::Result<_>>()
    })?;
    counted.into_iter().for_each(|of_file| stats.merge(of_file));
    // A file may be given twice.
    let (mut out, mut last) = (sets::stdout(), Vec::new());
    indexer.sorter.finish(|_, _, line| {
        if *last != *line {
            out.write_all(line)?;
            last.clear();
            last.extend_from_slice(line);
        }
        Ok(())
    })?;
    out.flush()?;
    if !config.quiet {
        let LineCounts { lines: records, ok: indexed, lacking: broken, .. } = stats.lines;
        let others = records - indexed;
        let broken = match broken {
            0 => String::new(),
            broken => format!("; {broken} broken"),
        };
        let plural = if records == 1 { "" } else { "s" };
        let records =
            format_args!("{records} record{plural} = {indexed} indexed + {others} others{broken}");
        let _ = writeln!(anstream::stderr(), "{records}");
    }
    line_command::report_passwords(config, stats.lines.masked)?;
    Ok(stats.outcome())
}

fn is_warc(source: &Source) -> bool {
    let Source::File(path) = source else { return true };
    let name = Compression::stripped(path);
    name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("warc"))
}

impl Indexer<'_> {
    /// Indexes a file. Returns the counts of its records, and reports why it was not read to its end.
    fn file(&self, source: &Source) -> exit::Result<Stats> {
        let name = source.name();
        let file = match (&self.arguments.filename, source) {
            (Some(name), _) => name.clone(),
            (None, Source::File(path)) => {
                path.file_name().map(Path::new).map(sanitized::path).unwrap_or_default()
            }
            _ => "-".to_owned(),
        };
        let mut stats = Stats::default();
        let unread = |error: &io::Error, stats: Stats| {
            message::cannot_read(&name, error);
            Ok(Stats { read_failed: true, ..stats })
        };
        let mut records = match records(source) {
            Ok(records) => records,
            Err(error) => return unread(&error, stats),
        };
        loop {
            let record = match records.next() {
                Ok(Some(record)) => record,
                Ok(None) => return Ok(stats),
                Err(error) => return unread(&records.broken(&error), stats),
            };
            stats.lines.lines += 1;
            let entry = Entry::new(&record, &mut records, self.arguments.charset);
            let (len, fault) = match records.end(&record) {
                Ok(end) => end,
                Err(error) => return unread(&records.broken(&error), stats),
            };
            let fault = match entry {
                // What there is of a record that is cut off is indexed, too.
                Ok(entry) => {
                    if let Some(entry) = entry {
                        self.add(entry, (record.offset, len), &file, &mut stats.lines)?;
                    }
                    fault.map(str::to_owned)
                }
                Err(error) => Some(error.to_string()),
            };
            if let Some(fault) = fault {
                stats.lines.lacking += 1;
                message::print(&format_args!("{name}: record at byte {}: {fault}", record.offset));
            }
        }
    }

    /// Adds the line of a record.
    fn add(
        &self,
        mut entry: Entry,
        (offset, len): (u64, u64),
        file: &str,
        counts: &mut LineCounts,
    ) -> exit::Result<()> {
        let masked = self.config.passwords.redact(entry.url.as_bytes());
        counts.ok += 1;
        if !masked.secrets().is_empty() {
            counts.masked += 1;
            if self.config.withholds() {
                return Ok(());
            }
            let url = Sanitized::masked(masked).unescaped().to_string();
            entry.url = url;
        }
        let Entry { url, timestamp, members } = entry;
        // The package takes the URL itself for the key of what it cannot read.
        let key = wayback_key(url.as_bytes()).unwrap_or_else(|_| url.clone());
        let (len, offset) = (len.to_string(), offset.to_string());
        let place = [("length", len), ("offset", offset), ("filename", file.to_owned())];
        let members = members.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let members = [("url", url)].into_iter().chain(members).chain(place);
        let members = members.map(|(name, value)| format!("\"{name}\": {}", Value::from(value)));
        // As the package writes them.
        let members = escaped(&members.collect::<Vec<_>>().join(", "), |c| matches!(c, ' '..='~'));
        let line = format!("{key} {timestamp} {{{members}}}\n");
        self.sorter.push(line.as_bytes(), 0, line.as_bytes())
    }
}

/// Opens a file.
fn records(source: &Source) -> io::Result<Records> {
    let input: Box<dyn io::Read + Send> = match source {
        Source::File(path) => Box::new(File::open(path)?),
        _ => Box::new(io::stdin()),
    };
    let mut input = BufReader::with_capacity(256 * 1024, input);
    match Compression::of(content::filled(&mut input)?) {
        compression @ (None | Some(Compression::Gzip)) => {
            Ok(Records::new(Box::new(input), compression.is_some()))
        }
        Some(_) => Err(io::Error::other(
            "an index has places in a file that is plain or compressed by gzip: decompress it first",
        )),
    }
}

/// What the index says of a record.
struct Entry {
    url: String,
    timestamp: String,
    /// Other members than those of the place, in their order.
    members: [(&'static str, Option<String>); 4],
}

impl Entry {
    /// Reads what the index says of a record. Returns `None` if it is not indexed.
    fn new(record: &Record, records: &mut Records, with_charset: bool) -> io::Result<Option<Self>> {
        let fields = &record.fields;
        let lacks = |field| io::Error::other(format!("it has no {field}"));
        let kind = fields.get("WARC-Type").ok_or_else(|| lacks("WARC-Type"))?;
        let content_type = fields.get("Content-Type");
        let is_about_file =
            matches!(kind, "resource" | "metadata") && content_type == Some(WARC_FIELDS);
        if !INDEXED.contains(&kind) || is_about_file {
            return Ok(None);
        }
        let url = fields.url().map_err(io::Error::other)?;
        let url = url.ok_or_else(|| lacks("WARC-Target-URI"))?;
        let timestamp = fields.timestamp().ok_or_else(|| lacks("WARC-Date with a year"))?;
        let mut body = &mut records.input;
        let is_http = url.starts_with("http:") || url.starts_with("https:");
        let http = match kind {
            "response" | "revisit" if is_http => http_header(&mut body)?,
            _ => None,
        };
        let content_type = match kind {
            "response" | "revisit" => http.as_ref().and_then(|http| http.get("Content-Type")),
            _ => content_type,
        };
        let status = http.as_ref().map(|http| {
            let (_, rest) = http.start.split_once(' ').unwrap_or_default();
            rest.trim().split(' ').next().unwrap_or_default().to_owned()
        });
        let digest = match fields.get("WARC-Payload-Digest") {
            Some(digest) if !digest.is_empty() => Some(digest.to_owned()),
            _ if kind == "revisit" => None,
            _ => Some(digest_of(&mut body)?),
        };
        let named = content_type.filter(|_| with_charset);
        let named = named.and_then(charset::parameter);
        let named = named.filter(|name| !name.is_empty());
        let ends = |c: char| c == ';' || c.is_whitespace();
        let mime = match kind {
            "revisit" => Some("warc/revisit"),
            _ => content_type.map(|value| value.split(ends).next().unwrap_or_default()),
        };
        let members = [
            ("mime", mime.map(str::to_owned)),
            ("status", status),
            ("digest", digest),
            ("charset", named.map(str::to_ascii_lowercase)),
        ];
        Ok(Some(Self { url: url.replace(' ', "%20"), timestamp, members }))
    }
}

/// Reads the header of a response. Returns `None` if there is none: neither a status nor a field.
fn http_header(body: &mut Body<'_>) -> io::Result<Option<Fields>> {
    let mut start = Vec::new();
    io::Read::take(&mut *body, MAX_START).read_until(b'\n', &mut start)?;
    if start.trim_ascii_end().is_empty() {
        return Ok(None);
    }
    let (fields, _) = Fields::read(&start, body)?;
    Ok(Some(fields).filter(|fields| fields.start.contains(' ') || !fields.fields.is_empty()))
}

/// Returns the digest of what has not been read of a body.
fn digest_of(body: &mut Body<'_>) -> io::Result<String> {
    let mut digest = Sha1::new();
    loop {
        let held = body.fill_buf()?;
        if held.is_empty() {
            return Ok(format!("sha1:{}", BASE32.encode(&digest.finalize())));
        }
        digest.update(held);
        let len = held.len();
        body.consume(len);
    }
}
