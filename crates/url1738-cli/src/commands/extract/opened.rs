//! An input as text: decompressed, and recognized if it is none.

use core::cell::RefCell;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind, Read},
    rc::Rc,
};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use crate::{
    diagnostics::{hint, sanitized},
    pipeline::{Progress, Source},
};

/// The number of bytes that are read at once.
pub(super) const CHUNK: usize = 256 * 1024;
/// The number of bytes at the start of a file in which a NUL shows that it is not text.
const SNIFFED: usize = 8 * 1024;

/// The bytes of an input, decompressed.
pub(super) type Bytes = Box<dyn BufRead>;

/// Returns the name of a source as it may be shown.
pub(super) fn name(source: &Source) -> String {
    match source {
        Source::File(path) => sanitized::path(path),
        _ => "standard input".to_owned(),
    }
}

/// Opens a source. Whatever is read of it advances the progress.
pub(super) fn open(source: &Source, progress: &Rc<RefCell<Progress>>) -> io::Result<Bytes> {
    let input: Box<dyn Read> = match source {
        Source::File(path) => Box::new(File::open(path)?),
        _ => Box::new(io::stdin()),
    };
    let input = Counted { input, progress: Rc::clone(progress) };
    let mut input = BufReader::with_capacity(CHUNK, input);
    let start = filled(&mut input)?;
    Ok(match start {
        [0x1F, 0x8B, ..] => Box::new(BufReader::with_capacity(CHUNK, MultiGzDecoder::new(input))),
        [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => {
            Box::new(BufReader::with_capacity(CHUNK, Frames::new(input)))
        }
        _ => Box::new(input),
    })
}

/// Returns the bytes that are read next. A read that was interrupted is repeated.
pub(super) fn filled(input: &mut dyn BufRead) -> io::Result<&[u8]> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(error);
        }
    }
    input.fill_buf()
}

/// A reader that advances the progress.
struct Counted {
    input: Box<dyn Read>,
    progress: Rc<RefCell<Progress>>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.progress.borrow_mut().advance(read);
        Ok(read)
    }
}

/// The frames of a zstd file, one after the other (RFC 8878, section 3).
struct Frames<R: BufRead>(State<R>);

enum State<R: BufRead> {
    /// Between two frames.
    Between(R),
    Within(Box<StreamingDecoder<R, FrameDecoder>>),
    /// At the end, or after an error.
    Ended,
}

impl<R: BufRead> Frames<R> {
    fn new(input: R) -> Self {
        Self(State::Between(input))
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match core::mem::replace(&mut self.0, State::Ended) {
                State::Ended => return Ok(0),
                State::Between(mut input) => {
                    if filled(&mut input)?.is_empty() {
                        return Ok(0);
                    }
                    self.0 = next_frame(input)?;
                }
                State::Within(mut decoder) => {
                    let read = decoder.read(buffer)?;
                    self.0 = if read == 0 {
                        State::Between(decoder.into_inner())
                    } else {
                        State::Within(decoder)
                    };
                    if read > 0 {
                        return Ok(read);
                    }
                }
            }
        }
    }
}

/// Begins the next frame, or skips one that has no data.
fn next_frame<R: BufRead>(mut input: R) -> io::Result<State<R>> {
    if let Some(length) = skipped(filled(&mut input)?) {
        io::copy(&mut Read::by_ref(&mut input).take(length), &mut io::sink())?;
        return Ok(State::Between(input));
    }
    match StreamingDecoder::new(input) {
        Ok(decoder) => Ok(State::Within(Box::new(decoder))),
        Err(error) => Err(io::Error::new(ErrorKind::InvalidData, error.to_string())),
    }
}

/// Returns the length of a frame without data, its header included.
fn skipped(header: &[u8]) -> Option<u64> {
    match *header {
        [0x50..=0x5F, 0x2A, 0x4D, 0x18, a, b, c, d, ..] => {
            Some(u64::from(u32::from_le_bytes([a, b, c, d])) + 8)
        }
        _ => None,
    }
}

/// Returns what an input is that begins like this, and what to do about it, if it is not text.
pub(super) fn not_text(start: &[u8]) -> Option<&'static str> {
    if let Some(hint) = hint::for_input(start) {
        return Some(hint);
    }
    Some(match start {
        [b'%', b'P', b'D', b'F', b'-', ..] => {
            "is a PDF document: convert it to text first (pdftotext)"
        }
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => {
            "is an Office document: convert it to text first"
        }
        [0x89, b'P', b'N', b'G', ..] | [0xFF, 0xD8, 0xFF, ..] | [b'G', b'I', b'F', b'8', ..] => {
            "is an image"
        }
        _ => {
            let start = start.get(..SNIFFED).unwrap_or(start);
            memchr::memchr(0, start)?;
            "is binary: search it with --text"
        }
    })
}
