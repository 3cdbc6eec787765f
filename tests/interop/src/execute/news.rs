//! NNTP (RFC 977): commands, and texts that a lone dot ends.

use core::net::SocketAddr;
use url1738::plan::{Answers, Plan};

use super::connection::Connection;
use super::{Outcome, command, reply, wire};
use crate::error::{Error, Result};

/// The codes after which a text follows: a list of groups, and an article.
const WITH_TEXT: [u16; 2] = [215, 220];

pub(super) fn execute(plan: &Plan, address: SocketAddr, answers: &Answers) -> Result<Outcome> {
    let mut server = Connection::open(address)?;
    let mut outcome = Outcome::default();
    let greeting = reply(&server.line()?)?;
    if greeting.code / 100 != 2 {
        return Err(Error::new(format!("greeted with {} {}", greeting.code, greeting.text)));
    }
    for step in plan.steps() {
        let Some(command) = command(step)? else { continue };
        if !outcome.allows(command.condition) {
            continue;
        }
        let line = wire(plan, step, answers)?;
        server.send(&line)?;
        outcome.sent.extend(&line);
        let reply = reply(&server.line()?)?;
        if WITH_TEXT.contains(&reply.code) {
            outcome.received = text(&mut server)?;
        }
        let fine = reply.code / 100 == 2;
        if !outcome.note(&line, reply, command.condition, fine) {
            break;
        }
    }
    server.send(b"QUIT\r\n")?;
    let _ = server.line();
    Ok(outcome)
}

/// Returns the text up to the lone dot, with doubled dots undone.
fn text(server: &mut Connection) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    for _ in 0..100_000 {
        let line = server.line()?;
        if line == b"." {
            return Ok(text);
        }
        text.extend(line.strip_prefix(b".").unwrap_or(&line));
        text.extend(b"\r\n");
    }
    Err(Error::new("no end of the text"))
}
