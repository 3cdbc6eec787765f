//! Gopher (RFC 1436) and Gopher+: one connection per transaction, read to its end.

use core::net::SocketAddr;
use url1738::plan::{Answers, Plan, Step};

use super::connection::Connection;
use super::{Outcome, wire};
use crate::error::{Error, Result};
use crate::octets::excerpt;

pub(super) fn execute(plan: &Plan, address: SocketAddr, answers: &Answers) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    for step in plan.steps() {
        match step {
            // The answers are known.
            Step::Ask(_) => {}
            Step::Send(_) => {
                let request = wire(plan, step, answers)?;
                let mut connection = Connection::open(address)?;
                connection.send(&request)?;
                let answer = connection.all()?;
                outcome.received = if is_plus(&request) { data_of(answer)? } else { answer };
                outcome.sent.extend(request);
            }
            other => return Err(Error::new(format!("not a step of gopher: {other}"))),
        }
    }
    Ok(outcome)
}

/// Whether a request asks for a Gopher+ answer: a field after the selector that begins like one.
fn is_plus(request: &[u8]) -> bool {
    let line = request.split(|&octet| octet == b'\r').next().unwrap_or_default();
    let mut fields = line.split(|&octet| octet == b'\t').skip(1);
    fields.any(|field| matches!(field.first(), Some(b'+' | b'!' | b'$')))
}

/// Removes the header line of a Gopher+ answer: `+` and the length of the data, `-1` if a lone
/// dot ends them, `-2` if the end of the connection does. A server that does not know the
/// attribute asked for answers without a header; then all of it is data.
fn data_of(answer: Vec<u8>) -> Result<Vec<u8>> {
    let bad = |answer: &[u8]| Error::new(format!("invalid Gopher+ answer: {}", excerpt(answer)));
    let Some(rest) = answer.strip_prefix(b"+") else { return Ok(answer) };
    let end = rest.windows(2).position(|two| two == b"\r\n").ok_or_else(|| bad(&answer))?;
    let (header, data) = (&rest[..end], &rest[end + 2..]);
    match header {
        b"-2" => Ok(data.to_vec()),
        b"-1" => data.strip_suffix(b".\r\n").map(<[u8]>::to_vec).ok_or_else(|| bad(&answer)),
        digits if digits.iter().all(u8::is_ascii_digit) => {
            let fits = core::str::from_utf8(digits).is_ok_and(|n| n.parse() == Ok(data.len()));
            if fits { Ok(data.to_vec()) } else { Err(bad(&answer)) }
        }
        _ => Err(bad(&answer)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_headers_are_taken_off() {
        for answer in ["+4\r\nitem", "+-2\r\nitem", "+-1\r\nitem.\r\n", "item"] {
            assert_eq!(data_of(answer.into()).unwrap(), b"item", "{answer}");
        }
        for answer in ["+5\r\nitem", "+-1\r\nitem", "+", "+x\r\n"] {
            assert!(data_of(answer.into()).is_err(), "{answer}");
        }
    }

    #[test]
    fn plus_is_seen_in_the_request() {
        assert!(is_plus(b"/item\t\t+\r\n") && is_plus(b"/item\t!\r\n"));
        assert!(!is_plus(b"/find\tone+two\r\n") && !is_plus(b"/x\r\n"));
    }
}
