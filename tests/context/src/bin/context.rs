//! Prints how well and how fast URLs are found in running text; fails below 0.99, in the harder documents below 0.96.
//!
//! With `--suites`, compares with the suites of other link finders; fails if a difference has no rule or is not in the table.
//! `--write` writes that table, or without `--suites` the report of scores and speed, `tests/context/REPORT.md`.

use core::fmt::Write as _;
use std::{env, fs, io, process::ExitCode};

use url1738_context_tests::{corpus, extract, score, speed, suites::table, truth};

/// The lowest accepted recall and precision, and those in the harder documents.
const WANTED: f64 = 0.99;
const WANTED_IN_HARDER: f64 = 0.96;
/// The size of the text for measuring speed.
const SIZE: usize = 20 << 20;
/// The number of rounds.
const ROUNDS: usize = 15;

/// The beginning of the report.
const HEAD: &str = "\
# URLs in text, compared with others

Written by `cargo xtask context --write`. A URL is right if it is the one of the labels, on its line. `regex` is an
expression for the ten schemes. `cargo xtask context --suites` compares with the test suites of other finders.

| documents | URLs | finder | recall | precision |
|---|---|---|---|---|
";

/// The beginning of its table of speed.
const SPEED: &str = "
The speed is the median of the rounds; the ratio is the time as a multiple of that of url1738.

| text | finder | MB/s | time |
|---|---|---|---|
";

fn main() -> io::Result<ExitCode> {
    let has = |option: &str| env::args().any(|argument| argument == option);
    if has("--suites") {
        let good = table::run(has("--write"))?;
        return Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let quick = has("--quick");
    let documents = truth::documents()?;
    let extractors = extract::all();
    let sets = [
        ("the seven RFCs", WANTED, documents),
        ("documents labeled later", WANTED, truth::later_documents()?),
        ("harder documents", WANTED_IN_HARDER, truth::harder_documents()?),
    ];
    let mut report = HEAD.to_owned();
    let good = sets.iter().fold(true, |good, (name, wanted, documents)| {
        print_scores(name, *wanted, documents, &extractors, &mut report) && good
    });
    let [(_, _, documents), ..] = sets;
    if !quick {
        print_speed(&documents, &extractors, &mut report);
        print_stream();
        if has("--write") {
            fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/REPORT.md"), report)?;
        }
    }
    if !good {
        eprintln!(
            "recall and precision must both reach {WANTED}, {WANTED_IN_HARDER} in harder documents"
        );
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the scores on a set of documents, and returns whether the first candidate's are high enough.
fn print_scores(
    set: &str,
    wanted: f64,
    documents: &[truth::Document],
    extractors: &[Box<dyn extract::Extractor>],
    report: &mut String,
) -> bool {
    let urls: usize = documents.iter().map(|document| document.urls.len()).sum();
    println!("{set}: {} documents, {urls} URLs", documents.len());
    println!(
        "{:<10} {:>8} {:>10} {:>7} {:>7} {:>7}",
        "", "recall", "precision", "right", "missed", "false"
    );
    let mut good = true;
    let mut details = Vec::new();
    for (i, extractor) in extractors.iter().enumerate() {
        let score = score::score(extractor.as_ref(), documents);
        println!(
            "{:<10} {:>8.4} {:>10.4} {:>7} {:>7} {:>7}",
            extractor.name(),
            score.recall(),
            score.precision(),
            score.right,
            score.missed.len(),
            score.wrong.len(),
        );
        let (recall, precision) = (score.recall(), score.precision());
        let name = extractor.name();
        let _ = writeln!(report, "| {set} | {urls} | {name} | {recall:.3} | {precision:.3} |");
        if i == 0 {
            good = score.recall() >= wanted && score.precision() >= wanted;
        }
        details.push((extractor.name(), score));
    }
    for (name, score) in details {
        println!("\n{name}:");
        print!("{score}");
    }
    println!();
    good
}

fn print_speed(
    documents: &[truth::Document],
    extractors: &[Box<dyn extract::Extractor>],
    report: &mut String,
) {
    report.push_str(SPEED);
    println!("\nMB/s, median of {ROUNDS}, and the ratio of url1738 to each");
    let texts = [
        ("documentation", corpus::documentation(SIZE)),
        ("RFCs", Some(corpus::rfcs(documents, SIZE))),
        ("dense", Some(corpus::dense(SIZE))),
    ];
    for (name, text) in texts {
        let Some(text) = text else {
            println!("{name:<14} no crates are unpacked here");
            continue;
        };
        let speeds = speed::throughput(extractors, &text, ROUNDS);
        print!("{name:<14}");
        for (extractor, speed) in extractors.iter().zip(&speeds) {
            let (finder, rate, ratio) = (extractor.name(), speed.rate, speed.ratio_to_first);
            print!("  {finder} {rate:.0} ({ratio:.2})");
            let _ = writeln!(report, "| {name} | {finder} | {rate:.0} | {ratio:.2} |");
        }
        println!();
    }
}

fn print_stream() {
    println!("\na stream with one unclosed <URL: a line");
    for bytes in [1 << 28, 1 << 29, 1 << 30] {
        let reading = speed::read(bytes, 64 * 1024);
        println!(
            "{:>11} bytes  {:>9} URLs  {:>6.2} s  {:>7} bytes held at most",
            reading.bytes,
            reading.urls,
            reading.time.as_secs_f64(),
            reading.held,
        );
    }
}
