//! Many lines on all cores. The output is that of one core, byte for byte.
//!
//! One thread reads chunks of whole lines. Others process them side by side, and write their output in turn, in the order of
//! the input. A line over [`MAX_LINE`] is reported and skipped, so the memory of a run is
//! bounded by its threads, and every record can be made as a whole.

pub(crate) mod content;
mod output;
mod reader;
mod run;
pub(crate) mod source;
mod stats;

pub(crate) use output::{Framing, Output, Writer};
pub(crate) use reader::{MAX_LINE, Reader};
pub(crate) use run::{LineProcessor, RunResult, run};
pub(crate) use source::Source;
pub(crate) use stats::{Counter, LineCounts, Stats, Verdict, findings, remarks};

pub(crate) use crate::pipeline::stats::{BAR, Progress};
