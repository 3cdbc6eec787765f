//! A TCP connection with limits on time and on the length of what is read.

use core::net::SocketAddr;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use core::time::Duration;

use crate::error::{Error, Result};
use crate::octets::excerpt;

/// The longest time without an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest line, text or file.
const LIMIT: u64 = 1 << 20;

pub(super) struct Connection {
    reader: BufReader<TcpStream>,
}

impl Connection {
    pub(super) fn open(address: SocketAddr) -> Result<Self> {
        let during = || Error::during(format!("connecting to {address}"));
        let stream = TcpStream::connect_timeout(&address, PATIENCE).map_err(during())?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Self { reader: BufReader::new(stream) })
    }

    /// Returns the address of the other end.
    pub(super) fn peer(&self) -> io::Result<SocketAddr> {
        self.reader.get_ref().peer_addr()
    }

    pub(super) fn set_patience(&self, patience: Duration) -> io::Result<()> {
        self.reader.get_ref().set_read_timeout(Some(patience))
    }

    pub(super) fn send(&mut self, octets: &[u8]) -> Result<()> {
        let during = Error::during(format!("sending {}", excerpt(octets)));
        self.reader.get_mut().write_all(octets).map_err(during)
    }

    /// Returns the next line without its CR LF.
    pub(super) fn line(&mut self) -> Result<Vec<u8>> {
        let mut line = Vec::new();
        let reader = &mut self.reader;
        reader.take(LIMIT).read_until(b'\n', &mut line).map_err(Error::during("reading"))?;
        if line.pop() != Some(b'\n') {
            return Err(Error::new(format!("no whole line: {}", excerpt(&line))));
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(line)
    }

    /// Returns everything up to the end.
    pub(super) fn all(&mut self) -> Result<Vec<u8>> {
        let mut octets = Vec::new();
        let reader = &mut self.reader;
        reader.take(LIMIT).read_to_end(&mut octets).map_err(Error::during("reading"))?;
        Ok(octets)
    }

    /// Returns what has been received; empty at the end.
    pub(super) fn some(&mut self) -> io::Result<Vec<u8>> {
        let octets = self.reader.fill_buf()?.to_vec();
        self.reader.consume(octets.len());
        Ok(octets)
    }
}
