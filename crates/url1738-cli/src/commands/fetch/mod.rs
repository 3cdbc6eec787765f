//! `url1738 fetch`: what URLs name, fetched by carrying their plans out.

mod answers;
mod content;
mod failure;
mod file_name;
mod folder;
mod judge;
mod mirror;
mod netrc;
mod output;
mod part;
mod records;
mod recursive;
mod unfinished;

use core::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufRead as _, BufWriter, IsTerminal as _, Read as _, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

use clap::{ArgAction, Args};
use encoding_rs::Encoding;
use globset::{Glob, GlobMatcher};
use url1738::{Url, plan::Plan};
use url1738_client::{Client, Error, Limits, Listing, Policy, Protocol, Row};

use super::{extract::charset_of_label, line_command};
use crate::{
    config::Config,
    diagnostics::{Palette, Purpose, Report, Sanitized, message, sanitized},
    exit::{self, Outcome},
    fields::Subject,
    line::{Line, Origin},
    pipeline::{MAX_LINE, Source, content::decompressed},
    records::Object,
    signals,
};

use content::{Content, Fetched, Rows};
use failure::{Failure, Items};
use output::Target;
use records::{FetchRecord, ValidLine, What};

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
  3  the network or the server failed, or items of a listing did";

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
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
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

/// Reads a number of seconds, at most a day.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|it| (0.0..=86_400.0).contains(it));
    number.map(Duration::from_secs_f64).ok_or_else(|| "not a number of seconds".to_owned())
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    let is_list = !arguments.files.is_empty() || arguments.urls.iter().any(|it| it == "-");
    if arguments.output.is_some() && (is_list || arguments.urls.len() > 1) {
        let message = "--output takes the content of one URL: use --remote-name for several";
        return Err(exit::Error::Usage(message.to_owned()));
    }
    let has_file =
        arguments.remote_name || arguments.output.as_deref().is_some_and(|it| !is_stdout(it));
    if arguments.resume && !has_file {
        let message = "--resume continues a file: name it by --output or --remote-name";
        return Err(exit::Error::Usage(message.to_owned()));
    }
    if config.urls_at_a_time > 1 && !arguments.remote_name {
        let message = "--threads needs --remote-name: what several URLs write would be mixed";
        return Err(exit::Error::Usage(message.to_owned()));
    }
    let config = &config.with_columns(records::COLUMNS);
    signals::end_with(answers::restore);
    let (masked, has_header) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::sync_channel(0);
    // The list ends when no worker is left to receive.
    let receiver = Arc::new(Mutex::new(receiver));
    let keeps = arguments.recursive || is_list || arguments.urls.len() > 1;
    let work = |receiver: &Mutex<mpsc::Receiver<Item>>| {
        let client = client(arguments)?;
        let client = if keeps { client.keep_open() } else { client };
        let fetcher =
            Fetcher { config, arguments, client, masked: &masked, has_header: &has_header };
        let mut outcome = Outcome::Valid;
        loop {
            let received = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Item { number, url, origin }) = received else { return Ok(outcome) };
            outcome = outcome.max(fetcher.item(Line::single(number, &url, &origin))?);
        }
    };
    let outcome = thread::scope(|scope| -> exit::Result<Outcome> {
        let workers: Vec<_> = (0..config.urls_at_a_time)
            .map(|_| receiver.clone())
            .map(|receiver| scope.spawn(move || work(&receiver)))
            .collect();
        drop(receiver);
        let listed = send_all(arguments, &|item| sender.send(item).is_ok());
        drop(sender);
        let ended = workers.into_iter().map(|worker| match worker.join() {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.chain([listed]).try_fold(Outcome::Valid, |all, outcome| Ok(all.max(outcome?)))
    })?;
    let masked = masked.into_inner();
    line_command::report_passwords(config, config.purpose(Purpose::Report), masked)?;
    Ok(outcome)
}

/// A URL of the command line or of a list.
struct Item {
    number: u64,
    url: Vec<u8>,
    origin: Origin,
}

/// Sends all URLs to the workers, as long as there are any.
fn send_all(arguments: &Arguments, send: &dyn Fn(Item) -> bool) -> exit::Result<Outcome> {
    let mut outcome = Outcome::Valid;
    for (number, url) in (1..).zip(&arguments.urls) {
        outcome = outcome.max(match url.as_encoded_bytes() {
            b"-" => send_list(&Source::Stdin, send)?,
            url => {
                send(Item { number, url: url.to_vec(), origin: Origin::Arguments });
                Outcome::Valid
            }
        });
    }
    for path in &arguments.files {
        outcome = outcome.max(send_list(&Source::from_path(path.clone()), send)?);
    }
    Ok(outcome)
}

/// Sends the URLs of a list. An empty line has none, and a line over 1 MiB is reported and skipped.
fn send_list(source: &Source, send: &dyn Fn(Item) -> bool) -> exit::Result<Outcome> {
    let (origin, mut outcome) = (Origin::File(source.name().into()), Outcome::Valid);
    let failed = |error| match source {
        Source::File(path) => exit::Error::Read(path.clone(), error),
        _ => exit::Error::Read("-".into(), error),
    };
    let input = match source {
        Source::File(path) => File::open(path).and_then(decompressed),
        _ => decompressed(io::stdin()),
    };
    let mut input = input.map_err(failed)?;
    for number in 1.. {
        let mut bytes = Vec::new();
        let most = MAX_LINE as u64 + 1;
        if input.by_ref().take(most).read_until(b'\n', &mut bytes).map_err(failed)? == 0 {
            break;
        }
        if bytes.len() > MAX_LINE {
            let name = source.name();
            message::error(&format_args!("{name}:{number}: line longer than 1 MiB skipped"));
            outcome = outcome.max(Outcome::ReadFailed);
            if !bytes.ends_with(b"\n") {
                input.skip_until(b'\n').map_err(failed)?;
            }
            continue;
        }
        bytes.truncate(bytes.trim_ascii_end().len());
        if !bytes.is_empty() && !send(Item { number, url: bytes, origin: origin.clone() }) {
            break;
        }
    }
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
    let mut client =
        Client::new().limits(limits).redirects(arguments.redirects).allow_given_ports().details();
    if arguments.public_only {
        client = client.policy(Policy::public_only());
    }
    for port in &arguments.allow_port {
        client = client.allow_port(*port);
    }
    with_news_server(client, arguments.news_server.as_deref())
}

/// Sets the server of news URLs: the given one, or that of the environment.
pub(crate) fn with_news_server(client: Client, given: Option<&str>) -> exit::Result<Client> {
    match news_server(given)? {
        Some((host, port)) => client.news_server(&host, port).map_err(|_| bad_news_server()),
        None => Ok(client),
    }
}

/// Returns the host and the port of the server of news URLs.
fn news_server(given: Option<&str>) -> exit::Result<Option<(String, u16)>> {
    let configured = given.map(str::to_owned).or_else(|| std::env::var("NNTPSERVER").ok());
    let Some(server) = configured.filter(|it| !it.is_empty()) else { return Ok(None) };
    match server.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') => {
            let port = port.parse().map_err(|_| bad_news_server())?;
            Ok(Some((host.to_owned(), port)))
        }
        _ => Ok(Some((server, 119))),
    }
}

fn bad_news_server() -> exit::Error {
    exit::Error::Usage("--news-server is a host, or a host and a port".to_owned())
}

/// What the URLs that are fetched one after the other share.
struct Fetcher<'a> {
    config: &'a Config,
    arguments: &'a Arguments,
    client: Client,
    /// The records in which a password is masked.
    masked: &'a AtomicU64,
    /// Whether the header row is written.
    has_header: &'a AtomicBool,
}

impl Fetcher<'_> {
    /// Fetches one URL of several: a file that cannot be written does not end the run.
    fn item(&self, line: Line<'_>) -> exit::Result<Outcome> {
        match self.line(line) {
            Err(error @ exit::Error::File(..)) => {
                message::error(&error);
                Ok(Outcome::ReadFailed)
            }
            result => result,
        }
    }

    fn line(&self, line: Line<'_>) -> exit::Result<Outcome> {
        let url = match line.parse() {
            Ok(url) => url,
            Err(error) => {
                let subject = Subject::of(line, Err(error), self.config.passwords);
                if self.config.is_human() {
                    subject.report(&self.config.stderr, &mut anstream::stderr())?;
                } else {
                    self.record(&subject.record())?;
                }
                return Ok(Outcome::Invalid);
            }
        };
        let valid = ValidLine::new(line, url, self.config.passwords);
        match self.url(&valid) {
            Err(Failure { exit: Some(error), .. }) => Err(error),
            Err(failure) => self.report(&valid, &failure),
            Ok(outcome) => Ok(outcome),
        }
    }

    fn url(&self, valid: &ValidLine<'_>) -> Result<Outcome, Failure> {
        let plan = match valid.url.plan() {
            Err(refusal) if self.config.is_human() => {
                let report = Report::refusal(&refusal, valid.url.scheme());
                let stderr = &mut anstream::stderr();
                report.write(valid.line, &valid.masked(), &self.config.stderr, stderr)?;
                return Ok(Outcome::Invalid);
            }
            plan => plan.map_err(Error::Refused)?,
        };
        if self.arguments.dry_run {
            let (outcome, is_masked) = super::plan::show(self.config, valid.line)?;
            self.masked.fetch_add(u64::from(is_masked), Relaxed);
            return Ok(outcome);
        }
        if matches!(&valid.url, Url::Gopher(url) if url.item_type().octet() == b'3') {
            let message = "refused: a gopher item of type 3 is an error message".to_owned();
            return Err(Failure::refused(message, "ask for the menu that lists it"));
        }
        match Protocol::of(&plan) {
            _ if self.arguments.recursive => recursive::fetch(self, valid),
            Some(Protocol::Telnet) => self.session(valid, &plan),
            protocol => self.fetch(valid, protocol),
        }
    }

    /// Fetches one URL to where the options say.
    fn fetch(&self, valid: &ValidLine<'_>, protocol: Option<Protocol>) -> Result<Outcome, Failure> {
        let (arguments, is_human) = (self.arguments, self.config.is_human());
        let path = match &arguments.output {
            Some(path) => Some(path.clone()).filter(|path| !is_stdout(path)),
            None if arguments.remote_name => Some(self.remote_name(&valid.url)?),
            None => None,
        };
        let is_forced = arguments.output.is_some();
        let listing = match &path {
            None if !is_forced => Listing::new(&valid.url),
            _ => None,
        };
        let has_content = matches!(
            protocol,
            Some(Protocol::Ftp | Protocol::Gopher | Protocol::Http | Protocol::File)
        );
        if path.is_none() && listing.is_none() && has_content && !is_human {
            let message =
                "records of a fetched file need --output or --remote-name for its content";
            return Err(exit::Error::Usage(message.to_owned()).into());
        }
        let target = match &path {
            Some(path) => Target::file(path, &valid.url, arguments.resume, arguments.remote_name)?,
            None if !is_human => Target::Nowhere,
            None if is_forced => Target::Stdout,
            None => Target::stdout(arguments.charset),
        };
        let (offset, mut items) = (target.offset(), Items::default());
        let mut rows = |rows: &mut dyn Iterator<Item = Result<Row, Error>>| {
            // Rows are many and short.
            let mut out = BufWriter::with_capacity(64 * 1024, anstream::stdout().lock());
            for row in rows {
                items.total += 1;
                items.failed += usize::from(row.is_err());
                self.row(valid, row, &mut out)?;
            }
            out.flush()
        };
        let fetched = self.exchange(valid, target, listing, &mut rows)?;
        let Fetched { outcome, composed, is_listing } = fetched;
        let is_news = protocol == Some(Protocol::News);
        if is_listing && (items.total > 0 || !is_news) {
            return Ok(items.report(Outcome::NetworkFailed));
        }
        if !is_human {
            let (path, compose) = (path.as_deref(), composed.as_deref());
            let what = What::Fetched { outcome: &outcome, path, compose };
            self.record(&FetchRecord { valid, what }.record())?;
            return Ok(Outcome::Valid);
        }
        let mut out = io::stdout().lock();
        if let Some(address) = &composed {
            writeln!(out, "compose a message to {address}")?;
        }
        if let (true, 0, Some(reply)) = (is_news, outcome.content_len, outcome.replies.last()) {
            writeln!(out, "{reply}")?;
        }
        if let (Some(path), false) = (&path, self.config.quiet) {
            let (total, name) = (outcome.content_len + offset, sanitized::path(path));
            message::print(&format_args!("{total} bytes in {name}"));
        }
        Ok(Outcome::Valid)
    }

    /// Carries the plan of a URL out.
    fn exchange(
        &self,
        valid: &ValidLine<'_>,
        target: Target<'_>,
        listing: Option<Listing>,
        rows: Rows<'_>,
    ) -> Result<Fetched, Failure> {
        let mut client =
            target.ask(&self.client).answers(answers::known(self.arguments, &valid.url)?);
        if let Some(login) = answers::news_login(self.arguments, &valid.url)? {
            client = client.news_login(login);
        }
        let mut content = Content::new(self, valid, target, listing, rows);
        let result = client.fetch(&valid.url, &mut content);
        content.end(result)
    }

    /// Writes a row of a listing to stdout.
    fn row(
        &self,
        valid: &ValidLine<'_>,
        row: Result<Row, Error>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match row {
            Ok(mut row) => {
                if let Some(charset) = self.arguments.charset {
                    let (name, _) = charset.decode_without_bom_handling(&row.octets);
                    row.name = Sanitized::new(name.as_bytes()).to_string();
                }
                let item = FetchRecord { valid, what: What::Item(&row, self.config.passwords) };
                self.record_to(&item.record(), |palette, to| item.text(palette, to), out)
            }
            Err(error) if self.config.is_human() => {
                message::error(&error);
                Ok(())
            }
            Err(error) => {
                let what = What::Failed(&Failure::from(error));
                self.record_to(&FetchRecord { valid, what }.record(), |_, _| Ok(()), out)
            }
        }
    }

    /// Hands the connection of a telnet URL over to the user.
    fn session(&self, valid: &ValidLine<'_>, plan: &Plan) -> Result<Outcome, Failure> {
        let mut no_rows = |_: &mut dyn Iterator<Item = Result<Row, Error>>| Ok(());
        let mut content = Content::new(self, valid, Target::stdout(None), None, &mut no_rows);
        let opened = self.client.open_session(plan, &mut content);
        content.end(Ok(url1738_client::Outcome::default()))?;
        let mut session = opened?;
        let mut sender = session.sender()?;
        thread::spawn(move || {
            // The session ends when the server closes it.
            let _ = io::copy(&mut io::stdin().lock(), &mut sender);
        });
        session.stream().set_read_timeout(self.arguments.timeout)?;
        let mut buffer = [0; 4096];
        loop {
            let read = session.read(&mut buffer);
            match read.map_err(|error| Error::Io { step: "session".to_owned(), error })? {
                0 => return Ok(Outcome::Valid),
                len => {
                    let mut out = io::stdout().lock();
                    out.write_all(buffer.get(..len).unwrap_or(&buffer))?;
                    out.flush()?;
                }
            }
        }
    }

    /// Returns the name of the file for the content of a URL, in the current folder.
    fn remote_name(&self, url: &Url<&str>) -> Result<PathBuf, Failure> {
        let path = PathBuf::from(file_name::of_url(url));
        if path.symlink_metadata().is_ok() && !self.arguments.resume {
            let help = "continue it by --resume, or name another file by --output";
            return Err(Failure::local(format!("{} exists", sanitized::path(&path)), Some(help)));
        }
        Ok(path)
    }

    /// Reports the error of a URL, and returns the outcome that it leads to.
    fn report(&self, valid: &ValidLine<'_>, failure: &Failure) -> exit::Result<Outcome> {
        if !self.config.is_human() {
            self.record(&FetchRecord { valid, what: What::Failed(failure) }.record())?;
            return Ok(failure.outcome);
        }
        message::error(failure);
        if let Some(help) = failure.help {
            let style = self.config.stderr.name;
            let _ = writeln!(anstream::stderr(), "  {style}= help{style:#}: {help}");
        }
        if let (Some(kept), false) = (failure.kept, self.config.quiet) {
            message::print(&format_args!("{kept} bytes are kept: --resume continues them"));
        }
        Ok(failure.outcome)
    }

    /// Writes a record, after the header row if it is the first.
    fn record(&self, record: &Object<'_>) -> exit::Result<()> {
        let mut out = anstream::stdout().lock();
        self.record_to(record, |_, _| Ok(()), &mut out)?;
        self.masked.fetch_add(u64::from(record.is_masked()), Relaxed);
        out.flush()?;
        Ok(())
    }

    fn record_to(
        &self,
        record: &Object<'_>,
        text: impl FnOnce(&Palette, &mut Vec<u8>) -> io::Result<()>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if !self.has_header.swap(true, Relaxed) {
            self.config.output.header(out)?;
        }
        self.config.output.record_to(record, text, out)
    }
}

/// Returns whether both streams are a terminal, so that the user can be asked.
fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}
