//! Many lines on all cores; the output is that of one core, byte for byte.

use core::ops::Range;
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender, SyncSender},
    },
    thread,
};

use crate::{
    ending::{Outcome, Trouble},
    groups::Groups,
    input::{self, Buffer, Chunk, Reader, Source},
    line::Line,
    progress::Progress,
    session::Session,
    sink::{Output, Sink},
    tally::{Tally, Verdict},
};

/// What a command does with each line.
pub(crate) trait PerLine: Sync {
    /// Looks at one line, which is not empty, and writes its record.
    fn line(
        &self,
        line: Line<'_>,
        tally: &mut Tally,
        out: &mut Output<'_>,
    ) -> Result<Verdict, Trouble>;

    /// The longest line that it looks at, in bytes. A command that makes something as long as the line of it looks
    /// at shorter ones, so that the whole program stays below 64 MiB.
    fn longest(&self) -> usize {
        MAX_LINE
    }

    /// Whether it makes something of a line that is as long as the line. Of long lines it looks at one at a time then,
    /// on one thread: an allocator keeps for each thread what a long line took.
    fn rewrites(&self) -> bool {
        self.longest() <= MAX_REWRITTEN
    }

    /// Whether it may look at the lines of a chunk in any order, as it writes nothing and remembers places.
    fn in_any_order(&self) -> bool {
        false
    }

    /// An empty tally for a worker.
    fn tally(&self) -> Tally {
        Tally::default()
    }
}

/// What a run over all lines has found.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) tally: Tally,
    /// Whether an input could not be read.
    pub(crate) unread: bool,
}

impl Finished {
    pub(crate) fn outcome(&self) -> Outcome {
        match () {
            () if self.unread => Outcome::Unread,
            () if self.tally.bad > 0 || self.tally.too_long > 0 => Outcome::Bad,
            () => Outcome::Good,
        }
    }
}

/// Runs over all lines of the inputs.
pub(crate) fn run<C: PerLine>(
    session: &Session,
    sources: Vec<Source>,
    command: &C,
) -> Result<Finished, Trouble> {
    input::refuse_overwriting(&sources, &[])?;
    let few = sources.iter().all(|source| matches!(source, Source::Argument(_)));
    let threads = if few { 1 } else { session.threads };
    let progress = Progress::new(session, &sources);
    let sink = Sink::for_workers(progress.bar(), threads);
    let chunk = input::chunk_len(threads);
    let reader = Mutex::new(Reader::new(sources, progress, command.longest(), chunk));
    let work = Work { reader, chunk_len: chunk, sink: &sink, command };
    let tallies = match threads.saturating_sub(1) {
        0 => vec![work.worker(None)],
        others => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(others).build()?;
            let tallies = Mutex::new(Vec::new());
            let add = |tally| tallies.lock().unwrap_or_else(PoisonError::into_inner).push(tally);
            thread::scope(|threads| {
                let lane = command.rewrites().then(mpsc::channel);
                let lane = lane.map(|(lane, jobs)| {
                    threads.spawn(|| work.long_lines(jobs));
                    lane
                });
                // This thread works with the others, so that there is one less to wake up.
                pool.in_place_scope(|scope| {
                    scope.spawn_broadcast(|_, _| add(work.worker(lane.as_ref())));
                    add(work.worker(lane.as_ref()));
                });
            });
            tallies.into_inner().unwrap_or_else(PoisonError::into_inner)
        }
    };
    let mut tally = Tally::default();
    let mut stopped = None;
    for result in tallies {
        match result {
            Ok(part) => tally.add(part),
            // Of several troubles the one that stopped the others counts.
            Err(Trouble::Stopped) => {}
            Err(trouble) => stopped = Some(trouble),
        }
    }
    if let Some(trouble) = stopped {
        return Err(trouble);
    }
    sink.flush()?;
    let reader = work.reader.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Finished { tally, unread: reader.unread() })
}

/// Of one command, so that what it does with a line becomes part of the loop over the lines.
struct Work<'w, C> {
    reader: Mutex<Reader>,
    chunk_len: usize,
    sink: &'w Sink,
    command: &'w C,
}

/// A long line on its way to the thread that looks at all of them.
struct Job<'w> {
    chunk: Arc<Chunk>,
    number: u64,
    range: Range<usize>,
    out: Output<'w>,
    reply: SyncSender<Done<'w>>,
}

/// What became of it.
struct Done<'w> {
    out: Output<'w>,
    tally: Tally,
    verdict: Result<Verdict, Trouble>,
}

impl<'w, C: PerLine> Work<'w, C> {
    /// Takes chunk after chunk. Whoever reads a chunk also looks at its lines, so that no more chunks are held
    /// than there are workers. Long lines go to `lane`, if there is one.
    fn worker(&self, lane: Option<&Sender<Job<'w>>>) -> Result<Tally, Trouble> {
        let mut tally = self.command.tally();
        let mut buffer = Buffer::new(self.chunk_len);
        loop {
            let next = self.reader.lock().unwrap_or_else(PoisonError::into_inner).next(buffer);
            let Some(chunk) = next else { break };
            let chunk = Arc::new(chunk);
            // The others would wait for ever for a chunk that is given up.
            self.chunk(&chunk, lane, &mut tally).inspect_err(|_| self.sink.fail())?;
            // Before the chunk lets others hold a long line.
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
        Ok(tally)
    }

    fn chunk(
        &self,
        chunk: &Arc<Chunk>,
        lane: Option<&Sender<Job<'w>>>,
        tally: &mut Tally,
    ) -> Result<(), Trouble> {
        let mut out = self.sink.output(chunk.sequence);
        let longest = self.command.longest();
        let alone = if self.command.rewrites() { LONG } else { usize::MAX };
        let mut groups = self.command.in_any_order().then(Groups::default);
        for piece in chunk.pieces() {
            tally.piece(&piece);
            if piece.too_long || piece.line.bytes.len() > longest {
                tally.too_long += 1;
                let line = piece.line;
                out.remark(|err| {
                    let mib = longest / (1024 * 1024);
                    let name = line.origin.name();
                    writeln!(
                        err,
                        "{name}:{}: line over {mib} MiB is too long, skipped",
                        line.number
                    )
                })?;
            } else if piece.line.bytes.is_empty() {
                tally.empty += 1;
            } else if let Some(groups) = &mut groups {
                if let Some(full) = groups.add(piece.line) {
                    self.lines(full, tally, &mut out)?;
                    full.clear();
                }
            } else if let (Some(lane), true) = (lane, piece.line.bytes.len() > alone) {
                let Line { number, start, bytes, .. } = piece.line;
                let (reply, done) = mpsc::sync_channel(1);
                // Its turn keeps other chunks from having a long line looked at.
                out.wait()?;
                let range = start..start + bytes.len();
                let job = Job { chunk: Arc::clone(chunk), number, range, out, reply };
                lane.send(job).map_err(|_| Trouble::Stopped)?;
                let done = done.recv().map_err(|_| Trouble::Stopped)?;
                out = done.out;
                count(done.verdict?, tally);
                tally.add(done.tally);
            } else {
                self.lines(&[piece.line], tally, &mut out)?;
            }
        }
        for group in groups.iter().flat_map(Groups::iter) {
            self.lines(group, tally, &mut out)?;
        }
        if let Some(counts) = &mut tally.counts {
            counts.hand_in(chunk.buffer.bytes());
        }
        out.finish()
    }

    #[inline(never)]
    fn lines(
        &self,
        lines: &[Line<'_>],
        tally: &mut Tally,
        out: &mut Output<'_>,
    ) -> Result<(), Trouble> {
        for line in lines {
            count(self.command.line(*line, tally, out)?, tally);
        }
        Ok(())
    }

    /// Looks at the long lines of all workers.
    fn long_lines(&self, jobs: Receiver<Job<'w>>) {
        for Job { chunk, number, range, mut out, reply } in jobs {
            let bytes = chunk.buffer.bytes().get(range.clone()).unwrap_or_default();
            let start = range.start;
            let line =
                Line { start, chunk: chunk.sequence, ..Line::single(number, bytes, &chunk.origin) };
            let mut tally = Tally::default();
            let verdict = self.command.line(line, &mut tally, &mut out);
            drop(chunk);
            // A worker that is gone needs no answer.
            let _ = reply.send(Done { out, tally, verdict });
        }
    }
}

fn count(verdict: Verdict, tally: &mut Tally) {
    match verdict {
        Verdict::Ok => tally.ok += 1,
        Verdict::Bad => tally.bad += 1,
    }
}

/// The longest line at which a command that rewrites looks beside others: what it makes of one may be some dozen times
/// as long.
const LONG: usize = 8 * 1024;

/// The longest line that is held. The program stays below 64 MiB with it and what 64 workers hold besides; a longer line, which only its end would tell
/// from one of 1 GB, is passed over.
pub(crate) const MAX_LINE: usize = 48 * 1024 * 1024;

/// The same beside the counts of a summary, which take up to 36 MiB.
pub(crate) const MAX_COUNTED: usize = 8 * 1024 * 1024;

/// For [`PerLine::longest`] of commands that hold the line and what they make of it.
pub(crate) const MAX_REWRITTEN: usize = 2 * 1024 * 1024;
