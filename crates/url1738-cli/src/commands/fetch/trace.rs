//! The trace of an exchange on stderr, without passwords.

use std::io::Write as _;

use url1738::Redacted;
use url1738_client::{Channel, Event, Secrets};

use crate::diagnostics::Sanitized;

/// The longest line that is shown as a whole.
const LONGEST: usize = 4096;

/// What was received and is not shown yet, for each connection.
#[derive(Debug)]
pub(super) struct Trace {
    control: Held,
    data: Held,
}

/// Octets that are not shown yet: the beginning of a line, or lines that end with what may be the beginning of a password.
#[derive(Debug)]
struct Held {
    sign: &'static str,
    octets: Vec<u8>,
    secrets: Secrets,
}

impl Trace {
    pub(super) fn new() -> Self {
        Self { control: Held::new("<"), data: Held::new("=") }
    }

    /// Shows what is held.
    pub(super) fn end(mut self) {
        self.control.flush();
        self.data.flush();
    }

    pub(super) fn event(&mut self, event: &Event<'_>) {
        // What is sent or connected to ends what was received.
        if let Event::Sent(_) | Event::Connected(..) = event {
            self.control.flush();
        }
        match event {
            Event::Connected(Channel::Data, address) => print("*", &format!("data {address}")),
            Event::Connected(_, address) => print("*", &format!("connected to {address}")),
            Event::Sent(outgoing) => print(">", &outgoing.to_string()),
            Event::Received(Channel::Control, octets, secrets) => {
                self.control.received(octets, secrets, "closed by the server");
            }
            Event::Received(_, octets, secrets) => {
                self.data.received(octets, secrets, "data closed");
            }
            Event::Redirected(url) => print("*", &format!("redirected to {url}")),
            _ => {}
        }
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
