//! Throughput of the candidates, measured in turns in one run, and a long stream whose wrappers never close.

use core::{hint::black_box, time::Duration};
use std::time::Instant;

use url1738_context::Finder;

use crate::extract::Extractor;

/// The speed of a candidate.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Its median throughput in MB/s.
    pub rate: f64,
    /// The speed of the first candidate as a multiple: the median of the ratios of all rounds, so that
    /// a slow moment of the machine does not count.
    pub ratio_to_first: f64,
}

/// Returns the speed of each candidate on a text, in the given order. The candidates take turns.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "megabytes")]
pub fn throughput(extractors: &[Box<dyn Extractor>], text: &str, rounds: usize) -> Vec<Speed> {
    let mut times = vec![Vec::with_capacity(rounds); extractors.len()];
    for round in 0..rounds {
        for turn in 0..extractors.len() {
            // The order changes, so that no candidate is always the first.
            let index = (round + turn) % extractors.len();
            let start = Instant::now();
            black_box(extractors[index].count(black_box(text)));
            times[index].push(start.elapsed().as_secs_f64());
        }
    }
    let first = times.first().cloned().unwrap_or_default();
    let speed = |times: Vec<f64>| Speed {
        ratio_to_first: median(
            times.iter().zip(&first).map(|(time, first)| time / first).collect(),
        ),
        rate: text.len() as f64 / median(times) / 1e6,
    };
    times.into_iter().map(speed).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::INFINITY)
}

/// The cost of reading the stream.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// How many bytes were read.
    pub bytes: u64,
    /// How many URLs were found.
    pub urls: u64,
    /// The highest number of bytes that the finder held.
    pub held: usize,
    /// How long it took.
    pub time: Duration,
}

/// One line of the stream: a wrapper that opens and does not close.
pub const LINE: &[u8] = b"Jim, it is under <URL:ftp://info.cern.ch/pub/www/doc;type=d and more\n";

/// Reads `bytes` bytes of such lines in chunks of `chunk` bytes.
#[must_use]
pub fn read(bytes: u64, chunk: usize) -> Reading {
    let block: Vec<u8> = LINE.iter().copied().cycle().take(LINE.len() * chunk).collect();
    let mut finder = Finder::new();
    let mut reading = Reading { bytes: 0, urls: 0, held: 0, time: Duration::ZERO };
    let start = Instant::now();
    while reading.bytes < bytes {
        for chunk in block.chunks(chunk) {
            reading.urls += finder.push(chunk).count() as u64;
            reading.held = reading.held.max(finder.held());
            reading.bytes += chunk.len() as u64;
            if reading.bytes >= bytes {
                break;
            }
        }
    }
    reading.urls += finder.finish().count() as u64;
    reading.time = start.elapsed();
    reading
}
