//! The kernels that return a value per row, row by row what the library says; and several threads return what one does.

use std::{
    fmt::Debug,
    panic,
    sync::{
        Barrier,
        atomic::{AtomicUsize, Ordering},
    },
};

use url1738::{
    Url,
    surt::{Profile, wayback_key},
};
use url1738_arrow::{
    ColumnError, Kernel,
    arrow_array::{Array, ArrayRef, Int64Array, StringArray, cast::AsArray},
    on_threads, part, part_by_row, valid,
};

use crate::layouts::{Rows, TEXTS, columns};

/// Applies a kernel to columns of every layout, and compares every row with what the library says of it.
pub(crate) fn agree<E: PartialEq + Debug>(
    kernel: Kernel<'_>,
    texts: &Rows,
    library: impl Fn(&str) -> Option<E>,
    read: impl Fn(&ArrayRef, usize) -> E,
) {
    let expected: Vec<Option<E>> =
        texts.iter().map(|text| text.as_deref().and_then(&library)).collect();
    assert!(expected.iter().any(Option::is_some), "{kernel:?} of no row");
    for (from, column) in columns(texts) {
        let result = kernel.apply(&column).unwrap();
        assert_eq!(result.data_type(), &kernel.data_type(), "{kernel:?}");
        assert_eq!(result.len(), column.len());
        for row in 0..column.len() {
            let found = result.is_valid(row).then(|| read(&result, row));
            assert!(
                found == expected[from + row],
                "{kernel:?} of {:?} as {}: {found:?} and not {:?}",
                texts[from + row],
                column.data_type(),
                expected[from + row],
            );
        }
    }
}

pub(crate) fn text(column: &ArrayRef, row: usize) -> String {
    column.as_string_view().value(row).to_owned()
}

#[test]
fn validity() {
    let valid = |text: &str| Some(Url::parse(text).is_ok());
    agree(Kernel::Valid, &TEXTS, valid, |column, row| column.as_boolean().value(row));
}

#[test]
fn schemes() {
    let scheme = |text: &str| Some(Url::parse(text).ok()?.scheme().to_owned());
    agree(Kernel::Scheme, &TEXTS, scheme, text);
}

#[test]
fn normal_forms() {
    let normal = |text: &str| Some(Url::parse(text).ok()?.normalize().into_string());
    agree(Kernel::Normalize, &TEXTS, normal, text);
}

#[test]
fn repairs() {
    let repaired = |text: &str| Some(Url::repair(text).ok()?.url.into_string());
    agree(Kernel::Repair, &TEXTS, repaired, text);
}

#[test]
fn keys() {
    let exact = |text: &str| Url::parse(text).ok()?.surt(Profile::Exact).ok();
    agree(Kernel::Surt(Profile::Exact), &TEXTS, exact, text);
    let wayback = |text: &str| wayback_key(text.as_bytes()).ok();
    agree(Kernel::Surt(Profile::Wayback0_3_1), &TEXTS, wayback, text);
}

#[test]
fn every_part_by_name() {
    for name in ["scheme", "password", "host", "fsegment", "search", "gopher+_string", "schemepart"]
    {
        let part = |text: &str| Some(Url::parse(text).ok()?.components().get(name)?.to_owned());
        agree(Kernel::Part(name), &TEXTS, part, text);
    }
}

/// The names that mean the same in all schemes, also where the type of a scheme is off.
#[test]
fn readings() {
    let rows = [
        ("ftp://h/a%2Fb/c%20d", [Some("a/b/c d"), None, Some("21")]),
        ("gopher://h:7070/7/a%09b%20c", [Some("7/a\tb c"), Some("b c"), Some("7070")]),
        ("HTTPS://h/a?b%26", [Some("a"), Some("b&"), Some("443")]),
        ("x-db://h/a?b?c", [Some("a"), Some("b?c"), None]),
        ("wais://h/%FF?", [None, Some(""), Some("210")]),
        ("mailto:a@b", [None, None, None]),
        ("http://h/~", [None, None, None]),
    ];
    let column = StringArray::from_iter_values(rows.iter().map(|(text, _)| text));
    for (at, name) in ["path", "query", "port_or_default"].into_iter().enumerate() {
        let found = part(&column, name).unwrap();
        let expected = rows.iter().map(|(_, answers)| answers[at]);
        assert!(found.iter().eq(expected), "{name}: {found:?}");
    }
}

#[test]
fn a_part_by_a_column_of_names() {
    let names = ["host", "scheme", "fsegment", "port"];
    for (from, column) in columns(&TEXTS) {
        let asked = (0..column.len()).map(|row| (row % 5 < 4).then(|| names[row % 5]));
        let asked: Vec<Option<&str>> = asked.collect();
        let found = part_by_row(&column, &asked.iter().copied().collect::<StringArray>()).unwrap();
        for (row, found) in found.iter().enumerate() {
            let url = TEXTS[from + row].as_deref().and_then(|text| Url::parse(text).ok());
            let parts = url.as_ref().map(Url::components);
            let expected = parts.and_then(|parts| parts.get(asked[row]?));
            assert_eq!(found, expected, "{:?} of {:?}", asked[row], TEXTS[from + row]);
        }
    }
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let urls = StringArray::from(vec!["ftp://h", "ftp://h"]);
    let refused = |result: Result<_, ColumnError>| match result {
        Ok(_) => panic!("not refused"),
        Err(error) => error.to_string(),
    };
    let numbers = Int64Array::from(vec![1, 2]);
    assert_eq!(refused(part(&numbers, "host")), "expected a column of text or binary, found Int64");
    let unknown = refused(part(&urls, "hots"));
    assert!(unknown.starts_with("unknown part 'hots': expected one of scheme, user"), "{unknown}");
    assert!(unknown.ends_with("schemepart, path, query, port_or_default"), "{unknown}");
    assert_eq!(refused(part_by_row(&urls, &StringArray::from(vec!["host", "hots"]))), unknown);
    assert_eq!(
        refused(part_by_row(&urls, &StringArray::from(vec!["host"]))),
        "expected 2 names of parts, found 1"
    );
}

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
