//! WARC files as lines: one for each record with a URL, like that of a CDXJ file.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use flate2::bufread::MultiGzDecoder;

use super::source;

/// The bytes of a file that are read at once.
const BUFFER: usize = 256 * 1024;

/// The longest header of a record, in bytes.
const MAX_HEADER: usize = 1 << 20;

/// What follows the body of a record.
const END: &str = "\r\n\r\n";

/// The lines of a WARC file: `- 19940102030405 {"url": "http://host.dom/", "type": "response"}`.
pub(super) struct WarcLines {
    input: Box<dyn BufRead>,
    /// How many records have begun.
    records: u64,
    /// The bytes up to the next record.
    body: u64,
    /// The line that is read, and how much of it was.
    line: String,
    read: usize,
}

impl WarcLines {
    /// Opens a file, plain or compressed by gzip; `-` is stdin.
    pub(super) fn open(path: PathBuf) -> io::Result<Self> {
        let input: Box<dyn Read> = match path == Path::new("-") {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(path)?),
        };
        let (start, input) = source::peek(input, 2)?;
        let input = BufReader::with_capacity(BUFFER, input);
        let input: Box<dyn BufRead> = match start.starts_with(&[0x1F]) {
            true => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(input))),
            false => Box::new(input),
        };
        Ok(Self { input, records: 0, body: 0, line: String::new(), read: 0 })
    }

    /// Reads up to the next record that has a URL, and makes its line. It is empty at the end of the file.
    fn next_line(&mut self) -> io::Result<()> {
        (self.line, self.read) = (String::new(), 0);
        while self.line.is_empty() {
            let mut body = Read::by_ref(&mut self.input).take(self.body);
            if io::copy(&mut body, &mut io::sink())? < self.body {
                return Err(io::Error::other("Unexpected end of body"));
            }
            let header = self.header()?;
            if header.is_empty() {
                return Ok(());
            }
            // Some files have octets that are not UTF-8 in URLs.
            let header = String::from_utf8_lossy(&header);
            let values = |wanted: &'static str| {
                let fields = header.split("\r\n").filter_map(|line| line.split_once(':'));
                let named = move |(name, _): &(&str, _)| name.trim().eq_ignore_ascii_case(wanted);
                fields.filter(named).map(|(_, value)| value.trim())
            };
            let len = values("Content-Length").next().and_then(|len| len.parse::<u64>().ok());
            let len = len.and_then(|len| len.checked_add(END.len() as u64));
            self.body = len.ok_or_else(|| io::Error::other("a record has no Content-Length"))?;
            self.records += 1;
            if let Some(url) = values("WARC-Target-URI").last() {
                let date = values("WARC-Date").last().unwrap_or_default();
                let digits = date.chars().filter(char::is_ascii_digit).take(14);
                let timestamp: String = digits.collect();
                // Some writers put the URL between angle brackets, as the grammar of WARC 1.0 has it.
                let bare = url.strip_prefix('<').and_then(|url| url.strip_suffix('>'));
                // Of a record with several URLs, none of which is to be chosen, the line has their number.
                let (member, url) = match values("WARC-Target-URI").count() {
                    1 => ("url", serde_json::Value::from(bare.unwrap_or(url))),
                    count => ("urls", count.into()),
                };
                let kind = values("WARC-Type").last().unwrap_or_default().to_ascii_lowercase();
                let kind = serde_json::Value::from(kind);
                self.line = format!("- {timestamp} {{\"{member}\": {url}, \"type\": {kind}}}\n");
            }
        }
        Ok(())
    }

    /// Reads the header of the next record, with the empty line after it. Empty at the end of the file.
    fn header(&mut self) -> io::Result<Vec<u8>> {
        let beginning = b"WARC/";
        let mut header = Vec::new();
        while !header.ends_with(END.as_bytes()) {
            let mut input = Read::by_ref(&mut self.input).take(MAX_HEADER as u64);
            let read = input.read_until(b'\n', &mut header)?;
            let what = match header.get(..beginning.len()) {
                None if header.is_empty() => return Ok(header),
                Some(start) if start != beginning => "it does not begin with WARC/",
                _ if header.len() > MAX_HEADER => "a header is longer than 1 MiB",
                _ if read == 0 => "it ends in a header, whose lines end with CR LF",
                _ => continue,
            };
            return Err(io::Error::other(what));
        }
        Ok(header)
    }
}

impl Read for WarcLines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.line.len() {
            self.next_line().map_err(|error| {
                let message = match self.records {
                    0 => format!("not a WARC file: {error}"),
                    1 => format!("broken after 1 record: {error}"),
                    records => format!("broken after {records} records: {error}"),
                };
                io::Error::new(io::ErrorKind::InvalidData, message)
            })?;
        }
        let read = self.line.as_bytes().get(self.read..).unwrap_or_default().read(buffer)?;
        self.read += read;
        Ok(read)
    }
}
