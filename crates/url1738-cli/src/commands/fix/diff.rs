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
#[derive(Debug, Default)]
pub(super) struct Diff<'n> {
    name: &'n str,
    on_terminal: bool,
    is_begun: bool,
    /// The number of lines so far.
    lines: u64,
    /// Unchanged lines that may become context: those before a hunk, or those after its last change. Also whether each
    /// contains a password that must not be written.
    context: VecDeque<(Vec<u8>, bool)>,
    /// The context before the first change of the hunk.
    before: VecDeque<(Vec<u8>, bool)>,
    /// The other lines of the hunk, and their number, which its header needs.
    hunk: Option<(SpooledTempFile, u64)>,
    /// How many lines of the hunk have passwords.
    secret: u64,
    /// How many lines with passwords were left out, with their hunks.
    pub(super) withheld: u64,
}

impl<'n> Diff<'n> {
    pub(super) fn new(name: &'n str, on_terminal: bool) -> Self {
        Self { name, on_terminal, ..Self::default() }
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
            if self.hunk.is_none() && self.context.len() > CONTEXT {
                self.context.pop_front();
            }
            return Ok(());
        };
        match self.hunk {
            None => self.before = core::mem::take(&mut self.context),
            Some(_) => self.add_context(2 * CONTEXT)?,
        }
        self.add(&[("-", &old), ("+", &new)], is_withheld)
    }

    /// Passes a piece of a line that is too long to be shown. The hunk ends before it.
    pub(super) fn long_line(&mut self, is_end: bool, out: &mut dyn Write) -> io::Result<()> {
        // Programs take a hunk with less context after it than before it for the end of the file.
        let more = self.before.len().saturating_sub(self.context.len());
        self.before.drain(..more);
        self.end_hunk(out)?;
        self.context.clear();
        self.lines += u64::from(is_end);
        Ok(())
    }

    /// Ends the hunk after its context, and writes it. Later lines stay as the context of the next.
    pub(super) fn end_hunk(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.hunk.is_none() {
            return Ok(());
        }
        self.add_context(CONTEXT)?;
        let Some((mut body, lines)) = self.hunk.take() else { return Ok(()) };
        let (before, secret) =
            (core::mem::take(&mut self.before), core::mem::take(&mut self.secret));
        let lines = lines + before.len() as u64;
        let secret = secret + before.iter().filter(|(_, is_withheld)| *is_withheld).count() as u64;
        if secret > 0 {
            self.withheld += secret;
            return Ok(());
        }
        if !self.is_begun {
            self.is_begun = true;
            writeln!(out, "--- {0}\n+++ {0}", self.name)?;
        }
        let start = self.lines - self.context.len() as u64 - lines + 1;
        writeln!(out, "@@ -{start},{lines} +{start},{lines} @@")?;
        before.iter().try_for_each(|(line, _)| write_line(" ", line, self.on_terminal, out))?;
        body.rewind()?;
        io::copy(&mut body, out).map(drop)
    }

    /// Adds the first lines of the context to the hunk.
    fn add_context(&mut self, most: usize) -> io::Result<()> {
        let lines: Vec<_> = self.context.drain(..most.min(self.context.len())).collect();
        lines.iter().try_for_each(|(line, is_withheld)| self.add(&[(" ", line)], *is_withheld))
    }

    /// Adds a line to the hunk, or the old and the new one, after their signs.
    fn add(&mut self, lines: &[(&str, &[u8])], is_withheld: bool) -> io::Result<()> {
        let (body, count) = self.hunk.get_or_insert_with(|| (SpooledTempFile::new(IN_MEMORY), 0));
        *count += 1;
        self.secret += u64::from(is_withheld);
        let write = |(sign, line): &(&str, &[u8])| write_line(sign, line, self.on_terminal, body);
        lines.iter().try_for_each(write)
    }
}

fn write_line(sign: &str, line: &[u8], on_terminal: bool, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(sign.as_bytes())?;
    let text = line.strip_suffix(b"\n");
    match on_terminal {
        true => write!(out, "{}", Sanitized::new(text.unwrap_or(line)))?,
        false => out.write_all(text.unwrap_or(line))?,
    }
    let end = if text.is_some() { "\n" } else { "\n\\ No newline at end of file\n" };
    out.write_all(end.as_bytes())
}
