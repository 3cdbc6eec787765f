//! The files to search: those that the command line names and those in the folders that it names, opened as text.

use core::{
    cell::{Cell, RefCell},
    fmt::Display,
};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind, IsTerminal as _},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use flate2::bufread::MultiGzDecoder;
use ignore::{DirEntry, WalkBuilder};
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use super::search::Searched;
use crate::{
    config::Config,
    diagnostics::{message, sanitized, suggest},
    exit,
    pipeline::{Framing, Progress, Source, Writer, source},
};

/// The number of bytes that are read at once.
const CHUNK: usize = 256 * 1024;
/// The number of bytes at the start of a file in which a NUL shows that it is not text.
const SNIFFED: usize = 8 * 1024;

/// What of folders is searched.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) struct Walk {
    pub(in crate::commands) sees_hidden: bool,
    /// Whether what `.gitignore` and `.ignore` name is left out.
    pub(in crate::commands) respects_ignores: bool,
}

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Read {
    Whole,
    /// It is in a folder, and not a text.
    NotText,
    /// It could not be read, which has been reported.
    Failed,
}

/// Reads an input by a search, and reports why it cannot be read.
pub(in crate::commands) fn each(
    input: io::Result<Input>,
    progress: &Rc<RefCell<Progress>>,
    search: &mut dyn FnMut(&Input, &str, &mut dyn BufRead) -> exit::Result<Searched>,
) -> exit::Result<Read> {
    let input = match input {
        Ok(input) => input,
        Err(error) => {
            message::print(&format_args!("cannot read {error}"));
            return Ok(Read::Failed);
        }
    };
    let name = name(&input.source);
    let read = match open(&input.source, progress) {
        Ok(mut bytes) => search(&input, &name, &mut *bytes)?,
        Err(error) => Err(error),
    };
    Ok(match read {
        Ok(Ok(())) => Read::Whole,
        Ok(Err(_)) if input.in_folder => Read::NotText,
        Ok(Err(reason)) => {
            message::print(&format_args!("{name} {reason}"));
            Read::Failed
        }
        // A message has said it.
        Err(error) if error.kind() == ErrorKind::Unsupported => Read::Failed,
        Err(error) => {
            message::cannot_read(&name, &error);
            Read::Failed
        }
    })
}

/// Returns the progress over files, and the writer of what is found in them.
pub(in crate::commands) fn progress(
    config: &Config,
    files: &[PathBuf],
    framing: Framing,
) -> (Rc<RefCell<Progress>>, Arc<Writer>) {
    let drawn = !config.quiet && io::stderr().is_terminal() && !io::stdout().is_terminal();
    let total = if drawn { total_len(files) } else { None };
    let progress = Rc::new(RefCell::new(Progress::new(drawn, total)));
    let writer = Writer::new(progress.borrow().bar(), framing, config.quiet);
    (progress, writer)
}

/// A file to search.
pub(in crate::commands) struct Input {
    pub(in crate::commands) source: Source,
    /// Whether a folder was named, and not the file.
    pub(in crate::commands) in_folder: bool,
}

/// Returns the files to search, in the order of the command line; those of a folder by name. The cell counts the hidden
/// entries of folders, which are skipped.
pub(in crate::commands) fn all(
    files: &[PathBuf],
    how: Walk,
    hidden: &Rc<Cell<u64>>,
) -> impl Iterator<Item = io::Result<Input>> {
    let stdin = files.is_empty().then_some(Ok(Input { source: Source::Stdin, in_folder: false }));
    let hidden = Rc::clone(hidden);
    stdin.into_iter().chain(files.iter().flat_map(move |path| of_path(path, how, &hidden)))
}

fn of_path(
    path: &Path,
    how: Walk,
    hidden: &Rc<Cell<u64>>,
) -> Box<dyn Iterator<Item = io::Result<Input>>> {
    if !path.is_dir() {
        let source = Source::from_path(path.to_owned());
        return Box::new(core::iter::once(Ok(Input { source, in_folder: false })));
    }
    // Hidden entries are counted, so they are not left out by the walk.
    let walk = WalkBuilder::new(path)
        .standard_filters(how.respects_ignores)
        .require_git(false)
        .hidden(false)
        .sort_by_file_name(Ord::cmp)
        .build();
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
        if !how.sees_hidden && is_hidden(&entry) {
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
pub(in crate::commands) fn total_len(files: &[PathBuf]) -> Option<u64> {
    let len = |input: io::Result<Input>| match input.ok()?.source {
        Source::File(path) => path.metadata().ok().map(|data| data.len()),
        _ => None,
    };
    let walk = Walk { sees_hidden: false, respects_ignores: false };
    all(files, walk, &Rc::default()).map(len).sum()
}

/// Returns the name of a source as it may be shown.
pub(in crate::commands) fn name(source: &Source) -> String {
    match source {
        Source::File(path) => sanitized::path(path),
        _ => "standard input".to_owned(),
    }
}

/// Opens a source. Whatever is read of it advances the progress.
pub(in crate::commands) fn open(
    source: &Source,
    progress: &Rc<RefCell<Progress>>,
) -> io::Result<Box<dyn BufRead>> {
    let input: Box<dyn io::Read> = match source {
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
pub(in crate::commands) fn filled(input: &mut dyn BufRead) -> io::Result<&[u8]> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(error);
        }
    }
    input.fill_buf()
}

/// A reader that advances the progress.
struct Counted {
    input: Box<dyn io::Read>,
    progress: Rc<RefCell<Progress>>,
}

impl io::Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = io::Read::read(&mut self.input, buffer)?;
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
                let mut rest = io::Read::take(&mut self.input, length);
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
        let read = io::Read::read(decoder, buffer)?;
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

impl<R: BufRead> io::Read for Frames<R> {
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
pub(in crate::commands) fn not_text(start: &[u8]) -> Option<&'static str> {
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
