//! A long stream whose wrappers never close.

use core::time::Duration;
use std::time::Instant;

use url1738_context::Finder;

/// The cost of reading the stream.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// How many bytes were read.
    pub bytes: u64,
    /// How many URLs were found.
    pub urls: u64,
    /// The highest number of bytes that the finder held.
    pub held: usize,
    /// How long it took.
    pub time: Duration,
}

/// One line of the stream: a wrapper that opens and does not close.
pub const LINE: &[u8] = b"Jim, it is under <URL:ftp://info.cern.ch/pub/www/doc;type=d and more\n";

/// Reads `bytes` bytes of such lines in chunks of `chunk` bytes.
#[must_use]
pub fn read(bytes: u64, chunk: usize) -> Reading {
    let block: Vec<u8> = LINE.iter().copied().cycle().take(LINE.len() * chunk).collect();
    let mut finder = Finder::new();
    let mut reading = Reading { bytes: 0, urls: 0, held: 0, time: Duration::ZERO };
    let start = Instant::now();
    while reading.bytes < bytes {
        for chunk in block.chunks(chunk) {
            reading.urls += finder.push(chunk).count() as u64;
            reading.held = reading.held.max(finder.held());
            reading.bytes += chunk.len() as u64;
            if reading.bytes >= bytes {
                break;
            }
        }
    }
    reading.urls += finder.finish().count() as u64;
    reading.time = start.elapsed();
    reading
}
