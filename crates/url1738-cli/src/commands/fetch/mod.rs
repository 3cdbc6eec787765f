//! `url1738 fetch`: what URLs name, fetched by carrying their plans out.

mod answers;
mod file_name;
mod folder;
mod index;
mod judge;
mod mirror;
mod netrc;
mod output;
mod part;
mod password;
mod records;
mod recursive;
mod session;
mod sink;
mod stopped;
mod table;
mod trace;
mod unfinished;

use core::{cell::Cell, time::Duration};
use std::{
    ffi::OsString,
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
};

use clap::{ArgAction, Args};
use url1738::{Url, plan::Plan};
use url1738_client::{Client, Error, ErrorKind, Handler as _, Limits, Listing, Policy, Protocol};

use super::line_command;
use crate::{
    config::Config,
    diagnostics::{Purpose, Report, message},
    exit::{self, Outcome},
    line::{Line, Origin},
    records::{InvalidLine, ValidLine},
    signals,
};

use judge::Judge;
use output::{Output, Target};
use records::{FailedRecord, FetchedRecord};
use sink::{Sink, Through};
use stopped::Stopped;

const EXAMPLES: &str = "\
Examples:
  url1738 fetch -O ftp://host.dom/pub/rfc1738.txt
  url1738 fetch gopher://host.dom/1/docs              show a menu as a table of URLs
  url1738 fetch --dry-run 'ftp://me@host.dom/%2Fetc/motd;type=a'
  url1738 fetch --recursive --into mirror ftp://host.dom/pub/
  url1738 fetch -o - gopher://host.dom/9/x | xxd      write to stdout, also binary content

Passwords are asked for on a terminal, or read from a netrc file; no option takes one.

Exit status:
  0  everything was fetched
  1  a URL is invalid or refused, or the server has nothing there
  2  the command line is wrong, an answer is missing, or reading or writing failed
  3  the network or the server failed, or items of a listing did";

/// Fetch what URLs name: files, directories and menus, articles, pages
///
/// Carries the access plan of each URL out. An ftp server is also asked for the size and the time of a file that is
/// saved. A directory or a gopher menu is shown as a table whose rows are URLs.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// URLs to fetch, one after the other
    #[arg(value_name = "URL", required = true)]
    urls: Vec<OsString>,
    /// Write the content to a file, which is replaced when all of it has come, or to stdout if FILE is `-`
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["remote_name", "recursive"])]
    output: Option<PathBuf>,
    /// Write the content to a file named like the last segment of the URL
    #[arg(short = 'O', long, conflicts_with = "recursive")]
    remote_name: bool,
    /// Continue an unfinished file (ftp in TYPE I), if the server still has the same one
    #[arg(long)]
    resume: bool,
    /// Stop after so many bytes of content
    #[arg(long, value_name = "BYTES")]
    limit: Option<u64>,
    /// Stop after so many seconds [default: 30 without an answer]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Allow a port that is not the scheme's; may be repeated
    #[arg(long, value_name = "PORT")]
    allow_port: Vec<u16>,
    /// Refuse loopback, private and link-local addresses, and files of this machine
    #[arg(long)]
    public_only: bool,
    /// Read passwords from a netrc file [default: $NETRC or ~/.netrc]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    netrc: Option<Option<PathBuf>>,
    /// Show the plan without connecting
    #[arg(long)]
    dry_run: bool,
    /// Show the bytes sent and received on stderr, without passwords
    #[arg(long)]
    trace: bool,
    /// Follow so many HTTP redirects
    #[arg(long, value_name = "N", default_value_t = 0)]
    redirects: u8,
    /// E-mail address that anonymous ftp sends if it is asked for one
    #[arg(long, value_name = "ADDRESS", default_value = "anonymous@example.com")]
    email: String,
    /// Words of a gopher search
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,
    /// Answer to a question of a Gopher+ form; may be repeated
    #[arg(long, value_name = "ANSWER", action = ArgAction::Append)]
    form: Option<Vec<String>>,
    /// Server of news URLs [default: $NNTPSERVER]
    #[arg(long, value_name = "HOST[:PORT]")]
    news_server: Option<String>,
    /// Fetch directories and menus with what they list, from the same host
    #[arg(short, long)]
    recursive: bool,
    /// Folder that --recursive writes to, a folder per host; nothing outside it is written
    #[arg(long, value_name = "FOLDER", default_value = ".", requires = "recursive")]
    into: PathBuf,
    /// Replace files that --recursive did not fetch from the same URL
    #[arg(long, requires = "recursive")]
    force: bool,
    /// Levels of directories that --recursive enters
    #[arg(long, value_name = "N", default_value_t = 5, requires = "recursive")]
    depth: usize,
    /// Files and directories that --recursive fetches at most
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "recursive")]
    count: usize,
    /// Seconds between two requests of --recursive
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, requires = "recursive")]
    delay: Duration,
}

/// Reads a number of seconds, at most a day.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|it| (0.0..=86_400.0).contains(it));
    number.map(Duration::from_secs_f64).ok_or_else(|| "not a number of seconds".to_owned())
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    if arguments.output.is_some() && arguments.urls.len() > 1 {
        let message = "--output takes the content of one URL: use --remote-name for several";
        return Err(exit::Error::Usage(message.to_owned()));
    }
    let has_file =
        arguments.remote_name || arguments.output.as_deref().is_some_and(|it| !is_stdout(it));
    if arguments.resume && !has_file {
        let message = "--resume continues a file: name it by --output or --remote-name";
        return Err(exit::Error::Usage(message.to_owned()));
    }
    signals::end_with(password::restore);
    let masked = Cell::new(0);
    let fetcher = Fetcher { config, arguments, client: client(arguments)?, masked };
    let mut outcome = Outcome::Valid;
    let mut has_header = false;
    for (number, url) in (1..).zip(&arguments.urls) {
        let line = Line::single(number, url.as_encoded_bytes(), &Origin::Arguments);
        outcome = outcome.max(match fetcher.line(line, &mut has_header) {
            Err(error @ exit::Error::File(..)) => {
                message::error(&error);
                Outcome::ReadFailed
            }
            result => result?,
        });
    }
    let masked = fetcher.masked.into_inner();
    line_command::report_passwords(config, config.purpose(Purpose::Report), masked)?;
    Ok(outcome)
}

/// Returns whether the name of a file stands for stdout.
fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn client(arguments: &Arguments) -> exit::Result<Client> {
    let mut limits = Limits { bytes: arguments.limit, ..Limits::default() };
    if let Some(timeout) = arguments.timeout {
        limits.total = Some(timeout);
        limits.read = timeout;
        limits.connect = limits.connect.min(timeout);
    }
    let mut client = Client::new().limits(limits).redirects(arguments.redirects);
    if arguments.public_only {
        client = client.policy(Policy::public_only());
    }
    for port in &arguments.allow_port {
        client = client.allow_port(*port);
    }
    let configured = arguments.news_server.clone().or_else(|| std::env::var("NNTPSERVER").ok());
    if let Some(server) = configured.filter(|it| !it.is_empty()) {
        let bad = || exit::Error::Usage("--news-server is a host, or a host and a port".to_owned());
        let (host, port) = match server.rsplit_once(':') {
            Some((host, port)) if !host.contains(':') => (host, port.parse().map_err(|_| bad())?),
            _ => (server.as_str(), 119),
        };
        client = client.news_server(host, port).map_err(|_| bad())?;
    }
    Ok(client)
}

/// What all URLs of a run share.
struct Fetcher<'a> {
    config: &'a Config,
    arguments: &'a Arguments,
    client: Client,
    /// The records in which a password is masked.
    masked: Cell<u64>,
}

impl Fetcher<'_> {
    fn line(&self, line: Line<'_>, has_header: &mut bool) -> exit::Result<Outcome> {
        let url = match line.parse() {
            Ok(url) => url,
            Err(error) => {
                let invalid = InvalidLine::new(line, error, self.config.passwords);
                if self.config.is_human() {
                    invalid.report(&self.config.stderr, &mut anstream::stderr())?;
                } else {
                    self.record(&invalid, has_header)?;
                }
                return Ok(Outcome::Invalid);
            }
        };
        let valid = ValidLine::new(line, url, self.config.passwords);
        let plan = match url.plan() {
            Ok(plan) => plan,
            Err(refusal) if self.config.is_human() => {
                let report = Report::refusal(&refusal, valid.scheme());
                let stderr = &mut anstream::stderr();
                report.write(line, &valid.masked(), &self.config.stderr, stderr)?;
                return Ok(Outcome::Invalid);
            }
            Err(refusal) => {
                return self.failed(&valid, &Error::Refused(refusal), has_header);
            }
        };
        if self.arguments.dry_run {
            let (outcome, is_masked) = super::plan::show(self.config, line)?;
            self.masked.set(self.masked.get() + u64::from(is_masked));
            return Ok(outcome);
        }
        if matches!(&url, Url::Gopher(url) if url.item_type().octet() == b'3') {
            let message = "refused: a gopher item of type 3 is an error message".to_owned();
            let stopped = Stopped::refused(message, "ask for the menu that lists it");
            return self.stopped(&valid, &stopped, has_header);
        }
        if self.arguments.recursive {
            return recursive::fetch(self, &valid, has_header);
        }
        if Protocol::of(&plan) == Some(Protocol::Telnet) {
            return session::session(self, &valid, &plan, has_header);
        }
        self.fetch(&valid, &plan, has_header)
    }

    /// Fetches one URL to where the options say.
    fn fetch(
        &self,
        valid: &ValidLine<'_>,
        plan: &Plan,
        has_header: &mut bool,
    ) -> exit::Result<Outcome> {
        let path = match &self.arguments.output {
            Some(path) => Some(path.clone()).filter(|path| !is_stdout(path)),
            None if self.arguments.remote_name => match self.remote_name(&valid.url) {
                Ok(path) => Some(path),
                Err(stopped) => return self.stopped(valid, &stopped, has_header),
            },
            None => None,
        };
        let is_forced = self.arguments.output.is_some();
        if path.is_none() && Listing::is_expected(&valid.url) && !is_forced {
            return table::show(self, valid, has_header);
        }
        let has_content = matches!(
            Protocol::of(plan),
            Some(Protocol::Ftp | Protocol::Gopher | Protocol::Http | Protocol::File)
        );
        if path.is_none() && has_content && !self.config.is_human() {
            let message =
                "records of a fetched file need --output or --remote-name for its content";
            return Err(exit::Error::Usage(message.to_owned()));
        }
        let target = match &path {
            Some(path) => {
                let target = Target::file(path, &valid.url, self.arguments.resume)?;
                if self.arguments.remote_name { target.keeping_existing() } else { target }
            }
            None if is_forced => Target::Stdout,
            None => Target::stdout(),
        };
        // The records of the other protocols say what there is.
        let is_dropped = path.is_none() && !self.config.is_human();
        let offset = target.offset();
        let client = target.ask(&self.client);
        let client = client.answers(answers::known(self.arguments, &valid.url)?);
        let shown = valid.input().to_string();
        let mut output = Output::new(target);
        let mut judge = Judge::new(&valid.url, output.is_terminal());
        let mut sink = Sink::new(self.config, self.arguments.trace, &shown, &mut output, offset);
        let content = |sink: &mut Sink<'_>, octets: &[u8]| match judge.take(octets)? {
            octets if !is_dropped => sink.content(&octets),
            _ => Ok(()),
        };
        let result = client.fetch(&valid.url, &mut Through::new(&mut sink, content));
        let composed = sink.end();
        let result = result.and_then(|outcome| {
            let rest = judge
                .end()
                .and_then(|rest| if is_dropped { Ok(()) } else { output.write_all(&rest) });
            rest.map(|()| outcome).map_err(Error::Sink)
        });
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(error) => {
                let kept = output.abandon(&error);
                let outcome = match (error, &path) {
                    (error, _) if Stopped::of(&error).is_some() => {
                        self.failed(valid, &error, has_header)?
                    }
                    (Error::Sink(source), Some(path)) if self.config.is_human() => {
                        message::error(&exit::Error::File(path.clone(), source));
                        Outcome::ReadFailed
                    }
                    (error, _) => self.failed(valid, &error, has_header)?,
                };
                if let (Some(kept), true, false) = (kept, self.config.is_human(), self.config.quiet)
                {
                    message::print(&format_args!("{kept} bytes are kept: --resume continues them"));
                }
                return Ok(outcome);
            }
        };
        output.complete().map_err(|error| match &path {
            Some(path) => exit::Error::File(path.clone(), error),
            None => error.into(),
        })?;
        if !self.config.is_human() {
            let record = FetchedRecord {
                valid,
                outcome: &outcome,
                path: path.as_deref(),
                compose: composed.as_deref(),
            };
            self.record(&record, has_header)?;
        }
        if self.config.is_human() {
            let mut out = io::stdout().lock();
            if let Some(address) = &composed {
                writeln!(out, "compose a message to {address}")?;
            }
            let is_news = Protocol::of(plan) == Some(Protocol::News);
            if let (true, 0, Some(reply)) = (is_news, outcome.content_len, outcome.replies.last()) {
                writeln!(out, "{reply}")?;
            }
            if let (Some(path), false) = (&path, self.config.quiet) {
                let total = outcome.content_len + offset;
                let name = crate::diagnostics::sanitized::path(path);
                message::print(&format_args!("{total} bytes in {name}"));
            }
        }
        Ok(Outcome::Valid)
    }

    /// Returns the name of the file for the content of a URL, in the current folder.
    fn remote_name(&self, url: &Url<&str>) -> Result<PathBuf, Stopped> {
        let path = PathBuf::from(file_name::of_url(url));
        if path.symlink_metadata().is_ok() && !self.arguments.resume {
            let name = crate::diagnostics::sanitized::path(&path);
            return Err(Stopped {
                help: Some("continue it by --resume, or name another file by --output"),
                ..Stopped::local(format!("{name} exists"))
            });
        }
        Ok(path)
    }

    /// Reports the error of a URL, and returns the outcome that it leads to.
    fn failed(
        &self,
        valid: &ValidLine<'_>,
        error: &Error,
        has_header: &mut bool,
    ) -> exit::Result<Outcome> {
        if let Some(stopped) = Stopped::of(error) {
            return self.stopped(valid, stopped, has_header);
        }
        let outcome = match error.kind() {
            ErrorKind::Refused => Outcome::Invalid,
            ErrorKind::Network => Outcome::NetworkFailed,
            _ => Outcome::ReadFailed,
        };
        if matches!(error, Error::Sink(source) if source.kind() == io::ErrorKind::BrokenPipe) {
            return Err(exit::Error::Closed);
        }
        if self.config.is_human() {
            self.print(error, help(error));
        } else {
            self.record(&FailedRecord::new(valid, error, help(error)), has_header)?;
        }
        Ok(outcome)
    }

    /// Reports an error of this program, and returns the outcome that it leads to.
    fn stopped(
        &self,
        valid: &ValidLine<'_>,
        stopped: &Stopped,
        has_header: &mut bool,
    ) -> exit::Result<Outcome> {
        if self.config.is_human() {
            self.print(stopped, stopped.help);
        } else {
            self.record(&FailedRecord::stopped(valid, stopped), has_header)?;
        }
        Ok(stopped.outcome)
    }

    fn print(&self, error: &dyn core::fmt::Display, help: Option<&str>) {
        message::error(error);
        if let Some(help) = help {
            let style = self.config.stderr.name;
            let _ = writeln!(anstream::stderr(), "  {style}= help{style:#}: {help}");
        }
    }

    fn record<R: crate::records::Record>(
        &self,
        record: &R,
        has_header: &mut bool,
    ) -> exit::Result<()> {
        let mut out = anstream::stdout().lock();
        if !core::mem::replace(has_header, true) {
            self.config.output.header_to::<R>(&mut out)?;
        }
        self.config.output.record_to(record, &mut out)?;
        self.masked.set(self.masked.get() + u64::from(record.is_masked()));
        out.flush()?;
        Ok(())
    }
}

/// Returns what to do about an error, in terms of the options.
fn help(error: &Error) -> Option<&'static str> {
    Some(match error {
        Error::Warned { code: "non-default-port" | "reserved-port", .. } => {
            "use --allow-port if you trust the URL"
        }
        Error::Denied { .. } | Error::LocalFile => "remove --public-only if you trust the URL",
        Error::NoNewsServer => "use --news-server, or an nntp URL",
        Error::NotResumable(_) | Error::Changed { .. } => "start over: remove --resume",
        Error::Redirected { .. } => "use --redirects, or fetch the new URL",
        Error::TooLong { what: "content", .. } => "raise --limit if the content is wanted",
        Error::TimedOut { .. } => "try again, or raise --timeout",
        Error::Unanswered { question, .. } => match question.name() {
            "password" => "run it on a terminal, or use --netrc",
            "search" => "use --search",
            "form" => "use --form once for each question",
            _ => "use --email",
        },
        _ => return error.help(),
    })
}

/// Returns whether both streams are a terminal, so that the user can be asked.
fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}
