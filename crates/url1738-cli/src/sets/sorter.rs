//! Sorting beyond memory: sorted runs on disk, which are merged at the end.
//!
//! Crates for this bound the number of records in memory, and a record may take a megabyte.

use core::cmp::Reverse;
use std::{
    collections::BinaryHeap,
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _},
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::exit;

/// The number of bytes that are held before they are spilled.
const BUDGET: usize = 20 * 1024 * 1024;

/// How many runs are merged into one: each is an open file.
const RUNS: usize = 64;

/// The bytes of a run that are read at once.
const BUFFER: usize = 32 * 1024;

/// The place of a record in the input. Records with equal keys are in this order.
pub(crate) type Order = [u8; 16];

/// A key with its order at the end, and what is sorted by it. No key may begin with another one.
type Record = (Vec<u8>, Vec<u8>);

type Records = Box<dyn Iterator<Item = io::Result<Record>>>;

/// Sorts the records that several threads add, and drops all but the first of each key if they are to be unique.
#[derive(Debug)]
pub(crate) struct Sorter {
    unique: bool,
    /// What is held before it is spilled. Each thread may be spilling as much.
    budget: usize,
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    held: Vec<Record>,
    /// The memory of the records that are held.
    used: usize,
    /// Files without names, so that they are gone with the process.
    runs: Vec<File>,
}

impl Sorter {
    /// Creates a sorter for a number of threads.
    pub(crate) fn new(threads: usize, unique: bool) -> Self {
        Self::with_budget(BUDGET / (threads + 1), unique)
    }

    fn with_budget(budget: usize, unique: bool) -> Self {
        Self { unique, budget, folder: std::env::temp_dir(), state: Mutex::default() }
    }

    /// Adds a record. No key may begin with another one.
    ///
    /// # Errors
    /// Returns an error if a spill file cannot be written.
    pub(crate) fn push(&self, key: &[u8], order: Order, value: &[u8]) -> exit::Result<()> {
        // Two allocations with their headers, and the place in the list, half of which may be empty.
        const OVERHEAD: usize = 128;
        let record = ([key, &order].concat(), value.to_vec());
        let len = record.0.len() + record.1.len() + OVERHEAD;
        let full = {
            let mut state = self.lock();
            let is_full = state.used + len > self.budget;
            let full = is_full.then(|| core::mem::take(&mut state.held));
            state.used = if is_full { len } else { state.used + len };
            state.held.push(record);
            full
        };
        let Some(full) = full else { return Ok(()) };
        let run = self.spill(sorted(full)).map_err(|error| self.error(error))?;
        let mut state = self.lock();
        state.runs.push(run);
        if state.runs.len() == RUNS {
            let runs = core::mem::take(&mut state.runs).into_iter().map(read).collect();
            let merged = merge(runs).and_then(|records| self.spill(records));
            let merged = merged.map_err(|error| self.error(error))?;
            state.runs.push(merged);
        }
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
        let State { held, runs, .. } = core::mem::take(&mut *self.lock());
        let held: Records = Box::new(sorted(held));
        let all = merge(runs.into_iter().map(read).chain([held]).collect());
        for record in self.unique(all.map_err(|error| self.error(error))?) {
            let (key, value) = record.map_err(|error| self.error(error))?;
            if let Some((key, order)) = key.split_last_chunk() {
                each(key, *order, &value)?;
            }
        }
        Ok(())
    }

    /// Writes the values of all records to stdout, sorted by their keys.
    pub(crate) fn print(self) -> exit::Result<()> {
        let mut out = BufWriter::with_capacity(256 * 1024, io::stdout());
        self.finish(|_, _, value| Ok(out.write_all(value)?))?;
        Ok(out.flush()?)
    }

    /// Writes sorted records to a file, and returns it from its beginning.
    fn spill(&self, records: impl Iterator<Item = io::Result<Record>>) -> io::Result<File> {
        let file = tempfile::tempfile_in(&self.folder)?;
        let mut out = BufWriter::with_capacity(BUFFER, file);
        for record in self.unique(records) {
            let (key, value) = record?;
            for bytes in [&key, &value] {
                out.write_all(&(bytes.len() as u64).to_le_bytes())?;
                out.write_all(bytes)?;
            }
        }
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    }

    /// Drops all but the first record of each key, if that is asked for.
    fn unique(
        &self,
        records: impl Iterator<Item = io::Result<Record>>,
    ) -> impl Iterator<Item = io::Result<Record>> {
        let mut last: Option<Vec<u8>> = None;
        records.filter(move |record| {
            let Ok((key, _)) = record else { return true };
            let key = key.split_last_chunk::<{ size_of::<Order>() }>().map(|(key, _)| key);
            let is_new = !self.unique || last.as_deref() != key;
            if self.unique && is_new {
                last = key.map(<[u8]>::to_vec);
            }
            is_new
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, error: io::Error) -> exit::Error {
        exit::Error::Spill(self.folder.clone(), error)
    }
}

fn sorted(mut records: Vec<Record>) -> impl Iterator<Item = io::Result<Record>> {
    records.sort_unstable();
    records.into_iter().map(Ok)
}

/// Returns the records of a run.
fn read(run: File) -> Records {
    let mut run = BufReader::with_capacity(BUFFER, run);
    Box::new(core::iter::from_fn(move || {
        let mut field = || -> io::Result<Vec<u8>> {
            let mut len = [0; 8];
            run.read_exact(&mut len)?;
            let mut bytes = Vec::new();
            (&mut run).take(u64::from_le_bytes(len)).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        match field() {
            Ok(key) => Some(field().map(|value| (key, value))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => Some(Err(error)),
        }
    }))
}

/// Returns the sorted records of many runs as one sorted sequence.
fn merge(mut runs: Vec<Records>) -> io::Result<impl Iterator<Item = io::Result<Record>>> {
    // The first record of each run that has not been returned, and the number of the run.
    let mut heap = BinaryHeap::new();
    let count = runs.len();
    let mut refill = move |run: usize, heap: &mut BinaryHeap<_>| {
        if let Some(record) = runs.get_mut(run).and_then(Iterator::next) {
            heap.push(Reverse((record?, run)));
        }
        Ok(())
    };
    (0..count).try_for_each(|run| refill(run, &mut heap))?;
    Ok(core::iter::from_fn(move || {
        let Reverse((record, run)) = heap.pop()?;
        Some(refill(run, &mut heap).map(|()| record))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of any number and size come back sorted, however often they are spilled and merged.
    #[test]
    fn records_are_sorted_and_unique() {
        let mut seed = 1738_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for (count, budget) in [(0, 100), (1, 1), (50, 4000), (2000, 900), (2000, 120)] {
            for unique in [false, true] {
                let sorter = Sorter::with_budget(budget, unique);
                let mut expected = Vec::new();
                for order in 0..count {
                    let key = format!("{:06}", random(count / 2 + 1));
                    let value = "v".repeat(usize::try_from(random(90)).unwrap()).into_bytes();
                    let order = u128::from(order).to_be_bytes();
                    sorter.push(key.as_bytes(), order, &value).unwrap();
                    expected.push((key, order, value));
                }
                expected.sort();
                if unique {
                    expected.dedup_by(|later, first| later.0 == first.0);
                }
                let mut found = Vec::new();
                let each = |_: &[u8], order: Order, value: &[u8]| {
                    found.push((order, value.to_vec()));
                    Ok(())
                };
                sorter.finish(each).unwrap();
                let expected: Vec<_> =
                    expected.into_iter().map(|(_, order, value)| (order, value)).collect();
                assert_eq!(found, expected, "{count} {budget} {unique}");
            }
        }
    }
}
