//! Prints how well and how fast URLs are found in running text; fails below 0.99.

use std::{env, io, process::ExitCode};

use url1738_context_tests::{corpus, extract, score, speed, stream, truth};

/// The lowest accepted recall and precision.
const WANTED: f64 = 0.99;
/// The size of the text for measuring speed.
const SIZE: usize = 20 << 20;
/// The number of rounds.
const ROUNDS: usize = 15;

fn main() -> io::Result<ExitCode> {
    let quick = env::args().any(|argument| argument == "--quick");
    let documents = truth::documents()?;
    let extractors = extract::all();
    let sets =
        [("the seven RFCs", documents), ("documents labeled later", truth::later_documents()?)];
    let good = sets
        .iter()
        .fold(true, |good, (name, documents)| print_scores(name, documents, &extractors) && good);
    let [(_, documents), _] = sets;
    if !quick {
        print_speed(&documents, &extractors);
        print_stream();
    }
    if !good {
        eprintln!("recall and precision must both reach {WANTED}");
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the scores on a set of documents, and returns whether the first candidate's are high enough.
fn print_scores(
    set: &str,
    documents: &[truth::Document],
    extractors: &[Box<dyn extract::Extractor>],
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
        if i == 0 {
            good = score.recall() >= WANTED && score.precision() >= WANTED;
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

fn print_speed(documents: &[truth::Document], extractors: &[Box<dyn extract::Extractor>]) {
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
            print!("  {} {:.0} ({:.2})", extractor.name(), speed.rate, speed.ratio_to_first);
        }
        println!();
    }
}

fn print_stream() {
    println!("\na stream with one unclosed <URL: a line");
    for bytes in [1 << 28, 1 << 29, 1 << 30] {
        let reading = stream::read(bytes, 64 * 1024);
        println!(
            "{:>11} bytes  {:>9} URLs  {:>6.2} s  {:>7} bytes held at most",
            reading.bytes,
            reading.urls,
            reading.time.as_secs_f64(),
            reading.held,
        );
    }
}
