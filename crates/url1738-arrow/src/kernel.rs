//! The kernels as values, for programs that choose one at run time, and on several threads.

use std::{
    num::NonZero,
    panic,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use arrow_array::{Array, ArrayRef, NullArray, make_array, new_empty_array};
use arrow_data::{ArrayData, transform::MutableArrayData};
use arrow_schema::DataType;
use url1738::surt::Profile;

use crate::{ColumnError, errors, part, parts, plan, rewritten, texts::shared, verdict};

/// A kernel: what is computed of each URL (section 2.1) of a column.
///
/// ```
/// use url1738_arrow::{Kernel, arrow_array::{StringArray, cast::AsArray}, arrow_schema::DataType};
///
/// let column = StringArray::from(vec!["ftp://host.dom/motd"; 100_000]);
/// let kernel = Kernel::Part("host");
/// assert_eq!(kernel.data_type(), DataType::Utf8View);
///
/// // On one thread, and on one per core.
/// let hosts = kernel.apply(&column)?;
/// assert_eq!(hosts.as_string_view().value(99_999), "host.dom");
/// assert_eq!(&kernel.apply_on_threads(&column, 0)?, &hosts);
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kernel<'a> {
    /// [`valid`](fn@crate::valid)
    Valid,
    /// [`scheme`](fn@crate::scheme)
    Scheme,
    /// [`part`](fn@crate::part), with the name of the part
    Part(&'a str),
    /// [`parts`](fn@crate::parts)
    Parts,
    /// [`errors`](fn@crate::errors)
    Errors,
    /// [`normalize`](fn@crate::normalize)
    Normalize,
    /// [`repair`](fn@crate::repair)
    Repair,
    /// [`surt`](fn@crate::surt)
    Surt(Profile),
    /// [`plan`](fn@crate::plan)
    Plan,
    /// [`urls_in`](fn@crate::urls_in)
    UrlsIn,
}

impl Kernel<'_> {
    /// Returns the type of the result, which does not depend on the column.
    #[must_use]
    pub fn data_type(self) -> DataType {
        // A part that no URL has is refused by name, and would be a text.
        let none = self.apply(&NullArray::new(0));
        none.map_or(DataType::Utf8View, |none| none.data_type().clone())
    }

    /// Applies the kernel to each row of a column.
    ///
    /// # Errors
    ///
    /// Returns an error if the column contains neither text nor bytes, if no part has the name in [`Kernel::Part`], or if
    /// Arrow cannot hold the result.
    pub fn apply(self, column: &dyn Array) -> Result<ArrayRef, ColumnError> {
        match self {
            Self::Valid => verdict::valid(column).map(shared),
            Self::Scheme => verdict::scheme(column).map(shared),
            Self::Part(name) => part(column, name).map(shared),
            Self::Parts => parts(column).map(shared),
            Self::Errors => errors(column).map(shared),
            Self::Normalize => rewritten::normalize(column).map(shared),
            Self::Repair => rewritten::repair(column).map(shared),
            Self::Surt(profile) => rewritten::surt(column, profile).map(shared),
            Self::Plan => plan(column).map(shared),
            Self::UrlsIn => verdict::urls_in(column).map(shared),
        }
    }

    /// Applies the kernel on this many threads, or on one per core if `threads` is 0, with [`on_threads`].
    ///
    /// [`on_threads`]: crate::on_threads
    ///
    /// # Errors
    ///
    /// Like [`Kernel::apply`].
    pub fn apply_on_threads(
        self,
        column: &dyn Array,
        threads: usize,
    ) -> Result<ArrayRef, ColumnError> {
        on_threads(column, threads, |chunk| self.apply(chunk))
    }
}

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
    let chunks = results.collect::<Result<Vec<_>, _>>()?;
    // A column of so many rows has a chunk.
    concatenated(&chunks, chunks.first().map_or(&DataType::Null, ArrayData::data_type))
}

/// Returns chunks of the results of one kernel as one array; of no chunk, an empty array of its type.
///
/// ```
/// use url1738_arrow::{Kernel, arrow_array::{Array, BooleanArray}, concatenated};
///
/// let chunk = BooleanArray::from(vec![true, false]).to_data();
/// assert_eq!(concatenated(&[chunk.clone(), chunk], &Kernel::Valid.data_type())?.len(), 4);
/// assert!(concatenated(&[], &Kernel::Valid.data_type())?.is_empty());
/// # Ok::<(), url1738_arrow::ColumnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if Arrow cannot hold the whole.
pub fn concatenated(chunks: &[ArrayData], data_type: &DataType) -> Result<ArrayRef, ColumnError> {
    if chunks.is_empty() {
        return Ok(new_empty_array(data_type));
    }
    let rows = chunks.iter().map(ArrayData::len).fold(0, usize::saturating_add);
    let mut all = MutableArrayData::new(chunks.iter().collect(), false, rows);
    for (at, chunk) in chunks.iter().enumerate() {
        all.try_extend(at, 0, chunk.len())?;
    }
    Ok(make_array(all.freeze()))
}
