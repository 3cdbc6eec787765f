//! A file that is written completely or not at all.

use std::{
    fs::File,
    io::{self, Seek as _, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::{attributes, exit, signals};

/// A file to be written at the end of a run. Opening it fails before the run if it cannot be written. The previous
/// content stays until the new one is complete.
#[derive(Debug)]
pub(crate) struct OutputFile {
    /// The path as given on the command line.
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// A temporary file beside the path that it replaces at the end, and what the file there loses.
    Temporary(NamedTempFile, PathBuf, Vec<String>),
    /// A file that cannot be replaced: a device, a pipe, a file in a folder without write permission.
    Direct(File),
}

impl OutputFile {
    /// Opens the file.
    pub(crate) fn open(path: PathBuf) -> exit::Result<Self> {
        match open(&path) {
            Ok(target) => Ok(Self { path, target }),
            Err(error) => Err(exit::Error::File(path, error)),
        }
    }

    /// Writes the whole content.
    pub(crate) fn write(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> exit::Result<()> {
        let Self { path: named, target } = self;
        let result = match target {
            Target::Temporary(mut file, path, lost) => {
                let written = write_buffered(file.as_file_mut(), write);
                let result = written.and_then(|()| Ok(file.persist(path).map(drop)?));
                signals::set_temporary_file(None);
                if result.is_ok() {
                    attributes::report(&named, &lost);
                }
                result
            }
            Target::Direct(mut file) => {
                // Devices cannot be rewound or truncated.
                let _ = file.rewind().and_then(|()| file.set_len(0));
                write_buffered(&mut file, write)
            }
        };
        result.map_err(|error| exit::Error::File(named, error))
    }
}

fn write_buffered(
    file: &mut File,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = io::BufWriter::new(file);
    write(&mut out)?;
    out.flush()
}

fn open(path: &Path) -> io::Result<Target> {
    let there = path.metadata().ok();
    if there.as_ref().is_some_and(|data| !data.is_file()) {
        return open_special(path).map(Target::Direct);
    }
    // A symbolic link stays; its target is replaced.
    let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let itself = match &there {
        Some(_) => Some(File::options().write(true).open(&place)?),
        None => None,
    };
    let folder = match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".url1738-").suffix(".part");
    #[cfg(unix)]
    builder.permissions(default_permissions());
    match (builder.tempfile_in(folder), itself) {
        (Ok(file), itself) => {
            let lost = match (itself, there) {
                (Some(itself), Some(data)) => attributes::keep(&itself, &data, file.as_file())?,
                _ => Vec::new(),
            };
            signals::set_temporary_file(Some(file.path().to_owned()));
            Ok(Target::Temporary(file, place, lost))
        }
        (Err(_), Some(itself)) => Ok(Target::Direct(itself)),
        // The error itself would name the temporary file.
        (Err(error), None) => Err(folder.metadata().err().unwrap_or_else(|| error.kind().into())),
    }
}

/// Opens a device or a FIFO. A FIFO that no program reads is an error: to wait for a reader may last forever.
#[cfg(unix)]
fn open_special(path: &Path) -> io::Result<File> {
    use rustix::{
        fs::{OFlags, fcntl_getfl, fcntl_setfl},
        io::Errno,
    };
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or_default();
    let opened = File::options().write(true).custom_flags(flags).open(path);
    let file = opened.map_err(|error| match Errno::from_io_error(&error) {
        Some(Errno::NXIO) => io::Error::other("no program reads from it"),
        _ => error,
    })?;
    fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    Ok(file)
}

#[cfg(not(unix))]
fn open_special(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Returns the permissions of any new file, before the umask.
#[cfg(unix)]
fn default_permissions() -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::Permissions::from_mode(0o666)
}
