//! Mines archives for URLs and writes a CSV table: `cargo run --release --example mine -- news/*.mbox > urls.csv`.
//!
//! Each row has the file, the byte at which the URL begins, the form in which the text sets it off, the URL, its
//! fragment, and the other readings of a URL that the text breaks. A file may be larger than memory, and need not be UTF-8.

use core::error::Error;
use std::{
    env,
    fs::File,
    io::{self, Read, Write},
};

use url1738_context::{Finder, Match};

fn main() -> Result<(), Box<dyn Error>> {
    let mut table = csv::Writer::from_writer(io::stdout().lock());
    table.write_record(["file", "offset", "form", "url", "fragment", "alternatives"])?;
    let mut count = 0_usize;
    for path in env::args().skip(1) {
        let file = File::open(&path).map_err(|error| format!("{path}: {error}"))?;
        count = count.saturating_add(mine(&path, file, &mut table)?);
    }
    table.flush()?;
    eprintln!("{count} URLs");
    Ok(())
}

/// Reads a file in pieces; the finder keeps what a URL at their border needs.
fn mine<W: Write>(
    name: &str,
    mut file: impl Read,
    table: &mut csv::Writer<W>,
) -> Result<usize, Box<dyn Error>> {
    let mut finder = Finder::new();
    let mut piece = vec![0; 1 << 16];
    let mut count = 0_usize;
    loop {
        let read = file.read(&mut piece)?;
        for found in finder.push(piece.get(..read).unwrap_or_default()) {
            row(name, &found, table)?;
            count = count.saturating_add(1);
        }
        if read == 0 {
            break;
        }
    }
    for found in finder.finish() {
        row(name, &found, table)?;
        count = count.saturating_add(1);
    }
    Ok(count)
}

fn row<W: Write>(name: &str, found: &Match<'_>, table: &mut csv::Writer<W>) -> csv::Result<()> {
    let others: Vec<&str> = found.alternatives().iter().map(|other| other.url.as_str()).collect();
    table.write_record([
        name,
        &found.span.start.to_string(),
        found.form.as_str(),
        &found.url,
        found.fragment.as_deref().unwrap_or_default(),
        &others.join(" "),
    ])
}
