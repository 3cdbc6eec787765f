//! Inputs that are replaced: completely or not at all.

use std::{
    env,
    fs::{self, File, Metadata, OpenOptions},
    io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use tempfile::NamedTempFile;

use crate::{attributes, exit, signals::Temporary};

/// The replacement of an input: its new content, in a temporary file beside it.
#[derive(Debug)]
pub(crate) struct Replacement<'p> {
    /// The path as given on the command line.
    named: &'p Path,
    /// The state of the file when it was opened.
    stamp: Stamp,
    place: PathBuf,
    new: NamedTempFile,
    /// What the new file cannot have.
    lost: Vec<String>,
    /// What a signal removes.
    temporary: Temporary,
}

impl<'p> Replacement<'p> {
    /// Opens a file for reading, and a temporary file with its permissions and owner.
    pub(crate) fn open(named: &'p Path) -> exit::Result<(File, Self)> {
        let on_read = |error| exit::Error::Read(named.to_owned(), error);
        // The error itself would name the temporary file.
        let on_write = |error: io::Error| exit::Error::File(named.to_owned(), error.kind().into());
        let refused = |reason| exit::Error::NotReplaced(named.to_owned(), reason);
        let place = named.canonicalize().map_err(on_read)?;
        if leaves_its_folder(named, &place).map_err(on_read)? {
            return Err(refused("it is a symbolic link to a file in another folder"));
        }
        // Opening a FIFO would wait for a writer, and opening a device may do anything.
        if !fs::metadata(&place).map_err(on_read)?.is_file() {
            return Err(refused("it is not a regular file"));
        }
        let input = at_once(File::options().read(true)).open(&place).map_err(on_read)?;
        let data = input.metadata().map_err(on_read)?;
        // It may have been exchanged in between.
        if !data.is_file() {
            return Err(refused("it is not a regular file"));
        }
        // A file that must not be written is not replaced either.
        at_once(File::options().write(true)).open(&place).map_err(on_write)?;
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".url1738-").suffix(".part");
        let new = builder.tempfile_in(folder.unwrap_or(Path::new("."))).map_err(on_write)?;
        let temporary = Temporary::new(new.path());
        let lost = attributes::keep(&input, &data, new.as_file()).map_err(on_write)?;
        let stamp = Stamp::of(&data);
        Ok((input, Self { named, stamp, place, new, lost, temporary }))
    }

    /// Returns the file to write the new content to.
    pub(crate) fn file(&mut self) -> &mut File {
        self.new.as_file_mut()
    }

    /// Replaces the file, unless it changed since it was opened. After a crash, either the old or the new content is
    /// there: the new one is on the disk before it gets the name.
    pub(crate) fn commit(self) -> exit::Result<()> {
        let Self { named, stamp, place, new, lost, temporary } = self;
        let on_write = |error| exit::Error::File(named.to_owned(), error);
        new.as_file().sync_all().map_err(on_write)?;
        let now = fs::metadata(&place).map_err(on_write)?;
        if Stamp::of(&now) != stamp || named.canonicalize().ok().as_ref() != Some(&place) {
            return Err(exit::Error::NotReplaced(named.to_owned(), exit::CHANGED));
        }
        let result = new.persist(&place);
        drop(temporary);
        result.map_err(|error| on_write(error.error))?;
        attributes::report(named, &lost);
        // Makes the new name last.
        let sync = |folder| if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) };
        place.parent().map_or(Ok(()), sync).map_err(on_write)
    }
}

/// What changes when a file is written or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    /// Device, file number, and time of the last change of its data or its permissions.
    #[cfg(unix)]
    identity: (u64, u64, i64, i64),
}

impl Stamp {
    fn of(data: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt as _;
        Self {
            len: data.len(),
            modified: data.modified().ok(),
            #[cfg(unix)]
            identity: (data.dev(), data.ino(), data.ctime(), data.ctime_nsec()),
        }
    }
}

/// Returns whether a symbolic link in the path leads out of the folder that holds the link, and out of the working
/// directory.
fn leaves_its_folder(path: &Path, place: &Path) -> io::Result<bool> {
    let within = |folder: &Path| -> io::Result<bool> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Ok(place.starts_with(folder.canonicalize()?))
    };
    let is_here = env::current_dir().and_then(|folder| within(&folder)).unwrap_or(false);
    if is_here {
        return Ok(false);
    }
    for prefix in path.ancestors().filter(|prefix| !prefix.as_os_str().is_empty()) {
        if let (true, Some(folder)) = (prefix.is_symlink(), prefix.parent())
            && !within(folder)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Lets a file be opened without waiting and without following a link, in case it was exchanged since it was looked at.
#[cfg(unix)]
pub(crate) fn at_once(options: &mut OpenOptions) -> &mut OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = (OFlags::NONBLOCK | OFlags::NOFOLLOW).bits();
    options.custom_flags(i32::try_from(flags).unwrap_or_default())
}

#[cfg(not(unix))]
pub(crate) fn at_once(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}
