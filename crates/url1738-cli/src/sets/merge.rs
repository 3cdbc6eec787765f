//! Sorted records from many places, as one sorted sequence.

use core::cmp::Ordering;
use std::{
    collections::BinaryHeap,
    fs::File,
    io::{self, BufReader, Read as _},
};

use super::arena::{Arena, HEAD, Head, Record};

/// Sorted records.
#[derive(Debug)]
pub(super) enum Sorted {
    File(BufReader<File>),
    Memory { arena: Arena, next: usize },
}

/// The first record of sorted ones that has not been returned.
#[derive(Debug)]
struct First {
    /// Key and value.
    bytes: Vec<u8>,
    key: usize,
    order: u64,
    rest: Sorted,
}

impl First {
    /// Reads the first record, or returns `None` if there is none.
    fn new(rest: Sorted) -> io::Result<Option<Self>> {
        let mut first = Self { bytes: Vec::new(), key: 0, order: 0, rest };
        Ok(first.advance()?.then_some(first))
    }

    fn record(&self) -> Record<'_> {
        let (key, value) = self.bytes.split_at_checked(self.key).unwrap_or_default();
        Record { key, order: self.order, value }
    }

    /// Reads the next record, and returns whether there is one.
    fn advance(&mut self) -> io::Result<bool> {
        match &mut self.rest {
            Sorted::File(file) => {
                let mut head = [0; HEAD];
                let read = file.read(&mut head)?;
                if read == 0 {
                    return Ok(false);
                }
                file.read_exact(head.get_mut(read..).unwrap_or_default())?;
                let head = Head::read(head);
                (self.key, self.order) = (head.key, head.order);
                self.bytes.resize(head.key + head.value, 0);
                file.read_exact(&mut self.bytes)?;
                Ok(true)
            }
            Sorted::Memory { arena, next } => {
                let Some(record) = arena.get(*next) else { return Ok(false) };
                *next += 1;
                (self.key, self.order) = (record.key.len(), record.order);
                self.bytes.clear();
                self.bytes.extend_from_slice(record.key);
                self.bytes.extend_from_slice(record.value);
                Ok(true)
            }
        }
    }
}

/// Reversed, so that the heap returns the least record.
impl Ord for First {
    fn cmp(&self, other: &Self) -> Ordering {
        other.record().compare(&self.record())
    }
}

impl PartialOrd for First {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for First {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for First {}

/// All records in their order.
#[derive(Debug)]
pub(crate) struct Merge {
    heap: BinaryHeap<First>,
    /// Whether only the first record of each key is returned.
    unique: bool,
    /// The key of the last record, if only the first one is returned.
    last: Option<Vec<u8>>,
}

impl Merge {
    pub(super) fn new(all: impl IntoIterator<Item = Sorted>, unique: bool) -> io::Result<Self> {
        let mut heap = BinaryHeap::new();
        for sorted in all {
            heap.extend(First::new(sorted)?);
        }
        Ok(Self { heap, unique, last: None })
    }

    /// Calls `each` with all records in order.
    pub(crate) fn each<E: From<io::Error>>(
        mut self,
        mut each: impl FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(mut first) = self.heap.peek_mut() {
            let record = first.record();
            if !self.unique {
                each(record)?;
            } else if self.last.as_deref() != Some(record.key) {
                let last = self.last.get_or_insert_default();
                last.clear();
                last.extend_from_slice(record.key);
                each(record)?;
            }
            if !first.advance()? {
                drop(std::collections::binary_heap::PeekMut::pop(first));
            }
        }
        Ok(())
    }
}
