//! What an input holds: its bytes, decompressed if they begin like a compressed file.

use core::{error::Error, iter};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Cursor, ErrorKind, Read},
    path::Path,
};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use super::{Progress, Source};

/// The number of bytes that are read at once.
const CHUNK: usize = 256 * 1024;

/// The most memory that a dictionary of xz may need, in KiB: as much as ruzstd allows a frame of zstd. Without an option,
/// `xz` writes 8 MiB.
const MAX_XZ: u32 = 100 * 1024;

/// How an input is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
}

impl Compression {
    /// The extensions of compressed files.
    const EXTENSIONS: [&str; 4] = ["gz", "zst", "bz2", "xz"];

    /// Returns the compression of an input that begins like this. What could only be a compressed file that was cut off counts
    /// as one.
    pub(crate) fn of(start: &[u8]) -> Option<Self> {
        Some(match start {
            [0x1F] | [0x1F, 0x8B, ..] => Self::Gzip,
            [0x28, 0xB5] | [0x28, 0xB5, 0x2F] | [0x28, 0xB5, 0x2F, 0xFD, ..] => Self::Zstd,
            // A frame that is skipped may come first.
            [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Self::Zstd,
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, ..] => Self::Bzip2,
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            _ => return None,
        })
    }

    /// Returns the name of a file without the extension of its compression.
    pub(crate) fn stripped(name: &Path) -> &Path {
        let extension = name.extension().unwrap_or_default().to_ascii_lowercase();
        match Self::EXTENSIONS.iter().any(|known| extension == *known) {
            true => Path::new(name.file_stem().unwrap_or_default()),
            false => name,
        }
    }
}

/// Opens a source. Whatever is read of it advances the progress.
pub(crate) fn open(source: &Source, progress: &Progress) -> io::Result<Box<dyn BufRead + Send>> {
    let input: Box<dyn Read + Send> = match source {
        Source::File(path) => Box::new(File::open(path)?),
        _ => Box::new(io::stdin()),
    };
    decompressed(Counted { input, progress: progress.clone() })
}

/// Returns the content of an input.
pub(crate) fn decompressed(
    mut input: impl Read + Send + 'static,
) -> io::Result<Box<dyn BufRead + Send>> {
    let (start, is_ended) = peek(&mut input)?;
    let compression = Compression::of(&start);
    // The end that is typed on a terminal is read once.
    let rest: Box<dyn Read + Send> = if is_ended { Box::new(io::empty()) } else { Box::new(input) };
    let input = BufReader::with_capacity(CHUNK, Cursor::new(start).chain(rest));
    let content: Box<dyn Read + Send> = match compression {
        None => return Ok(Box::new(input)),
        Some(Compression::Gzip) => Box::new(Members(Some(GzDecoder::new(input)))),
        Some(Compression::Zstd) => Box::new(Frames::new(input)?),
        Some(Compression::Bzip2) => Box::new(MultiBzDecoder::new(input)),
        Some(Compression::Xz) => Box::new(XzReader::new_mem_limit(input, true, MAX_XZ)),
    };
    Ok(Box::new(BufReader::with_capacity(CHUNK, Decompressed(content))))
}

/// Reads the first line, by which compressions and tables are known, and what comes with it. A pipe may return less at once.
/// Returns whether it is all.
fn peek(input: &mut impl Read) -> io::Result<(Vec<u8>, bool)> {
    let (mut start, mut len, mut is_ended) = (vec![0; CHUNK], 0, false);
    while len < CHUNK && !is_ended {
        let (_, room) = start.split_at_mut(len);
        match input.read(room) {
            Ok(read) if room.iter().take(read).any(|byte| *byte == b'\n') => {
                len += read;
                break;
            }
            Ok(read) => (len, is_ended) = (len + read, read == 0),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    start.truncate(len);
    Ok((start, is_ended))
}

/// Returns the bytes that are read next. A read that was interrupted is repeated.
pub(crate) fn filled(input: &mut dyn BufRead) -> io::Result<&[u8]> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(error);
        }
    }
    input.fill_buf()
}

/// Returns the length of the complete lines of a text, with their line breaks.
pub(crate) fn whole_lines(text: &[u8]) -> usize {
    memchr::memrchr(b'\n', text).map_or(0, |end| end + 1)
}

/// A reader that advances the progress.
struct Counted {
    input: Box<dyn Read + Send>,
    progress: Progress,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = Read::read(&mut self.input, buffer)?;
        self.progress.advance(read);
        Ok(read)
    }
}

/// The members of a gzip file, one after the other (RFC 1952, section 2.2). Zeros after a member are padding, as on tapes and
/// in streams of tar.
struct Members<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.0 {
            let read = Read::read(decoder, buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            skip_zeros(decoder.get_mut())?;
            let is_end = filled(decoder.get_mut())?.is_empty();
            let next = self.0.take().filter(|_| !is_end);
            self.0 = next.map(|decoder| GzDecoder::new(decoder.into_inner()));
        }
        Ok(0)
    }
}

/// Skips the padding after a member of gzip.
pub(crate) fn skip_zeros(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let zeros = filled(input)?.iter().take_while(|byte| **byte == 0).count();
        if zeros == 0 {
            return Ok(());
        }
        input.consume(zeros);
    }
}

/// The frames of a zstd file, one after the other (RFC 8878, section 3).
struct Frames<R: BufRead> {
    input: R,
    decoder: FrameDecoder,
}

/// A frame without content.
const EMPTY: [u8; 9] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0, 1, 0, 0];

impl<R: BufRead> Frames<R> {
    /// Reads the frames of a file.
    fn new(input: R) -> io::Result<Self> {
        let mut decoder = FrameDecoder::new();
        // ruzstd 0.8 does not check the memory that the first frame needs.
        let mut empty = &EMPTY[..];
        decoder.init(&mut empty).map_err(broken)?;
        let all = BlockDecodingStrategy::All;
        decoder.decode_blocks(&mut empty, all).map_err(broken)?;
        Ok(Self { input, decoder })
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { input, decoder } = self;
        loop {
            while decoder.can_collect() == 0 && !decoder.is_finished() {
                let block = BlockDecodingStrategy::UptoBlocks(1);
                decoder.decode_blocks(&mut *input, block).map_err(broken)?;
            }
            if decoder.can_collect() > 0 || buffer.is_empty() {
                return Read::read(decoder, buffer);
            }
            let sum = decoder.get_checksum_from_data();
            if sum.is_some() && sum != decoder.get_calculated_checksum() {
                return Err(io::Error::other("the checksum of a frame differs"));
            }
            if filled(input)?.is_empty() {
                return Ok(0);
            }
            match decoder.init(&mut *input) {
                Ok(()) => {}
                // A frame that has no data.
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut rest = Read::take(&mut *input, length.into());
                    if io::copy(&mut rest, &mut io::sink())? < length.into() {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(FrameDecoderError::WindowSizeTooBig { .. }) => {
                    return Err(ErrorKind::OutOfMemory.into());
                }
                Err(error) => return Err(broken(error)),
            }
        }
    }
}

/// Returns the error of reading the file, if that is the cause.
fn broken(error: FrameDecoderError) -> io::Error {
    let first: &dyn Error = &error;
    let mut causes = iter::successors(Some(first), |error| (*error).source());
    match causes.find_map(|cause| cause.downcast_ref::<io::Error>()) {
        Some(cause) => io::Error::new(cause.kind(), cause.to_string()),
        None => io::Error::new(ErrorKind::InvalidData, error.to_string()),
    }
}

/// The content of a compressed file. Each crate has other words for the same error.
struct Decompressed<R>(R);

impl<R: Read> Read for Decompressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            kind @ ErrorKind::UnexpectedEof => io::Error::new(kind, "it ends within compressed data"),
            kind @ ErrorKind::OutOfMemory => io::Error::new(
                kind,
                "needs more than 100 MiB of memory: decompress it first (xz -dc, zstd -dc --long=31)",
            ),
            _ => error,
        })
    }
}
