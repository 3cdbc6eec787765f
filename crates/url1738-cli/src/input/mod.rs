//! Where the lines come from: arguments, else files, else standard input.

mod buffer;
mod chunk;
mod ends;
mod guess;
mod reader;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::Args;
use same_file::Handle;

use crate::{ending::Trouble, shown};

pub(crate) use buffer::Buffer;
pub(crate) use chunk::{Chunk, Ending, Piece, chunk_len};
pub(crate) use guess::looks_like;
pub(crate) use reader::Reader;

/// The inputs of the commands that take many URLs.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Inputs {
    /// URLs, or files with a URL a line: what has a colon is a URL, `-` is standard input
    #[arg(value_name = "URL|FILE")]
    arguments: Vec<OsString>,
    /// A file with a URL a line, whatever its name; may be repeated
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A line of its own.
    Argument(Vec<u8>),
    /// A file with a URL a line.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

impl Inputs {
    /// The inputs in the order of the command line; standard input where it names none.
    pub(crate) fn sources(self) -> Vec<Source> {
        let arguments = self.arguments.into_iter().map(source);
        let files = self.files.into_iter().map(file);
        let mut sources: Vec<Source> = arguments.chain(files).collect();
        if sources.is_empty() {
            sources.push(Source::Stdin);
        }
        sources
    }
}

/// A URL has a colon behind its scheme. What has none cannot be one, so it is the name of a file.
fn source(argument: OsString) -> Source {
    if argument.as_encoded_bytes().contains(&b':') {
        Source::Argument(argument.into_encoded_bytes())
    } else {
        file(argument.into())
    }
}

/// A file by its name; `-` is standard input.
pub(crate) fn file(path: PathBuf) -> Source {
    if path == Path::new("-") { Source::Stdin } else { Source::File(path) }
}

/// Refuses to write where an input is still to be read: into standard output, or into the files `outputs`.
pub(crate) fn refuse_overwriting(sources: &[Source], outputs: &[&Path]) -> Result<(), Trouble> {
    // A terminal or `/dev/null` may be read and written at once.
    let regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|data| data.is_file());
    let written: Vec<Handle> = outputs
        .iter()
        .filter_map(|path| Handle::from_path(path).ok())
        .chain(Handle::stdout().ok())
        .filter(regular)
        .collect();
    for source in sources {
        let (handle, name) = match source {
            Source::Argument(_) => continue,
            Source::Stdin => (Handle::stdin(), "standard input".to_owned()),
            // To open a FIFO is to take what is written into it.
            Source::File(path) if !path.metadata().is_ok_and(|data| data.is_file()) => continue,
            Source::File(path) => (Handle::from_path(path), shown::name(path)),
        };
        if handle.is_ok_and(|handle| written.contains(&handle)) {
            return Err(Trouble::OutputIsInput(name));
        }
    }
    Ok(())
}
