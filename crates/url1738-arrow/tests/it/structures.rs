//! The kernels that return structures and lists.

use url1738::Url;
use url1738_arrow::{
    Kernel,
    arrow_array::{Array, ArrayRef, StringArray, cast::AsArray, types::UInt32Type},
    parts, plan, urls_in,
};
use url1738_context::find_iter;

use crate::{
    layouts::{DOCUMENTS, TEXTS, columns},
    rows::{agree, text},
};

/// Returns a field of a structure; `None` if it is null.
fn field<V>(
    column: &ArrayRef,
    name: &str,
    row: usize,
    read: impl Fn(&ArrayRef, usize) -> V,
) -> Option<V> {
    let column = column.as_struct().column_by_name(name).unwrap();
    column.is_valid(row).then(|| read(column, row))
}

fn list(column: &ArrayRef, row: usize) -> Vec<String> {
    let texts = column.as_list::<i32>().value(row);
    texts.as_string_view().iter().map(|text| text.unwrap().to_owned()).collect()
}

#[test]
fn errors() {
    let error = |text: &str| {
        let error = Url::parse(text).err()?;
        let words = [
            error.code().to_owned(),
            error.part().name().to_owned(),
            error.rule().to_string(),
            error.message().to_string(),
            error.help().to_string(),
        ];
        Some((words, error.span().start, error.span().end))
    };
    let number = |column: &ArrayRef, row: usize| column.as_primitive::<UInt32Type>().value(row);
    agree(Kernel::Errors, &TEXTS, error, |column, row| {
        let words = ["code", "part", "rule", "message", "help"];
        (
            words.map(|name| field(column, name, row, text).unwrap()),
            field(column, "start", row, number).unwrap(),
            field(column, "end", row, number).unwrap(),
        )
    });
}

#[test]
fn all_parts() {
    type Parts = Vec<(String, Vec<String>)>;
    // Only parts that are present are compared, in the order of the columns: absent ones are null on both sides.
    let parts = |text: &str| -> Option<Parts> {
        let url = Url::parse(text).ok()?;
        let mut columns: Parts = Vec::new();
        for (part, text) in url.components().iter() {
            match columns.iter_mut().find(|(name, _)| name == part.name()) {
                Some((_, texts)) => texts.push(text.to_owned()),
                None => columns.push((part.name().to_owned(), vec![text.to_owned()])),
            }
        }
        columns.sort();
        Some(columns)
    };
    agree(Kernel::Parts, &TEXTS, parts, |column, row| {
        let fields = column.as_struct();
        let mut found: Parts = Vec::new();
        for (name, values) in fields.column_names().into_iter().zip(fields.columns()) {
            if values.is_valid(row) {
                let texts = match values.as_list_opt::<i32>() {
                    Some(_) => list(values, row),
                    None => vec![text(values, row)],
                };
                found.push((name.to_owned(), texts));
            }
        }
        found.sort();
        found
    });
}

/// A part is a list in every row or in none, though the first rows have none of it.
#[test]
fn parts_that_appear_late() {
    let urls = ["mailto:a@b", "no URL", "news:*", "ftp://u:p@h/a/b;type=i", "mailto:a@b"];
    let found = parts(&StringArray::from(urls.to_vec())).unwrap();
    for (name, column) in found.column_names().into_iter().zip(found.columns()) {
        assert_eq!(column.len(), urls.len(), "{name}");
        assert!(column.is_null(0) || ["scheme", "encoded822addr"].contains(&name), "{name}");
    }
    let segments = found.column_by_name("fsegment").unwrap();
    assert_eq!((segments.null_count(), list(segments, 3)), (4, vec!["a".into(), "b".into()]));
    assert_eq!(text(found.column_by_name("ftptype").unwrap(), 3), "i");
}

#[test]
fn plans() {
    type Plan = (Option<String>, Option<Vec<String>>, Option<Vec<String>>, Option<String>);
    let plan = |text: &str| -> Option<Plan> {
        Some(match Url::parse(text).ok()?.plan() {
            Ok(plan) => (
                Some(plan.endpoint.to_string()),
                Some(plan.steps.iter().map(ToString::to_string).collect()),
                Some(plan.warnings.iter().map(|warning| warning.code().to_owned()).collect()),
                None,
            ),
            Err(refusal) => (None, None, None, Some(refusal.reason().to_owned())),
        })
    };
    agree(Kernel::Plan, &TEXTS, plan, |column, row| {
        (
            field(column, "endpoint", row, text),
            field(column, "steps", row, list),
            field(column, "warnings", row, list),
            field(column, "refused", row, text),
        )
    });
}

#[test]
fn plans_and_errors_show_no_password() {
    let column = StringArray::from(vec!["ftp://joe:secret@host.dom/motd", "ftp://joe:se~cret@h"]);
    assert!(!format!("{:?}", plan(&column).unwrap()).contains("secret"));
    let errors = Kernel::Errors.apply(&column).unwrap();
    assert!(!format!("{errors:?}").contains("cret"));
}

#[test]
fn found_urls() {
    let urls = |text: &str| -> Option<Vec<Option<String>>> {
        let found = find_iter(text.as_bytes());
        Some(found.map(|it| (!it.is_truncated()).then(|| it.url.into_owned())).collect())
    };
    let list = |column: &ArrayRef, row: usize| -> Vec<Option<String>> {
        let texts = column.as_list::<i32>().value(row);
        texts.as_string_view().iter().map(|text| text.map(str::to_owned)).collect()
    };
    agree(Kernel::UrlsIn, &DOCUMENTS, urls, list);
    agree(Kernel::UrlsIn, &TEXTS, urls, list);
}

/// The rest of a URL that is cut for its length is not in the text.
#[test]
fn a_url_that_is_cut_is_null() {
    let long = format!("http://h.dom/{}", "a".repeat(70_000));
    let text = format!("see {long} and http://h.dom/b");
    let column = urls_in(&StringArray::from(vec![text])).unwrap();
    let urls = column.value(0);
    assert_eq!(urls.as_string_view().iter().collect::<Vec<_>>(), [None, Some("http://h.dom/b")]);
}

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
