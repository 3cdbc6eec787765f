//! Bytes that were read.

use std::io::{self, Read};

/// Room that is filled by reads, and filled again: it is written with zeros but once.
#[derive(Debug)]
pub(crate) struct Buffer {
    room: Vec<u8>,
    /// How much of the room is filled.
    len: usize,
    /// How much one read may bring.
    chunk: usize,
}

impl Buffer {
    /// No room yet.
    pub(crate) const fn new(chunk: usize) -> Self {
        Self { room: Vec::new(), len: 0, chunk }
    }

    /// Room for a line of `longest` bytes, none of which takes memory before it is written to. It is so large that it
    /// comes from the system and goes back to it: an allocator keeps what is smaller, and one for each thread.
    pub(crate) fn for_long(longest: usize, chunk: usize) -> Self {
        const AT_LEAST: usize = 40 * 1024 * 1024;
        let room = Vec::with_capacity(AT_LEAST.max(longest + 3 * chunk));
        Self { room, len: 0, chunk }
    }

    /// These bytes, and no more.
    pub(crate) const fn full(room: Vec<u8>) -> Self {
        Self { len: room.len(), chunk: room.len(), room }
    }

    /// What was read.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.room.get(..self.len).unwrap_or_default()
    }

    /// Forgets what was read, and keeps the room unless it is large.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        if self.room.capacity() > 2 * self.chunk {
            self.room = Vec::new();
        }
    }

    /// Appends these bytes.
    pub(crate) fn append(&mut self, bytes: &[u8]) {
        self.make_room(bytes.len());
        let room = self.room.get_mut(self.len..).unwrap_or_default();
        for (slot, byte) in room.iter_mut().zip(bytes) {
            *slot = *byte;
        }
        self.len += bytes.len();
    }

    /// Takes away what stands from `at` on.
    pub(crate) fn split_off(&mut self, at: usize) -> Vec<u8> {
        let rest = self.bytes().get(at..).unwrap_or_default().to_vec();
        self.len = self.len.min(at);
        rest
    }

    /// Appends what one read brings, up to a chunk; 0 at the end.
    pub(crate) fn read(&mut self, input: &mut dyn Read) -> io::Result<usize> {
        let half = self.chunk / 2;
        self.make_room(half);
        let end = self.len.next_multiple_of(self.chunk).max(self.len + half);
        let room = self.room.get_mut(self.len..end).unwrap_or_default();
        loop {
            match input.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(read) => {
                    self.len += read;
                    return Ok(read);
                }
            }
        }
    }

    /// Room for `more` bytes at least, and a whole chunk where it is empty.
    fn make_room(&mut self, more: usize) {
        let end = (self.len + more).next_multiple_of(self.chunk);
        if self.room.len() < end {
            self.room.resize(end, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHUNK: usize = 1024;

    #[test]
    fn what_is_read_is_there_and_no_more() {
        let mut input: &[u8] = &[b'a'; CHUNK + 3];
        let mut buffer = Buffer::new(CHUNK);
        buffer.append(b"before");
        assert_eq!(buffer.read(&mut input).unwrap(), CHUNK - 6);
        assert_eq!(buffer.read(&mut input).unwrap(), 9);
        assert_eq!(buffer.read(&mut input).unwrap(), 0);
        assert_eq!(buffer.bytes().len(), CHUNK + 9);
        assert_eq!(buffer.split_off(4), [b"re".as_slice(), &[b'a'; CHUNK + 3]].concat());
        assert_eq!(buffer.bytes(), b"befo");
        buffer.append(b"re");
        assert_eq!(buffer.bytes(), b"before");
        buffer.clear();
        assert_eq!(buffer.bytes(), b"");
    }
}
