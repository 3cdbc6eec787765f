//! Sorting beyond memory: sorted runs on disk, which are merged at the end.
//!
//! Crates for this bound the number of records in memory, and a record may take a megabyte.

use core::{cmp::Reverse, ops::Range};
use std::{
    collections::{BinaryHeap, binary_heap::PeekMut},
    fs::File,
    io::{self, BufRead as _, BufReader, BufWriter, Read as _, Seek as _, Write as _},
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{exit, signals::WholeWrites};

/// The number of bytes that are held before they are spilled.
const BUDGET: usize = 20 * 1024 * 1024;

/// How many runs of a size are merged into one. Each is an open file.
const RUNS: usize = 64;

/// The bytes of a run that are read at once.
const BUFFER: usize = 64 * 1024;

/// The place of a record in the input. Records with equal keys are in this order.
pub(crate) type Order = u128;

/// Sorts the records that several threads add.
#[derive(Debug)]
pub(crate) struct Sorter {
    /// What is held before it is spilled. Each thread may be spilling as much.
    budget: usize,
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    held: Held,
    /// Files without names, so that they are gone with the process: those that were not merged, then those that were merged
    /// once, and so on. So a record is merged as often as the number of runs has digits.
    runs: Vec<Vec<File>>,
}

/// Records in memory, in one text: an allocation for each would take longer than its URL.
#[derive(Debug, Default)]
struct Held {
    text: Vec<u8>,
    records: Vec<Record>,
}

/// A record in the text: its key, the order, and its value. No key may begin with another one.
#[derive(Debug)]
struct Record {
    /// The beginning of the key, by which most records are sorted without a look at the text.
    head: u128,
    place: Range<u32>,
    /// The length of the key and the order.
    key_len: u32,
}

impl Record {
    fn octets<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        text.get(self.place.start as usize..self.place.end as usize).unwrap_or_default()
    }
}

impl Held {
    fn push(&mut self, key: &[u8], order: Order, value: &[u8]) {
        // INVARIANT: the text is within the budget but for the last record, and that of a line is below 4 GiB.
        let end = |text: &[u8]| u32::try_from(text.len()).unwrap_or(u32::MAX);
        let start = end(&self.text);
        self.text.extend_from_slice(key);
        self.text.extend_from_slice(&order.to_be_bytes());
        let key_len = end(&self.text) - start;
        self.text.extend_from_slice(value);
        let mut record = Record { head: 0, place: start..end(&self.text), key_len };
        record.head = head(record.octets(&self.text));
        self.records.push(record);
    }

    /// Returns the memory of the records in bytes. Half of the list may be empty.
    fn used(&self) -> usize {
        self.text.len() + self.records.len() * 2 * size_of::<Record>()
    }

    /// Calls `each` with all records, sorted by their keys, and the length of each key.
    fn sorted(&mut self, mut each: impl FnMut(&[u8], u32) -> exit::Result<()>) -> exit::Result<()> {
        let Self { text, records } = self;
        let octets = |record: &Record| record.octets(text);
        records.sort_unstable_by(|a, b| a.head.cmp(&b.head).then_with(|| octets(a).cmp(octets(b))));
        records.iter().try_for_each(|record| each(octets(record), record.key_len))
    }
}

impl Sorter {
    /// Creates a sorter for a number of threads.
    pub(crate) fn new(threads: usize) -> Self {
        Self::with_budget(BUDGET / (threads + 1))
    }

    fn with_budget(budget: usize) -> Self {
        Self { budget, folder: std::env::temp_dir(), state: Mutex::default() }
    }

    /// Adds a record. No key may begin with another one.
    ///
    /// # Errors
    /// Returns an error if a spill file cannot be written.
    pub(crate) fn push(&self, key: &[u8], order: Order, value: &[u8]) -> exit::Result<()> {
        let mut full = {
            let mut state = self.lock();
            state.held.push(key, order, value);
            if state.held.used() < self.budget {
                return Ok(());
            }
            core::mem::take(&mut state.held)
        };
        let mut run = self.spill(|each| full.sorted(each))?;
        full.text.clear();
        full.records.clear();
        let mut state = self.lock();
        if state.held.records.is_empty() {
            // Its memory is used again.
            state.held = full;
        }
        for runs in &mut state.runs {
            runs.push(run);
            if runs.len() < RUNS {
                return Ok(());
            }
            let runs = core::mem::take(runs);
            run = self.spill(|each| self.merge(runs, each))?;
        }
        state.runs.push(vec![run]);
        Ok(())
    }

    /// Calls `each` with the key, the order and the value of all records, sorted by their keys.
    ///
    /// # Errors
    /// Returns an error if a spill file cannot be read, or that of `each`.
    pub(crate) fn finish(
        self,
        mut each: impl FnMut(&[u8], Order, &[u8]) -> exit::Result<()>,
    ) -> exit::Result<()> {
        let State { mut held, runs } = core::mem::take(&mut *self.lock());
        let each = |record: &[u8], key_len: u32| {
            // INVARIANT: a record is as long as its key at least, which ends with the order.
            let (key, value) = record.split_at(key_len as usize);
            let Some((key, order)) = key.split_last_chunk() else { return Ok(()) };
            each(key, Order::from_be_bytes(*order), value)
        };
        if runs.is_empty() {
            return held.sorted(each);
        }
        let last = self.spill(|each| held.sorted(each))?;
        self.merge(runs.into_iter().flatten().chain([last]), each)
    }

    /// Writes the records that `sorted` passes on to a file, and returns it from its beginning.
    fn spill(
        &self,
        sorted: impl FnOnce(&mut dyn FnMut(&[u8], u32) -> exit::Result<()>) -> exit::Result<()>,
    ) -> exit::Result<File> {
        let file = tempfile::tempfile_in(&self.folder).map_err(|error| self.error(error))?;
        let mut out = BufWriter::with_capacity(BUFFER, file);
        sorted(&mut |record, key_len| {
            // INVARIANT: it was in a text below 4 GiB.
            let len = u32::try_from(record.len()).unwrap_or(u32::MAX);
            let lens = [len.to_le_bytes(), key_len.to_le_bytes()];
            let written = out.write_all(lens.as_flattened()).and_then(|()| out.write_all(record));
            written.map_err(|error| self.error(error))
        })?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error);
        let rewound = file.and_then(|mut file| file.rewind().map(|()| file));
        rewound.map_err(|error| self.error(error))
    }

    /// Calls `each` with all records of sorted runs, sorted.
    fn merge(
        &self,
        runs: impl IntoIterator<Item = File>,
        mut each: impl FnMut(&[u8], u32) -> exit::Result<()>,
    ) -> exit::Result<()> {
        let open = |run| BufReader::with_capacity(BUFFER, run);
        let mut runs: Vec<BufReader<File>> = runs.into_iter().map(open).collect();
        // The next record of each run after the head of its key, the length of the key, and the number of the run.
        let mut heap = BinaryHeap::new();
        for (number, run) in runs.iter_mut().enumerate() {
            let mut record = Vec::new();
            if let Some(key_len) = read(run, &mut record).map_err(|error| self.error(error))? {
                heap.push(Reverse((head(&record), record, key_len, number)));
            }
        }
        while let Some(mut first) = heap.peek_mut() {
            let Reverse((first_octets, record, key_len, number)) = &mut *first;
            each(record, *key_len)?;
            let Some(run) = runs.get_mut(*number) else { break };
            match read(run, record).map_err(|error| self.error(error))? {
                Some(len) => (*first_octets, *key_len) = (head(record), len),
                None => drop(PeekMut::pop(first)),
            }
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, error: io::Error) -> exit::Error {
        exit::Error::Spill(self.folder.clone(), error)
    }
}

/// Returns the beginning of a key, by which most keys are compared.
fn head(key: &[u8]) -> u128 {
    // INVARIANT: the order at its end is as long.
    u128::from_be_bytes(key.first_chunk().copied().unwrap_or_default())
}

/// Reads the next record of a run. Returns the length of its key, or `None` if there is none.
fn read(run: &mut BufReader<File>, record: &mut Vec<u8>) -> io::Result<Option<u32>> {
    if run.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut lens = [[0; 4]; 2];
    run.read_exact(lens.as_flattened_mut())?;
    let [len, key_len] = lens.map(u32::from_le_bytes);
    record.resize(len as usize, 0);
    run.read_exact(record)?;
    Ok(Some(key_len))
}

/// Returns stdout with room for many lines.
pub(crate) fn stdout() -> BufWriter<WholeWrites> {
    BufWriter::with_capacity(256 * 1024, WholeWrites(io::stdout()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of any number and size come back sorted, however often they are spilled and merged.
    #[test]
    fn records_are_sorted() {
        let mut seed = 1738_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for (count, budget) in [(0, 100), (1, 1), (50, 4000), (2000, 900), (2000, 120)] {
            let sorter = Sorter::with_budget(budget);
            let mut expected = Vec::new();
            for order in 0..count {
                let key = format!("{:06}", random(count / 2 + 1)).into_bytes();
                let value = "v".repeat(usize::try_from(random(90)).unwrap()).into_bytes();
                sorter.push(&key, order.into(), &value).unwrap();
                expected.push((key, order.into(), value));
            }
            // Runs of one size are merged.
            let sizes = sorter.lock().runs.iter().map(Vec::len).collect::<Vec<_>>();
            assert!(sizes.len() < 3 && sizes.iter().all(|runs| *runs < RUNS), "{sizes:?}");
            expected.sort();
            let mut found: Vec<(Vec<u8>, Order, Vec<u8>)> = Vec::new();
            let each = |key: &[u8], order: Order, value: &[u8]| {
                found.push((key.to_vec(), order, value.to_vec()));
                Ok(())
            };
            sorter.finish(each).unwrap();
            assert_eq!(found, expected, "{count} {budget}");
        }
    }
}
