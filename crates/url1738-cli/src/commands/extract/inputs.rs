//! The files to search: those that the command line names and those in the folders that it names, opened as text.

use core::{
    cell::{Cell, RefCell},
    fmt::Display,
};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind, Read},
    path::{Path, PathBuf},
    rc::Rc,
};

use flate2::bufread::MultiGzDecoder;
use ignore::{DirEntry, WalkBuilder};
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use crate::{
    diagnostics::{sanitized, suggest},
    pipeline::{Progress, Source, source},
};

/// The number of bytes that are read at once.
const CHUNK: usize = 256 * 1024;
/// The number of bytes at the start of a file in which a NUL shows that it is not text.
const SNIFFED: usize = 8 * 1024;

/// A file to search.
pub(super) struct Input {
    pub(super) source: Source,
    /// Whether a folder was named, and not the file.
    pub(super) in_folder: bool,
}

/// Returns the files to search, in the order of the command line; those of a folder by name. The cell counts the hidden
/// entries of folders, which are skipped.
pub(super) fn all(
    files: &[PathBuf],
    hidden: &Rc<Cell<u64>>,
) -> impl Iterator<Item = io::Result<Input>> {
    let stdin = files.is_empty().then_some(Ok(Input { source: Source::Stdin, in_folder: false }));
    let hidden = Rc::clone(hidden);
    stdin.into_iter().chain(files.iter().flat_map(move |path| of_path(path, &hidden)))
}

fn of_path(path: &Path, hidden: &Rc<Cell<u64>>) -> Box<dyn Iterator<Item = io::Result<Input>>> {
    if !path.is_dir() {
        let source = Source::from_path(path.to_owned());
        return Box::new(core::iter::once(Ok(Input { source, in_folder: false })));
    }
    let walk = WalkBuilder::new(path).standard_filters(false).sort_by_file_name(Ord::cmp).build();
    let mut hidden_folder: Option<PathBuf> = None;
    let hidden = Rc::clone(hidden);
    Box::new(walk.filter_map(move |entry| {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return Some(Err(io::Error::other(error))),
        };
        // Of a hidden folder nothing but itself is counted. It comes before what is in it.
        if hidden_folder.as_ref().is_some_and(|folder| entry.path().starts_with(folder)) {
            return None;
        }
        if is_hidden(&entry) {
            hidden.set(hidden.get() + 1);
            hidden_folder = Some(entry.into_path());
            return None;
        }
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        let source = is_file.then(|| Source::File(entry.into_path()))?;
        // What is written must not be read, as in `extract . > urls.txt`.
        let written = source::refuse_overwriting(core::slice::from_ref(&source), &[]).is_err();
        (!written).then_some(Ok(Input { source, in_folder: true }))
    }))
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// Returns the number of bytes to read, unless stdin is among the files or one cannot be read.
pub(super) fn total_len(files: &[PathBuf]) -> Option<u64> {
    let len = |input: io::Result<Input>| match input.ok()?.source {
        Source::File(path) => path.metadata().ok().map(|data| data.len()),
        _ => None,
    };
    all(files, &Rc::default()).map(len).sum()
}

/// Returns the name of a source as it may be shown.
pub(super) fn name(source: &Source) -> String {
    match source {
        Source::File(path) => sanitized::path(path),
        _ => "standard input".to_owned(),
    }
}

/// Opens a source. Whatever is read of it advances the progress.
pub(super) fn open(
    source: &Source,
    progress: &Rc<RefCell<Progress>>,
) -> io::Result<Box<dyn BufRead>> {
    let input: Box<dyn Read> = match source {
        Source::File(path) => Box::new(File::open(path)?),
        _ => Box::new(io::stdin()),
    };
    let input = Counted { input, progress: Rc::clone(progress) };
    let (start, input) = source::peek(input, 4)?;
    let input = BufReader::with_capacity(CHUNK, input);
    // The beginnings of these are inputs that were cut off.
    let is_zstd = match *start {
        [0x28, 0xB5, ..] => [0x28, 0xB5, 0x2F, 0xFD].starts_with(&start),
        [0x50..=0x5F, 0x2A, 0x4D, ref rest @ ..] => [0x18].starts_with(rest),
        _ => false,
    };
    Ok(match *start {
        [0x1F] | [0x1F, 0x8B, ..] => {
            Box::new(BufReader::with_capacity(CHUNK, MultiGzDecoder::new(input)))
        }
        _ if is_zstd => Box::new(BufReader::with_capacity(CHUNK, Frames::new(input))),
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
struct Frames<R: BufRead> {
    input: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun.
    is_within: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(input: R) -> Self {
        Self { input, decoder: FrameDecoder::new(), is_within: false }
    }

    /// Begins the next frame, or skips one that has no data. Returns `false` at the end of the input.
    fn begin(&mut self) -> io::Result<bool> {
        if filled(&mut self.input)?.is_empty() {
            return Ok(false);
        }
        match self.decoder.init(&mut self.input) {
            Ok(()) => self.is_within = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = length.into();
                let mut rest = Read::by_ref(&mut self.input).take(length);
                if io::copy(&mut rest, &mut io::sink())? < length {
                    return Err(io::Error::new(ErrorKind::UnexpectedEof, "a frame is cut off"));
                }
            }
            Err(error) => return Err(invalid(&error)),
        }
        Ok(true)
    }

    /// Decodes some bytes of the frame. Returns 0 at its end.
    fn decode(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { input, decoder, .. } = self;
        while decoder.can_collect() < buffer.len() && !decoder.is_finished() {
            let more = BlockDecodingStrategy::UptoBytes(buffer.len() - decoder.can_collect());
            decoder.decode_blocks(&mut *input, more).map_err(|error| invalid(&error))?;
        }
        let read = decoder.read(buffer)?;
        let sum = decoder.get_checksum_from_data();
        if read == 0 && sum.is_some() && sum != decoder.get_calculated_checksum() {
            return Err(invalid(&"the checksum of a frame differs"));
        }
        Ok(read)
    }
}

fn invalid(message: &dyn Display) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message.to_string())
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_within {
                let read = self.decode(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                self.is_within = false;
            } else if !self.begin()? {
                return Ok(0);
            }
        }
    }
}

/// Returns what an input is that begins like this, and what to do about it, if it is not text.
pub(super) fn not_text(start: &[u8]) -> Option<&'static str> {
    if let Some(hint) = suggest::for_input(start) {
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
