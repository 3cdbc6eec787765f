//! A file that is there whole or not at all.

use std::{
    fs::{self, File},
    io::{self, Seek as _, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::{ending::Trouble, signals};

/// A file to be written at the end of a run. That it cannot be written shows before the run; until it is written
/// whole, what was there before stays.
#[derive(Debug)]
pub(crate) struct WholeFile {
    /// As the command line names it.
    named: PathBuf,
    to: To,
}

#[derive(Debug)]
enum To {
    /// A file beside the one that it replaces in the end.
    Beside(NamedTempFile, PathBuf),
    /// What cannot be replaced: a device, a pipe, a file in a folder that takes no other.
    Itself(File),
}

impl WholeFile {
    /// Opens it.
    pub(crate) fn open(path: PathBuf) -> Result<Self, Trouble> {
        match to(&path) {
            Ok(to) => Ok(Self { named: path, to }),
            Err(error) => Err(Trouble::File(path, error)),
        }
    }

    /// Writes all of it.
    pub(crate) fn write(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        let Self { named, to } = self;
        let result = match to {
            To::Beside(mut file, path) => {
                let written = through(file.as_file_mut(), write);
                let result = written.and_then(|()| Ok(file.persist(path).map(drop)?));
                signals::unfinished(None);
                result
            }
            To::Itself(mut file) => {
                // A device has no end to be put at its beginning.
                let _ = file.rewind().and_then(|()| file.set_len(0));
                through(&mut file, write)
            }
        };
        result.map_err(|error| Trouble::File(named, error))
    }
}

fn through(
    file: &mut File,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = io::BufWriter::new(file);
    write(&mut out)?;
    out.flush()
}

fn to(path: &Path) -> io::Result<To> {
    let there = path.metadata().ok();
    if there.as_ref().is_some_and(|data| !data.is_file()) {
        return File::options().write(true).open(path).map(To::Itself);
    }
    // A link stays, and what it leads to is replaced.
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
    builder.permissions(usual());
    match (builder.tempfile_in(folder), itself) {
        (Ok(file), _) => {
            if let Some(data) = there {
                // The file may belong to another user, whose permissions cannot be given.
                let _ = fs::set_permissions(file.path(), data.permissions());
            }
            signals::unfinished(Some(file.path().to_owned()));
            Ok(To::Beside(file, place))
        }
        (Err(_), Some(itself)) => Ok(To::Itself(itself)),
        // The error names a path that was never asked for.
        (Err(error), None) => Err(error.kind().into()),
    }
}

/// Those of any new file; the system takes some away.
#[cfg(unix)]
fn usual() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;
    fs::Permissions::from_mode(0o666)
}
