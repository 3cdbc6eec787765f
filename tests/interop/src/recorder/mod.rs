//! A server that accepts anything and records every octet it receives.
//!
//! The client and a real client each talk to one; what the two recordings hold is compared. It
//! supports just enough of ftp, http, gopher and telnet for a client to finish.

mod ftp;
mod telnet;

use core::net::{Ipv4Addr, SocketAddr};
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{self, Sender, TryRecvError};
use std::thread::{self, JoinHandle};

use core::time::Duration;

use crate::error::{Error, Result};

pub use telnet::GREETING;

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
            Role::Ftp { asks } => ftp::converse(self, asks),
            Role::Http => {
                self.until(b"\r\n\r\n")?;
                self.say(b"HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nok\n")
            }
            Role::Gopher => {
                self.until(b"\n")?;
                self.say(b"ok\r\n.\r\n")
            }
            Role::Telnet => telnet::converse(self),
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
