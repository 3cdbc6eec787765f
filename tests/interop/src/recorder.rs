//! A server that accepts anything and records every octet it receives.
//!
//! The client and a real client each talk to one; what the two recordings hold is compared. It
//! supports just enough of ftp, http, gopher and telnet for a client to finish.

use core::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};
use std::{
    io,
    io::{Read as _, Write as _},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        mpsc,
        mpsc::{Sender, TryRecvError},
    },
    thread,
    thread::JoinHandle,
    time::Instant,
};

use crate::octets::{Error, Result};

/// A client that sends nothing for this time is done.
const QUIET: Duration = Duration::from_secs(3);

/// The longest recording.
const LIMIT: usize = 1 << 16;

/// The kind of server that the recorder imitates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// An ftp server that asks for a password (331 to USER), or does not (230).
    Ftp {
        /// Whether it asks for a password.
        asks: bool,
    },
    /// An HTTP/1.0 server.
    Http,
    /// A gopher server.
    Gopher,
    /// A telnet server that asks for the user's name.
    Telnet,
}

/// A recording server on a separate thread.
#[derive(Debug)]
pub struct Recorder {
    address: SocketAddr,
    /// Ends the server when dropped.
    running: Sender<()>,
    thread: JoinHandle<Vec<Vec<u8>>>,
}

impl Recorder {
    /// Starts a recorder on a free loopback port.
    ///
    /// # Errors
    /// Returns an error if no port is available.
    pub fn start(role: Role) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let (running, stopped) = mpsc::channel();
        let thread = thread::spawn(move || {
            let mut connections = Vec::new();
            for stream in listener.incoming() {
                if stopped.try_recv() == Err(TryRecvError::Disconnected) {
                    break;
                }
                if let Ok(stream) = stream {
                    connections.push(record(stream, role));
                }
            }
            connections
        });
        Ok(Self { address, running, thread })
    }

    /// Returns the address at which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends it and returns what each connection received, in order. A connection that is still open is awaited
    /// for a few seconds at most.
    ///
    /// # Errors
    /// Returns an error if its thread panicked.
    pub fn finish(self) -> Result<Vec<Vec<u8>>> {
        drop(self.running);
        // The thread waits in accept; a connection wakes it.
        drop(TcpStream::connect(self.address));
        self.thread.join().map_err(|_| Error::new("the recorder panicked"))
    }
}

fn record(stream: TcpStream, role: Role) -> Vec<u8> {
    let mut tape = Tape { stream, octets: Vec::new(), read: 0 };
    // A client that disconnects early leaves a recording of what it had sent.
    let _ = tape.play(role);
    let _ = tape.stream.shutdown(Shutdown::Write);
    let _ = tape.drain();
    tape.octets
}

/// A connection, and everything received over it.
struct Tape {
    stream: TcpStream,
    octets: Vec<u8>,
    /// How many octets have been processed.
    read: usize,
}

impl Tape {
    fn play(&mut self, role: Role) -> io::Result<()> {
        self.stream.set_read_timeout(Some(QUIET))?;
        self.stream.set_write_timeout(Some(QUIET))?;
        match role {
            Role::Ftp { asks } => converse_ftp(self, asks),
            Role::Http => {
                self.until(b"\r\n\r\n")?;
                self.say(b"HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nok\n")
            }
            Role::Gopher => {
                self.until(b"\n")?;
                self.say(b"ok\r\n.\r\n")
            }
            Role::Telnet => converse_telnet(self),
        }
    }

    fn say(&mut self, octets: &[u8]) -> io::Result<()> {
        self.stream.write_all(octets)
    }

    /// Reads more octets; returns false if there are none.
    fn take(&mut self) -> io::Result<bool> {
        let mut buffer = [0; 4096];
        let count = self.stream.read(&mut buffer)?;
        self.octets.extend(&buffer[..count]);
        Ok(count > 0 && self.octets.len() < LIMIT)
    }

    /// Returns the octets up to and including the next `end`.
    fn until(&mut self, end: &[u8]) -> io::Result<Vec<u8>> {
        loop {
            let unread = &self.octets[self.read..];
            if let Some(at) = unread.windows(end.len()).position(|window| window == end) {
                let piece = unread[..at + end.len()].to_vec();
                self.read += piece.len();
                return Ok(piece);
            }
            if !self.take()? {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    /// Reads everything still in transit: closing earlier would make the kernel answer with a reset,
    /// and the client lose its reply.
    fn drain(&mut self) -> io::Result<()> {
        while self.take()? {}
        Ok(())
    }
}

/// The contents of every file and every listing.
pub(crate) const DATA: &[u8] = b"data\r\n";

/// Every command succeeds.
fn converse_ftp(tape: &mut Tape, asks: bool) -> io::Result<()> {
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

const IAC: u8 = 255;
const DO: u8 = 253;
const WILL: u8 = 251;
const SB: u8 = 250;
const SE: u8 = 240;
const NEW_ENVIRON: u8 = 39;
const SEND: u8 = 1;

/// What the client is shown; the session ends after it.
pub const GREETING: &[u8] = b"a banner\r\nlogin: ";

/// Asks for the environment (RFC 1572), where a client may put a user's name, and shows a banner.
fn converse_telnet(tape: &mut Tape) -> io::Result<()> {
    tape.say(&[IAC, DO, NEW_ENVIRON])?;
    tape.say(GREETING)?;
    let answer = tape.until(&[NEW_ENVIRON])?;
    if answer.ends_with(&[IAC, WILL, NEW_ENVIRON]) {
        tape.say(&[IAC, SB, NEW_ENVIRON, SEND, IAC, SE])?;
        tape.until(&[IAC, SE])?;
    }
    // Anything beyond its answers, a user's name or a password, is sent at once or never.
    tape.stream.set_read_timeout(Some(Duration::from_millis(300)))
}
