//! What SQL gets.

use std::sync::Arc;

use datafusion::{
    arrow::{
        array::{ArrayRef, DictionaryArray, StringArray},
        datatypes::Int32Type,
        record_batch::RecordBatch,
        util::pretty::pretty_format_batches,
    },
    common::Result,
    execution::FunctionRegistry as _,
    prelude::SessionContext,
};

fn context() -> SessionContext {
    let mut context = SessionContext::new();
    url1738_datafusion::register_all(&mut context).unwrap();
    let texts = [
        Some("ftp://joe:secret@host.dom/pub/a%20b;type=i"),
        Some("http://host.dom/~joe"),
        None,
        Some("GOPHER://host.dom:70/11/docs"),
    ];
    let words: DictionaryArray<Int32Type> = texts.into_iter().collect();
    let columns: [(&str, ArrayRef); 2] =
        [("u", Arc::new(StringArray::from_iter(texts))), ("d", Arc::new(words))];
    let batch = RecordBatch::try_from_iter_with_nullable(columns.map(|(n, c)| (n, c, true)));
    context.register_batch("urls", batch.unwrap()).unwrap();
    context
}

/// What a query prints, or why it fails.
fn answer(query: &str) -> Result<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(async {
        let batches = context().sql(query).await?.collect().await?;
        Ok(pretty_format_batches(&batches)?.to_string())
    })
}

#[track_caller]
fn prints(query: &str, expected: &[&str]) {
    let table = answer(query).unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| !line.starts_with('+')).skip(1).collect();
    let cells = |row: &str| {
        let cells: Vec<&str> = row.trim_matches(' ').split('|').map(str::trim).collect();
        cells[1..cells.len() - 1].join("|")
    };
    let rows: Vec<String> = rows.into_iter().map(cells).collect();
    assert_eq!(rows, expected, "{query}\n{table}");
}

#[test]
fn columns() {
    prints(
        "SELECT url_valid(u), url_scheme(u), url_part(u, 'host') FROM urls",
        &["true|ftp|host.dom", "false||", "||", "true|gopher|host.dom"],
    );
    prints(
        "SELECT url_normalize(u), url_repair(u) FROM urls WHERE u IS NOT NULL",
        &[
            "ftp://joe:secret@host.dom/pub/a%20b;type=i|ftp://joe:secret@host.dom/pub/a%20b;type=i",
            "|http://host.dom/%7Ejoe",
            "gopher://host.dom/11/docs|GOPHER://host.dom:70/11/docs",
        ],
    );
}

#[test]
fn dictionaries_are_read_by_their_values() {
    prints("SELECT count(*) FROM urls WHERE url_valid(d)", &["2"]);
    prints("SELECT url_scheme(d) AS s FROM urls WHERE url_valid(d) ORDER BY s", &["ftp", "gopher"]);
}

#[test]
fn keys() {
    prints(
        "SELECT url_surt(u) FROM urls WHERE u IS NOT NULL",
        &["dom,host)/pub/a%20b;type=i", "dom,host)/~joe", "dom,host:70)/11/docs"],
    );
}

#[test]
fn structures() {
    let error = "get_field(url_error(u), 'rule'), get_field(url_error(u), 'start')";
    prints(&format!("SELECT {error} FROM urls WHERE url_valid(u) = false"), &["bnf:hsegment|16"]);
    let path = "get_field(url_parts(u), 'fsegment'), get_field(url_parts(u), 'ftptype')";
    prints(&format!("SELECT {path} FROM urls WHERE url_scheme(u) = 'ftp'"), &["[pub, a%20b]|i"]);
    let steps = "get_field(url_plan(u), 'endpoint'), get_field(url_plan(u), 'steps')";
    prints(
        &format!("SELECT {steps} FROM urls WHERE url_scheme(u) = 'gopher'"),
        &["host.dom:70|[send \"1/docs\\r\\n\"]"],
    );
}

#[test]
fn found_urls_unnest() {
    prints(
        "SELECT unnest(urls_in('see <URL:ftp://h/a> and http://h/b.'))",
        &["ftp://h/a", "http://h/b"],
    );
    prints(
        "SELECT url_scheme(v) FROM (SELECT unnest(urls_in(u)) AS v FROM urls)",
        &["ftp", "", "gopher"],
    );
}

#[test]
fn nulls_and_constants() {
    prints(
        "SELECT url_valid(NULL), url_valid('ftp://h'), url_scheme(NULL) IS NULL",
        &["|true|true"],
    );
    prints("SELECT url_part('ftp://h', NULL) IS NULL", &["true"]);
}

#[test]
fn an_unknown_part_is_refused_before_anything_is_read() {
    let error = answer("SELECT url_part(u, 'hots') FROM urls").unwrap_err().to_string();
    assert!(error.contains("unknown part 'hots': expected one of scheme, user"), "{error}");
    let error = answer("SELECT url_valid(17)").unwrap_err().to_string();
    assert!(error.contains("url_valid"), "{error}");
}

#[test]
fn all_functions_are_documented() {
    for function in url1738_datafusion::functions() {
        let documentation = function.documentation().unwrap();
        assert!(documentation.syntax_example.starts_with(&format!("{}(", function.name())));
        assert!(documentation.description.ends_with('.'));
    }
    let names: Vec<_> = url1738_datafusion::functions().map(|f| f.name().to_owned()).collect();
    let known = context();
    assert!(names.iter().all(|name| known.udf(name).is_ok()));
    assert_eq!(names.len(), 10);
}
