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

/// A unified diff that is written hunk by hunk.
#[derive(Debug)]
pub(super) struct Diff<'n> {
    name: &'n str,
    on_terminal: bool,
    is_begun: bool,
    /// The number of lines so far.
    lines: u64,
    /// Unchanged lines that may become context: those before a hunk, or those after its last change. Also whether each
    /// contains a password that must not be written.
    context: VecDeque<(Vec<u8>, bool)>,
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

    /// Adds the next line with its ending, and the new line, if it differs.
    pub(super) fn line(
        &mut self,
        old: Vec<u8>,
        new: Option<Vec<u8>>,
        is_withheld: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.lines += 1;
        let Some(new) = new else {
            self.context.push_back((old, is_withheld));
            // Two changes with at most twice the context between them are in one hunk.
            if self.hunk.is_some() && self.context.len() > 2 * CONTEXT {
                self.end_hunk(out)?;
            }
            while self.hunk.is_none() && self.context.len() > CONTEXT {
                self.context.pop_front();
            }
            return Ok(());
        };
        let start = self.lines - self.context.len() as u64;
        let hunk = self.hunk.get_or_insert_with(|| Hunk {
            start,
            lines: 0,
            body: SpooledTempFile::new(IN_MEMORY),
            withheld: 0,
        });
        for (line, is_withheld) in self.context.drain(..) {
            hunk.add(&[(" ", &line)], is_withheld, self.on_terminal)?;
        }
        hunk.add(&[("-", &old), ("+", &new)], is_withheld, self.on_terminal)
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
        for (line, is_withheld) in self.context.drain(..after) {
            hunk.add(&[(" ", &line)], is_withheld, self.on_terminal)?;
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
    /// Adds a line, or the old and the new one, after their signs.
    fn add(
        &mut self,
        lines: &[(&str, &[u8])],
        is_withheld: bool,
        on_terminal: bool,
    ) -> io::Result<()> {
        self.lines += 1;
        self.withheld += u64::from(is_withheld);
        for (sign, line) in lines {
            self.body.write_all(sign.as_bytes())?;
            let text = line.strip_suffix(b"\n");
            match on_terminal {
                true => write!(self.body, "{}", Sanitized::new(text.unwrap_or(line)))?,
                false => self.body.write_all(text.unwrap_or(line))?,
            }
            let is_ended = text.is_some();
            let end = if is_ended { "\n" } else { "\n\\ No newline at end of file\n" };
            self.body.write_all(end.as_bytes())?;
        }
        Ok(())
    }
}
