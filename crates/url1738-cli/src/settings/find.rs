//! Finds and reads the file of the settings.

use std::{
    env,
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use super::{error::ReadError, owner};

/// The name of the file.
pub(super) const FILE_NAME: &str = "url1738.toml";

/// What only the root of a repository contains.
const ROOTS: [&str; 3] = [".git", ".hg", ".jj"];

/// The size of the largest file that is read.
const MAX_LEN: u64 = 64 * 1024;

/// Returns the file in the working directory, or in the nearest directory above it. The search ends at the root of a
/// repository: what lies outside of a checkout does not change what it reports.
pub(super) fn upward() -> Option<PathBuf> {
    let working = env::current_dir().ok()?;
    let mut up = PathBuf::new();
    for directory in working.ancestors() {
        if directory.join(FILE_NAME).is_file() {
            return Some(up.join(FILE_NAME));
        }
        if ROOTS.iter().any(|root| directory.join(root).exists()) {
            return None;
        }
        up.push("..");
    }
    None
}

/// Opens the file that [`upward`] found, or returns `None` if it is not trusted.
pub(super) fn open_trusted(path: &Path) -> Result<Option<File>, ReadError> {
    let file = File::open(path).map_err(ReadError)?;
    let is_trusted = owner::is_trusted(path, &file).map_err(ReadError)?;
    Ok(is_trusted.then_some(file))
}

/// Opens a file.
pub(super) fn open(path: &Path) -> Result<File, ReadError> {
    File::open(path).map_err(ReadError)
}

/// Reads the file, without a byte order mark.
pub(super) fn read(file: File) -> Result<Vec<u8>, ReadError> {
    let bytes = || {
        let mut bytes = Vec::new();
        // A FIFO or a device may have no end.
        file.take(MAX_LEN + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_LEN {
            return Err(io::Error::other("longer than 64 KiB"));
        }
        Ok(bytes.strip_prefix(b"\xEF\xBB\xBF").map(<[u8]>::to_vec).unwrap_or(bytes))
    };
    bytes().map_err(ReadError)
}
