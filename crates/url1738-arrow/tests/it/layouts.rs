//! Columns as other programs make them.

use std::sync::Arc;

use arrow_buffer::Buffer;
use url1738::surt::Profile;
use url1738_arrow::{
    Kernel,
    arrow_array::{
        Array, ArrayRef, BinaryArray, DictionaryArray, Int32Array, NullArray, StringArray,
        StringViewArray, cast::AsArray, types::Int8Type,
    },
    part, surt, urls_in, valid,
};

use crate::corpus::{columns, small_dictionary};

const KERNELS: [Kernel<'static>; 11] = [
    Kernel::Valid,
    Kernel::Scheme,
    Kernel::Part("host"),
    Kernel::Parts,
    Kernel::Errors,
    Kernel::Normalize,
    Kernel::Repair,
    Kernel::Surt(Profile::Exact),
    Kernel::Surt(Profile::Wayback0_3_1),
    Kernel::Plan,
    Kernel::UrlsIn,
];

#[test]
fn no_row_and_rows_of_nothing() {
    let columns: [ArrayRef; 6] = [
        Arc::new(NullArray::new(0)),
        Arc::new(NullArray::new(5)),
        Arc::new(StringArray::new_null(5)),
        Arc::new(StringViewArray::new_null(5)),
        Arc::new(StringArray::new_null(0)),
        // A dictionary without a value has no key that is not null.
        Arc::new(DictionaryArray::<Int8Type>::new(
            vec![None; 5].into(),
            Arc::new(StringArray::new_null(0)),
        )),
    ];
    for column in columns {
        for kernel in KERNELS {
            let result = kernel.apply(&column).unwrap();
            assert_eq!(result.data_type(), &kernel.data_type());
            assert_eq!((result.len(), result.logical_null_count()), (column.len(), column.len()));
        }
    }
}

#[test]
fn dictionaries_with_nulls_in_both_places() {
    let column = small_dictionary();
    let found: Vec<_> = valid(&column).unwrap().iter().collect();
    assert_eq!(found, [Some(true), None, None, Some(false), Some(true)]);
    let found = part(&column.slice(3, 2), "fsegment").unwrap();
    assert_eq!(found.iter().collect::<Vec<_>>(), [None, Some("a-long-name.txt")]);
    let of_numbers: DictionaryArray<Int8Type> =
        DictionaryArray::new(vec![0].into(), Arc::new(Int32Array::from(vec![1])));
    let error = valid(&of_numbers).unwrap_err().to_string();
    assert_eq!(error, "expected a column of text or binary, found Dictionary(Int8, Int32)");
}

#[test]
fn bytes_that_are_not_utf_8() {
    let texts: [&[u8]; 3] =
        [b"http://h.dom/\xff", b"ftp://h.dom/a", b"\xff see ftp://h.dom/a-long-enough-name \xfe"];
    let column = BinaryArray::from(texts.to_vec());
    let found: Vec<_> = valid(&column).unwrap().iter().flatten().collect();
    assert_eq!(found, [false, true, false]);
    let found = urls_in(&column).unwrap().value(2);
    assert_eq!(found.as_string_view().value(0), "ftp://h.dom/a-long-enough-name");
    for kernel in KERNELS {
        assert_eq!(kernel.apply(&column).unwrap().len(), 3);
    }
    assert_eq!(surt(&column, Profile::Exact).unwrap().null_count(), 2);
}

/// Pieces of a URL are views of its column, in every layout.
#[test]
fn pieces_of_a_row_are_not_copied() {
    let long = "ftp://host.dom/a-name-that-is-longer-than-a-view-holds.txt";
    for (_, column) in columns(&vec![Some(long.to_owned()); 2000]) {
        let buffers: Vec<_> = match column.as_any_dictionary_opt() {
            Some(dictionary) => data_buffers(dictionary.values()),
            None => data_buffers(&column),
        };
        for kernel in [Kernel::Part("fsegment"), Kernel::Normalize, Kernel::Repair] {
            let result = kernel.apply(&column).unwrap();
            assert!(result.as_string_view().value(7).ends_with("longer-than-a-view-holds.txt"));
            let found = data_buffers(&result);
            assert!(found == buffers, "{kernel:?} of {}", column.data_type());
        }
    }
}

/// Returns the addresses of the buffers of texts.
fn data_buffers(column: &ArrayRef) -> Vec<*const u8> {
    // The first buffer holds offsets or views.
    column.to_data().buffers().iter().skip(1).map(Buffer::as_ptr).collect()
}
