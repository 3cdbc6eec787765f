//! Lines and texts as they arrive, in bounded memory.

use super::script::Script;
use crate::error::Error;

/// The lines of replies, which the limits bound.
#[derive(Debug, Default)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    /// How many octets of the buffer contain no LF.
    scanned: usize,
    /// The octets and lines of the current reply so far.
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

    pub(super) fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Begins to count the lines and octets of the next reply.
    pub(super) fn begin(&mut self) {
        (self.octets, self.lines) = (0, 0);
    }

    /// Returns the next line without its end: LF, and all CR before it.
    pub(super) fn next(&mut self, script: &Script) -> Result<Option<Vec<u8>>, Error> {
        let limits = &script.options.limits;
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
        // A telnet end of line is CR LF, and some servers write CR CR LF.
        line.pop();
        while line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(line))
    }
}

/// A text of NNTP up to a lone dot: the place of the next octet in its line. A dot that begins a line was doubled by the
/// server (RFC 977, 2.4.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Text {
    #[default]
    LineStart,
    /// A dot that began a line.
    Dot,
    /// A dot that began a line, and CR.
    DotCr,
    Line,
}

impl Text {
    /// Returns the text in `octets`, and what follows its end if that is among them.
    pub(super) fn take<'a>(&mut self, octets: &'a [u8]) -> (Vec<u8>, Option<&'a [u8]>) {
        let mut content = Vec::with_capacity(octets.len());
        for (at, octet) in octets.iter().enumerate() {
            *self = match (*self, octet) {
                (Self::LineStart, b'.') => Self::Dot,
                (Self::Dot, b'\r') => Self::DotCr,
                (Self::Dot | Self::DotCr, b'\n') => {
                    *self = Self::LineStart;
                    return (content, Some(&octets[at + 1..]));
                }
                (place, octet) => {
                    // A CR after a lone dot did not end the line.
                    if place == Self::DotCr {
                        content.push(b'\r');
                    }
                    content.push(*octet);
                    if *octet == b'\n' { Self::LineStart } else { Self::Line }
                }
            };
        }
        (content, None)
    }
}
