//! The functions that return a value a row.

use std::{fmt::Debug, sync::Arc};

use datafusion::{
    arrow::{
        array::{Array, ArrayRef, AsArray},
        buffer::Buffer,
        datatypes::Field,
    },
    common::{Result, ScalarValue, config::ConfigOptions},
    logical_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF},
};
use url1738::Url;

use crate::sql::{TEXTS, columns};

pub(crate) fn function(name: &str) -> ScalarUDF {
    url1738_datafusion::functions().find(|function| function.name() == name).unwrap()
}

/// Calls a function as the engine does.
pub(crate) fn call(name: &str, args: Vec<ColumnarValue>, rows: usize) -> Result<ColumnarValue> {
    let function = function(name);
    let field = |value: &ColumnarValue| Arc::new(Field::new("u", value.data_type(), true));
    let arg_fields: Vec<_> = args.iter().map(field).collect();
    let scalar = |value: &ColumnarValue| match value {
        ColumnarValue::Scalar(value) => Some(value.clone()),
        ColumnarValue::Array(_) => None,
    };
    let scalars: Vec<Option<ScalarValue>> = args.iter().map(scalar).collect();
    let scalars: Vec<Option<&ScalarValue>> = scalars.iter().map(Option::as_ref).collect();
    let asked = ReturnFieldArgs { arg_fields: &arg_fields, scalar_arguments: &scalars };
    let return_field = function.return_field_from_args(asked)?;
    let config_options = Arc::new(ConfigOptions::default());
    let declared = return_field.data_type().clone();
    let result = function.invoke_with_args(ScalarFunctionArgs {
        args,
        arg_fields,
        number_rows: rows,
        return_field,
        config_options,
    })?;
    assert_eq!(result.data_type(), declared, "{name}");
    Ok(result)
}

/// Calls a function of a column of every type, and compares every row with what the library says of it.
pub(crate) fn agree<E: PartialEq + Debug>(
    name: &str,
    more: Option<&str>,
    texts: &[Option<String>],
    library: impl Fn(&str) -> Option<E>,
    read: impl Fn(&ArrayRef, usize) -> E,
) {
    let expected: Vec<Option<E>> =
        texts.iter().map(|text| text.as_deref().and_then(&library)).collect();
    assert!(expected.iter().any(Option::is_some), "{name} {more:?} of no row");
    for (from, column) in columns(texts) {
        let (rows, data_type) = (column.len(), column.data_type().clone());
        let mut args = vec![ColumnarValue::Array(column)];
        args.extend(more.map(|text| ColumnarValue::Scalar(text.into())));
        let result = call(name, args, rows).unwrap().into_array(rows).unwrap();
        assert_eq!(result.len(), rows);
        for row in 0..rows {
            let found = result.is_valid(row).then(|| read(&result, row));
            assert!(
                found == expected[from + row],
                "{name} {more:?} of {:?} as {data_type}: {found:?} and not {:?}",
                texts[from + row],
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
    agree("url_valid", None, &TEXTS, valid, |column, row| column.as_boolean().value(row));
}

#[test]
fn schemes() {
    let scheme = |text: &str| Some(Url::parse(text).ok()?.scheme().to_owned());
    agree("url_scheme", None, &TEXTS, scheme, text);
}

#[test]
fn normal_forms() {
    let normal = |text: &str| Some(Url::parse(text).ok()?.normalize().into_string());
    agree("url_normalize", None, &TEXTS, normal, text);
}

#[test]
fn repairs() {
    let repaired = |text: &str| Some(Url::repair(text).ok()?.url.into_string());
    agree("url_repair", None, &TEXTS, repaired, text);
}

#[test]
fn one_part() {
    let part =
        |name| move |text: &str| Some(Url::parse(text).ok()?.components().get(name)?.to_owned());
    for name in ["scheme", "password", "host", "fsegment", "search", "gopher+_string", "schemepart"]
    {
        agree("url_part", Some(name), &TEXTS, part(name), text);
    }
}

#[test]
fn a_part_by_a_column_of_names() {
    let names = ["host", "scheme", "fsegment", "port"];
    for (from, column) in columns(&TEXTS) {
        let rows = column.len();
        let asked = (0..rows).map(|row| (row % 5 < 4).then(|| names[row % 5]));
        let asked: Vec<Option<&str>> = asked.collect();
        let argument = |texts: ArrayRef| ColumnarValue::Array(texts);
        let asked_column: ArrayRef =
            Arc::new(asked.iter().copied().collect::<datafusion::arrow::array::StringArray>());
        let args = vec![argument(column), argument(asked_column)];
        let result = call("url_part", args, rows).unwrap().into_array(rows).unwrap();
        for row in 0..rows {
            let url = TEXTS[from + row].as_deref().and_then(|text| Url::parse(text).ok());
            let parts = url.as_ref().map(Url::components);
            let expected = parts.and_then(|parts| parts.get(asked[row]?));
            let found = result.is_valid(row).then(|| result.as_string_view().value(row));
            assert_eq!(found, expected, "{:?} of {:?}", asked[row], TEXTS[from + row]);
        }
    }
}

#[test]
fn one_text_is_one_value() {
    let scalar =
        |text: Option<&str>| ColumnarValue::Scalar(ScalarValue::Utf8View(text.map(Into::into)));
    let answer =
        |name: &str, text: Option<&str>| match call(name, vec![scalar(text)], 1000).unwrap() {
            ColumnarValue::Scalar(value) => value,
            ColumnarValue::Array(_) => panic!("a column for one value"),
        };
    assert_eq!(answer("url_valid", Some("ftp://h")), ScalarValue::Boolean(Some(true)));
    assert_eq!(answer("url_valid", None), ScalarValue::Boolean(None));
    assert_eq!(answer("url_scheme", Some("FTP://h")), ScalarValue::Utf8View(Some("ftp".into())));
    for function in url1738_datafusion::functions().filter(|function| function.name() != "url_part")
    {
        assert!(answer(function.name(), None).is_null(), "{}", function.name());
    }
}

#[test]
fn pieces_of_a_row_are_not_copied() {
    let long = "ftp://host.dom/a-name-that-is-longer-than-a-view-holds.txt";
    for (_, column) in columns(&vec![Some(long.to_owned()); 2000]) {
        let buffers: Vec<_> = match column.as_string_view_opt() {
            Some(views) => views.data_buffers().to_vec(),
            None => column.to_data().buffers()[1..].to_vec(),
        };
        let args = vec![
            ColumnarValue::Array(Arc::clone(&column)),
            ColumnarValue::Scalar("fsegment".into()),
        ];
        let result =
            call("url_part", args, column.len()).unwrap().into_array(column.len()).unwrap();
        let result = result.as_string_view();
        assert_eq!(result.value(7), "a-name-that-is-longer-than-a-view-holds.txt");
        assert!(!result.data_buffers().is_empty());
        for part in result.data_buffers() {
            let (start, end) = (part.as_ptr().addr(), part.as_ptr().addr() + part.len());
            let is_within = |whole: &Buffer| {
                let from = whole.as_ptr().addr();
                from <= start && end <= from + whole.len()
            };
            assert!(buffers.iter().any(is_within), "{}", column.data_type());
        }
    }
}
