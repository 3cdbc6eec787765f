//! The loop of a worker: read a chunk, process its lines, hand in the output.

use core::ops::Range;
use std::{
    io::Write as _,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender, SyncSender},
    },
};

use super::{
    buffer::Buffer,
    chunk::Chunk,
    groups::SchemeGroups,
    processor::LineProcessor,
    reader::Reader,
    sink::{Output, Sink},
    stats::{Counter, Stats, Verdict},
};
use crate::{exit, line::Line};

/// The state that all workers share. It is generic over the command, so that processing a line is inlined into the loop.
pub(super) struct Worker<'w, P, F> {
    pub(super) reader: Mutex<Reader>,
    pub(super) chunk_len: usize,
    pub(super) sink: &'w Sink,
    pub(super) processor: &'w P,
    pub(super) new_counter: &'w F,
}

/// A long line on its way to the thread that processes all of them.
pub(super) struct Job<'w, C> {
    chunk: Arc<Chunk>,
    number: u64,
    range: Range<usize>,
    out: Output<'w>,
    reply: SyncSender<Done<'w, C>>,
}

/// The result of a [`Job`].
struct Done<'w, C> {
    out: Output<'w>,
    stats: Stats<C>,
    verdict: exit::Result<Verdict>,
}

impl<'w, C, P, F> Worker<'w, P, F>
where
    C: Counter,
    P: LineProcessor<C>,
    F: Fn() -> C + Sync,
{
    /// Processes chunk after chunk. The worker that reads a chunk also processes it, so that at most one chunk per
    /// worker is held. Long lines go to `lane` if there is one.
    pub(super) fn work(&self, lane: Option<&Sender<Job<'w, C>>>) -> exit::Result<Stats<C>> {
        let mut stats = Stats::new((self.new_counter)());
        let mut buffer = Buffer::new(self.chunk_len);
        loop {
            let next = self.reader.lock().unwrap_or_else(PoisonError::into_inner).next(buffer);
            let Some(chunk) = next else { break };
            let chunk = Arc::new(chunk);
            // Without this, the other workers would wait forever for the turn of the failed chunk to end.
            self.process_chunk(&chunk, lane, &mut stats).inspect_err(|_| self.sink.fail())?;
            // Free a long line before the chunk is dropped, which lets other workers hold one.
            buffer = match Arc::into_inner(chunk) {
                Some(mut chunk) => {
                    let mut buffer =
                        core::mem::replace(&mut chunk.buffer, Buffer::new(self.chunk_len));
                    buffer.clear();
                    buffer
                }
                None => Buffer::new(self.chunk_len),
            };
        }
        Ok(stats)
    }

    fn process_chunk(
        &self,
        chunk: &Arc<Chunk>,
        lane: Option<&Sender<Job<'w, C>>>,
        stats: &mut Stats<C>,
    ) -> exit::Result<()> {
        let mut out = self.sink.output(chunk.sequence);
        let max_len = self.processor.max_len();
        let max_shared = if self.processor.rewrites() { MAX_SHARED } else { usize::MAX };
        let mut groups = self.processor.in_any_order().then(SchemeGroups::default);
        let mut run = Vec::with_capacity(RUN);
        for found in chunk.lines() {
            stats.count_line(&found);
            let (line, len) = (found.line, found.line.bytes.len());
            let is_alone = found.too_long || len == 0 || len > max_len.min(max_shared);
            if is_alone && !run.is_empty() {
                self.process_lines(&run, chunk, stats, &mut out)?;
                run.clear();
            }
            if found.too_long || len > max_len {
                stats.lines.too_long += 1;
                out.remark(|err| {
                    let (name, number) = (line.origin.name(), line.number);
                    let kib = max_len / 1024;
                    match kib / 1024 {
                        0 => writeln!(err, "{name}:{number}: line longer than {kib} KiB skipped"),
                        mib => writeln!(err, "{name}:{number}: line longer than {mib} MiB skipped"),
                    }
                })?;
            } else if len == 0 {
                stats.lines.empty += 1;
                self.processor.empty_line(line, stats, &mut out)?;
            } else if let Some(groups) = &mut groups {
                if let Some(full) = groups.add(line) {
                    self.process_lines(full, chunk, stats, &mut out)?;
                    full.clear();
                }
            } else if let (Some(lane), true) = (lane, len > max_shared) {
                let (reply, done) = mpsc::sync_channel(1);
                // During the turn of this chunk, no other chunk has a long line processed.
                out.wait()?;
                let range = line.start..line.start + len;
                let job = Job { chunk: Arc::clone(chunk), number: line.number, range, out, reply };
                lane.send(job).map_err(|_| exit::Error::Stopped)?;
                let done = done.recv().map_err(|_| exit::Error::Stopped)?;
                out = done.out;
                stats.count_verdict(done.verdict?);
                stats.merge(done.stats);
            } else {
                run.push(line);
                if run.len() == RUN {
                    self.process_lines(&run, chunk, stats, &mut out)?;
                    run.clear();
                }
            }
        }
        self.process_lines(&run, chunk, stats, &mut out)?;
        for group in groups.iter().flat_map(SchemeGroups::iter) {
            self.process_lines(group, chunk, stats, &mut out)?;
        }
        stats.counter.end_chunk(chunk.buffer.bytes());
        out.finish()
    }

    #[inline(never)]
    fn process_lines(
        &self,
        lines: &[Line<'_>],
        chunk: &Chunk,
        stats: &mut Stats<C>,
        out: &mut Output<'_>,
    ) -> exit::Result<()> {
        for line in lines {
            let verdict = self.processor.line(*line, stats, out)?;
            stats.count_verdict(verdict);
        }
        stats.counter.end_run(chunk.buffer.bytes());
        Ok(())
    }

    /// Processes the long lines of all workers.
    pub(super) fn process_long_lines(&self, jobs: Receiver<Job<'w, C>>) {
        for Job { chunk, number, range, mut out, reply } in jobs {
            let bytes = chunk.buffer.bytes().get(range.clone()).unwrap_or_default();
            let start = range.start;
            let line =
                Line { start, chunk: chunk.sequence, ..Line::single(number, bytes, &chunk.origin) };
            let mut stats = Stats::new((self.new_counter)());
            let verdict = self.processor.line(line, &mut stats, &mut out);
            drop(chunk);
            // A worker that has stopped needs no answer.
            let _ = reply.send(Done { out, stats, verdict });
        }
    }
}

/// The number of lines that are processed by one call.
const RUN: usize = 32;

/// The length of the longest line that a rewriting command processes in parallel with others: its output may be some
/// dozen times as long.
const MAX_SHARED: usize = 8 * 1024;
