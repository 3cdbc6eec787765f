//! Where content goes: stdout, a file, or a mirror.

use std::{
    fs::File,
    io,
    io::{IsTerminal as _, Write as _},
    path::{Path, PathBuf},
};

use encoding_rs::Encoding;
use url1738::{Redacted, Url};
use url1738_client::{Channel, Client, Error, Event, Identity, Secrets};

use super::{failure::Failure, mirror::Place, screen::Screen, unfinished::Unfinished};
use crate::diagnostics::Sanitized;

/// Where the content of a URL goes.
pub(super) enum Target<'a> {
    /// It is not kept: a record says what there is.
    Nowhere,
    /// Written as it comes.
    Stdout,
    /// Shown on a terminal, line by line.
    Terminal(Screen),
    /// A device or pipe.
    Device(PathBuf, File),
    /// A file, which has another name until it is complete.
    File(Box<Unfinished>),
    /// A file of a mirror, which appears when it is complete.
    Place(Place<'a>),
}

impl<'a> Target<'a> {
    pub(super) fn stdout(charset: Option<&'static Encoding>) -> Self {
        match io::stdout().is_terminal() {
            true => Self::Terminal(Screen::new(charset)),
            false => Self::Stdout,
        }
    }

    /// Returns the target for the content of a URL at a path. If `resume` is set, an unfinished file is continued; if
    /// `keeps` is set, a file that appears at the path meanwhile is not replaced.
    pub(super) fn file(
        path: &Path,
        url: &Url<&str>,
        resume: bool,
        keeps: bool,
    ) -> Result<Self, Failure> {
        let failed = |error| Failure::writing(path, &error);
        if !resume && path.metadata().is_ok_and(|data| !data.is_file()) {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Self::Device(path.to_owned(), file));
        }
        let url = url.redacted().to_string();
        let unfinished = Unfinished::new(path, url, resume, keeps).map_err(failed)?;
        Ok(Self::File(Box::new(unfinished)))
    }

    /// Returns a client that asks for what is missing, and for what a file is that may have to be resumed.
    pub(super) fn ask(&self, client: &Client) -> Client {
        match self {
            Self::File(unfinished) => {
                client.clone().identify().resume_at(unfinished.offset, unfinished.identity())
            }
            _ => client.clone(),
        }
    }

    /// Returns how much of the content is there already.
    pub(super) fn offset(&self) -> u64 {
        match self {
            Self::File(unfinished) => unfinished.offset,
            _ => 0,
        }
    }

    pub(super) const fn is_file(&self) -> bool {
        matches!(self, Self::Device(..) | Self::File(_) | Self::Place(_))
    }

    /// Notes what the file on the server is.
    pub(super) fn identified(&mut self, identity: &Identity) {
        if let Self::File(unfinished) = self {
            unfinished.identified(identity);
        }
    }

    pub(super) fn write(&mut self, octets: &[u8]) -> io::Result<()> {
        match self {
            _ if octets.is_empty() => Ok(()),
            Self::Nowhere => Ok(()),
            Self::Stdout => io::stdout().write_all(octets),
            Self::Terminal(screen) => screen.write(octets),
            Self::Device(path, file) => {
                let written = file.write_all(octets);
                written.map_err(|error| io::Error::other(Failure::writing(path, &error)))
            }
            Self::File(file) => {
                let written = file.write_all(octets);
                written.map_err(|error| io::Error::other(Failure::writing(&file.target, &error)))
            }
            Self::Place(place) => place.write_all(octets).map_err(io::Error::other),
        }
    }

    /// Ends the content.
    pub(super) fn complete(self) -> Result<(), Failure> {
        match self {
            Self::Nowhere => {}
            Self::Stdout => io::stdout().flush()?,
            Self::Terminal(mut screen) => screen.end()?,
            Self::Device(path, mut file) => {
                file.flush().map_err(|error| Failure::writing(&path, &error))?;
            }
            Self::File(unfinished) => {
                let path = unfinished.target.clone();
                unfinished.complete().map_err(|error| Failure::writing(&path, &error))?;
            }
            Self::Place(place) => place.complete()?,
        }
        Ok(())
    }

    /// Gives the content up. Of a file that can be resumed, what came is kept.
    pub(super) fn abandon(self, error: Error) -> Failure {
        let kept = match self {
            Self::Terminal(mut screen) => {
                // The error is reported anyway.
                let _ = screen.end();
                None
            }
            Self::File(unfinished) => unfinished.abandon(&error),
            _ => None,
        };
        Failure { kept, ..error.into() }
    }
}

/// The longest line that is shown as a whole.
const LONGEST: usize = 4096;

/// What was received and is not shown yet, for each connection.
#[derive(Debug, Default)]
pub(super) struct Trace {
    control: Held,
    data: Held,
}

/// Octets that are not shown yet: the beginning of a line, or lines that end with what may be the beginning of a password.
#[derive(Debug, Default)]
struct Held {
    octets: Vec<u8>,
    secrets: Secrets,
}

impl Trace {
    /// Shows what is held.
    pub(super) fn end(mut self) {
        self.control.flush("<");
        self.data.flush("=");
    }

    pub(super) fn event(&mut self, event: &Event<'_>) {
        // What is sent or connected to ends what was received.
        if let Event::Sent(_) | Event::Connected(..) = event {
            self.control.flush("<");
        }
        match event {
            Event::Connected(Channel::Data, address) => print("*", &format!("data {address}")),
            Event::Connected(_, address) => print("*", &format!("connected to {address}")),
            Event::Sent(outgoing) => print(">", &outgoing.to_string()),
            Event::Received(Channel::Control, octets, secrets) => {
                self.control.received("<", octets, secrets);
            }
            Event::Received(_, octets, secrets) => self.data.received("=", octets, secrets),
            Event::Redirected(url) => print("*", &format!("redirected to {url}")),
            _ => {}
        }
    }
}

impl Held {
    /// Shows complete lines. A password that the server repeats is within the octets that are shown together.
    fn received(&mut self, sign: &str, octets: &[u8], secrets: &Secrets) {
        self.octets.extend_from_slice(octets);
        if self.secrets != *secrets {
            self.secrets = secrets.clone();
        }
        if octets.is_empty() {
            self.flush(sign);
            print("*", if sign == "=" { "data closed" } else { "closed by the server" });
            return;
        }
        let lines = |len: usize| {
            let mut before = self.octets.iter().take(len);
            before.rposition(|octet| *octet == b'\n').map_or(0, |at| at + 1)
        };
        // A password that begins in the last line may end in one that has not come.
        let (complete, _) = self.octets.split_at(lines(self.octets.len()));
        let mut end = lines(complete.len() - secrets.begun(complete));
        if self.octets.len() - end > LONGEST {
            // The end may be the beginning of a password.
            end = self.octets.len() - secrets.begun(&self.octets);
        }
        let rest = self.octets.split_off(end);
        show_traced(sign, &core::mem::replace(&mut self.octets, rest), secrets);
    }

    /// Shows what is held.
    fn flush(&mut self, sign: &str) {
        show_traced(sign, &core::mem::take(&mut self.octets), &self.secrets);
    }
}

/// Shows octets line by line.
fn show_traced(sign: &str, octets: &[u8], secrets: &Secrets) {
    for line in secrets.mask(octets).split_inclusive(|octet| *octet == b'\n') {
        print(sign, &line.escape_ascii().to_string());
    }
}

fn print(sign: &str, text: &str) {
    let text = Sanitized::masked(Redacted::of_text(text.as_bytes())).to_string();
    // If stderr is closed, the trace is lost.
    let _ = writeln!(anstream::stderr(), "{sign} {text}");
}
