//! What a file has besides its content: owner, permissions, extended attributes, other names. A file that replaces it gets
//! what it can have, and the rest is reported.

use std::{
    fs::{File, Metadata},
    io,
    path::Path,
};

use crate::diagnostics::{message, sanitized};

/// Reports what a file that was replaced has lost.
pub(crate) fn report(path: &Path, lost: &[String]) {
    for lost in lost {
        message::print(&format_args!("{} is replaced, but {lost}", sanitized::path(path)));
    }
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
