//! The ftp part of the recorder: every command succeeds.

use core::net::Ipv4Addr;
use std::io::{self, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Instant;

use core::time::Duration;

use super::{QUIET, Tape};

/// The contents of every file and every listing.
pub(crate) const DATA: &[u8] = b"data\r\n";

pub(super) fn converse(tape: &mut Tape, asks: bool) -> io::Result<()> {
    let mut data = None;
    tape.say(b"220 ready\r\n")?;
    loop {
        let line = tape.until(b"\r\n")?;
        let verb = line.split(|octet| b" \r".contains(octet)).next().unwrap_or_default();
        match verb.to_ascii_uppercase().as_slice() {
            b"USER" if asks => tape.say(b"331 password, please\r\n")?,
            b"USER" | b"PASS" => tape.say(b"230 logged in\r\n")?,
            b"PWD" => tape.say(b"257 \"/\" is the current directory\r\n")?,
            b"CWD" => tape.say(b"250 done\r\n")?,
            b"TYPE" => tape.say(b"200 done\r\n")?,
            b"SIZE" => tape.say(format!("213 {}\r\n", DATA.len()).as_bytes())?,
            b"EPSV" => {
                let port = offer(&mut data)?;
                tape.say(format!("229 entering (|||{port}|)\r\n").as_bytes())?;
            }
            b"PASV" => {
                let [high, low] = offer(&mut data)?.to_be_bytes();
                // An address reserved by RFC 5737, which no machine has: that of the control connection counts.
                let reply = format!("227 entering (192,0,2,1,{high},{low})\r\n");
                tape.say(reply.as_bytes())?;
            }
            b"RETR" | b"NLST" | b"LIST" => match data.take() {
                Some(listener) => {
                    tape.say(b"150 here it comes\r\n")?;
                    accept(&listener)?.write_all(DATA)?;
                    tape.say(b"226 done\r\n")?;
                }
                None => tape.say(b"425 no data connection\r\n")?,
            },
            b"QUIT" => return tape.say(b"221 goodbye\r\n"),
            _ => tape.say(b"500 what?\r\n")?,
        }
    }
}

/// Opens a port for the next data connection.
fn offer(data: &mut Option<TcpListener>) -> io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    *data = Some(listener);
    Ok(port)
}

/// Accepts a connection, with a time limit.
fn accept(listener: &TcpListener) -> io::Result<TcpStream> {
    listener.set_nonblocking(true)?;
    let deadline = Instant::now() + QUIET;
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                return Ok(stream);
            }
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
            Err(_) if Instant::now() > deadline => return Err(io::ErrorKind::TimedOut.into()),
            Err(_) => thread::sleep(Duration::from_millis(2)),
        }
    }
}
