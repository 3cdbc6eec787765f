//! A server that goes along with anything and writes down every octet it is sent.
//!
//! The executor and a real client each talk to one; what the two recordings hold is compared. It
//! speaks just enough of ftp, http, gopher and telnet for a client to go on to the end.

mod ftp;
mod telnet;

use core::net::{Ipv4Addr, SocketAddr};
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{self, Sender, TryRecvError};
use std::thread::{self, JoinHandle};

use core::time::Duration;

use crate::trouble::{Result, Trouble};

pub use telnet::GREETING;

/// A client that says nothing for so long has nothing more to say.
const QUIET: Duration = Duration::from_secs(3);

/// No recording grows past this.
const LIMIT: usize = 1 << 16;

/// What the recorder poses as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// An ftp server that asks for a password (331 to USER), or does not (230).
    Ftp {
        /// Whether it asks.
        asks: bool,
    },
    /// An HTTP/1.0 server.
    Http,
    /// A gopher server.
    Gopher,
    /// A telnet server that would like to know the user's name.
    Telnet,
}

/// A recording server on a separate thread.
#[derive(Debug)]
pub struct Recorder {
    address: SocketAddr,
    /// Dropped to end it.
    running: Sender<()>,
    thread: JoinHandle<Vec<Vec<u8>>>,
}

impl Recorder {
    /// Starts one on a free port of loopback.
    ///
    /// # Errors
    /// No port can be had.
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

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends it and gives what each connection was sent, in order. A connection still open is waited
    /// for, a few seconds at most.
    ///
    /// # Errors
    /// Its thread panicked.
    pub fn finish(self) -> Result<Vec<Vec<u8>>> {
        drop(self.running);
        // The thread waits in accept; a connection wakes it.
        drop(TcpStream::connect(self.address));
        self.thread.join().map_err(|_| Trouble::new("the recorder panicked"))
    }
}

fn record(stream: TcpStream, role: Role) -> Vec<u8> {
    let mut tape = Tape { stream, octets: Vec::new(), read: 0 };
    // A client that goes away early is a recording too: it holds what came until then.
    let _ = tape.play(role);
    let _ = tape.stream.shutdown(Shutdown::Write);
    let _ = tape.drain();
    tape.octets
}

/// A connection, and all that came over it.
struct Tape {
    stream: TcpStream,
    octets: Vec<u8>,
    /// How far the octets have been understood.
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

    /// Takes more octets; false when there are no more.
    fn take(&mut self) -> io::Result<bool> {
        let mut buffer = [0; 4096];
        let count = self.stream.read(&mut buffer)?;
        self.octets.extend(&buffer[..count]);
        Ok(count > 0 && self.octets.len() < LIMIT)
    }

    /// The octets up to and with the next `end`.
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

    /// Takes all that is still under way: closing before would make the kernel answer with a reset,
    /// and the client lose its reply.
    fn drain(&mut self) -> io::Result<()> {
        while self.take()? {}
        Ok(())
    }
}
