//! A folder of a mirror and what is in it. No symbolic link is followed.

#[cfg(not(unix))]
pub(super) use portable::Folder;
#[cfg(unix)]
pub(super) use unix::Folder;

/// What has a name in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Nothing,
    File,
    Folder,
    /// A symbolic link, a device, a pipe or a socket.
    Other,
}

/// Folders are descriptors, and names are relative to them: a folder that is replaced by a link during a run is not
/// followed either.
#[cfg(unix)]
mod unix {
    use std::{
        ffi::OsStr,
        fs::{self, File},
        io,
        os::unix::fs::MetadataExt as _,
        path::Path,
    };

    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, mkdirat, openat, renameat, statat};

    use super::Entry;

    #[derive(Debug)]
    pub(in super::super) struct Folder(File);

    impl Folder {
        /// Opens the folder of the user, which may be a link, and creates it if necessary.
        pub(in super::super) fn root(path: &Path) -> io::Result<Self> {
            fs::create_dir_all(path)?;
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            Ok(Self(openat(CWD, path, flags, Mode::empty())?.into()))
        }

        /// Opens a folder in this one, and creates it if necessary.
        pub(in super::super) fn enter(&self, name: &str) -> io::Result<Self> {
            match mkdirat(&self.0, name, Mode::from_raw_mode(0o777)) {
                Ok(()) | Err(rustix::io::Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            Ok(Self(openat(&self.0, name, flags, Mode::empty())?.into()))
        }

        pub(in super::super) fn entry(&self, name: &OsStr) -> io::Result<Entry> {
            let data = match statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(data) => data,
                Err(rustix::io::Errno::NOENT) => return Ok(Entry::Nothing),
                Err(error) => return Err(error.into()),
            };
            Ok(match FileType::from_raw_mode(data.st_mode) {
                FileType::RegularFile => Entry::File,
                FileType::Directory => Entry::Folder,
                _ => Entry::Other,
            })
        }

        /// Creates a file that did not exist.
        pub(in super::super) fn create(&self, name: &OsStr) -> io::Result<File> {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
            Ok(openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?.into())
        }

        /// Opens a file to read it and to append to it, and creates it if necessary. Refuses links of both kinds.
        pub(in super::super) fn append(&self, name: &str) -> io::Result<File> {
            // Opening a pipe does not wait for the other side.
            let flags = OFlags::RDWR | OFlags::APPEND | OFlags::CREATE | OFlags::NONBLOCK;
            let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let file: File = openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?.into();
            let data = file.metadata()?;
            if !data.is_file() || data.nlink() != 1 {
                return Err(io::Error::other("not a regular file with one name"));
            }
            Ok(file)
        }

        pub(in super::super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            Ok(renameat(&self.0, from, &self.0, to)?)
        }
    }
}

/// Like the functions for Unix, but each name is checked before it is used: a program that replaces folders by links at the
/// same time may be faster.
#[cfg(not(unix))]
mod portable {
    use std::{
        ffi::OsStr,
        fs::{self, File},
        io,
        path::{Path, PathBuf},
    };

    use super::Entry;

    #[derive(Debug)]
    pub(in super::super) struct Folder(PathBuf);

    impl Folder {
        pub(in super::super) fn root(path: &Path) -> io::Result<Self> {
            fs::create_dir_all(path)?;
            Ok(Self(path.canonicalize()?))
        }

        pub(in super::super) fn enter(&self, name: &str) -> io::Result<Self> {
            match self.entry(name.as_ref())? {
                Entry::Nothing => fs::create_dir(self.0.join(name))?,
                Entry::Folder => {}
                _ => return Err(io::ErrorKind::NotADirectory.into()),
            }
            Ok(Self(self.0.join(name)))
        }

        pub(in super::super) fn entry(&self, name: &OsStr) -> io::Result<Entry> {
            match self.0.join(name).symlink_metadata() {
                Ok(data) if data.is_file() => Ok(Entry::File),
                Ok(data) if data.is_dir() => Ok(Entry::Folder),
                Ok(_) => Ok(Entry::Other),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Entry::Nothing),
                Err(error) => Err(error),
            }
        }

        pub(in super::super) fn create(&self, name: &OsStr) -> io::Result<File> {
            File::options().write(true).create_new(true).open(self.0.join(name))
        }

        pub(in super::super) fn append(&self, name: &str) -> io::Result<File> {
            if self.entry(name.as_ref())? == Entry::Other {
                return Err(io::Error::other("not a regular file"));
            }
            File::options().read(true).append(true).create(true).open(self.0.join(name))
        }

        pub(in super::super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
            fs::rename(self.0.join(from), self.0.join(to))
        }
    }
}
