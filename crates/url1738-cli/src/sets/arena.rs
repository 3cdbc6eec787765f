//! Records in memory.

use core::cmp::Ordering;

/// A record: what it is sorted by, and what is written for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record<'r> {
    pub(crate) key: &'r [u8],
    /// The place in the input. Records with equal keys are in this order.
    pub(crate) order: u64,
    pub(crate) value: &'r [u8],
}

impl Record<'_> {
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        self.key.cmp(other.key).then(self.order.cmp(&other.order))
    }

    pub(super) fn len(&self) -> usize {
        HEAD + self.key.len() + self.value.len()
    }

    /// Appends the record as it is held and spilled.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let len = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes();
        out.extend_from_slice(&len(self.key));
        out.extend_from_slice(&len(self.value));
        out.extend_from_slice(&self.order.to_le_bytes());
        out.extend_from_slice(self.key);
        out.extend_from_slice(self.value);
    }
}

/// The bytes before key and value: their lengths, and the order.
pub(super) const HEAD: usize = 16;

/// The head of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) key: usize,
    pub(super) value: usize,
    pub(super) order: u64,
}

impl Head {
    pub(super) fn read(bytes: [u8; HEAD]) -> Self {
        let [a, b, c, d, e, f, g, h, order @ ..] = bytes;
        let len = |bytes| u32::from_le_bytes(bytes) as usize;
        Self { key: len([a, b, c, d]), value: len([e, f, g, h]), order: u64::from_le_bytes(order) }
    }
}

/// Records in memory, in any order.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    bytes: Vec<u8>,
    /// Where each record begins.
    starts: Vec<u32>,
}

impl Arena {
    /// Returns whether a record fits into `budget` bytes.
    pub(super) fn has_room(&self, record: &Record<'_>, budget: usize) -> bool {
        self.starts.is_empty() || self.used() + record.len() + size_of::<u32>() <= budget
    }

    fn used(&self) -> usize {
        self.bytes.len() + self.starts.len() * size_of::<u32>()
    }

    /// Appends a record. All memory is reserved at once: growing would need it twice.
    pub(super) fn push(&mut self, record: &Record<'_>, budget: usize) {
        if self.bytes.capacity() == 0 {
            self.bytes.reserve_exact(budget);
            self.starts.reserve_exact(budget / 128);
        }
        self.starts.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
        record.write(&mut self.bytes);
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.starts.clear();
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Sorts the records by key and order.
    pub(super) fn sort(&mut self) {
        let Self { bytes, starts } = self;
        starts.sort_unstable_by(|a, b| at(bytes, *a).compare(&at(bytes, *b)));
    }

    /// Returns the record of a number, in the order of the arena.
    pub(super) fn get(&self, number: usize) -> Option<Record<'_>> {
        Some(at(&self.bytes, *self.starts.get(number)?))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Record<'_>> {
        self.starts.iter().map(|start| at(&self.bytes, *start))
    }
}

fn at(bytes: &[u8], start: u32) -> Record<'_> {
    let rest = bytes.get(start as usize..).unwrap_or_default();
    let Some((head, rest)) = rest.split_first_chunk() else {
        return Record { key: &[], order: 0, value: &[] };
    };
    let head = Head::read(*head);
    let (key, rest) = rest.split_at_checked(head.key).unwrap_or_default();
    Record { key, order: head.order, value: rest.get(..head.value).unwrap_or_default() }
}
