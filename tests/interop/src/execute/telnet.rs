//! Telnet (RFC 854): the session as a user sees it before typing anything.

use core::net::SocketAddr;
use std::io;
use std::time::Instant;

use core::time::Duration;

use url1738::plan::{Plan, Step};

use super::Outcome;
use super::connection::Connection;
use crate::error::{Error, Result};

const IAC: u8 = 255;
const DONT: u8 = 254;
const DO: u8 = 253;
const WONT: u8 = 252;
const WILL: u8 = 251;
const SB: u8 = 250;
const SE: u8 = 240;

/// After this time without output the server is waiting for the user.
const QUIET: Duration = Duration::from_millis(700);

/// The longest session.
const LONGEST: Duration = Duration::from_secs(8);

pub(super) fn execute(plan: &Plan, address: SocketAddr) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    for step in plan.steps() {
        match step {
            Step::AdviseUser(_) | Step::AdvisePassword(_) => {
                outcome.advised.push(format!("{step:#}"));
            }
            Step::Session => watch(address, &mut outcome)?,
            other => return Err(Error::new(format!("not a step of telnet: {other}"))),
        }
    }
    Ok(outcome)
}

/// Connects, refuses every option, and reads what the server shows until it waits.
fn watch(address: SocketAddr, outcome: &mut Outcome) -> Result<()> {
    let mut server = Connection::open(address)?;
    let deadline = Instant::now() + LONGEST;
    let mut stream = Vec::new();
    while Instant::now() < deadline {
        match server.some() {
            Ok(octets) if octets.is_empty() => break,
            Ok(octets) => stream.extend(octets),
            Err(error) if is_silence(&error) => break,
            Err(error) => return Err(error.into()),
        }
        let refusals = take_in(&mut stream, &mut outcome.received);
        server.send(&refusals)?;
        outcome.sent.extend(refusals);
        server.set_patience(QUIET)?;
    }
    Ok(())
}

fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// Moves the complete part of `stream` to `shown`, and returns the answers to the options in it.
/// An incomplete command stays in the stream.
fn take_in(stream: &mut Vec<u8>, shown: &mut Vec<u8>) -> Vec<u8> {
    let mut answers = Vec::new();
    let mut rest = stream.as_slice();
    loop {
        rest = match rest {
            [IAC, IAC, more @ ..] => {
                shown.push(IAC);
                more
            }
            [IAC, DO | DONT | WILL | WONT] | [IAC] => break,
            [IAC, request @ (DO | WILL), option, more @ ..] => {
                let refusal = if *request == DO { WONT } else { DONT };
                answers.extend([IAC, refusal, *option]);
                more
            }
            // The option is off already.
            [IAC, DONT | WONT, _, more @ ..] => more,
            [IAC, SB, inner @ ..] => match inner.windows(2).position(|two| two == [IAC, SE]) {
                Some(at) => &inner[at + 2..],
                None => break,
            },
            [IAC, _, more @ ..] => more,
            [octet, more @ ..] => {
                shown.push(*octet);
                more
            }
            [] => break,
        };
    }
    *stream = rest.to_vec();
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_refused_and_the_text_remains() {
        let mut stream =
            b"\xff\xfd\x27a\xff\xfb\x01\xff\xffb\xff\xfa\x27\x01\xff\xf0c\xff\xfd".to_vec();
        let mut shown = Vec::new();
        let answers = take_in(&mut stream, &mut shown);
        assert_eq!(shown, b"a\xffbc");
        assert_eq!(answers, b"\xff\xfc\x27\xff\xfe\x01");
        assert_eq!(stream, b"\xff\xfd");
    }
}
