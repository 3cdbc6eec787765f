//! Throughput of the candidates, measured in turns in one run.

use core::hint::black_box;
use std::time::Instant;

use crate::extract::Extractor;

/// The median throughput of each candidate on a text, in MB/s, in the order given.
///
/// The candidates take turns, so that a slow moment of the machine hits all of them.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "megabytes")]
pub fn throughput(extractors: &[Box<dyn Extractor>], text: &str, rounds: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); extractors.len()];
    for _ in 0..rounds {
        for (extractor, times) in extractors.iter().zip(&mut times) {
            let start = Instant::now();
            black_box(extractor.count(black_box(text)));
            times.push(start.elapsed().as_secs_f64());
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            let median = times.get(times.len() / 2).copied().unwrap_or(f64::INFINITY);
            text.len() as f64 / median / 1e6
        })
        .collect()
}
