//! Reads the inputs in chunks of whole lines.

use std::{
    io::{self, BufRead, BufReader},
    sync::Arc,
    vec,
};

use super::{
    content::{self, Compression},
    source,
    source::Source,
};
use crate::{
    diagnostics::{message, suggest},
    line::{Line, Origin},
    pipeline::stats::{LineCounts, Progress},
    rows::{Form, NOT_CLOSED, Rows, Table},
    warc::WarcLines,
};

/// The length of the longest line that is processed, in bytes. Longer ones are skipped, since any of them could go on for
/// a gigabyte.
pub(crate) const MAX_LINE: usize = 1024 * 1024;

/// The length of such a line with a byte order mark and a CR.
const LONGEST: usize = MAX_LINE + 4;

/// How many bytes are read at once.
pub(super) const CHUNK: usize = 32 * 1024;

/// Whole lines of an input.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// The sequence number over all inputs, from 0.
    pub(super) sequence: u64,
    origin: Origin,
    /// The number of the first line.
    first_line: u64,
    /// Lines, of which only the last one of an input may lack its ending, or one argument, which may contain line breaks.
    bytes: Vec<u8>,
    /// What the lines are, if they are rows.
    pub(super) rows: Option<Arc<Rows>>,
}

impl Chunk {
    /// Returns the row with the names of the columns, if a table begins here that is written with them.
    pub(super) fn header(&self) -> Option<Vec<u8>> {
        let Some(Rows::Table(table)) = self.rows.as_deref().filter(|_| self.first_line == 1) else {
            return None;
        };
        table.header()
    }

    /// Returns the lines in order, and counts them and their endings.
    pub(crate) fn lines(&self, counts: &mut LineCounts) -> impl Iterator<Item = Line<'_>> {
        let Self { origin, bytes, rows, .. } = self;
        let is_argument = *origin == Origin::Arguments;
        // Most chunks are UTF-8 as a whole, which is quicker to see than line by line.
        let all = core::str::from_utf8(bytes).ok();
        let (mut number, mut from) = (self.first_line, 0);
        let mut ends = Rows::ends(rows.as_deref(), if is_argument { &[] } else { bytes });
        core::iter::from_fn(move || {
            let end = ends.next().map_or(bytes.len(), |end| end + 1);
            // An argument is a line even if it is empty.
            if end == from && !(is_argument && number == self.first_line) {
                return None;
            }
            // INVARIANT: a line ends after its beginning.
            let (_, raw) = bytes.split_at(end).0.split_at(from);
            let [mark, text, _] = match is_argument {
                true => [&[], raw, &[]],
                false => counts.split(raw, number == 1),
            };
            counts.lines += 1;
            let start = from + mark.len();
            let valid = match all {
                Some(all) => all.get(start..start + text.len()),
                None => core::str::from_utf8(text).ok(),
            };
            let line = Line { chunk: self.sequence, ..Line::new(number, text, valid, origin) };
            // A cell of a row may have line breaks.
            number += rows.as_ref().map_or(1, |_| line_feeds(raw));
            from = end;
            Some(line)
        })
    }
}

/// Returns the chunks of all inputs in order.
pub(crate) struct Reader {
    sources: vec::IntoIter<Source>,
    /// What the lines of files are, if they are rows.
    form: Option<Form>,
    open: Option<Open>,
    /// How many chunks were read.
    chunks: u64,
    arguments: u64,
    /// The first table, which the others must be like.
    table: Option<Box<Table>>,
    /// Whether reading an input failed.
    pub(crate) read_failed: bool,
    progress: Progress,
}

struct Open {
    origin: Origin,
    input: Box<dyn BufRead + Send>,
    /// The start of a line whose end has not been read.
    carry: Vec<u8>,
    next_line: u64,
    rows: Option<Arc<Rows>>,
}

impl Reader {
    pub(crate) fn new(sources: Vec<Source>, form: Option<Form>, progress: Progress) -> Self {
        Self {
            sources: sources.into_iter(),
            form,
            open: None,
            chunks: 0,
            arguments: 0,
            table: None,
            read_failed: false,
            progress,
        }
    }

    /// Returns the next chunk, or `None` at the end of the last input. If an input cannot be read, prints an error and
    /// continues with the next.
    pub(crate) fn next(&mut self) -> Option<Chunk> {
        let sequence = self.chunks;
        self.chunks += 1;
        loop {
            if let Some(open) = &mut self.open {
                match open.next() {
                    Ok(Some(chunk)) => return Some(Chunk { sequence, ..chunk }),
                    Ok(None) => {}
                    Err(error) => {
                        let name = open.origin.name().to_owned();
                        self.report(&name, &error);
                    }
                }
                self.open = None;
            }
            match self.sources.next()? {
                Source::Argument(bytes) => {
                    self.arguments += 1;
                    let (origin, first_line) = (Origin::Arguments, self.arguments);
                    return Some(Chunk { sequence, origin, first_line, bytes, rows: None });
                }
                Source::Neither { argument, suggestion } => {
                    self.read_failed = true;
                    message::error(&source::neither(&argument, suggestion.as_deref()));
                }
                source => match self.open(&source) {
                    Ok(open) => self.open = open,
                    Err(error) => self.report(&source.name(), &error),
                },
            }
        }
    }

    /// Opens an input, unless it is not text, which is reported.
    fn open(&mut self, source: &Source) -> io::Result<Option<Open>> {
        let (name, mut input) = (source.name(), content::open(source, &self.progress)?);
        // Without the hint, every line would be reported, and no report would name the cause.
        let start = content::filled(&mut *input)?;
        let lines = || suggest::for_list(start).filter(|_| self.form.is_none());
        if let Some(hint) =
            suggest::for_input(start).or_else(|| suggest::for_array(start)).or_else(lines)
        {
            self.read_failed = true;
            message::print(&format_args!("{name} {hint}"));
            return Ok(None);
        }
        let rows = self.rows(source, &mut *input)?.map(Arc::new);
        if self.form == Some(Form::Warc) {
            input = Box::new(BufReader::new(WarcLines::new(input)));
        }
        let origin = Origin::File(name.into());
        Ok(Some(Open { origin, input, carry: Vec::new(), next_line: 1, rows }))
    }

    /// Returns what the lines of a file are, if they are rows.
    fn rows(&mut self, source: &Source, input: &mut dyn BufRead) -> io::Result<Option<Rows>> {
        let Some(form) = &self.form else { return Ok(None) };
        let start = if *form == Form::Warc { &[] } else { content::filled(input)? };
        let rows = Rows::of(form, Compression::stripped(source.path()), start);
        let mut rows = rows.map_err(io::Error::other)?;
        if let Rows::Table(table) = &mut rows {
            match &self.table {
                None => self.table = Some(table.clone()),
                Some(first) if table.is_like(first) => table.is_first = false,
                Some(_) => {
                    return Err(io::Error::other("its columns are not those of the first table"));
                }
            }
        }
        Ok(Some(rows))
    }

    fn report(&mut self, name: &str, error: &io::Error) {
        self.read_failed = true;
        message::cannot_read(name, error);
    }
}

impl Open {
    /// Reads whole lines: as many as one read returns, so that a slow input is processed line by line. Returns `None` at
    /// the end.
    fn next(&mut self) -> io::Result<Option<Chunk>> {
        let mut bytes = core::mem::take(&mut self.carry);
        loop {
            let rows = self.rows.as_deref();
            let end = match rows {
                Some(_) => Rows::ends(rows, &bytes).last(),
                None => memchr::memrchr(b'\n', &bytes),
            };
            if let Some(end) = rows.and_then(|rows| rows.split(&bytes)).or(end.map(|end| end + 1)) {
                self.carry = bytes.split_off(end);
                return Ok(Some(self.chunk(bytes)));
            }
            if bytes.len() > LONGEST {
                let end_line =
                    self.next_line + line_feeds(&bytes) + self.skip_line(bytes.clone())?;
                // What is left shows that the line is too long.
                bytes.truncate(LONGEST + 1);
                bytes.push(b'\n');
                let chunk = self.chunk(bytes);
                self.next_line = end_line;
                return Ok(Some(chunk));
            }
            if !self.read(&mut bytes)? {
                let is_end = bytes.is_empty();
                return Ok((!is_end).then(|| self.chunk(bytes)));
            }
        }
    }

    /// Reads to the end of the line that begins with `bytes` and keeps only the text after it. Returns the number of line feeds
    /// that are skipped.
    fn skip_line(&mut self, mut bytes: Vec<u8>) -> io::Result<u64> {
        let rows = self.rows.clone();
        let mut skipped = 0;
        loop {
            bytes.push(b'\n');
            let is_quoted = Rows::ends(rows.as_deref(), &bytes).next().is_none();
            // Another text that ends within quotation marks, or after them.
            bytes = if is_quoted { b"\"".to_vec() } else { b"\"\"".to_vec() };
            if !self.read(&mut bytes)? {
                let error = || io::Error::other(format!("line {}: {NOT_CLOSED}", self.next_line));
                return if is_quoted { Err(error()) } else { Ok(skipped) };
            }
            let end = Rows::ends(rows.as_deref(), &bytes).next();
            let rest = end.map(|end| bytes.split_off(end + 1));
            skipped += line_feeds(&bytes);
            if let Some(rest) = rest {
                self.carry = rest;
                return Ok(skipped);
            }
        }
    }

    /// Appends the bytes of one read. Returns whether there were any.
    fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let held = content::filled(&mut *self.input)?;
        let (new, _) = held.split_at(held.len().min(CHUNK));
        bytes.extend_from_slice(new);
        let len = new.len();
        self.input.consume(len);
        Ok(len > 0)
    }

    fn chunk(&mut self, bytes: Vec<u8>) -> Chunk {
        let first_line = self.next_line;
        if let Some(anew) = self.rows.as_ref().and_then(|rows| rows.anew(&bytes)) {
            self.rows = Some(Arc::new(anew));
        }
        self.next_line += line_feeds(&bytes);
        let (origin, rows) = (self.origin.clone(), self.rows.clone());
        Chunk { sequence: 0, origin, first_line, bytes, rows }
    }
}

fn line_feeds(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}
