//! Kernels on several threads.

use std::{
    num::NonZero,
    panic,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use arrow_array::{Array, ArrayRef, make_array};
use arrow_data::{ArrayData, transform::MutableArrayData};

use crate::error::ColumnError;

/// A chunk has at least so many rows, so that starting a thread is worth it.
const MIN_ROWS: usize = 4096;
/// Threads take chunks in turn until there are none left: rows of one chunk may take longer than those of another.
const CHUNKS_PER_THREAD: usize = 4;

/// Applies a kernel to the chunks of a column, on this many threads, or on one per core if `threads` is 0. Returns the
/// results as one array, in the order of the rows.
///
/// The calling thread is one of them, so the result is complete even if no other can be started. A column of few rows is
/// not divided. It also takes kernels that combine those of this crate.
///
/// ```
/// use url1738_arrow::{arrow_array::{StringArray, cast::AsArray}, on_threads, part};
///
/// let urls = (0..50_000).map(|n| format!("http://host.dom/{n}"));
/// let column = StringArray::from_iter_values(urls);
/// let ends = on_threads(&column, 2, |chunk| part(chunk, "hsegment"))?;
/// assert_eq!(ends.as_string_view().value(49_999), "49999");
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns the error of the first chunk that has one, or an error if Arrow cannot hold the whole result.
pub fn on_threads<A: Array>(
    column: &dyn Array,
    threads: usize,
    kernel: impl Fn(&dyn Array) -> Result<A, ColumnError> + Sync,
) -> Result<ArrayRef, ColumnError> {
    let kernel = |chunk: &dyn Array| kernel(chunk).map(|result| result.to_data());
    let threads = match NonZero::new(threads) {
        Some(threads) => threads.get(),
        None => thread::available_parallelism().map_or(1, NonZero::get),
    };
    let rows = column.len();
    if threads == 1 || rows < MIN_ROWS.saturating_mul(2) {
        return kernel(column).map(make_array);
    }
    let size = rows.div_ceil(threads.saturating_mul(CHUNKS_PER_THREAD)).max(MIN_ROWS);
    let chunks = rows.div_ceil(size);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            let start = chunk.saturating_mul(size);
            if start >= rows {
                return done;
            }
            let len = size.min(rows.saturating_sub(start));
            done.push((chunk, kernel(&column.slice(start, len))));
        }
    };
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(chunks))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut results = work();
        for other in others {
            // A kernel of the caller may panic, and does so on the thread of the caller.
            results.extend(other.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        }
        results
    });
    results.sort_unstable_by_key(|(chunk, _)| *chunk);
    let results = results.into_iter().map(|(_, result)| result);
    concatenated(&results.collect::<Result<Vec<_>, _>>()?)
}

fn concatenated(chunks: &[ArrayData]) -> Result<ArrayRef, ColumnError> {
    let rows = chunks.iter().map(ArrayData::len).fold(0, usize::saturating_add);
    let mut all = MutableArrayData::new(chunks.iter().collect(), false, rows);
    for (at, chunk) in chunks.iter().enumerate() {
        all.try_extend(at, 0, chunk.len())?;
    }
    Ok(make_array(all.freeze()))
}
