//! The functions that return structures and lists.

use datafusion::{
    arrow::{
        array::{Array, ArrayRef, AsArray},
        datatypes::UInt32Type,
    },
    logical_expr::ColumnarValue,
};
use url1738::Url;
use url1738_context::find_iter;

use crate::{
    rows::{agree, call, text},
    sql::{DOCUMENTS, TEXTS, columns},
};

/// A field of a structure; none where it is null.
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
        let span = error.span();
        let (part, rule) = (error.part().name().to_owned(), error.rule().to_string());
        Some((part, rule, span.start, span.end, error.message().to_string()))
    };
    let number = |column: &ArrayRef, row: usize| column.as_primitive::<UInt32Type>().value(row);
    agree("url_error", None, &TEXTS, error, |column, row| {
        (
            field(column, "part", row, text).unwrap(),
            field(column, "rule", row, text).unwrap(),
            field(column, "start", row, number).unwrap(),
            field(column, "end", row, number).unwrap(),
            field(column, "message", row, text).unwrap(),
        )
    });
}

#[test]
fn all_parts() {
    type Parts = Vec<(String, Vec<String>)>;
    // Only what is there is compared, in the order of the columns: absent parts are null on both sides.
    let parts = |text: &str| -> Option<Parts> {
        let url = Url::parse(text).ok()?;
        let parts = url.components();
        let mut columns: Parts = Vec::new();
        for (part, text) in parts.iter() {
            match columns.iter_mut().find(|(name, _)| name == part.name()) {
                Some((_, texts)) => texts.push(text.to_owned()),
                None => columns.push((part.name().to_owned(), vec![text.to_owned()])),
            }
            assert!(part.repeats || parts.all(part.name()).count() == 1, "{part} in {url}");
        }
        columns.sort();
        Some(columns)
    };
    agree("url_parts", None, &TEXTS, parts, |column, row| {
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
    agree("url_plan", None, &TEXTS, plan, |column, row| {
        (
            field(column, "endpoint", row, text),
            field(column, "steps", row, list),
            field(column, "warnings", row, list),
            field(column, "refused", row, text),
        )
    });
}

#[test]
fn plans_show_no_password() {
    let text = "ftp://joe:secret@host.dom/motd";
    let args = vec![ColumnarValue::Scalar(text.into())];
    let plan = call("url_plan", args, 1).unwrap().into_array(1).unwrap();
    let steps = field(&plan, "steps", 0, list).unwrap();
    assert_eq!(steps, ["USER joe", "PASS *** [if 331]", "TYPE I [guess]", "RETR motd"]);
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
    agree("urls_in", None, &DOCUMENTS, urls, list);
    agree("urls_in", None, &TEXTS, urls, list);
}

/// What is left of a URL that is cut for its length is not in the text.
#[test]
fn a_url_that_is_cut_is_null() {
    let long = format!("http://h.dom/{}", "a".repeat(70_000));
    let text = format!("see {long} and http://h.dom/b");
    let found: Vec<_> = find_iter(text.as_bytes()).map(|found| found.is_truncated()).collect();
    assert_eq!(found, [true, false]);
    let args = vec![ColumnarValue::Scalar(text.as_str().into())];
    let column = call("urls_in", args, 1).unwrap().into_array(1).unwrap();
    let urls = column.as_list::<i32>().value(0);
    let urls: Vec<_> = urls.as_string_view().iter().collect();
    assert_eq!(urls, [None, Some("http://h.dom/b")]);
}

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
