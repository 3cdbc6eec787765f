//! Values that are too long to be sorted and merged: written once to another file, and referred to.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write},
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::store::Error;

/// The file of long values, which is created with the first one. It has no name, so it is gone with the process.
#[derive(Debug)]
pub(crate) struct Aside {
    file: Mutex<Option<Written>>,
    folder: PathBuf,
}

/// The file, and what has been written to it.
#[derive(Debug)]
struct Written {
    file: File,
    len: u64,
}

/// The first byte of a value that is whole, and of one that is a reference.
const WHOLE: u8 = 0;
const REFERENCE: u8 = 1;

/// A value while it is written. From its first byte on, no other value is written.
pub(crate) struct Value<'a> {
    aside: &'a Aside,
    /// The file and the offset of the value in it, once there is a byte.
    place: Option<(MutexGuard<'a, Option<Written>>, u64)>,
}

impl Aside {
    pub(crate) fn new() -> Self {
        Self { file: Mutex::default(), folder: std::env::temp_dir() }
    }

    /// Begins a value.
    pub(crate) const fn value(&self) -> Value<'_> {
        Value { aside: self, place: None }
    }

    pub(crate) fn error(&self, error: io::Error) -> Error {
        Error(self.folder.clone(), error)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Written>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `write` with the pieces of a value: what [`Value::finish`] has appended.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or that of `write`.
    pub(crate) fn read<E: From<Error>>(
        &self,
        value: &[u8],
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let [REFERENCE, rest @ ..] = value else {
            return write(value.get(1..).unwrap_or_default());
        };
        let (start, len) = rest.split_first_chunk().unwrap_or((&[0; 8], &[]));
        let len = len.first_chunk().copied().unwrap_or_default();
        let mut file = self.lock();
        let Some(Written { file, .. }) = &mut *file else { return Ok(()) };
        let failed = |error| E::from(self.error(error));
        file.seek(SeekFrom::Start(u64::from_le_bytes(*start))).map_err(failed)?;
        let mut left = file.take(u64::from_le_bytes(len));
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match left.read(&mut buffer).map_err(failed)? {
                0 => return Ok(()),
                read => write(buffer.get(..read).unwrap_or_default())?,
            }
        }
    }
}

impl Value<'_> {
    /// Writes bytes of the value to the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created or written.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (file, _) = match &mut self.place {
            Some(place) => place,
            None => {
                let mut file = self.aside.lock();
                if file.is_none() {
                    let new = tempfile::tempfile_in(&self.aside.folder)?;
                    *file = Some(Written { file: new, len: 0 });
                }
                let start = file.as_ref().map_or(0, |written| written.len);
                self.place.insert((file, start))
            }
        };
        if let Some(Written { file, len }) = &mut **file {
            file.write_all(bytes)?;
            *len += bytes.len() as u64;
        }
        Ok(())
    }

    /// Appends the value, of which `rest` has not been written: whole, or a reference to the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn finish(mut self, rest: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        if self.place.is_none() {
            out.push(WHOLE);
            out.extend_from_slice(rest);
            return Ok(());
        }
        self.write(rest)?;
        if let Some((file, start)) = &self.place {
            let end = file.as_ref().map_or(*start, |written| written.len);
            out.push(REFERENCE);
            out.extend_from_slice(&start.to_le_bytes());
            out.extend_from_slice(&(end - start).to_le_bytes());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_were_written() {
        let aside = Aside::new();
        let long = "long ".repeat(40_000);
        let mut values = Vec::new();
        for (pieces, rest) in [(0, "short"), (1, ""), (0, ""), (3, "end"), (2, "x")] {
            let (mut value, mut out) = (aside.value(), Vec::new());
            (0..pieces).for_each(|_| value.write(long.as_bytes()).unwrap());
            value.finish(rest.as_bytes(), &mut out).unwrap();
            assert!(out.len() < 20, "{pieces}");
            values.push((out, format!("{}{rest}", long.repeat(pieces))));
        }
        for (value, expected) in values.iter().rev().chain(&values) {
            let mut found = Vec::new();
            let read = aside.read(value, |piece| {
                found.extend_from_slice(piece);
                Ok::<(), Error>(())
            });
            read.unwrap();
            assert!(found == expected.as_bytes());
        }
    }
}
