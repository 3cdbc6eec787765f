//! The buffer of a chunk.

use std::io::{self, Read};

/// A buffer that is filled by reads. It is reused, so that its memory is zeroed only once.
#[derive(Debug)]
pub(crate) struct Buffer {
    room: Vec<u8>,
    /// The number of bytes that are filled.
    len: usize,
    /// The number of bytes that one read may return.
    chunk: usize,
}

impl Buffer {
    /// Creates an empty buffer that has not allocated yet.
    pub(crate) const fn new(chunk: usize) -> Self {
        Self { room: Vec::new(), len: 0, chunk }
    }

    /// Creates a buffer for a line of `longest` bytes, which take no memory before they are written. It is so large that
    /// it comes from the system and returns to it; allocators keep smaller blocks, for each thread.
    pub(crate) fn for_long(longest: usize, chunk: usize) -> Self {
        const AT_LEAST: usize = 40 * 1024 * 1024;
        let room = Vec::with_capacity(AT_LEAST.max(longest + 3 * chunk));
        Self { room, len: 0, chunk }
    }

    /// Creates a buffer that is full.
    pub(crate) const fn full(room: Vec<u8>) -> Self {
        Self { len: room.len(), chunk: room.len(), room }
    }

    /// Returns the bytes that were read.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.room.get(..self.len).unwrap_or_default()
    }

    /// Empties the buffer, and frees its memory if that is large.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        if self.room.capacity() > 2 * self.chunk {
            self.room = Vec::new();
        }
    }

    /// Appends bytes.
    pub(crate) fn append(&mut self, bytes: &[u8]) {
        self.make_room(bytes.len());
        let room = self.room.get_mut(self.len..).unwrap_or_default();
        for (slot, byte) in room.iter_mut().zip(bytes) {
            *slot = *byte;
        }
        self.len += bytes.len();
    }

    /// Removes and returns the bytes from `at` on.
    pub(crate) fn split_off(&mut self, at: usize) -> Vec<u8> {
        let rest = self.bytes().get(at..).unwrap_or_default().to_vec();
        self.len = self.len.min(at);
        rest
    }

    /// Appends the bytes of one read, up to a chunk, and returns their number: 0 at the end of the input.
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

    /// Makes room for at least `more` bytes, and for a whole chunk if the buffer is empty.
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
    fn reads_are_appended() {
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
