//! Lines as they arrive, in bounded memory.

use super::script::Script;
use crate::error::Error;

#[derive(Debug, Default)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    /// How many octets of the buffer contain no LF.
    scanned: usize,
    /// What the current reply took so far.
    octets: usize,
    lines: usize,
}

impl Lines {
    pub(super) fn push(&mut self, octets: &[u8]) {
        self.buffer.extend_from_slice(octets);
    }

    /// Returns what was received after the last line that was taken, and forgets it.
    pub(super) fn take_rest(&mut self) -> Vec<u8> {
        self.scanned = 0;
        core::mem::take(&mut self.buffer)
    }

    /// Begins to count the lines and octets of the next reply.
    pub(super) fn begin(&mut self) {
        (self.octets, self.lines) = (0, 0);
    }

    /// Returns the next line without its end: LF, and all CR before it.
    pub(super) fn next(&mut self, script: &Script) -> Result<Option<Vec<u8>>, Error> {
        let limits = &script.limits;
        // INVARIANT: `scanned` is at most the length of the buffer, which `take_rest` and this function shorten.
        let found = self.buffer[self.scanned..].iter().position(|octet| *octet == b'\n');
        let end = found.map_or(self.buffer.len(), |at| self.scanned + at + 1);
        if self.octets + end > limits.reply {
            return Err(script.too_long("reply", limits.reply, "octets"));
        }
        if found.is_none() {
            // A reply in pieces of one octet would take the square of its length otherwise.
            self.scanned = end;
            return Ok(None);
        }
        let mut line: Vec<u8> = self.buffer.drain(..end).collect();
        self.scanned = 0;
        self.octets += end;
        self.lines += 1;
        if self.lines > limits.lines {
            return Err(script.too_long("reply", limits.lines, "lines"));
        }
        line.pop();
        while line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(line))
    }
}
