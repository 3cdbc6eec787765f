//! WARC files as lines: one for each record with a URL, like that of a CDXJ file.

use core::cell::Cell;
use std::{
    borrow::Cow,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
    rc::Rc,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

use flate2::bufread::MultiGzDecoder;
use warc::{Record, StreamingBody, WarcHeader, WarcReader};

use super::source;

/// The bytes of a file that are read at once.
const BUFFER: usize = 256 * 1024;

/// The lines of a WARC file: `- 19940102030405 {"url": "http://host.dom/", "type": "response"}`.
///
/// A thread reads the file, because a record borrows what it is read from.
#[derive(Debug)]
pub(super) struct WarcLines {
    /// Until the last one, which is empty or an error.
    lines: Option<Receiver<io::Result<Vec<u8>>>>,
    /// The line that is read, and how much of it was.
    line: Vec<u8>,
    read: usize,
}

impl WarcLines {
    /// Opens a file, plain or compressed by gzip; `-` is stdin.
    pub(super) fn open(path: PathBuf) -> io::Result<Self> {
        let input: Box<dyn Read + Send> = match path == Path::new("-") {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(path)?),
        };
        // A few lines in advance keep both threads busy.
        let (sender, lines) = sync_channel(256);
        thread::Builder::new().stack_size(8 * 1024 * 1024).spawn(move || {
            let end = send(input, &sender).map(|()| Vec::new());
            // Without a receiver, the run has ended already.
            let _ = sender.send(end);
        })?;
        Ok(Self { lines: Some(lines), line: Vec::new(), read: 0 })
    }
}

impl Read for WarcLines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.line.len() {
            let Some(lines) = &self.lines else { return Ok(0) };
            // What ends the thread without a last line is a panic of the crate that reads the file.
            let failed = || Err(io::Error::other("the reader of WARC records failed"));
            let line = lines.recv().unwrap_or_else(|_| failed());
            if line.as_ref().map_or(true, Vec::is_empty) {
                self.lines = None;
            }
            (self.line, self.read) = (line?, 0);
        }
        let rest = self.line.get(self.read..).unwrap_or_default();
        let read = (&mut &*rest).read(buffer)?;
        self.read += read;
        Ok(read)
    }
}

/// Sends the line of each record that has a URL.
fn send(input: Box<dyn Read + Send>, lines: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    let (start, input) = source::peek(input, 2)?;
    let input = BufReader::with_capacity(BUFFER, input);
    let input: Box<dyn Read> = match start.starts_with(&[0x1F]) {
        true => Box::new(MultiGzDecoder::new(input)),
        false => Box::new(input),
    };
    let invalid = |message: String| io::Error::new(io::ErrorKind::InvalidData, message);
    let (beginning, input) = source::peek(input, 5)?;
    if !beginning.is_empty() && beginning != b"WARC/" {
        return Err(invalid("not a WARC file: it does not begin with WARC/".to_owned()));
    }
    let input = BufReader::with_capacity(BUFFER, input);
    let header = Rc::new(Header::default());
    header.begin();
    let mut reader =
        WarcReader::new(Bounded { input, header: header.clone(), line: Vec::new(), read: 0 });
    let mut records = reader.stream_records();
    let mut count = 0_u64;
    let broken = |count: u64, reason: &str| {
        invalid(match count {
            0 => format!("not a WARC file: {reason}"),
            1 => format!("broken after 1 record: {reason}"),
            _ => format!("broken after {count} records: {reason}"),
        })
    };
    while let Some(record) = records.next_item() {
        let mut record = record.map_err(|error| match error {
            warc::Error::ReadData(error) => broken(count, &error.to_string()),
            error => broken(count, error.to_string().trim_end_matches('.')),
        })?;
        count += 1;
        if let Some(line) = line_of(&record, header.targets.get())
            && lines.send(Ok(line.into_bytes())).is_err()
        {
            return Ok(());
        }
        header.read.set(None);
        io::copy(&mut record, &mut io::sink())
            .map_err(|error| broken(count, &error.to_string()))?;
        header.begin();
    }
    match header.read.get() {
        // A body is followed by CR LF CR LF.
        None | Some(0..=4) => Ok(()),
        // The reader takes a file that ends in a header for one that ends before it.
        Some(_) => Err(broken(count, "it ends in a header, whose lines end with CR LF")),
    }
}

/// Returns the line of a record, if it has a URL. Of a record with several, which none of its readers should choose from,
/// the line has their number.
fn line_of<R: Read>(record: &Record<StreamingBody<'_, R>>, targets: u32) -> Option<String> {
    let url = record.header(WarcHeader::TargetURI)?;
    // Some writers put the URL between angle brackets, as the grammar of WARC 1.0 has it.
    let url = url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(&url);
    let date = record.header(WarcHeader::Date).unwrap_or_default();
    let digits = date.chars().filter(char::is_ascii_digit).take(14);
    let timestamp: String = digits.collect();
    let (member, url) = match targets {
        0 | 1 => ("url", serde_json::Value::from(url)),
        _ => ("urls", targets.into()),
    };
    let kind = serde_json::Value::from(record.warc_type().to_string());
    Some(format!("- {timestamp} {{\"{member}\": {url}, \"type\": {kind}}}\n"))
}

/// The longest header of a record, in bytes.
const MAX_HEADER: u64 = 1 << 20;

/// What is known of the header of a record.
#[derive(Debug, Default)]
struct Header {
    /// The bytes that have been read; `None` in a body.
    read: Cell<Option<u64>>,
    /// The number of its lines that name a URL.
    targets: Cell<u32>,
}

impl Header {
    fn begin(&self) {
        self.read.set(Some(0));
        self.targets.set(0);
    }
}

/// Returns whether a line of a header names the URL of the record. The reader keeps the last one.
fn is_target(line: &[u8]) -> bool {
    let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
    name.len() < line.len() && name.trim_ascii_end().eq_ignore_ascii_case(b"WARC-Target-URI")
}

/// A file whose headers are bounded and UTF-8: the reader holds a header as a whole, takes a file without the end of one for
/// a single header, and panics at other octets.
struct Bounded<R> {
    input: R,
    header: Rc<Header>,
    /// The line of the header that is read, and how much of it was.
    line: Vec<u8>,
    read: usize,
}

impl<R: BufRead> Bounded<R> {
    /// Reads the next line of a header, with U+FFFD in place of what is not UTF-8.
    fn next_line(&mut self) -> io::Result<()> {
        (self.line, self.read) = (Vec::new(), 0);
        (&mut self.input).take(MAX_HEADER).read_until(b'\n', &mut self.line)?;
        self.header.targets.update(|targets| targets + u32::from(is_target(&self.line)));
        if let Cow::Owned(line) = String::from_utf8_lossy(&self.line) {
            self.line = line.into_bytes();
        }
        Ok(())
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let Some(read) = self.header.read.get() else { return self.input.fill_buf() };
        if read > MAX_HEADER {
            let message = "a header is longer than 1 MiB";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        if self.read == self.line.len() {
            self.next_line()?;
        }
        Ok(self.line.get(self.read..).unwrap_or_default())
    }

    fn consume(&mut self, len: usize) {
        match self.header.read.get() {
            Some(read) => {
                self.header.read.set(Some(read + len as u64));
                self.read += len;
            }
            None => self.input.consume(len),
        }
    }
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = (&mut self.fill_buf()?).read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}
