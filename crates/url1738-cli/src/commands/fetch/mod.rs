//! `url1738 fetch`: what URLs name, fetched by carrying their plans out.

mod answers;
mod content;
mod failure;
mod fetcher;
mod file_name;
mod folder;
mod mirror;
mod netrc;
mod output;
mod records;
mod recursive;
mod screen;
mod unfinished;

use core::{iter, sync::atomic::AtomicU64, time::Duration};
use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use clap::{ArgAction, Args};
use encoding_rs::Encoding;
use globset::{Glob, GlobMatcher};
use url1738_client::{Client, Limits};

use self::fetcher::Fetcher;
use super::{extract::charset_of_label, inputs, line_command, plan};
use crate::{
    config::Config,
    exit::{self, Outcome},
    line::{Line, Origin},
    pipeline::{LineCounts, Progress, Reader},
    signals,
};

const EXAMPLES: &str = "\
Examples:
  url1738 fetch -O ftp://host.dom/pub/rfc1738.txt
  url1738 fetch gopher://host.dom/1/docs        show a menu as a table of URLs
  url1738 fetch --dry-run 'ftp://me@host.dom/%2Fetc/motd;type=a'
  url1738 fetch --recursive --into mirror --accept '*.txt' ftp://host.dom/pub/
  url1738 fetch -O -f urls.txt                  the URLs of a list, one per line

Exit status:
  0  everything was fetched
  1  a URL is invalid or refused, or the server has nothing there
  2  the command line is wrong, an answer is missing, or a file failed
  3  the network or the server failed (ftp 4yz, http 5xx, nntp 400), or items
     of a listing did";

/// Fetch what URLs name: files, directories and menus, articles, pages
///
/// Carries the access plan of each URL out. An ftp server is also asked for the size and the time of a file that is
/// saved, and of what is in a directory. A directory or a gopher menu is shown as a table whose rows are URLs.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// URLs to fetch, one after the other; `-` is a list on stdin
    #[arg(value_name = "URL", required_unless_present = "files")]
    urls: Vec<OsString>,
    /// A file with one URL per line; may be repeated
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write to a file once all has come; `-` is stdout
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["remote_name", "recursive"])]
    output: Option<PathBuf>,
    /// Write to a file named like the URL
    #[arg(short = 'O', long, conflicts_with = "recursive")]
    remote_name: bool,
    /// Continue an unfinished file (ftp in TYPE I)
    #[arg(long)]
    resume: bool,
    /// Stop after so many bytes of content
    #[arg(long, value_name = "BYTES")]
    max_size: Option<u64>,
    /// Stop after so many seconds [default: 30 unanswered]
    #[arg(long, value_name = "SECONDS", value_parser = time_limit)]
    timeout: Option<Duration>,
    /// Allow a port that browsers block; may be repeated
    #[arg(long, value_name = "PORT")]
    allow_port: Vec<u16>,
    /// Refuse private addresses, and files of this machine
    #[arg(long)]
    public_only: bool,
    /// Passwords [default: $NETRC or ~/.netrc]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    netrc: Option<Option<PathBuf>>,
    /// Show the plan without connecting
    #[arg(long)]
    dry_run: bool,
    /// Show the bytes sent and received, without passwords
    #[arg(long)]
    trace: bool,
    /// Follow so many HTTP redirects
    #[arg(long, value_name = "N", default_value_t = 0)]
    redirects: u8,
    /// Password of anonymous ftp
    #[arg(long, value_name = "ADDRESS", default_value = "anonymous@example.com")]
    email: String,
    /// Words of a gopher search
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,
    /// Answer of a Gopher+ form; may be repeated
    #[arg(long, value_name = "ANSWER", action = ArgAction::Append)]
    form: Option<Vec<String>>,
    /// Character set of names and texts, such as koi8-r
    #[arg(long, value_name = "LABEL", value_parser = charset_of_label)]
    charset: Option<&'static Encoding>,
    /// Server of news URLs [default: $NNTPSERVER]
    #[arg(long, value_name = "HOST")]
    news_server: Option<String>,
    /// Fetch directories and menus with what they list
    #[arg(short, long)]
    recursive: bool,
    /// Folder of --recursive
    #[arg(long, value_name = "FOLDER", default_value = ".", requires = "recursive")]
    into: PathBuf,
    /// Replace files that --recursive did not fetch
    #[arg(long, requires = "recursive")]
    force: bool,
    /// Levels of directories
    #[arg(long, value_name = "N", default_value_t = 5, requires = "recursive")]
    depth: usize,
    /// Most files and directories
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "recursive")]
    max_files: usize,
    /// Only what is below the folder of the URL
    #[arg(long, requires = "recursive")]
    no_parent: bool,
    /// Only files whose name matches; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = glob, requires = "recursive")]
    accept: Vec<GlobMatcher>,
    /// No files whose name matches; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = glob, requires = "recursive")]
    reject: Vec<GlobMatcher>,
    /// Seconds between requests [default: 1; 0 in own networks]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "recursive")]
    delay: Option<Duration>,
}

fn glob(text: &str) -> Result<GlobMatcher, String> {
    Glob::new(text).map(|glob| glob.compile_matcher()).map_err(|error| error.to_string())
}

/// Reads a number of seconds in which something can happen.
pub(super) fn time_limit(text: &str) -> Result<Duration, String> {
    let limit = seconds(text)?;
    if limit.is_zero() { Err("nothing happens within 0 s".to_owned()) } else { Ok(limit) }
}

/// Reads a number of seconds, at most a day.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|it| (0.0..=86_400.0).contains(it));
    number.map(Duration::from_secs_f64).ok_or_else(|| "not a number of seconds".to_owned())
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    let is_list = !arguments.files.is_empty() || arguments.urls.iter().any(|it| it == "-");
    if arguments.output.is_some() && (is_list || arguments.urls.len() > 1) {
        return exit::usage("--output takes the content of one URL: use --remote-name for several");
    }
    let has_file =
        arguments.remote_name || arguments.output.as_deref().is_some_and(|it| !is_stdout(it));
    if arguments.resume && !has_file {
        return exit::usage("--resume continues a file: name it by --output or --remote-name");
    }
    // One URL at a time unless given, however many cores there are.
    let threads = config.given(&["threads"]).map_or(1, |_| config.threads);
    if threads > 1 && !arguments.remote_name {
        return exit::usage(
            "--threads needs --remote-name: what several URLs write would be mixed",
        );
    }
    let columns = if arguments.dry_run { plan::COLUMNS } else { records::COLUMNS };
    let config = &Config { threads, ..config.with_columns(columns) };
    config.output.header(&mut io::stdout())?;
    signals::end_with(answers::restore);
    let masked = AtomicU64::new(0);
    let keeps = arguments.recursive || is_list || arguments.urls.len() > 1;
    // Lines of lists are URLs without the spaces at their ends.
    let url = |line: Line<'_>| {
        let is_listed = *line.origin != Origin::Arguments;
        let url = if is_listed { line.bytes.trim_ascii_end() } else { line.bytes };
        (!is_listed || !url.is_empty()).then(|| (line.number, url.to_vec(), line.origin.clone()))
    };
    let sources = inputs::lines(arguments.urls.clone(), arguments.files.clone())?;
    let mut reader = Reader::new(sources, None, Progress::new(false, || None));
    let urls = iter::from_fn(|| reader.next()).flat_map(|chunk| {
        chunk.lines(&mut LineCounts::default()).filter_map(url).collect::<Vec<_>>()
    });
    let urls = Mutex::new(urls);
    let next = || urls.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let client = client(arguments)?;
        let client = if keeps { client.keep_open() } else { client };
        let fetcher = Fetcher { config, arguments, client, is_one_of_many: keeps, masked: &masked };
        let mut outcome = Outcome::Valid;
        while let Some((number, url, origin)) = next() {
            outcome = outcome.max(fetcher.line(Line::single(number, &url, &origin))?);
        }
        Ok(outcome)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| exit::Error::Thread(io::Error::other(error)))?;
    let outcomes = pool.broadcast(|_| work());
    drop(urls);
    let read = if reader.read_failed { Outcome::ReadFailed } else { Outcome::Valid };
    let worst = |worst: Outcome, outcome: exit::Result<_>| outcome.map(|it| worst.max(it));
    let outcome = outcomes.into_iter().try_fold(read, worst)?;
    let masked = masked.into_inner();
    line_command::report_passwords(config, masked)?;
    Ok(outcome)
}

/// Returns whether the name of a file stands for stdout.
fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn client(arguments: &Arguments) -> exit::Result<Client> {
    let mut limits = Limits::default();
    limits.bytes = arguments.max_size;
    if let Some(timeout) = arguments.timeout {
        limits.total = Some(timeout);
        limits.read = timeout;
        limits.connect = limits.connect.min(timeout);
    }
    let client = Client::new().limits(limits).public_only(arguments.public_only);
    let client = client.redirects(arguments.redirects).allow_given_ports().details();
    let client = arguments.allow_port.iter().fold(client, |client, port| client.allow_port(*port));
    with_news_server(client, arguments.news_server.as_deref())
}

/// Sets the server of news URLs: the given one, or that of the environment. A variable that names none is ignored, since most
/// URLs need no such server.
pub(crate) fn with_news_server(client: Client, given: Option<&str>) -> exit::Result<Client> {
    let Some((host, port)) = news_server(given) else { return Ok(client) };
    match port.parse().ok().and_then(|port| client.clone().news_server(&host, port).ok()) {
        Some(client) => Ok(client),
        None if given.is_none() => Ok(client),
        None => exit::usage("--news-server is a host, or a host and a port"),
    }
}

/// Returns the host and the port of the server of news URLs.
fn news_server(given: Option<&str>) -> Option<(String, String)> {
    let configured = given.map(str::to_owned).or_else(|| std::env::var("NNTPSERVER").ok());
    let server = configured.filter(|it| !it.is_empty())?;
    let named = server.rsplit_once(':').filter(|(host, _)| !host.contains(':'));
    let (host, port) = named.unwrap_or((&server, "119"));
    Some((host.to_owned(), port.to_owned()))
}
