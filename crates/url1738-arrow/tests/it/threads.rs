//! Several threads return what one does.

use std::{
    panic,
    sync::{
        Barrier,
        atomic::{AtomicUsize, Ordering},
    },
};

use url1738_arrow::{
    ColumnError, Kernel,
    arrow_array::{Array, ArrayRef, StringArray},
    on_threads, valid,
};

use crate::layouts::{TEXTS, columns};

#[test]
fn all_kernels_agree() {
    for (_, column) in columns(&TEXTS) {
        for kernel in [Kernel::Valid, Kernel::Parts, Kernel::Errors, Kernel::Plan, Kernel::Repair] {
            let one = kernel.apply(&column).unwrap();
            for threads in [0, 2, 3, 64] {
                let several = kernel.apply_on_threads(&column, threads).unwrap();
                assert!(*several == *one, "{kernel:?} of {} on {threads}", column.data_type());
            }
        }
    }
}

/// The threads work at the same time: each waits for the other.
#[test]
fn threads_are_used() {
    let column = StringArray::from(vec!["ftp://h"; 100_000]);
    let (both, calls) = (Barrier::new(2), AtomicUsize::new(0));
    let result = on_threads(&column, 2, |chunk| {
        if calls.fetch_add(1, Ordering::Relaxed) < 2 {
            both.wait();
        }
        valid(chunk)
    });
    assert_eq!(result.unwrap().len(), 100_000);
    assert!(calls.into_inner() >= 2);
}

#[test]
fn a_column_of_few_rows_is_not_divided() {
    let column = StringArray::from(vec!["ftp://h"; 5000]);
    let calls = AtomicUsize::new(0);
    let result = on_threads(&column, 8, |chunk| {
        calls.fetch_add(1, Ordering::Relaxed);
        valid(chunk)
    });
    assert_eq!((result.unwrap().len(), calls.into_inner()), (5000, 1));
}

#[test]
fn errors_and_panics_reach_the_caller() {
    let column = StringArray::from(vec!["ftp://h"; 100_000]);
    let error = Kernel::Part("hots").apply_on_threads(&column, 4).unwrap_err();
    assert!(matches!(error, ColumnError::UnknownPart(name) if name == "hots"));
    let panicked = panic::catch_unwind(|| {
        on_threads(&column, 4, |_| -> Result<ArrayRef, ColumnError> { panic!("of the kernel") })
    });
    assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"of the kernel"));
}
