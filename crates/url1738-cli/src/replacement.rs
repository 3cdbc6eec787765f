//! Inputs that are replaced: completely or not at all. The new file gets what the old one has besides its content, if it can:
//! owner, permissions, extended attributes. The rest is reported.

use std::{
    env,
    fs::{self, File, Metadata, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::{
    diagnostics::{message, sanitized},
    exit,
    signals::Temporary,
};

/// The replacement of an input: its new content, in a temporary file beside it.
#[derive(Debug)]
pub(crate) struct Replacement<'p> {
    /// The path as given on the command line.
    named: &'p Path,
    /// The state of the file when it was opened.
    data: Metadata,
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
        let mut builder = tempfile::Builder::new();
        builder.prefix(".url1738-").suffix(".part");
        // INVARIANT: a file has a folder.
        let folder = place.parent().unwrap_or(&place);
        let new = Temporary::create(|| builder.tempfile_in(folder));
        let (new, temporary) = new.map_err(on_write)?;
        let lost = keep(&input, &data, new.as_file()).map_err(on_write)?;
        Ok((input, Self { named, data, place, new, lost, temporary }))
    }

    /// Returns the file to write the new content to.
    pub(crate) fn file(&mut self) -> &mut File {
        self.new.as_file_mut()
    }

    /// Replaces the file, unless it changed since it was opened. After a crash, either the old or the new content is
    /// there: the new one is on the disk before it gets the name.
    pub(crate) fn commit(self) -> exit::Result<()> {
        let Self { named, data, place, new, lost, temporary } = self;
        let on_write = |error| exit::Error::File(named.to_owned(), error);
        new.as_file().sync_all().map_err(on_write)?;
        let now = fs::metadata(&place).map_err(on_write)?;
        if stamp(&now) != stamp(&data) || named.canonicalize().ok().as_ref() != Some(&place) {
            return Err(exit::Error::NotReplaced(named.to_owned(), exit::CHANGED));
        }
        let result = new.persist(&place);
        drop(temporary);
        result.map_err(|error| on_write(error.error))?;
        for lost in lost {
            message::print(&format_args!("{} is replaced, but {lost}", sanitized::path(named)));
        }
        // Makes the new name last.
        let sync = |folder| if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) };
        place.parent().map_or(Ok(()), sync).map_err(on_write)
    }
}

/// Returns what changes when a file is written or replaced: its length, and device, file number and time of the last change of
/// its data or its permissions.
#[cfg(unix)]
fn stamp(data: &Metadata) -> impl PartialEq + use<> {
    use std::os::unix::fs::MetadataExt as _;
    (data.len(), data.dev(), data.ino(), data.ctime(), data.ctime_nsec())
}

/// Returns what changes when a file is written: its length and the time.
#[cfg(not(unix))]
fn stamp(data: &Metadata) -> impl PartialEq + use<> {
    (data.len(), data.modified().ok())
}

/// Returns whether a symbolic link in the path leads out of the folder that holds the link, and out of the working
/// directory.
fn leaves_its_folder(path: &Path, place: &Path) -> io::Result<bool> {
    let within = |folder: &Path| -> io::Result<bool> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Ok(place.starts_with(folder.canonicalize()?))
    };
    if env::current_dir().and_then(|folder| within(&folder)).unwrap_or(false) {
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

/// Gives the new file the owner, the permissions and the extended attributes of the old one. Returns what it cannot have,
/// in the words of a message.
#[cfg(unix)]
pub(crate) fn keep(old: &File, data: &Metadata, new: &File) -> io::Result<Vec<String>> {
    use std::{
        ffi::OsString,
        os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown},
    };
    use xattr::FileExt as _;
    let mut lost = Vec::new();
    match data.nlink() {
        0 | 1 => {}
        2 => lost.push("its other hard link keeps the old content".to_owned()),
        links => lost.push(format!("its {} other hard links keep the old content", links - 1)),
    }
    // Only the superuser may give files away, and others only to a group that they are in.
    let _ = fchown(new, Some(data.uid()), None);
    let _ = fchown(new, None, Some(data.gid()));
    let now = new.metadata()?;
    for (what, old, new) in [("user", data.uid(), now.uid()), ("group", data.gid(), now.gid())] {
        if old != new {
            lost.push(format!("it belongs to {what} {new} now, not to {old}"));
        }
    }
    // A program must not run with the rights of another owner or group.
    let all = if (now.uid(), now.gid()) == (data.uid(), data.gid()) { 0o7777 } else { 0o1777 };
    // Access that the folder gives to new files is taken back before the permissions open the file.
    let names = names(old)?;
    for name in self::names(new)?.iter().filter(|name| !names.contains(name)) {
        let removed = new.remove_xattr(name);
        // Labels of the system cannot be removed, and add no rights.
        if name == ACCESS {
            removed?;
        }
    }
    // Permissions need a file without an access control list, and must not be set after it has one.
    let mut permissions = data.permissions();
    permissions.set_mode(permissions.mode() & all);
    new.set_permissions(permissions)?;
    let is_lost = |name: &&OsString| match old.get_xattr(name) {
        Ok(None) => false,
        Ok(Some(value)) => {
            let has =
                |value: &Vec<u8>| new.get_xattr(name).is_ok_and(|it| it.as_ref() == Some(value));
            !has(&value) && new.set_xattr(name, &value).is_err()
        }
        Err(_) => true,
    };
    lost.extend(names.iter().filter(is_lost).map(|name| match name == ACCESS {
        true => "its access control list is lost".to_owned(),
        false => format!("its attribute {} is lost", name.display()),
    }));
    Ok(lost)
}

/// The name of the access control list on Linux.
#[cfg(unix)]
const ACCESS: &str = "system.posix_acl_access";

/// Returns the names of all extended attributes; none where files have no attributes.
#[cfg(unix)]
fn names(file: &File) -> io::Result<Vec<std::ffi::OsString>> {
    match xattr::FileExt::list_xattr(file) {
        Ok(names) => Ok(names.collect()),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Like the function for Unix, but only for the attribute that a file is read-only.
#[cfg(not(unix))]
pub(crate) fn keep(_old: &File, data: &Metadata, new: &File) -> io::Result<Vec<String>> {
    new.set_permissions(data.permissions())?;
    Ok(Vec::new())
}
