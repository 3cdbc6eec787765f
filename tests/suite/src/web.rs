//! The test URLs of the web platform, which the package `url` carries: how far RFC 1738, RFC 3986 and the WHATWG URL Standard
//! agree about http, https, ws and wss, and the rule of each difference.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use url1738::{Escaped, Url, codes, reading::Reading, syntax::codes::CodeKind};

/// A difference: who differs in what, and the rule that explains it.
type Row = (&'static str, String);

/// Texts by what they show; the number and the first of each.
#[derive(Default)]
struct Table(BTreeMap<Row, (usize, String)>);

impl Table {
    fn add(&mut self, what: &'static str, rule: impl Into<String>, text: &str) {
        let row = self.0.entry((what, rule.into())).or_insert_with(|| (0, text.to_owned()));
        row.0 += 1;
    }
}

/// A component, why two standards read it otherwise, and whether that explains the readings.
type Reason = (&'static str, &'static str, fn(&Reading, &Reading) -> bool);

/// Why RFC 1738 and a later standard read another component in a URL that both accept.
const READINGS: [Reason; 4] = [
    ("host", "a number with a leading zero is octal to WHATWG parsers", |ours, _| {
        ours.host.as_ref().is_some_and(|host| host.split('.').any(|it| it.starts_with('0')))
    }),
    (
        "path",
        "WHATWG parsers remove dot segments, escaped ones, too; RFC 1738 gives them no meaning",
        |ours, _| {
            let path = ours.path.to_ascii_lowercase().replace("%2e", ".");
            path.split('/').any(|segment| matches!(segment, "." | ".."))
        },
    ),
    ("path", "WHATWG parsers write `/` for an empty path", |ours, theirs| {
        ours.path.is_empty() && theirs.path == "/"
    }),
    ("query", "WHATWG parsers percent-encode `'` in a query", |ours, _| {
        ours.query.as_ref().is_some_and(|query| query.contains('\''))
    }),
];

/// Returns codes with what their declarations of a kind say.
fn explained(codes: &[&'static str], kind: CodeKind) -> String {
    let explained = codes.iter().map(|code| {
        let named = || codes::all().filter(|info| info.code == *code);
        let info = named().find(|info| info.kind == kind).or(named().next());
        format!("`{code}`: {}", info.map_or("", |info| info.explanation))
    });
    explained.collect::<Vec<_>>().join(" ")
}

/// Returns the path of the test data, which the package `url` contains.
fn data() -> io::Result<PathBuf> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--format-version", "1"])
        .output()?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let package = metadata["packages"].as_array().into_iter().flatten();
    let manifest = package
        .filter(|package| package["name"] == "url")
        .find_map(|package| package["manifest_path"].as_str())
        .ok_or_else(|| io::Error::other("the package `url` is not a dependency"))?;
    Ok(Path::new(manifest).with_file_name("tests").join("urltestdata.json"))
}

/// Returns the absolute URLs of http and its successors, and those of http also as https.
fn texts() -> io::Result<Vec<String>> {
    let tests: serde_json::Value = serde_json::from_str(&fs::read_to_string(data()?)?)?;
    let inputs = tests.as_array().into_iter().flatten().filter_map(|test| test["input"].as_str());
    let mut texts = Vec::new();
    for input in inputs {
        let lower = input.trim_start().to_ascii_lowercase();
        if ["http:", "https:", "ws:", "wss:"].iter().any(|scheme| lower.starts_with(scheme)) {
            texts.push(input.to_owned());
        }
        if let Some(rest) = input.strip_prefix("http:") {
            texts.push(format!("https:{rest}"));
        }
    }
    texts.sort();
    texts.dedup();
    Ok(texts)
}

fn ours(text: &str) -> Result<Reading, url1738::Error> {
    let (url, fragment) = Url::parse_reference(text)?;
    let mut reading = Reading::of(&url);
    reading.fragment = fragment.map(|it: Escaped<'_>| it.as_str().to_owned());
    Ok(reading)
}

fn whatwg(text: &str) -> Result<Reading, url::ParseError> {
    url::Url::parse(text).map(|url| Reading::of_whatwg(&url, None))
}

/// Returns the page, and the differences that no rule explains.
///
/// # Errors
/// Returns an error if the test data cannot be read.
pub fn page() -> io::Result<(String, Vec<String>)> {
    let texts = texts()?;
    let (mut table, mut unexplained) = (Table::default(), Vec::new());
    let mut accepted = BTreeMap::<[bool; 3], usize>::new();
    for text in &texts {
        let (own, web) = (ours(text), whatwg(text));
        let rfc3986 = fluent_uri::Uri::parse(text.as_str());
        *accepted.entry([own.is_ok(), rfc3986.is_ok(), web.is_ok()]).or_default() += 1;
        match (&own, &web) {
            (Err(error), Ok(_)) => {
                let rule = explained(&[error.code()], CodeKind::Error);
                table.add("RFC 1738 rejects, WHATWG accepts", rule, text);
            }
            (Ok(_), Err(error)) => {
                table.add("WHATWG rejects, RFC 1738 accepts", error.to_string(), text);
            }
            (Ok(own), Ok(web)) => {
                for component in own.differences(web) {
                    let explains = |row: &&Reason| row.0 == component && row.2(own, web);
                    match READINGS.iter().find(explains) {
                        Some((_, rule, _)) => table.add(
                            "both accept, and read another",
                            format!("{component}: {rule}"),
                            text,
                        ),
                        None => unexplained
                            .push(format!("{component} of {text:?}: {own:?} and {web:?}")),
                    }
                }
            }
            (Err(_), Err(_)) => {}
        }
        match (&own, &rfc3986) {
            (Ok(_), Err(error)) => unexplained.push(format!("RFC 3986 rejects {text:?}: {error}")),
            (Err(error), Ok(_)) => {
                let rule = explained(&[error.code()], CodeKind::Error);
                table.add("RFC 1738 rejects, RFC 3986 accepts", rule, text);
            }
            (Ok(own), Ok(uri)) => {
                let theirs = Reading::of_rfc3986(uri, own.port);
                unexplained.extend(
                    own.differences(&theirs).map(|it| format!("{it} of {text:?} by RFC 3986")),
                );
            }
            (Err(_), Err(_)) => {}
        }
        repaired(text, &own, &web, &mut table, &mut unexplained);
    }
    Ok((write(&texts, &accepted, &table), unexplained))
}

/// Compares what a repair and the normal form lead to with what a WHATWG parser makes of the text.
fn repaired(
    text: &str,
    own: &Result<Reading, url1738::Error>,
    web: &Result<Reading, url::ParseError>,
    table: &mut Table,
    unexplained: &mut Vec<String>,
) {
    let mut codes = Vec::new();
    let repaired = Url::repair_reference(text.as_bytes(), &mut |change| codes.push(change.code()));
    codes.sort_unstable();
    codes.dedup();
    let Ok(repaired) = repaired else {
        if let (Err(error), Ok(_)) = (own, web) {
            let rule = explained(&[error.code()], CodeKind::Error);
            table.add("no repair, WHATWG accepts", rule, text);
        }
        return;
    };
    let fragment = repaired.fragment.as_deref().map(|it| format!("#{it}")).unwrap_or_default();
    let url = format!("{}{fragment}", repaired.url);
    if url != text && ours(&url).is_err() {
        unexplained.push(format!("the repair {url:?} of {text:?} is not a reference"));
    }
    let normal = whatwg(&format!("{}{fragment}", repaired.url.normalize()));
    let kept = whatwg(&url);
    if kept.is_err() && normal.is_ok() {
        let rule =
            "RFC 1738 writes IPv4 numbers without leading zeros; WHATWG parsers reject 08 and 09";
        table.add("another normal form", rule, text);
    } else if normal != kept {
        // An octet of the path that needs no escape loses it, and WHATWG parsers keep escapes.
        let decoded = |reading: &Result<Reading, _>| {
            reading.as_ref().ok().map(|it| (it.host.clone(), it.port, it.fragment.clone()))
        };
        match decoded(&normal) == decoded(&kept) {
            true => table.add(
                "another normal form",
                "path or query: RFC 1738 removes needless escapes, WHATWG parsers keep them",
                text,
            ),
            false => {
                unexplained.push(format!("the normal form of {url:?}: {normal:?} and {kept:?}"));
            }
        }
    }
    let rule = explained(&codes, CodeKind::Repair);
    match (web, &kept) {
        (Ok(before), Ok(after)) if before == after => {
            if !codes.is_empty() {
                table.add("repaired to what WHATWG reads", rule, text);
            }
        }
        (Ok(before), Ok(after)) => {
            let components: Vec<_> = before.differences(after).collect();
            table.add(
                "repaired to something else",
                format!("{}. {rule}", components.join(", ")),
                text,
            );
        }
        (Err(_), Ok(_)) => table.add("repaired, WHATWG rejects", rule, text),
        (_, Err(error)) => {
            table.add("repaired, and WHATWG rejects the repair", error.to_string(), text);
        }
    }
}

fn write(texts: &[String], accepted: &BTreeMap<[bool; 3], usize>, table: &Table) -> String {
    let mut page = format!(
        "# The test URLs of the web platform\n\n\
         Of the tests that the package `url` carries (`urltestdata.json` of web-platform-tests), all absolute URLs of http, https, ws \
         and wss, those of http also as https: {} texts, with queries, fragments, international names and IPv4 numbers. RFC 1738 \
         reads them with its fragment split off (`Url::parse_reference`), RFC 3986 by fluent-uri, WHATWG by url.\n\n\
         Written by `cargo xtask suite --web`, which fails if a difference has no rule.\n\n\
         | RFC 1738 | RFC 3986 | WHATWG | texts |\n|---|---|---|---:|\n",
        texts.len()
    );
    let verdict = |accepts: bool| if accepts { "accepts" } else { "rejects" };
    for ([own, rfc3986, web], count) in accepted.iter().rev() {
        let _ = writeln!(
            page,
            "| {} | {} | {} | {count} |",
            verdict(*own),
            verdict(*rfc3986),
            verdict(*web)
        );
    }
    let mut last = "";
    for ((what, rule), (count, example)) in &table.0 {
        if *what != last {
            let _ = write!(
                page,
                "\n## {}{}\n\n| texts | rule | first text |\n|---:|---|---|\n",
                what[..1].to_uppercase(),
                &what[1..]
            );
            last = what;
        }
        let example = format!("{example:?}").replace('|', "\\|");
        let _ = writeln!(page, "| {count} | {} | `` {example} `` |", rule.replace('|', "\\|"));
    }
    page
}
