//! One URL: what it names is fetched to where the options say, and reported.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{
    borrow::Cow,
    io::{self, Read as _, Write as _},
    net::Shutdown,
    path::PathBuf,
    thread,
    time::Instant,
};

use encoding_rs::Encoding;
use mail_parser::parsers::MessageStream;
use url1738::{Redacted, Url, plan::Plan};
use url1738_client::{Client, Error, Handler as _, Listing, Protocol, Row};

use super::{
    super::plan::Planned,
    Arguments, answers,
    content::{Content, Fetched, Rows},
    failure::{Failure, Items, START_OVER},
    file_name, is_stdout,
    output::Target,
    records, recursive,
};
use crate::{
    config::Config,
    diagnostics::{Palette, Sanitized, message, sanitized},
    exit::{self, Outcome},
    fields::Subject,
    line::Line,
    pipeline::MAX_LINE,
    records::Object,
};

/// What the URLs that are fetched one after the other share.
pub(super) struct Fetcher<'a> {
    pub(super) config: &'a Config,
    pub(super) arguments: &'a Arguments,
    pub(super) client: Client,
    /// Whether there are more URLs than one, so that errors name theirs.
    pub(super) is_one_of_many: bool,
    /// The records in which a password is masked.
    pub(super) masked: &'a AtomicU64,
}

/// A line that is a URL.
pub(super) struct ValidLine<'a> {
    pub(super) url: Url<&'a str>,
    pub(super) subject: Subject<'a>,
}

impl Fetcher<'_> {
    pub(super) fn line(&self, line: Line<'_>) -> exit::Result<Outcome> {
        if line.bytes.len() > MAX_LINE {
            let (name, number) = (line.origin.name(), line.number);
            message::error(&format_args!("{name}:{number}: line longer than 1 MiB skipped"));
            return Ok(Outcome::Invalid);
        }
        let planned = Planned::new(line, self.config.passwords);
        if self.config.is_human() && !planned.is_ok() {
            planned.text(&self.config.stderr, &mut anstream::stderr())?;
            return Ok(Outcome::Invalid);
        }
        if self.arguments.dry_run {
            self.write(&planned.record(), |palette, to| planned.text(palette, to))?;
            return Ok(if planned.is_ok() { Outcome::Valid } else { Outcome::Invalid });
        }
        let Planned { subject, plan } = planned;
        let (Ok(url), Some(plan)) = (subject.url, plan) else {
            self.write(&subject.record(), |_, _| Ok(()))?;
            return Ok(Outcome::Invalid);
        };
        let valid = ValidLine { url, subject };
        let plan = plan.map_err(|refusal| Error::Refused(refusal).into());
        let fetched = plan.and_then(|plan| self.url(&valid, &plan));
        fetched.or_else(|failure| self.report(&valid, failure))
    }

    /// Fetches one URL to where the options say.
    fn url(&self, valid: &ValidLine<'_>, plan: &Plan) -> Result<Outcome, Failure> {
        if matches!(&valid.url, Url::Gopher(url) if url.item_type().octet() == b'3') {
            let message = "refused: a gopher item of type 3 is an error message".to_owned();
            let failure = Failure::local(message, Some("ask for the menu that lists it"));
            return Err(Failure { outcome: Ok(Outcome::Invalid), ..failure });
        }
        let (arguments, is_human) = (self.arguments, self.config.is_human());
        let protocol = Protocol::of(plan);
        // Of an address there is nothing to mirror.
        if arguments.recursive && protocol != Some(Protocol::Mail) {
            return recursive::fetch(self, valid);
        }
        let session = Some(plan).filter(|_| protocol == Some(Protocol::Telnet));
        let is_forced = arguments.output.is_some();
        let path = match &arguments.output {
            // An address has no content, and a file would lose its own.
            _ if protocol == Some(Protocol::Mail) => None,
            Some(path) => Some(path.clone()).filter(|path| !is_stdout(path)),
            None if arguments.remote_name => Some(self.remote_name(&valid.url)?),
            None => None,
        };
        let listing = Listing::new(&valid.url).filter(|_| path.is_none() && !is_forced);
        let has_content = !matches!(protocol, None | Some(Protocol::News | Protocol::Mail));
        if path.is_none() && listing.is_none() && has_content && !is_human {
            let message =
                "records of a fetched file need --output or --remote-name for its content";
            return Err(exit::Error::Usage(message.to_owned()).into());
        }
        let target = match &path {
            Some(path) => Target::file(path, &valid.url, arguments.resume, arguments.remote_name)?,
            None if !is_human => Target::stream(io::sink()),
            // A session is for the terminal as it is.
            None if is_forced || session.is_some() => Target::stream(io::stdout()),
            None => Target::screen(arguments.charset),
        };
        let mut items = Items::default();
        let mut rows = |row: Result<Row, Error>| {
            items.add(row.is_err());
            Ok(self.row(valid, row)?)
        };
        let fetched = self.exchange(valid, session, (target, listing), &mut rows)?;
        let is_news = protocol == Some(Protocol::News);
        if fetched.is_listing && (items.total > 0 || !is_news) {
            return Ok(items.report(Outcome::NetworkFailed));
        }
        let Fetched { outcome, composed, .. } = &fetched;
        if is_human {
            let mut out = io::stdout().lock();
            if let Some(address) = composed {
                writeln!(out, "compose a message to {address}")?;
            }
            // Commands of the client, such as OVER, may have been refused after the step.
            let reply = outcome.replies.iter().rfind(|reply| reply.step.is_some());
            if let (true, 0, Some(reply)) = (is_news, outcome.content_len, reply) {
                writeln!(out, "{reply}")?;
            }
        }
        self.fetched(valid, &fetched)?;
        Ok(Outcome::Valid)
    }

    /// Reports what was fetched: in a record, or as the length of its file.
    pub(super) fn fetched(&self, valid: &ValidLine<'_>, fetched: &Fetched) -> exit::Result<()> {
        if !self.config.is_human() {
            return self.write(&records::of_fetched(&valid.subject, fetched), |_, _| Ok(()));
        }
        if let (Some(path), false) = (&fetched.path, self.config.quiet) {
            let unit = if fetched.len == 1 { "byte" } else { "bytes" };
            let (len, path) = (fetched.len, sanitized::path(path));
            message::print(&format_args!("{len} {unit} in {path}"));
        }
        Ok(())
    }

    /// Carries the plan of a URL out. That of a `session` is handed over to the user.
    pub(super) fn exchange(
        &self,
        valid: &ValidLine<'_>,
        session: Option<&Plan>,
        (mut target, listing): (Target<'_>, Option<Listing>),
        rows: Rows<'_>,
    ) -> Result<Fetched, Failure> {
        let mut client = answers::known(self.arguments, &valid.url, self.client.clone())?;
        // A server may end the content of a file early, and report success.
        if !matches!(target, Target::Stream(..)) {
            client = client.identify();
        }
        if let Some(file) = target.unfinished() {
            let identity = file.identity.clone().unwrap_or_default();
            client = client.resume_at(file.offset, identity);
        }
        let mut content = Content::new(self, valid, target, listing, rows);
        let result = match session {
            Some(plan) => self.session(&client, plan, &mut content),
            None => client.fetch(&valid.url, &mut content),
        };
        content.end(result)
    }

    /// Writes a row of a listing to stdout.
    fn row(&self, valid: &ValidLine<'_>, row: Result<Row, Error>) -> exit::Result<()> {
        let mut row = match row {
            Ok(row) => row,
            Err(error) => return self.report(valid, error.into()).map(drop),
        };
        let is_news = matches!(valid.url, Url::News(_) | Url::Nntp(_));
        let subject = subject(&row.octets).filter(|_| is_news);
        let decoded =
            |charset: &'static Encoding| charset.decode_without_bom_handling(&row.octets).0;
        let name = subject.map(Cow::Owned).or_else(|| self.arguments.charset.map(decoded));
        if let Some(name) = name {
            // The name as the client decodes it has no password either.
            row.name = Sanitized::masked(Redacted::of_data(name.as_bytes())).to_string();
        }
        let text = |palette: &Palette, to: &mut Vec<u8>| {
            records::write_row(&row, self.config.passwords, palette, to)
        };
        self.write(&records::of_row(&valid.subject, &row), text)
    }

    /// Hands the connection of a telnet URL over to the user.
    fn session(
        &self,
        client: &Client,
        plan: &Plan,
        content: &mut Content<'_, '_>,
    ) -> Result<url1738_client::Outcome, Error> {
        let begun = Instant::now();
        let timed_out = || {
            let limit = self.arguments.timeout.filter(|limit| begun.elapsed() >= *limit)?;
            Some(Error::TimedOut { step: "session".to_owned(), what: "end", limit })
        };
        // A connection that is shut down may be reset. What the client refuses to read is its own error.
        let failed = |error: io::Error| {
            let what = "session".to_owned();
            let broken = |error| Error::Io { code: "io", what, error };
            timed_out().unwrap_or_else(|| error.downcast().unwrap_or_else(broken))
        };
        let mut session = client.open_session(plan, content)?;
        let mut sender = session.sender().map_err(failed)?;
        thread::spawn(move || {
            // The session ends when the server closes it.
            let _ = io::copy(&mut io::stdin().lock(), &mut sender);
        });
        if let Some(limit) = self.arguments.timeout {
            let stream = session.stream().try_clone().map_err(failed)?;
            thread::spawn(move || {
                thread::sleep(limit.saturating_sub(begun.elapsed()));
                // The server may have closed it already.
                let _ = stream.shutdown(Shutdown::Both);
            });
        }
        let mut outcome = url1738_client::Outcome::default();
        let mut buffer = [0; 4096];
        while let len @ 1.. = session.read(&mut buffer).map_err(failed)? {
            let shown = content.content(buffer.get(..len).unwrap_or(&buffer));
            shown.and_then(|()| io::stdout().flush()).map_err(Error::Sink)?;
            outcome.content_len += len as u64;
        }
        timed_out().map_or(Ok(outcome), Err)
    }

    /// Returns the name of the file for the content of a URL, in the current folder.
    fn remote_name(&self, url: &Url<&str>) -> Result<PathBuf, Failure> {
        let path = PathBuf::from(file_name::of_url(url));
        if path.symlink_metadata().is_ok() && !self.arguments.resume {
            let help = match url {
                Url::Ftp(_) => "continue it by --resume, or name another file by --output",
                _ => "name another file by --output",
            };
            return Err(Failure::local(format!("{} exists", sanitized::path(&path)), Some(help)));
        }
        Ok(path)
    }

    /// Reports the error of a URL, and returns the outcome that it leads to.
    pub(super) fn report(
        &self,
        valid: &ValidLine<'_>,
        mut failure: Failure,
    ) -> exit::Result<Outcome> {
        let outcome = core::mem::replace(&mut failure.outcome, Ok(Outcome::Valid))?;
        if failure.help == Some(START_OVER) {
            failure.kept = None;
            // A file may change while it is fetched from its start.
            failure.help = failure.help.filter(|_| self.arguments.resume).or(Some("try again"));
        }
        if !self.config.is_human() {
            self.write(&records::of_failure(&valid.subject, &failure), |_, _| Ok(()))?;
            return Ok(outcome);
        }
        message::error(&failure);
        let style = self.config.stderr.name;
        if self.is_one_of_many {
            let url = valid.subject.input();
            let _ = writeln!(anstream::stderr(), "  {style}= url{style:#}: {url}");
        }
        if let Some(help) = failure.help {
            let _ = writeln!(anstream::stderr(), "  {style}= help{style:#}: {help}");
        }
        if let (Some(kept), false) = (failure.kept, self.config.quiet) {
            message::print(&format_args!("{kept} bytes are kept: --resume continues them"));
        }
        Ok(outcome)
    }

    /// Writes a record to stdout, which `text` writes for reading.
    fn write(
        &self,
        record: &Object,
        text: impl FnOnce(&Palette, &mut Vec<u8>) -> io::Result<()>,
    ) -> exit::Result<()> {
        let mut out = anstream::stdout().lock();
        self.config.output.record_to(record, text, &mut out)?;
        self.masked.fetch_add(u64::from(record.is_masked), Relaxed);
        Ok(out.flush()?)
    }
}

/// Returns the subject of an article, if words of it are encoded (RFC 2047).
fn subject(octets: &[u8]) -> Option<String> {
    octets.windows(2).find(|octets| octets == b"=?")?;
    let line = [octets, b"\n"].concat();
    let header = MessageStream::new(&line).parse_unstructured();
    header.into_text().map(Cow::into_owned)
}
