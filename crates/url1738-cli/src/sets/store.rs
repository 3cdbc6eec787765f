//! Records on disk: sorted runs, which are merged when there are many.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Seek as _, Write as _},
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use super::{
    arena::{Arena, Record},
    merge::{Merge, Sorted},
};

/// The number of bytes that all workers together hold before they spill.
const BUDGET: usize = 20 * 1024 * 1024;

/// How many runs are merged into one.
const RUNS: usize = 48;

/// The bytes of a run that are read at once.
const BUFFER: usize = 64 * 1024;

/// Runs that workers share. The files have no names, so they are gone with the process.
#[derive(Debug)]
pub(crate) struct Store {
    /// Runs by the number of merges that they went through.
    levels: Mutex<Vec<Vec<File>>>,
    /// What each worker may hold.
    budget: usize,
    unique: bool,
    folder: PathBuf,
}

/// An error of a spill file.
#[derive(Debug, thiserror::Error)]
#[error("{1}")]
pub(crate) struct Error(pub(crate) PathBuf, #[source] pub(crate) io::Error);

impl Store {
    /// Creates a store for a number of workers that keeps the first record of each key if `unique`, or all records.
    pub(crate) fn new(workers: usize, unique: bool) -> Self {
        Self::with_budget(BUDGET / workers.max(1), unique)
    }

    fn with_budget(budget: usize, unique: bool) -> Self {
        Self { levels: Mutex::default(), budget, unique, folder: std::env::temp_dir() }
    }

    /// Adds a record to an arena, which is spilled before if it is full.
    ///
    /// # Errors
    /// Returns an error if a spill file cannot be written.
    pub(crate) fn push(&self, arena: &mut Arena, record: &Record<'_>) -> Result<(), Error> {
        if !arena.has_room(record, self.budget) {
            self.spill(arena)?;
        }
        arena.push(record, self.budget);
        Ok(())
    }

    /// Moves the records of an arena to another one.
    ///
    /// # Errors
    /// Returns an error if a spill file cannot be written.
    pub(crate) fn append(&self, arena: &mut Arena, other: &Arena) -> Result<(), Error> {
        other.iter().try_for_each(|record| self.push(arena, &record))
    }

    fn spill(&self, arena: &mut Arena) -> Result<(), Error> {
        arena.sort();
        let mut writer = self.writer()?;
        let mut last: Option<&[u8]> = None;
        let mut bytes = Vec::new();
        for record in arena.iter() {
            if self.unique && last == Some(record.key) {
                continue;
            }
            last = Some(record.key);
            self.write(&mut writer, &record, &mut bytes)?;
        }
        let run = self.finished(writer)?;
        arena.clear();
        self.add(run)
    }

    fn writer(&self) -> Result<BufWriter<File>, Error> {
        let file = tempfile::tempfile_in(&self.folder).map_err(|error| self.error(error))?;
        Ok(BufWriter::with_capacity(BUFFER, file))
    }

    fn write(
        &self,
        writer: &mut BufWriter<File>,
        record: &Record<'_>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Error> {
        bytes.clear();
        record.write(bytes);
        writer.write_all(bytes).map_err(|error| self.error(error))
    }

    /// Returns the file of a run, from its beginning.
    fn finished(&self, writer: BufWriter<File>) -> Result<File, Error> {
        let mut file = writer.into_inner().map_err(|error| self.error(error.into_error()))?;
        file.rewind().map_err(|error| self.error(error))?;
        Ok(file)
    }

    fn error(&self, error: io::Error) -> Error {
        Error(self.folder.clone(), error)
    }

    /// Adds a run, and merges those of a level if it is full.
    fn add(&self, run: File) -> Result<(), Error> {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let mut run = run;
        for level in 0.. {
            if levels.len() <= level {
                levels.push(Vec::new());
            }
            let Some(runs) = levels.get_mut(level) else { break };
            runs.push(run);
            if runs.len() < RUNS {
                break;
            }
            let full = core::mem::take(runs);
            run = self.merged(full)?;
        }
        Ok(())
    }

    fn merged(&self, runs: Vec<File>) -> Result<File, Error> {
        let merge = Merge::new(runs.into_iter().map(opened), self.unique);
        let merge = merge.map_err(|error| self.error(error))?;
        let mut writer = self.writer()?;
        let mut bytes = Vec::new();
        merge
            .each(|record| {
                bytes.clear();
                record.write(&mut bytes);
                writer.write_all(&bytes)
            })
            .map_err(|error| self.error(error))?;
        self.finished(writer)
    }

    /// Returns all records in order: those of the runs, and those of the last arena.
    ///
    /// # Errors
    /// Returns an error if a spill file cannot be read.
    pub(crate) fn finish(&self, mut arena: Arena) -> Result<Merge, Error> {
        arena.sort();
        let levels =
            core::mem::take(&mut *self.levels.lock().unwrap_or_else(PoisonError::into_inner));
        let runs = levels.into_iter().flatten().map(opened);
        let memory = (!arena.is_empty()).then_some(Sorted::Memory { arena, next: 0 });
        Merge::new(runs.chain(memory), self.unique).map_err(|error| self.error(error))
    }
}

fn opened(run: File) -> Sorted {
    Sorted::File(BufReader::with_capacity(BUFFER, run))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of any number and size come back sorted, however often they are spilled and merged.
    #[test]
    fn records_are_sorted_and_unique() {
        let mut seed = 1738_u64;
        let mut random = |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for (count, budget) in [(0, 100), (1, 1), (50, 4000), (5000, 900), (20_000, 120)] {
            for unique in [false, true] {
                let store = Store::with_budget(budget, unique);
                let (mut arena, mut other) = (Arena::default(), Arena::default());
                let mut expected = Vec::new();
                for order in 0..count {
                    let key = random(count / 2 + 1).to_string();
                    let value = "v".repeat(usize::try_from(random(90)).unwrap());
                    let record = Record { key: key.as_bytes(), order, value: value.as_bytes() };
                    let arena = if order % 3 == 0 { &mut other } else { &mut arena };
                    store.push(arena, &record).unwrap();
                    expected.push((key, order, value));
                }
                store.append(&mut arena, &other).unwrap();
                expected.sort();
                if unique {
                    expected.dedup_by(|later, first| later.0 == first.0);
                }
                let mut found = Vec::new();
                let merge = store.finish(arena).unwrap();
                merge
                    .each(|Record { key, order, value }| {
                        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
                        found.push((text(key), order, text(value)));
                        Ok::<(), io::Error>(())
                    })
                    .unwrap();
                assert_eq!(found, expected, "{count} {budget} {unique}");
            }
        }
    }
}
