//! FTP (RFC 959): one control connection for one URL (section 3.2.5), a data connection by PASV.

use core::net::SocketAddr;
use url1738::plan::{Answers, Condition, Plan};

use super::connection::Connection;
use super::{Outcome, Reply, code, command, reply, wire};
use crate::error::{Error, Result};
use crate::octets::quote;

pub(super) fn execute(plan: &Plan, address: SocketAddr, answers: &Answers) -> Result<Outcome> {
    let mut control = Connection::open(address)?;
    let mut outcome = Outcome::default();
    let greeting = read_reply(&mut control)?;
    if greeting.code != 220 {
        return Err(Error::new(format!("greeted with {} {}", greeting.code, greeting.text)));
    }
    for step in plan.steps() {
        let Some(command) = command(step)? else { continue };
        if !outcome.allows(command.condition) {
            continue;
        }
        let line = wire(plan, step, answers)?;
        let goes_on = if command.opens_data_connection() {
            transfer(&mut control, &line, &mut outcome)?
        } else {
            control.send(&line)?;
            outcome.sent.extend(&line);
            let reply = read_reply(&mut control)?;
            // 331 asks for the password; every other intermediate reply is an error.
            let fine = reply.code / 100 == 2 || (command.verb == "USER" && reply.code == 331);
            outcome.note(&line, reply, command.condition, fine)
        };
        if !goes_on {
            break;
        }
    }
    control.send(b"QUIT\r\n")?;
    let _ = read_reply(&mut control);
    Ok(outcome)
}

/// Opens a data connection, sends the command and receives the data. Returns whether all of it succeeded.
fn transfer(control: &mut Connection, line: &[u8], outcome: &mut Outcome) -> Result<bool> {
    control.send(b"PASV\r\n")?;
    let passive = read_reply(control)?;
    if passive.code != 227 {
        return Ok(outcome.note(b"PASV", passive, Condition::Always, false));
    }
    let port = data_port(&passive.text)?;
    // The address in the reply is the server's own view, which is wrong if there is a gateway.
    let mut data = Connection::open(SocketAddr::new(control.peer()?.ip(), port))?;
    control.send(line)?;
    outcome.sent.extend(line);
    let opening = read_reply(control)?;
    if opening.code / 100 != 1 {
        return Ok(outcome.note(line, opening, Condition::Always, false));
    }
    outcome.received = data.all()?;
    drop(data);
    let closing = read_reply(control)?;
    let fine = closing.code / 100 == 2;
    Ok(outcome.note(line, closing, Condition::Always, fine))
}

/// Reads a reply of one line, or of several from `CODE-` to `CODE `.
fn read_reply(control: &mut Connection) -> Result<Reply> {
    let first = control.line()?;
    if first.get(3) != Some(&b'-') {
        return reply(&first);
    }
    let opened = code(&first)?;
    for _ in 0..1000 {
        let line = control.line()?;
        if line.get(3) == Some(&b' ') && code(&line).is_ok_and(|code| code == opened) {
            return reply(&line);
        }
    }
    Err(Error::new(format!("no end of the reply {}", quote(&first))))
}

/// Returns the port in `(h1,h2,h3,h4,p1,p2)`, anywhere in the reply.
fn data_port(text: &str) -> Result<u16> {
    let bad = || Error::new(format!("no port in {text}"));
    let inner = text.split(|c: char| !c.is_ascii_digit() && c != ',');
    let numbers = inner.max_by_key(|piece| piece.matches(',').count()).ok_or_else(bad)?;
    let numbers: Vec<u8> = numbers.split(',').filter_map(|n| n.parse().ok()).collect();
    let [_, _, _, _, high, low] = numbers[..] else { return Err(bad()) };
    Ok(u16::from_be_bytes([high, low]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_found_in_any_wording() {
        assert_eq!(data_port("Entering Passive Mode (192,0,2,1,47,168).").unwrap(), 12200);
        assert_eq!(data_port("ok =127,0,0,1,4,1").unwrap(), 1025);
        assert!(data_port("Entering Passive Mode").is_err());
    }
}
