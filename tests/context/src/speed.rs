//! Throughput of the candidates, measured in turns in one run.

use core::hint::black_box;
use std::time::Instant;

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
