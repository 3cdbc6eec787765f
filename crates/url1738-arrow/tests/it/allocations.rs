//! The kernels that return pieces of the column allocate per column, not per row.

use crate::corpus::columns;
use url1738_arrow::Kernel;

/// The allocations of a call over so many rows, for each layout.
fn allocations(kernel: Kernel<'_>, rows: usize) -> Vec<usize> {
    let texts = [
        "ftp://joe:secret@host.dom/a-directory/a-name-that-is-longer-than-a-view-holds.txt",
        "http://another-host-with-a-long-name.dom/~no-url",
        "x-a-scheme-of-a-long-name:with-its-rest",
    ];
    let texts = texts.iter().cycle().take(rows).map(|text| Some((*text).to_owned()));
    let of_column = |(_, column)| {
        assert!(kernel.apply(&column).is_ok(), "{kernel:?}");
        url1738_heap::count(|| kernel.apply(&column))
    };
    columns(&texts.collect()).into_iter().take(6).map(of_column).collect()
}

#[test]
fn none_per_row() {
    let kernels = [
        Kernel::Valid,
        Kernel::Scheme,
        Kernel::Part("host"),
        Kernel::Parts,
        Kernel::Normalize,
        Kernel::UrlsIn,
    ];
    for kernel in kernels {
        let (few, many) = (allocations(kernel, 3_000), allocations(kernel, 30_000));
        for (few, many) in few.into_iter().zip(many) {
            // Vectors that grow by doubling do so three or four times more; a structure has 25 of them.
            assert!(many < few + 300, "{kernel:?}: {few} of 3000 rows, {many} of 30000");
        }
    }
    // The counter counts: plans are allocated.
    assert!(allocations(Kernel::Plan, 30_000).into_iter().all(|count| count > 10_000));
}
