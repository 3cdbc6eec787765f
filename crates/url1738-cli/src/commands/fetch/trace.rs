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
    control: Vec<u8>,
    data: Vec<u8>,
}

impl Trace {
    pub(super) fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Connected(Channel::Data, address) => print("*", &format!("data {address}")),
            Event::Connected(_, address) => print("*", &format!("connected to {address}")),
            Event::Sent(outgoing) => print(">", &outgoing.to_string()),
            Event::Received(Channel::Control, octets, secrets) => {
                received("<", &mut self.control, octets, secrets);
            }
            Event::Received(_, octets, secrets) => received("=", &mut self.data, octets, secrets),
            Event::Redirected(url) => print("*", &format!("redirected to {url}")),
            _ => {}
        }
    }
}

/// Shows complete lines. A password that the server repeats is within a line, or in the octets held back of a long one.
fn received(sign: &str, held: &mut Vec<u8>, octets: &[u8], secrets: &Secrets) {
    held.extend_from_slice(octets);
    while let Some(end) = held.iter().position(|octet| *octet == b'\n') {
        let line: Vec<u8> = held.drain(..=end).collect();
        show(sign, &line, secrets);
    }
    if octets.is_empty() {
        if !held.is_empty() {
            show(sign, &core::mem::take(held), secrets);
        }
        print("*", if sign == "=" { "data closed" } else { "closed by the server" });
    } else if held.len() > LONGEST + secrets.longest() {
        // The end may be the beginning of a password.
        let masked = secrets.mask(held).into_owned();
        let keep = masked.len() - secrets.longest();
        show(sign, masked.get(..keep).unwrap_or_default(), secrets);
        *held = masked.get(keep..).unwrap_or_default().to_vec();
    }
}

fn show(sign: &str, line: &[u8], secrets: &Secrets) {
    let masked = secrets.mask(line);
    print(sign, &masked.escape_ascii().to_string());
}

fn print(sign: &str, text: &str) {
    let text = Sanitized::masked(Redacted::of_text(text.as_bytes())).to_string();
    // If stderr is closed, the trace is lost.
    let _ = writeln!(anstream::stderr(), "{sign} {text}");
}
