//! What SQL gets, and the texts that the functions are tried on.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, LazyLock},
};

use datafusion::{
    arrow::{
        array::{
            Array, ArrayRef, DictionaryArray, LargeStringArray, StringArray, StringViewArray,
            StringViewBuilder,
        },
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
fn functions_of_columns() {
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

/// A column of the generated corpus, the real lists, and what else a column may hold. Every seventh row is null.
pub(crate) static TEXTS: LazyLock<Vec<Option<String>>> = LazyLock::new(|| {
    let all = generated().into_iter().chain(real()).chain(others());
    all.enumerate().map(|(row, text)| (row % 7 != 6).then_some(text)).collect()
});

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

/// URLs of all ten schemes, a tenth of them bad, by the generator of the benchmarks.
fn generated() -> Vec<String> {
    let output = Command::new("python3")
        .arg(tests().join("peers/corpus/gen_corpus.py"))
        .args(["-n", "50000", "--bad", "10"])
        .output()
        .expect("the corpus is generated by python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<_> = String::from_utf8(output.stdout).unwrap().lines().map(Into::into).collect();
    assert_eq!(lines.len(), 50_000);
    lines
}

/// The real lists, good and bad.
fn real() -> Vec<String> {
    let lines: Vec<String> = files("data/urls")
        .iter()
        .flat_map(|bytes| {
            String::from_utf8_lossy(bytes).lines().map(Into::into).collect::<Vec<String>>()
        })
        .collect();
    assert!(lines.len() > 10_000, "tests/data/urls");
    lines
}

/// What no list has.
fn others() -> Vec<String> {
    let long = format!("http://host.dom/{}", "long/".repeat(50_000));
    [
        "",
        " ",
        ":",
        "x:",
        "\u{e9}",
        "a\nb",
        "http://h/\r",
        "URL:http://h/",
        "<URL:http://h/~a b#c>",
        "https://host.dom/",
        "X-Db://joe:@host.dom/orders",
        "x-a-scheme-of-a-long-name:rest",
        "news:a@b",
        "FTP://h",
        "ftp://joe:secret@h/%0A",
        "file://elsewhere.dom/x",
        "gopher://h/7/find",
        "prospero://h/p;a=b;c=d;a=e",
        &long,
    ]
    .map(Into::into)
    .into()
}

/// Running texts: whole documents, their paragraphs, and nothing.
pub(crate) static DOCUMENTS: LazyLock<Vec<Option<String>>> = LazyLock::new(|| {
    let texts: Vec<String> = files("context/data")
        .iter()
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .collect();
    let paragraphs = texts.iter().flat_map(|text| text.split("\n\n").map(Into::into));
    let all: Vec<String> = texts.iter().cloned().chain(paragraphs).collect();
    all.into_iter().map(Some).chain([None, Some(String::new())]).collect()
});

fn files(folder: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = fs::read_dir(tests().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// The texts as a column of each type, and as a piece out of the middle of one.
pub(crate) fn columns(texts: &[Option<String>]) -> Vec<(usize, ArrayRef)> {
    let each = || texts.iter().map(Option::as_deref);
    // Small blocks, so that the views are into many buffers.
    let mut views = StringViewBuilder::new().with_fixed_block_size(4096);
    each().for_each(|text| views.append_option(text));
    let views: StringViewArray = views.finish();
    assert!(views.data_buffers().len() > 10);
    let whole: [ArrayRef; 3] = [
        Arc::new(each().collect::<StringArray>()),
        Arc::new(each().collect::<LargeStringArray>()),
        Arc::new(views),
    ];
    let (from, len) = (texts.len() / 3, texts.len() / 3);
    let sliced = whole.clone().map(|column| (from, column.slice(from, len)));
    whole.map(|column| (0, column)).into_iter().chain(sliced).collect()
}
