//! The meaning of the options that all commands share.

use core::num::NonZeroU16;

use crate::{
    diagnostics::{Masking, Palette},
    records::{Format, RecordWriter},
};

/// The configuration of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    /// How records are written to stdout.
    pub(crate) output: RecordWriter,
    /// The colors of stderr.
    pub(crate) stderr: Palette,
    pub(crate) masking: Masking,
    pub(crate) threads: usize,
    pub(crate) quiet: bool,
}

impl Config {
    /// Returns the number of threads to use: one per core unless given, and at most 64.
    pub(crate) fn threads(given: Option<NonZeroU16>) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        given.map_or_else(cores, |threads| threads.get().into()).clamp(1, 64)
    }

    /// Returns whether the output is for reading, not for another program.
    pub(crate) fn is_human(&self) -> bool {
        self.output.format == Format::Human
    }
}
