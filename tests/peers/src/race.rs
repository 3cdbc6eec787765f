//! Candidates that take turns over shared items.

use std::{ops::Range, time::Instant};

use crate::corpus::Random;

/// The number of items that a candidate processes in a turn: enough for caches
/// and branch predictors to adapt to it, and few enough for other load to affect all candidates alike.
const BLOCK: usize = 1024;
/// The lowest number of turns of a candidate.
const MIN_TURNS: usize = 15;

/// One way to do the work of a race.
pub(crate) struct Candidate {
    pub(crate) name: &'static str,
    pub(crate) items: usize,
    pass: Box<dyn Fn(Range<usize>) -> usize>,
}

impl Candidate {
    /// Returns a candidate that calls `work` for each of `items`; `work` returns whether it succeeded.
    pub(crate) fn new<I: Copy + 'static>(
        name: &'static str,
        items: &'static [I],
        work: impl Fn(I) -> bool + 'static,
    ) -> Self {
        let pass = move |range: Range<usize>| {
            let mut succeeded = 0;
            for item in items.get(range).unwrap_or_default() {
                succeeded += usize::from(work(*item));
            }
            succeeded
        };
        Self { name, items: items.len(), pass: Box::new(pass) }
    }

    /// Runs over some of the items and returns how many succeeded.
    pub(crate) fn pass(&self, range: Range<usize>) -> usize {
        (self.pass)(range)
    }
}

/// The measurements of a candidate.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) name: &'static str,
    /// Nanoseconds per item, in every turn.
    turns: Vec<f64>,
    /// The share of items on which it succeeded.
    pub(crate) accepted: f64,
    /// Allocations per item.
    pub(crate) allocations: f64,
}

impl Outcome {
    pub(crate) fn nanoseconds(&self) -> f64 {
        median(self.turns.clone())
    }

    /// Returns the median of the ratios of all turns, so that a slowdown of both does not count.
    pub(crate) fn ratio_to(&self, other: &Self) -> f64 {
        median(self.turns.iter().zip(&other.turns).map(|(ours, theirs)| ours / theirs).collect())
    }
}

/// Lets the candidates take turns, `rounds` times over all items.
pub(crate) fn race(candidates: &[Candidate], rounds: usize) -> Vec<Outcome> {
    let mut outcomes: Vec<_> = candidates.iter().map(warm_up).collect();
    let items = candidates.iter().map(|candidate| candidate.items).min().unwrap_or_default();
    // A race of few blocks, such as one whole text, needs more rounds for a median.
    let rounds = rounds.max(MIN_TURNS.div_ceil(items.div_ceil(BLOCK).max(1)));
    // A candidate finds in the caches what the one before it left there, so the order is shuffled for every
    // block.
    let (mut order, mut random) = ((0..candidates.len()).collect::<Vec<_>>(), Random(1738));
    for _ in 0..rounds {
        for start in (0..items).step_by(BLOCK) {
            let block = start..items.min(start + BLOCK);
            random.shuffle(&mut order);
            for &index in &order {
                let begin = Instant::now();
                std::hint::black_box(candidates[index].pass(block.clone()));
                let spent = begin.elapsed().as_secs_f64() * 1e9;
                outcomes[index].turns.push(spent / block.len() as f64);
            }
        }
    }
    outcomes
}

fn warm_up(candidate: &Candidate) -> Outcome {
    let items = candidate.items;
    let mut succeeded = 0;
    let allocations = url1738_heap::count(|| succeeded = candidate.pass(0..items));
    Outcome {
        name: candidate.name,
        turns: Vec::new(),
        accepted: succeeded as f64 / items as f64,
        allocations: allocations as f64 / items as f64,
    }
}

/// Returns the value in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
