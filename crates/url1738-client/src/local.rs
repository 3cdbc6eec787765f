//! Files of this machine.

use std::{
    fs::Metadata,
    io,
    path::{Path, PathBuf},
};

use crate::{error::Error, secrets::escape};

/// Returns an error unless this is a regular file: reading a pipe or a device may never end.
pub(crate) fn regular(data: &Metadata) -> io::Result<()> {
    if data.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !data.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    Ok(())
}

/// Returns the error of a file that cannot be read.
pub(crate) fn failed(path: &Path, source: io::Error) -> Error {
    Error::File { path: escape(path.as_os_str().as_encoded_bytes()), source }
}

/// Returns the path of a file of this machine, from the octets of its segments.
pub(crate) fn path_of(segments: &[Vec<u8>]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
        let mut path = PathBuf::from("/");
        path.extend(segments.iter().map(|segment| OsStr::from_bytes(segment)));
        path
    }
    #[cfg(not(unix))]
    {
        // `C:` or `C|` is a drive.
        let text: Vec<String> =
            segments.iter().map(|segment| String::from_utf8_lossy(segment).into_owned()).collect();
        let path = text.join("\\");
        match path.as_bytes() {
            [drive, b':' | b'|', rest @ ..] if drive.is_ascii_alphabetic() => {
                let rest = String::from_utf8_lossy(rest);
                PathBuf::from(format!("{}:{rest}", char::from(*drive)))
            }
            _ => PathBuf::from(format!("\\{path}")),
        }
    }
}
