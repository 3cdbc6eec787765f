//! The inputs.

use std::{
    io::{self, Cursor, Read},
    path::{Path, PathBuf},
};

use same_file::Handle;

use crate::{diagnostics::sanitized, exit};

/// The number of bytes that are read at once of an input whose beginning decides how it is read.
const AT_ONCE: usize = 256 * 1024;

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// One line.
    Argument(Vec<u8>),
    /// A file of lines.
    File(PathBuf),
    Stdin,
    /// A WARC file, whose records become lines; `-` is stdin.
    Warc(PathBuf),
    /// An argument that is not a file and has no scheme, and the URL that may be intended.
    Neither {
        argument: PathBuf,
        suggestion: Option<String>,
    },
}

impl Source {
    /// Returns the source that a path names; `-` is stdin.
    pub(crate) fn from_path(path: PathBuf) -> Self {
        if path == Path::new("-") { Self::Stdin } else { Self::File(path) }
    }

    /// Returns the source as a WARC file, if it is a file.
    pub(crate) fn into_warc(self) -> Self {
        match self {
            Self::File(path) => Self::Warc(path),
            Self::Stdin => Self::Warc("-".into()),
            other => other,
        }
    }
}

/// Returns the first `len` bytes of an input, or all if it has fewer, and the input with them. A pipe may return less at
/// once than is needed to recognize what it carries; more than is there is not waited for.
pub(crate) fn peek<R: Read>(mut input: R, len: usize) -> io::Result<(Vec<u8>, impl Read)> {
    let (mut start, mut filled) = (vec![0; AT_ONCE], 0);
    while filled < len {
        match input.read(start.get_mut(filled..).unwrap_or_default()) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    start.truncate(filled);
    let peeked = start.get(..len).unwrap_or(&start).to_vec();
    Ok((peeked, Cursor::new(start).chain(input)))
}

/// Returns the names of the inputs as they may be shown. Arguments that are URLs are counted.
pub(crate) fn names(sources: &[Source]) -> Vec<String> {
    let urls = sources.iter().filter(|source| matches!(source, Source::Argument(_))).count();
    let mut names: Vec<String> = sources
        .iter()
        .filter_map(|source| match source {
            Source::File(path) => Some(sanitized::path(path)),
            Source::Warc(path) => Some(sanitized::path(path)),
            Source::Stdin => Some("standard input".to_owned()),
            Source::Argument(_) | Source::Neither { .. } => None,
        })
        .collect();
    match urls {
        0 => {}
        1 => names.push("1 URL of the command line".to_owned()),
        _ => names.push(format!("{urls} URLs of the command line")),
    }
    names
}

/// Returns the message of an argument that is neither a file nor a URL.
pub(crate) fn neither(argument: &Path, suggestion: Option<&str>) -> String {
    let url = suggestion.map(|url| format!(": did you mean {url}?")).unwrap_or_default();
    format!("'{}' is not a file and has no scheme{url}", sanitized::path(argument))
}

/// Returns the number of bytes to read, unless stdin is among the inputs.
pub(super) fn total_len(sources: &[Source]) -> Option<u64> {
    let len = |source: &Source| match source {
        Source::Argument(bytes) => Some(bytes.len() as u64),
        Source::File(path) => path.metadata().ok().map(|data| data.len()),
        Source::Neither { .. } => Some(0),
        Source::Stdin | Source::Warc(_) => None,
    };
    sources.iter().map(len).sum()
}

/// Returns an error if stdout or one of the files `outputs` is also an input.
pub(crate) fn refuse_overwriting(sources: &[Source], outputs: &[&Path]) -> exit::Result<()> {
    // A terminal or `/dev/null` may be read and written at once.
    let is_regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|data| data.is_file());
    // Opening a FIFO would wait, or consume what is written to it.
    let is_file = |path: &Path| path.metadata().is_ok_and(|data| data.is_file());
    let written: Vec<Handle> = outputs
        .iter()
        .filter(|path| is_file(path))
        .filter_map(|path| Handle::from_path(path).ok())
        .chain(Handle::stdout().ok())
        .filter(is_regular)
        .collect();
    for source in sources {
        let (handle, name) = match source {
            Source::Argument(_) | Source::Neither { .. } => continue,
            Source::Stdin => (Handle::stdin(), "file that stdin reads".to_owned()),
            Source::File(path) | Source::Warc(path) if !is_file(path) => continue,
            Source::File(path) | Source::Warc(path) => {
                (Handle::from_path(path), format!("input file {}", sanitized::path(path)))
            }
        };
        if handle.is_ok_and(|handle| written.contains(&handle)) {
            return Err(exit::Error::OutputIsInput(name));
        }
    }
    Ok(())
}
