//! Whose settings are read without being named. Another user may put a file above the working directory, and must not
//! decide what is reported; git has the same rule for repositories.

use std::{fs::File, io, path::Path};

/// Returns whether the file belongs to the user, to the superuser, or to the user that `sudo` was called by. A symbolic
/// link must belong to one of them, too.
#[cfg(unix)]
pub(super) fn is_trusted(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let user = rustix::process::geteuid().as_raw();
    let sudo = std::env::var("SUDO_UID").ok().filter(|_| user == ROOT);
    let trusted = Trusted { user, sudo: sudo.and_then(|user| user.parse().ok()) };
    let owners = [path.symlink_metadata()?.uid(), file.metadata()?.uid()];
    Ok(owners.into_iter().all(|owner| trusted.includes(owner)))
}

/// Why a file is not read.
pub(super) const DISTRUSTED: &str = if cfg!(unix) {
    "belongs to another user and is not read"
} else {
    "is not in your user folder and is not read"
};

#[cfg(unix)]
const ROOT: u32 = 0;

#[cfg(unix)]
#[derive(Clone, Copy, Debug)]
struct Trusted {
    user: u32,
    /// The user that became the superuser by `sudo`.
    sudo: Option<u32>,
}

#[cfg(unix)]
impl Trusted {
    fn includes(self, owner: u32) -> bool {
        owner == ROOT || owner == self.user || Some(owner) == self.sudo
    }
}

/// Returns whether the file is in the folder of the user. The owner of a file is not known here.
#[cfg(not(unix))]
pub(super) fn is_trusted(path: &Path, _file: &File) -> io::Result<bool> {
    let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
    let path = path.canonicalize()?;
    Ok(home.is_some_and(|home| path.starts_with(home)))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_user_and_the_superuser_are_trusted() {
        let joe = Trusted { user: 1000, sudo: None };
        assert_eq!(
            [0, 1000, 1001, 65534].map(|owner| joe.includes(owner)),
            [true, true, false, false]
        );
        let root = Trusted { user: ROOT, sudo: None };
        assert_eq!([0, 1000].map(|owner| root.includes(owner)), [true, false]);
        let sudo = Trusted { user: ROOT, sudo: Some(1000) };
        assert_eq!([0, 1000, 1001].map(|owner| sudo.includes(owner)), [true, true, false]);
    }
}
