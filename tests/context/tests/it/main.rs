//! The scores on the documents, other documents, a long stream, and the names of the schemes.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test reports by panicking"
)]

mod borders;
#[rustfmt::skip]
mod fragments;
#[path = "../../../../crates/url1738/tests/it/seeds.rs"]
mod seeds;
mod sums;

use rstest::rstest;
use url1738::SchemeKind;
use url1738_context::find_iter;
use url1738_context_tests::{
    corpus, extract, score, speed,
    suites::{rules, table},
    truth,
};

#[test]
fn recall_and_precision_reach_what_is_wanted() {
    let documents = truth::documents().unwrap();
    assert!(documents.iter().map(|document| document.urls.len()).sum::<usize>() >= 184);
    let score = score::score(&extract::Ours, &documents);
    assert!(score.recall() >= 0.99 && score.precision() >= 0.99, "{score}");
    assert!(score.misread.is_empty(), "{score}");
}

#[test]
fn documents_labeled_later_are_read_as_well() {
    let documents = truth::later_documents().unwrap();
    assert!(documents.len() >= 10);
    assert!(documents.iter().map(|document| document.urls.len()).sum::<usize>() >= 178);
    let score = score::score(&extract::Ours, &documents);
    assert!(score.recall() >= 0.99 && score.precision() >= 0.99, "{score}");
    assert!(score.misread.is_empty(), "{score}");
    assert!(!score.wrong.iter().any(|wrong| wrong.negative), "{score}");
}

/// URLs that are easily shortened, in documents that have hardly any others.
#[test]
fn harder_documents_are_read_nearly_as_well() {
    let documents = truth::harder_documents().unwrap();
    assert!(documents.iter().map(|document| document.urls.len()).sum::<usize>() >= 119);
    let score = score::score(&extract::Ours, &documents);
    assert!(score.recall() >= 0.96 && score.precision() >= 0.96, "{score}");
    assert!(!score.wrong.iter().any(|wrong| wrong.negative), "{score}");
}

#[test]
fn rfc_1738_gives_back_all_of_its_urls() {
    let mut documents = truth::documents().unwrap();
    documents.retain(|document| document.name == "rfc1738.txt");
    let score = score::score(&extract::Ours, &documents);
    assert!(score.missed.is_empty() && score.wrong.is_empty(), "{score}");
}

#[test]
fn no_look_alike_is_found() {
    let documents = truth::documents().unwrap();
    assert!(documents.iter().map(|document| document.negatives.len()).sum::<usize>() >= 30);
    let score = score::score(&extract::Ours, &documents);
    assert!(!score.wrong.iter().any(|wrong| wrong.negative), "{score}");
}

#[test]
fn others_find_less() {
    let documents = truth::documents().unwrap();
    let scores: Vec<_> = extract::all()
        .iter()
        .map(|extractor| score::score(extractor.as_ref(), &documents).recall())
        .collect();
    assert!(scores[1] < scores[0] && scores[2] < scores[0], "{scores:?}");
}

/// The program measures longer texts; this test only keeps the code working.
#[test]
fn throughput_is_measured() {
    let text = corpus::dense(100_000);
    let rates = speed::throughput(&extract::all(), &text, 1);
    assert!(rates.len() == 3 && rates.iter().all(|speed| speed.rate > 0.0));
}

#[test]
fn a_stream_of_unclosed_wrappers_is_read_in_constant_memory() {
    let short = speed::read(1 << 20, 4096);
    let long = speed::read(1 << 23, 4096);
    assert!(long.held <= short.held + 4096, "{short:?} {long:?}");
    assert!(long.held < 32 * 1024, "{long:?}");
    assert!(long.urls >= long.bytes / speed::LINE.len() as u64);
}

fn registered() -> Vec<&'static str> {
    let schemes = url1738::registry();
    // Others have types if the program is built beside these tests.
    let standard = |name: &&str| SchemeKind::of(name) == SchemeKind::Standard;
    let mut names: Vec<_> = schemes.schemes().map(|info| info.name).filter(standard).collect();
    names.sort_unstable();
    names
}

/// A word directly before a known scheme name is not part of it.
#[test]
fn every_registered_name_is_known() {
    let found = |text: &str| find_iter(text.as_bytes()).next().map(|found| found.url.into_owned());
    assert_eq!(registered().len(), 10);
    for name in registered() {
        // A `mailto:` needs an address.
        let user = if name == "mailto" { "joe@" } else { "" };
        let url = format!("{name}://{user}host.dom/path");
        assert_eq!(found(&format!("end.{url} and")).as_deref(), Some(url.as_str()));
    }
    assert_eq!(found("end.other://host.dom/path and").unwrap(), "end.other://host.dom/path");
}

/// What the table says is found is found, and its rule decides on the difference. Needs no suite to be fetched.
#[test]
fn every_difference_is_current_and_has_a_rule() {
    let rows = table::read().unwrap();
    assert!(rows.len() == 5 && rows.values().all(|rows| !rows.is_empty()), "{rows:?}");
    for row in rows.values().flatten() {
        let it = &row.difference;
        let found: Vec<String> = find_iter(it.text.as_bytes())
            .map(|found| match &found.fragment {
                Some(fragment) => format!("{}#{fragment}", found.url),
                None => found.url.to_string(),
            })
            .collect();
        let again = "cargo xtask context --suites --write";
        match &it.found {
            Some(url) => assert!(found.contains(url), "{again}: {it:?}: {found:?}"),
            None => {
                let expected = it.expected.as_ref().unwrap();
                assert!(!found.contains(expected), "{again}: {it:?}: {found:?}");
            }
        }
        assert_ne!(it.expected, it.found);
        assert_eq!(rules::of(it).map(|rule| rule.id), Some(row.rule.as_str()), "{again}: {it:?}");
    }
}

/// Every rule decides on something, or it would not be known to be right.
#[test]
fn no_rule_is_idle() {
    let rows = table::read().unwrap();
    let idle: Vec<&str> = rules::RULES
        .iter()
        .map(|rule| rule.id)
        .filter(|id| !rows.values().flatten().any(|row| row.rule == *id))
        .collect();
    assert!(idle.is_empty(), "{idle:?}");
}

/// Texts of thirteen kinds, each after a line with its name.
const TEXTS: &str = include_str!("../../data/kinds/texts.txt");

/// The rows of all texts: the name of the text, the line, the form and the URL.
const TRUTH: &str = include_str!("../../data/kinds/truth.tsv");

#[rstest]
fn a_text_gives_what_its_table_says(
    #[values(
        "mail",
        "manual",
        "markdown",
        "html",
        "bibtex",
        "faq",
        "log",
        "source",
        "patterns",
        "references",
        "scripts",
        "punctuation",
        "schemes"
    )]
    name: &str,
) {
    let texts = || TEXTS.split("==> ").filter_map(|text| text.split_once(" <==\n"));
    let (_, text) = texts().find(|(of, _)| *of == name).unwrap();
    let rows = |text: &str| -> Vec<String> {
        find_iter(text.as_bytes())
            .map(|found| {
                let line = text[..found.span.start].lines().count().max(1);
                let line = line + usize::from(text[..found.span.start].ends_with('\n'));
                let fragment = found.fragment.as_ref().map_or(String::new(), |f| format!("#{f}"));
                format!("{line}\t{}\t{}{fragment}", found.form.as_str(), found.url)
            })
            .collect()
    };
    let split = |row: &'static str| row.split_once('\t');
    let wanted: Vec<&str> =
        TRUTH.lines().filter_map(split).filter(|(of, _)| *of == name).map(|(_, row)| row).collect();
    assert!(!wanted.is_empty(), "{name} has no rows");
    assert_eq!(rows(text), wanted);
    // Other line ends must not change the result.
    assert_eq!(rows(&text.replace('\n', "\r\n")), wanted);
}
