//! HTTP/1.0: one request, one answer, and the connection ends.

use core::net::SocketAddr;
use url1738::plan::{Answers, Condition, Plan, Step};

use super::connection::Connection;
use super::{Outcome, reply, wire};
use crate::error::{Error, Result};

pub(super) fn execute(plan: &Plan, address: SocketAddr, answers: &Answers) -> Result<Outcome> {
    let [step @ Step::Send(_)] = plan.steps() else {
        return Err(Error::new(format!("http is one request: {plan}")));
    };
    let request = wire(plan, step, answers)?;
    let mut connection = Connection::open(address)?;
    connection.send(&request)?;
    let status = connection.line()?;
    let status = status.splitn(2, |&octet| octet == b' ').nth(1).unwrap_or_default();
    let reply = reply(status)?;
    let mut length = None;
    loop {
        let line = connection.line()?;
        if line.is_empty() {
            break;
        }
        let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok();
        }
    }
    let received = connection.all()?;
    if length.is_some_and(|length: usize| length != received.len()) {
        return Err(Error::new(format!(
            "{length:?} octets announced, {} received",
            received.len()
        )));
    }
    let mut outcome = Outcome { sent: request.clone(), received, ..Outcome::default() };
    let line = request.split(|&octet| octet == b'\r').next().unwrap_or_default();
    let fine = reply.code == 200;
    outcome.note(line, reply, Condition::Always, fine);
    Ok(outcome)
}
