//! Checksums of what the crates report for many thousands of texts: they show every change.
//!
//! `sums.tsv` has a sum for each type and each question. Where one differs, all that it is of is written to the folder of
//! the tests' files, so that it can be laid beside that of an older tree. `URL1738_WRITE=1` writes the sums anew.

use core::fmt::Write as _;

use arbitrary::{Arbitrary, Unstructured};
use url1738::{
    FileUrl, FtpUrl, GenericUrl, GopherUrl, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, ProsperoUrl,
    TelnetUrl, Url, WaisUrl, plan::Answers,
};

use crate::seeds::{compare, seeds};

/// How many URLs of each type.
const SEEDS: usize = 800;

/// Writes what is reported of a text.
type Answer = fn(&str, &mut String);
/// Makes a URL of the bytes.
type Make = fn(&[u8]) -> String;

/// What is asked.
const QUESTIONS: [(&str, Answer); 7] = [
    ("parts", parts),
    ("lints", lints),
    ("plan", plan),
    ("normal", normal),
    ("shown", shown),
    ("error", error),
    ("repair", repair),
];

fn parts(text: &str, report: &mut String) {
    let Ok(url) = Url::parse(text) else { return };
    for at in url.parts() {
        let _ = write!(report, "{}={} ", at.part.name(), at.span.slice(text));
    }
    let _ = write!(report, "{:?} {:?}", url.default_port(), url.login());
}

fn lints(text: &str, report: &mut String) {
    let Ok(url) = Url::parse(text) else { return };
    for lint in &url.lints() {
        let _ =
            write!(report, "{} {:?} {:?} {}; ", lint.code(), lint.part, lint.span, lint.message());
    }
}

fn plan(text: &str, report: &mut String) {
    let Ok(url) = Url::parse(text) else { return };
    let _ = match url.plan() {
        Ok(plan) => {
            let wire = |step| plan.step_to_wire(step, &Answers::new()).ok().flatten();
            let wire: Vec<_> = plan.steps.iter().filter_map(wire).collect();
            write!(report, "{plan:#} {plan:?} {:?} {wire:?}", plan.warnings)
        }
        Err(refusal) => write!(report, "{refusal}"),
    };
}

fn normal(text: &str, report: &mut String) {
    let Ok(url) = Url::parse(text) else { return };
    let normal = url.normalize();
    let _ = write!(report, "{} {}", normal.as_str(), url.equivalent(&normal));
}

fn shown(text: &str, report: &mut String) {
    let Ok(url) = Url::parse(text) else { return };
    let _ = write!(report, "{url} {url:?} {} {:?}", url.redacted(), url.into_generic());
}

fn error(text: &str, report: &mut String) {
    let Err(error) = Url::parse(text) else { return };
    let help = error.help().to_string();
    assert!(!help.is_empty(), "no remedy: {text}");
    let _ = write!(report, "{error:?} {error} {help}\n{}", Url::annotate(text, &error));
}

fn repair(text: &str, report: &mut String) {
    let _ = match Url::repair(text) {
        Ok(repaired) => write!(report, "{} {repaired:?}", repaired.url.as_str()),
        Err(error) => write!(report, "{error} {:?}", error.span()),
    };
}

/// A URL of one type that the bytes make.
fn made<'a, U: Arbitrary<'a> + AsRef<str>>(bytes: &'a [u8]) -> String {
    U::arbitrary(&mut Unstructured::new(bytes)).unwrap().as_ref().to_owned()
}

const TYPES: [(&str, Make); 11] = [
    ("ftp", |bytes| made::<FtpUrl>(bytes)),
    ("http", |bytes| made::<HttpUrl>(bytes)),
    ("gopher", |bytes| made::<GopherUrl>(bytes)),
    ("mailto", |bytes| made::<MailtoUrl>(bytes)),
    ("news", |bytes| made::<NewsUrl>(bytes)),
    ("nntp", |bytes| made::<NntpUrl>(bytes)),
    ("telnet", |bytes| made::<TelnetUrl>(bytes)),
    ("wais", |bytes| made::<WaisUrl>(bytes)),
    ("file", |bytes| made::<FileUrl>(bytes)),
    ("prospero", |bytes| made::<ProsperoUrl>(bytes)),
    ("other", |bytes| made::<GenericUrl>(bytes)),
];

/// What is written in place of an octet of a URL, or before it.
const WRONG: [&str; 24] = [
    "/", "//", ":", "@", "?", "#", ";", "=", "%", "%4", "%00", "%2F", "%0A", " ", "~", "[", "]",
    "ä", ".", "-", "_", "9", "<", "&",
];

/// A text and some that differ from it in one place.
fn texts(url: &str, seed: usize) -> Vec<String> {
    let mut texts = vec![url.to_owned()];
    for turn in 0..4 {
        let number = seed * 4 + turn;
        let at = number * 7 % url.len();
        let wrong = WRONG[number % WRONG.len()];
        let after = if turn == 3 { at } else { at + 1 };
        texts.push(format!("{}{wrong}{}", &url[..at], &url[after..]));
    }
    texts
}

#[test]
fn nothing_is_reported_otherwise() {
    let mut reports = Vec::new();
    for (name, make) in TYPES {
        let texts: Vec<String> = seeds(0x1738)
            .take(SEEDS)
            .enumerate()
            .flat_map(|(seed, bytes)| texts(&make(&bytes), seed))
            .collect();
        for (question, answer) in QUESTIONS {
            let mut report = String::new();
            for text in &texts {
                let _ = write!(report, "{text}\t");
                answer(text, &mut report);
                report.push('\n');
            }
            reports.push((format!("{name}\t{question}"), report));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sums.tsv");
    compare(&reports, path, env!("CARGO_TARGET_TMPDIR"));
}
