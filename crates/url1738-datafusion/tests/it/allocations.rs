//! The functions that return pieces of the column allocate by the column, and not by the row.

use crate::{corpus::columns, rows::call};
use datafusion::logical_expr::ColumnarValue;

/// The allocations of a call over so many rows, for each type of column.
fn allocations(name: &str, more: Option<&str>, rows: usize) -> Vec<usize> {
    let texts = [
        "ftp://joe:secret@host.dom/a-directory/a-name-that-is-longer-than-a-view-holds.txt",
        "http://another-host-with-a-long-name.dom/~no-url",
        "x-a-scheme-of-a-long-name:with-its-rest",
    ];
    let texts = texts.iter().cycle().take(rows).map(|text| Some((*text).to_owned()));
    let of_column = |(_, column)| {
        let mut args = vec![ColumnarValue::Array(column)];
        args.extend(more.map(|text| ColumnarValue::Scalar(text.into())));
        url1738_heap::count(|| call(name, args, rows).unwrap())
    };
    columns(&texts.collect::<Vec<_>>()).into_iter().take(3).map(of_column).collect()
}

#[test]
fn none_a_row() {
    let functions = [
        ("url_valid", None),
        ("url_scheme", None),
        ("url_part", Some("host")),
        ("url_parts", None),
        ("urls_in", None),
    ];
    for (name, more) in functions {
        let (few, many) = (allocations(name, more, 3_000), allocations(name, more, 30_000));
        for (few, many) in few.into_iter().zip(many) {
            // Vectors that grow by doubling do so three or four times more; a structure has 25 of them.
            assert!(many < few + 300, "{name}: {few} of 3000 rows, {many} of 30000");
        }
    }
    // The counter counts: plans are allocated.
    assert!(allocations("url_plan", None, 30_000).into_iter().all(|count| count > 10_000));
}
