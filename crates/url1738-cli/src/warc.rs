//! WARC files (ISO 28500): their records, and lines for them like those of a CDXJ file.

use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, Read, Take, Write as _},
};

use either::Either;
use flate2::bufread::GzDecoder;

use crate::pipeline::content::skip_zeros;

/// The bytes that are read at once.
const BUFFER: usize = 64 * 1024;

/// The longest header, in bytes.
const MAX_HEADER: u64 = 1 << 20;

/// The records of a file.
pub(crate) struct Records {
    /// Its limit is what has not been read of a header or body.
    pub(crate) input: Take<Input>,
    /// The number of records that have begun.
    count: u64,
    /// The offset of the next record.
    next: u64,
    /// Its first line, if that has been read.
    start: Vec<u8>,
}

/// Where records are read from: one after the other, or each compressed by itself.
type Input = Either<Counted, Box<Member>>;

/// A member of a file that is compressed by gzip.
type Member = BufReader<GzDecoder<Counted>>;

/// A file whose limit, the largest one at its beginning, says how much of it has been read.
type Counted = Take<Box<dyn BufRead + Send>>;

/// The rest of the body of a record.
pub(crate) type Body<'r> = &'r mut Take<Input>;

/// The header of a record.
pub(crate) struct Record {
    pub(crate) fields: Fields,
    /// The offset in the file at which the record begins, in bytes.
    pub(crate) offset: u64,
}

/// The fields of a header, in their order.
pub(crate) struct Fields {
    /// The first line.
    pub(crate) start: String,
    pub(crate) fields: Vec<(String, String)>,
}

impl Records {
    /// Reads the records of a file: one after the other, or each compressed by gzip by itself.
    pub(crate) fn new(input: Box<dyn BufRead + Send>, are_members: bool) -> Self {
        let input = input.take(u64::MAX);
        let member = |input| BufReader::with_capacity(BUFFER, GzDecoder::new(input));
        let input = match are_members {
            false => Either::Left(input),
            true => Either::Right(Box::new(member(input))),
        };
        Self { input: input.take(0), count: 0, next: 0, start: Vec::new() }
    }

    /// Reads the header of the next record. Returns `None` at the end of the file. The body of the last one has to be
    /// [ended](Self::end).
    pub(crate) fn next(&mut self) -> io::Result<Option<Record>> {
        let offset = self.next;
        let mut start = core::mem::take(&mut self.start);
        while start.is_empty() {
            let is_end = match self.input.get_mut() {
                Either::Left(file) => file.fill_buf()?.is_empty(),
                // After the last member is nothing that could be decompressed.
                Either::Right(member) => {
                    member.buffer().is_empty() && member.get_mut().get_mut().fill_buf()?.is_empty()
                }
            };
            if is_end {
                return Ok(None);
            }
            start = self.line()?;
            // A member may be empty, and the next one is not.
            if let Either::Right(member) = self.input.get_mut()
                && start.is_empty()
            {
                next_member(member)?;
            }
        }
        let cut = || io::Error::other("it ends in a header");
        match &*start {
            [b'W', b'A', b'R', b'C', b'/', ..] => {}
            start if b"WARC/".starts_with(start) => return Err(cut()),
            _ => return Err(io::Error::other("it does not begin with WARC/")),
        }
        let (fields, is_whole) = Fields::read(&start, self.input.get_mut())?;
        let fields = is_whole.then_some(fields).ok_or_else(cut)?;
        let len = fields.get("Content-Length").and_then(|len| len.parse().ok());
        let no_len = || io::Error::other("a record has no Content-Length that is a number");
        let len = len.ok_or_else(no_len)?;
        self.input.set_limit(len);
        self.count += 1;
        Ok(Some(Record { fields, offset }))
    }

    /// Reads to the end of the record. Returns the number of bytes that it takes in the file, and why it does not end as its
    /// header says.
    pub(crate) fn end(&mut self, record: &Record) -> io::Result<(u64, Option<&'static str>)> {
        io::copy(&mut self.input, &mut io::sink())?;
        let is_cut = self.input.limit() > 0;
        let mut end = self.at();
        let mut lines = 0;
        // Two empty lines end a record.
        let input = self.input.get_mut();
        while let Some(byte @ (b'\r' | b'\n')) = input.fill_buf()?.first() {
            lines += usize::from(*byte == b'\n');
            input.consume(1);
        }
        self.next = self.at();
        let mut follows = self.line()?;
        let mut fault = is_cut.then_some("Unexpected end of body");
        match self.input.get_mut() {
            Either::Right(member) => {
                if !follows.is_empty() {
                    fault = fault.or(Some(
                        "it is longer than its Content-Length, or not compressed by itself: what follows in \
                         its member of gzip is skipped",
                    ));
                }
                // The next member may be whole.
                io::copy(member, &mut io::sink())?;
                [end, self.next] = next_member(member)?;
                self.start = Vec::new();
            }
            Either::Left(_) => {
                fault = fault.or(match &*follows {
                    b"" if lines < 2 => Some("Unexpected end of body"),
                    b"" | [b'W', b'A', b'R', b'C', b'/', ..] => None,
                    _ => Some(
                        "it is longer than its Content-Length: what follows is skipped up to a line that begins \
                         with WARC/",
                    ),
                });
                while !follows.is_empty() && !follows.starts_with(b"WARC/") {
                    self.next = self.at();
                    follows = self.line()?;
                }
                self.start = follows;
            }
        }
        Ok((end - record.offset, fault))
    }

    /// Reads a line, or what is as long as a header may be.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.input.set_limit(MAX_HEADER);
        self.input.read_until(b'\n', &mut line)?;
        Ok(line)
    }

    /// Returns the offset in the file, in bytes.
    fn at(&self) -> u64 {
        let file = match self.input.get_ref() {
            Either::Left(file) => file,
            Either::Right(member) => member.get_ref().get_ref(),
        };
        u64::MAX - file.limit()
    }

    /// Returns the number of records as a message of an error says it.
    pub(crate) fn broken(&self, error: &io::Error) -> io::Error {
        let message = match self.count {
            0 => format!("not a WARC file: {error}"),
            1 => format!("broken after 1 record: {error}"),
            count => format!("broken after {count} records: {error}"),
        };
        io::Error::new(io::ErrorKind::InvalidData, message)
    }
}

/// Goes on to the next member after the end of one. Returns the offset of that end, and that at which the next one begins.
fn next_member(member: &mut Member) -> io::Result<[u64; 2]> {
    let decoder = member.get_mut();
    let nothing: Box<dyn BufRead + Send> = Box::new(io::empty());
    let mut input = decoder.reset(nothing.take(0));
    let end = u64::MAX - input.limit();
    skip_zeros(&mut input)?;
    let next = u64::MAX - input.limit();
    decoder.reset(input);
    Ok([end, next])
}

impl Fields {
    /// Reads fields up to the empty line after them. Returns whether there is one.
    pub(crate) fn read(start: &[u8], input: &mut dyn BufRead) -> io::Result<(Self, bool)> {
        let mut fields: Vec<(String, String)> = Vec::new();
        let (mut input, mut line, mut is_whole) = (input.take(MAX_HEADER), Vec::new(), false);
        while !is_whole && input.read_until(b'\n', &mut line)? > 0 {
            if input.limit() == 0 {
                return Err(io::Error::other("a header is longer than 1 MiB"));
            }
            let text = text(&line);
            let text = text.trim_end();
            match (fields.last_mut(), text.split_once(':')) {
                _ if text.is_empty() => is_whole = true,
                // The line goes on.
                (Some((_, value)), _) if text.starts_with([' ', '\t']) => value.push_str(text),
                (_, Some((name, value))) => {
                    let name = name.trim_end_matches([' ', '\t']);
                    fields.push((name.to_owned(), value.trim_start().to_owned()));
                }
                _ => {}
            }
            line.clear();
        }
        let start = text(start).trim_end().to_owned();
        Ok((Self { start, fields }, is_whole))
    }

    /// Returns the first field of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let named = |(known, _): &&(String, String)| known.eq_ignore_ascii_case(name);
        self.fields.iter().find(named).map(|(_, value)| value.as_str())
    }

    /// Returns the URL of a record, or `None` if it has none.
    ///
    /// # Errors
    /// Returns a message if it has several URLs, none of which is to be chosen.
    pub(crate) fn url(&self) -> Result<Option<&str>, String> {
        let is_url = |(name, _): &&(String, String)| name.eq_ignore_ascii_case("WARC-Target-URI");
        match self.fields.iter().filter(is_url).count() {
            0 | 1 => Ok(self.get("WARC-Target-URI").map(|url| {
                // Some writers put the URL between angle brackets, as the grammar of WARC 1.0 has it.
                url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(url)
            })),
            count => Err(format!("it has {count} WARC-Target-URIs, none of which is to be chosen")),
        }
    }

    /// Returns the time of a record as indexes have it: 14 digits. `None` if it has no year.
    pub(crate) fn timestamp(&self) -> Option<String> {
        let date = self.get("WARC-Date")?;
        let mut digits: String = date.chars().filter(char::is_ascii_digit).take(14).collect();
        // WARC 1.1 allows to leave out what is not known: the first month, the first day.
        digits.push_str("YYYY0101000000".get(digits.len().max(4)..)?);
        (digits.len() == 14).then_some(digits)
    }
}

/// Returns a line of a header. Some have octets that are not UTF-8 in their URLs: those are taken for Latin-1.
fn text(line: &[u8]) -> String {
    match core::str::from_utf8(line) {
        Ok(text) => text.to_owned(),
        Err(_) => line.iter().copied().map(char::from).collect(),
    }
}

/// The lines of a file: `- 19940102030405 {"url": "http://host.dom/", "type": "response"}`.
pub(crate) struct WarcLines {
    records: Records,
    /// The record that was read last, and not to its end.
    last: Option<Record>,
    /// What has not been read of its line.
    line: VecDeque<u8>,
}

impl WarcLines {
    /// Returns the lines of the records of a file.
    pub(crate) fn new(input: Box<dyn BufRead + Send>) -> Self {
        Self { records: Records::new(input, false), last: None, line: VecDeque::new() }
    }

    /// Reads up to the next record that has a URL, and makes its line. It is empty at the end of the file.
    fn next_line(&mut self) -> io::Result<()> {
        while self.line.is_empty() {
            if let Some(last) = self.last.take()
                && let (_, Some(fault)) = self.records.end(&last)?
            {
                // The records after it are read.
                if !self.records.start.is_empty() {
                    return self.fault(fault);
                }
                return Err(io::Error::other(fault));
            }
            let Some(record) = self.records.next()? else { return Ok(()) };
            let Record { fields, .. } = self.last.insert(record);
            let url = match fields.url() {
                Ok(None) => continue,
                Ok(Some(url)) => serde_json::Value::from(url),
                Err(fault) => return self.fault(&fault),
            };
            let kind = fields.get("WARC-Type").unwrap_or("").to_ascii_lowercase();
            let kind = serde_json::Value::from(kind);
            let timestamp = fields.timestamp().unwrap_or_else(|| "-".to_owned());
            writeln!(self.line, "- {timestamp} {{\"url\": {url}, \"type\": {kind}}}")?;
        }
        Ok(())
    }

    /// Makes the line of a record that is broken.
    fn fault(&mut self, fault: &str) -> io::Result<()> {
        writeln!(self.line, "- - {{\"fault\": {}}}", serde_json::Value::from(fault))
    }
}

impl Read for WarcLines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            self.next_line().map_err(|error| self.records.broken(&error))?;
        }
        self.line.read(buffer)
    }
}
