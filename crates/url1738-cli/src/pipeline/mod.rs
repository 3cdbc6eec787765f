//! Many lines on all cores. The output is that of one core, byte for byte.

mod buffer;
mod chunk;
mod gate;
mod groups;
mod line_ends;
mod processor;
mod progress;
mod reader;
mod run;
mod sink;
pub(crate) mod source;
mod stats;
mod warc;
mod worker;

pub(crate) use processor::{LineProcessor, MAX_COUNTED, MAX_LINE, MAX_REWRITTEN, MAX_SORTED};
pub(crate) use progress::Progress;
pub(crate) use run::{Options, run};
pub(crate) use sink::{Framing, Output, Sink};
pub(crate) use source::Source;
pub(crate) use stats::{Counter, LineCounts, Stats, Verdict};
