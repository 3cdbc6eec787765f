//! The content of a URL on its way, and what the user sees meanwhile: progress, questions, advice, the trace.

use core::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use std::{
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use url1738::{
    Redacted, Url,
    plan::{Answers, Question},
};
use url1738_client::{Channel, Error, Event, Handler, Listing, Outcome, Row, Secrets};

use super::{
    answers,
    failure::Failure,
    fetcher::{Fetcher, ValidLine},
    output::Target,
};
use crate::{
    diagnostics::{Sanitized, message},
    pipeline::BAR,
};

/// How much of an answer to a search shows whether it is a menu, in bytes.
const SAMPLE: usize = 64 * 1024;

/// Whether it is reported that a type was a guess, as that of most files is.
static GUESSED: AtomicBool = AtomicBool::new(false);

/// Takes the rows of a listing, one after the other.
pub(super) type Rows<'r> = &'r mut dyn FnMut(Result<Row, Error>) -> Result<(), Failure>;

/// What the client reports of one URL.
pub(super) struct Content<'a, 'r> {
    fetcher: &'a Fetcher<'a>,
    /// The URL without its password.
    url: String,
    pub(super) target: Target<'a>,
    /// Reads the rows, if the content is a listing.
    listing: Option<Listing>,
    rows: Rows<'r>,
    /// The beginning of an answer to a search, which is a menu or a text.
    search: Option<Vec<u8>>,
    /// With `--trace`, what was received on the connection for commands and on that for data and is not shown yet.
    trace: Option<[Held; 2]>,
    bar: ProgressBar,
    composed: Option<String>,
}

/// What was fetched.
#[derive(Debug)]
pub(super) struct Fetched {
    pub(super) outcome: Outcome,
    /// The file or folder that it is in.
    pub(super) path: Option<PathBuf>,
    /// The length of that file.
    pub(super) len: u64,
    /// The address to compose a message to, if that was the plan.
    pub(super) composed: Option<String>,
    pub(super) is_listing: bool,
}

impl<'a, 'r> Content<'a, 'r> {
    pub(super) fn new(
        fetcher: &'a Fetcher<'a>,
        valid: &ValidLine<'_>,
        mut target: Target<'a>,
        listing: Option<Listing>,
        rows: Rows<'r>,
    ) -> Self {
        let traces = fetcher.arguments.trace;
        // Content that is shown as it comes shows the progress, too.
        let is_shown =
            !fetcher.arguments.recursive && target.path().is_none() && io::stdout().is_terminal();
        let is_alone = fetcher.config.threads == 1;
        let has_bar = !fetcher.config.quiet && !traces && !is_shown && is_alone;
        let to = match has_bar && io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr_with_hz(5),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, to);
        bar.set_style(style("{bytes}, {bytes_per_sec}"));
        bar.set_position(target.unfinished().map_or(0, |file| file.offset));
        bar.reset_eta();
        let is_search = matches!(&valid.url, Url::Gopher(url) if url.item_type().octet() == b'7');
        Self {
            fetcher,
            url: valid.subject.input().to_string(),
            target,
            search: (is_search && listing.is_some()).then(Vec::new),
            listing,
            rows,
            trace: traces.then(|| ["<", "="].map(Held::new)),
            bar,
            composed: None,
        }
    }

    /// Decides whether an answer to a search is a menu.
    fn decide(&mut self) -> io::Result<()> {
        let Some(held) = self.search.take() else { return Ok(()) };
        // The last line may not be complete.
        let end = held.iter().rposition(|octet| *octet == b'\n').filter(|_| held.len() > SAMPLE);
        let lines = end.and_then(|end| held.get(..end)).unwrap_or(&held);
        if !Listing::is_menu(lines) {
            self.listing = None;
        }
        self.take(&held)
    }

    fn take(&mut self, octets: &[u8]) -> io::Result<()> {
        if let Some(held) = &mut self.search {
            held.extend_from_slice(octets);
            return if held.len() > SAMPLE { self.decide() } else { Ok(()) };
        }
        if let Some(listing) = &mut self.listing {
            listing.read(octets).try_for_each(&mut *self.rows)?;
            // A mirror keeps the menu, too.
            return if self.target.path().is_some() { self.target.write(octets) } else { Ok(()) };
        }
        self.target.write(octets)
    }

    /// Takes what is held. Returns whether the content is a listing.
    fn rest(&mut self) -> io::Result<bool> {
        self.decide()?;
        let Some(listing) = self.listing.take() else { return Ok(false) };
        listing.end().map_or(Ok(()), &mut *self.rows)?;
        Ok(true)
    }

    /// Ends the content.
    pub(super) fn end(mut self, result: Result<Outcome, Error>) -> Result<Fetched, Failure> {
        self.bar.finish_and_clear();
        self.trace.iter_mut().flatten().for_each(Held::flush);
        let (path, offset) = (
            self.target.path().map(Path::to_owned),
            self.target.unfinished().map_or(0, |file| file.offset),
        );
        let result = result.and_then(|outcome| {
            let is_listing = self.rest().map_err(Error::Sink)?;
            let (len, composed) = (outcome.content_len + offset, self.composed.take());
            Ok(Fetched { outcome, path, len, composed, is_listing })
        });
        match result {
            Ok(fetched) => self.target.end(None).map(|_| fetched),
            Err(error) => {
                // The first error is the one to report.
                let kept = self.target.end(Some(&error)).ok().flatten();
                Err(Failure { kept, ..error.into() })
            }
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Handler for Content<'_, '_> {
    fn content(&mut self, octets: &[u8]) -> io::Result<()> {
        self.bar.inc(octets.len() as u64);
        self.take(octets)
    }

    fn answer(&mut self, question: Question, prompt: &[u8], answers: Answers) -> Answers {
        self.bar.suspend(|| answers::ask(question, prompt, &self.url, answers))
    }

    fn event(&mut self, event: &Event<'_>) {
        if let Some(trace) = &mut self.trace {
            show(event, trace);
        }
        let config = self.fetcher.config;
        match event {
            Event::Sent(outgoing) => {
                if let Some(listing) = &mut self.listing {
                    listing.sent(outgoing);
                }
            }
            Event::Guess(guess)
                if !config.quiet && config.is_human() && !GUESSED.swap(true, Relaxed) =>
            {
                self.bar.suspend(|| {
                    message::print(&format_args!("{guess}: the URL has no typecode"));
                });
            }
            // The password of a telnet URL is for the user to type.
            Event::Advice(step) => self.bar.suspend(|| match config.passwords.keeps() {
                true => message::print(&format_args!("{step:#}")),
                false => message::print(step),
            }),
            Event::Compose(address) => {
                // A quoted local part may be a URL.
                let shown = match config.passwords.keeps() {
                    true => Redacted::revealed(address),
                    false => Redacted::of_data(address),
                };
                self.composed = Some(Sanitized::masked(shown).to_string());
            }
            Event::Identified(identity) => {
                if let Some(file) = self.target.unfinished() {
                    file.identity.get_or_insert_with(|| (*identity).clone());
                }
            }
            Event::Announced(len) => {
                self.bar.set_length(*len);
                self.bar.set_style(style(BAR));
                self.bar.enable_steady_tick(Duration::from_millis(200));
            }
            _ => {}
        }
    }
}

/// The longest line that is shown as a whole.
const LONGEST: usize = 4096;

/// Octets that are not shown yet: the beginning of a line, or lines that end with what may be the beginning of a password.
#[derive(Debug)]
struct Held {
    sign: &'static str,
    octets: Vec<u8>,
    secrets: Secrets,
}

/// Shows an event on stderr, without passwords.
fn show(event: &Event<'_>, [control, data]: &mut [Held; 2]) {
    // What is sent or connected to ends what was received.
    if let Event::Sent(_) | Event::Connected(..) = event {
        control.flush();
    }
    match event {
        Event::Connected(Channel::Data, address) => print("*", &format!("data {address}")),
        Event::Connected(_, address) => print("*", &format!("connected to {address}")),
        Event::Sent(outgoing) => print(">", &outgoing.to_string()),
        Event::Received(Channel::Control, octets, secrets) => {
            control.received(octets, secrets, "closed by the server");
        }
        Event::Received(_, octets, secrets) => data.received(octets, secrets, "data closed"),
        Event::Redirected(url) => print("*", &format!("redirected to {url}")),
        _ => {}
    }
}

impl Held {
    fn new(sign: &'static str) -> Self {
        Self { sign, octets: Vec::new(), secrets: Secrets::default() }
    }

    /// Shows complete lines. A password that the server repeats is within the octets that are shown together. Empty octets are
    /// the end of the connection.
    fn received(&mut self, octets: &[u8], secrets: &Secrets, closed: &str) {
        self.octets.extend_from_slice(octets);
        self.secrets.clone_from(secrets);
        if octets.is_empty() {
            self.flush();
            print("*", closed);
            return;
        }
        let lines =
            |octets: &[u8]| octets.iter().rposition(|it| *it == b'\n').map_or(0, |at| at + 1);
        // A password that begins in the last line may end in one that has not come.
        let (complete, _) = self.octets.split_at(lines(&self.octets));
        let mut end = lines(complete.split_at(complete.len() - secrets.begun(complete)).0);
        if self.octets.len() - end > LONGEST {
            // The end may be the beginning of a password.
            end = self.octets.len() - secrets.begun(&self.octets);
        }
        let rest = self.octets.split_off(end);
        self.flush();
        self.octets = rest;
    }

    /// Shows what is held, line by line.
    fn flush(&mut self) {
        let octets = core::mem::take(&mut self.octets);
        for line in self.secrets.mask(&octets).split_inclusive(|octet| *octet == b'\n') {
            print(self.sign, &line.escape_ascii().to_string());
        }
    }
}

fn print(sign: &str, text: &str) {
    let text = Sanitized::masked(Redacted::of_text(text.as_bytes())).to_string();
    // If stderr is closed, the trace is lost.
    let _ = writeln!(anstream::stderr(), "{sign} {text}");
}
