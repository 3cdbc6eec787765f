//! WARC files as lines: one for each record with a URL, like that of a CDXJ file.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

use flate2::bufread::MultiGzDecoder;
use warc::{WarcHeader, WarcReader};

/// The bytes of a file that are read at once.
const BUFFER: usize = 256 * 1024;

/// The lines of a WARC file: `- 19940102030405 {"url": "http://host.dom/", "type": "response"}`.
///
/// A thread reads the file, because a record borrows what it is read from.
#[derive(Debug)]
pub(super) struct WarcLines {
    lines: Receiver<io::Result<Vec<u8>>>,
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
            if let Err(error) = send(input, &sender) {
                // Without a receiver, the run has ended already.
                let _ = sender.send(Err(error));
            }
        })?;
        Ok(Self { lines, line: Vec::new(), read: 0 })
    }
}

impl Read for WarcLines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.line.len() {
            match self.lines.recv() {
                Ok(line) => (self.line, self.read) = (line?, 0),
                Err(_) => return Ok(0),
            }
        }
        let rest = self.line.get(self.read..).unwrap_or_default();
        let read = (&mut &*rest).read(buffer)?;
        self.read += read;
        Ok(read)
    }
}

/// Sends the line of each record that has a URL.
fn send(input: Box<dyn Read + Send>, lines: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let is_gzip = input.fill_buf()?.starts_with(&[0x1F, 0x8B]);
    let mut input: Box<dyn BufRead> = match is_gzip {
        true => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(input))),
        false => Box::new(input),
    };
    let beginning = input.fill_buf()?;
    // The reader takes a file without a record for an empty one.
    if !beginning.is_empty() && !beginning.starts_with(b"WARC/") {
        let message = "not a WARC file: it does not begin with WARC/";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let mut reader = WarcReader::new(input);
    let mut records = reader.stream_records();
    while let Some(record) = records.next_item() {
        let record = record.map_err(|error| {
            io::Error::new(io::ErrorKind::InvalidData, format!("not a WARC file: {error}"))
        })?;
        let Some(url) = record.header(WarcHeader::TargetURI) else { continue };
        // Some writers put the URL between angle brackets, as the grammar of WARC 1.0 has it.
        let url = url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(&url);
        let date = record.header(WarcHeader::Date).unwrap_or_default();
        let digits = date.chars().filter(char::is_ascii_digit).take(14);
        let timestamp: String = digits.collect();
        let url = serde_json::Value::from(url);
        let kind = serde_json::Value::from(record.warc_type().to_string());
        let line = format!("- {timestamp} {{\"url\": {url}, \"type\": {kind}}}\n");
        if lines.send(Ok(line.into_bytes())).is_err() {
            break;
        }
    }
    Ok(())
}
