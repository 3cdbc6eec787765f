//! Unified diffs. A repair replaces lines by as many, so both sides have the same line numbers.

use std::{
    collections::VecDeque,
    io::{self, Seek as _, Write},
};

use tempfile::SpooledTempFile;

use crate::diagnostics::Sanitized;

/// The number of unchanged lines around a change.
const CONTEXT: usize = 3;
/// How much of a hunk is held in memory.
const IN_MEMORY: usize = 1024 * 1024;

/// A line with its ending, before and after.
#[derive(Clone, Debug)]
pub(super) struct DiffLine {
    pub(super) old: Vec<u8>,
    /// The new line, if it differs.
    pub(super) new: Option<Vec<u8>>,
    /// Whether it contains a password that must not be written.
    pub(super) is_withheld: bool,
}

/// A unified diff that is written hunk by hunk.
#[derive(Debug)]
pub(super) struct Diff<'n> {
    name: &'n str,
    on_terminal: bool,
    is_begun: bool,
    /// The number of lines so far.
    lines: u64,
    /// Unchanged lines that may become context: those before a hunk, or those after its last change.
    context: VecDeque<DiffLine>,
    hunk: Option<Hunk>,
    /// How many lines with passwords were left out, with their hunks.
    pub(super) withheld: u64,
}

/// A hunk, whose header needs the number of its lines.
#[derive(Debug)]
struct Hunk {
    start: u64,
    lines: u64,
    body: SpooledTempFile,
    withheld: u64,
}

impl<'n> Diff<'n> {
    pub(super) fn new(name: &'n str, on_terminal: bool) -> Self {
        Self {
            name,
            on_terminal,
            is_begun: false,
            lines: 0,
            context: VecDeque::new(),
            hunk: None,
            withheld: 0,
        }
    }

    /// Adds the next line.
    pub(super) fn line(&mut self, line: DiffLine, out: &mut dyn Write) -> io::Result<()> {
        self.lines += 1;
        if line.new.is_none() {
            self.context.push_back(line);
            // Two changes with at most twice the context between them are in one hunk.
            if self.hunk.is_some() && self.context.len() > 2 * CONTEXT {
                self.end_hunk(out)?;
            }
            while self.hunk.is_none() && self.context.len() > CONTEXT {
                self.context.pop_front();
            }
            return Ok(());
        }
        let start = self.lines - self.context.len() as u64;
        let hunk = self.hunk.get_or_insert_with(|| Hunk::new(start));
        for context in self.context.drain(..) {
            hunk.add(&context, self.on_terminal)?;
        }
        hunk.add(&line, self.on_terminal)
    }

    /// Passes a piece of a line that is too long to be shown. The hunk ends before it.
    pub(super) fn long_line(&mut self, is_end: bool, out: &mut dyn Write) -> io::Result<()> {
        self.end_hunk(out)?;
        self.context.clear();
        self.lines += u64::from(is_end);
        Ok(())
    }

    /// Ends the hunk after its context, and writes it. Later lines stay as the context of the next.
    pub(super) fn end_hunk(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(mut hunk) = self.hunk.take() else { return Ok(()) };
        let after = self.context.len().min(CONTEXT);
        for context in self.context.drain(..after) {
            hunk.add(&context, self.on_terminal)?;
        }
        if hunk.withheld > 0 {
            self.withheld += hunk.withheld;
            return Ok(());
        }
        if !self.is_begun {
            self.is_begun = true;
            writeln!(out, "--- {0}\n+++ {0}", self.name)?;
        }
        let Hunk { start, lines, mut body, .. } = hunk;
        writeln!(out, "@@ -{start},{lines} +{start},{lines} @@")?;
        body.rewind()?;
        io::copy(&mut body, out).map(drop)
    }
}

impl Hunk {
    fn new(start: u64) -> Self {
        Self { start, lines: 0, body: SpooledTempFile::new(IN_MEMORY), withheld: 0 }
    }

    fn add(&mut self, line: &DiffLine, on_terminal: bool) -> io::Result<()> {
        self.lines += 1;
        self.withheld += u64::from(line.is_withheld);
        let Some(new) = &line.new else {
            return write_line(" ", &line.old, on_terminal, &mut self.body);
        };
        write_line("-", &line.old, on_terminal, &mut self.body)?;
        write_line("+", new, on_terminal, &mut self.body)
    }
}

fn write_line(sign: &str, line: &[u8], on_terminal: bool, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(sign.as_bytes())?;
    match (on_terminal, line.strip_suffix(b"\n")) {
        (false, _) => out.write_all(line)?,
        (true, Some(text)) => writeln!(out, "{}", Sanitized::new(text))?,
        (true, None) => write!(out, "{}", Sanitized::new(line))?,
    }
    if line.ends_with(b"\n") { Ok(()) } else { out.write_all(b"\n\\ No newline at end of file\n") }
}
