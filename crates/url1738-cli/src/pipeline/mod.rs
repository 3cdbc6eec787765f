//! Many lines on all cores. The output is that of one core, byte for byte.
//!
//! Threads take chunks of whole lines from one reader, process them side by side, and write their output in turn, in the
//! order of the input. A line over [`MAX_LINE`] is reported and skipped, so the memory of a run is
//! bounded by its threads, and every record can be made as a whole.

pub(crate) mod content;
mod output;
mod reader;
mod run;
pub(crate) mod source;
mod stats;

pub(crate) use output::{Output, Writer};
pub(crate) use reader::{MAX_LINE, Reader};
pub(crate) use run::{LineProcessor, run};
pub(crate) use source::Source;
pub(crate) use stats::{BAR, Counter, LineCounts, Progress, Stats, Verdict};
