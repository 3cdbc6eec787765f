//! The bytes of an exchange on stderr, line by line and without passwords.

use std::io::Write as _;

use url1738::Redacted;
use url1738_client::{Channel, Event, Secrets};

use crate::diagnostics::Sanitized;

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
        show(sign, &core::mem::replace(&mut self.octets, rest), secrets);
    }

    /// Shows what is held.
    fn flush(&mut self, sign: &str) {
        show(sign, &core::mem::take(&mut self.octets), &self.secrets);
    }
}

/// Shows octets line by line.
fn show(sign: &str, octets: &[u8], secrets: &Secrets) {
    for line in secrets.mask(octets).split_inclusive(|octet| *octet == b'\n') {
        print(sign, &line.escape_ascii().to_string());
    }
}

fn print(sign: &str, text: &str) {
    let text = Sanitized::masked(Redacted::of_text(text.as_bytes())).to_string();
    // If stderr is closed, the trace is lost.
    let _ = writeln!(anstream::stderr(), "{sign} {text}");
}
