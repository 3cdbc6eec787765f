//! The inputs.

use std::path::{Path, PathBuf};

use same_file::Handle;

use crate::{diagnostics::sanitized, exit};

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// One line.
    Argument(Vec<u8>),
    /// A file of lines.
    File(PathBuf),
    Stdin,
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

    /// Returns the path of a file, and an empty one of everything else.
    pub(crate) fn path(&self) -> &Path {
        if let Self::File(path) = self { path } else { Path::new("") }
    }

    /// Returns the name of a file or of stdin as it may be shown.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => sanitized::path(path),
            _ => "standard input".to_owned(),
        }
    }
}

/// Returns the names of the inputs as they may be shown. Arguments that are URLs are counted.
pub(crate) fn names(sources: &[Source]) -> Vec<String> {
    let urls = sources.iter().filter(|source| matches!(source, Source::Argument(_))).count();
    let mut names: Vec<String> = sources
        .iter()
        .filter(|source| !matches!(source, Source::Argument(_) | Source::Neither { .. }))
        .map(Source::name)
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
pub(crate) fn total_len(sources: &[Source]) -> Option<u64> {
    let len = |source: &Source| match source {
        Source::Argument(bytes) => Some(bytes.len() as u64),
        Source::File(path) => path.metadata().ok().map(|data| data.len()),
        Source::Neither { .. } => Some(0),
        Source::Stdin => None,
    };
    sources.iter().map(len).sum()
}

/// Returns an error if stdout is also an input.
pub(crate) fn refuse_overwriting(sources: &[Source]) -> exit::Result<()> {
    // A terminal or `/dev/null` may be read and written at once.
    let is_regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|data| data.is_file());
    // Opening a FIFO would wait, or consume what is written to it.
    let is_file = |path: &Path| path.metadata().is_ok_and(|data| data.is_file());
    let Some(stdout) = Handle::stdout().ok().filter(is_regular) else { return Ok(()) };
    for source in sources {
        let (handle, name) = match source {
            Source::Argument(_) | Source::Neither { .. } => continue,
            Source::Stdin => (Handle::stdin(), "file that stdin reads".to_owned()),
            Source::File(path) if !is_file(path) => continue,
            Source::File(path) => {
                (Handle::from_path(path), format!("input file {}", sanitized::path(path)))
            }
        };
        if handle.is_ok_and(|handle| handle == stdout) {
            return exit::usage(format!("refusing to overwrite the {name}"));
        }
    }
    Ok(())
}
