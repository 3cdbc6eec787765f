//! A mirror: the folder of one host, whose files are new or replace those that came from the same URLs, and its index.
//!
//! A line of the index has the path of a file or folder below the host's folder, a tab, and its remote name,
//! percent-encoded. A line is appended when the file is complete. What is in the index only chooses between names that the
//! remote name allows, so that a line that was tampered with or cut off names no other file: at worst, a file is not
//! replaced.

use std::{
    collections::HashMap,
    ffi::OsStr,
    fs::File,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;
use url1738::Url;

use super::{
    failure::Failure,
    file_name::{MENU, escaped, folded, hashed, local, segments},
    folder::{Entry, Folder},
    unfinished,
};
use crate::{diagnostics::sanitized, sets::Hashes, signals::Temporary};

/// The name of the index. No remote name is made a name that begins with a dot.
const INDEX: &str = ".url1738-index";

/// The entries of an index at most. They are held as hashes, in about 20 MB.
const MOST: usize = 200_000;

/// The longest line that is read: a path of 4 KiB and a name of 4 KiB, of which every octet is escaped.
const LONGEST: u64 = 20 * 1024;

/// How much of an index is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The path of the line about the host's folder itself.
const ITSELF: &str = ".";

/// The remote name of a menu, which is kept in a file of its folder. No segment of a URL contains a slash.
const OWN_MENU: &str = "/";

pub(super) struct Mirror {
    /// The path to show.
    path: PathBuf,
    root: Folder,
    /// Whether existing files are replaced.
    force: bool,
    index: File,
    keys: Hashes,
    /// By the key of a local path, without the difference of upper and lower case: that of the remote name that has it.
    taken: HashMap<u128, u128>,
}

impl Mirror {
    /// Opens the folder for the host of a URL. Another scheme, user or port has another folder.
    pub(super) fn open(into: &Path, url: &Url<&str>, force: bool) -> Result<Self, Failure> {
        let host = url.host_str().unwrap_or("localhost").to_ascii_lowercase();
        let port = url.port_or_default();
        let name = match port.filter(|_| port != url.default_port()) {
            Some(port) => escaped(format!("{host}_{port}").as_bytes()),
            None => escaped(host.as_bytes()),
        };
        let user = url.login().and_then(url1738::Login::user);
        let user = user.map_or(String::new(), |user| format!("{}@", escaped(&user.decode())));
        let port = port.map_or(String::new(), |port| format!(":{port}"));
        let origin = format!("{}://{user}{host}{port}", url.scheme());
        let folder = Folder::root(into).map_err(Failure::writing(into))?;
        for name in [name.clone(), hashed(&name, &origin)] {
            let path = into.join(&name);
            let root = folder.enter(&name).map_err(Failure::writing(&path))?;
            let index = path.join("its index");
            let mut mirror = Self {
                index: root.append(INDEX).map_err(Failure::writing(&index))?,
                path: path.clone(),
                root,
                force,
                keys: Hashes::default(),
                taken: HashMap::new(),
            };
            if mirror.read(&origin).map_err(Failure::writing(&index))? {
                return Ok(mirror);
            }
        }
        let message = format!("{} is the mirror of another URL", sanitized::path(into));
        Err(Failure::local(message, None))
    }

    /// Reads the index. Returns `false` if the folder is that of another origin.
    fn read(&mut self, origin: &str) -> io::Result<bool> {
        let (mut known, mut is_cut) = (None, false);
        let mut reader = BufReader::new(self.index.try_clone()?.take(LARGEST));
        let mut line = Vec::new();
        while reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)? > 0 {
            // A piece of a line that is cut off or too long is not read.
            is_cut = !line.ends_with(b"\n");
            let text = line.strip_suffix(b"\n").and_then(|line| core::str::from_utf8(line).ok());
            match text.and_then(|text| text.split_once('\t')) {
                Some((ITSELF, of)) => known = known.or_else(|| Some(of.to_owned())),
                Some((path, remote)) => self.learn(path, remote),
                None => {}
            }
            line.clear();
        }
        // What follows is not a part of a line that was cut off.
        if is_cut {
            self.index.write_all(b"\n")?;
        }
        if known.is_none() {
            self.index.write_all(format!("{ITSELF}\t{origin}\n").as_bytes())?;
        }
        Ok(known.is_none_or(|known| known == origin))
    }

    fn learn(&mut self, path: &str, remote: &str) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if self.taken.len() < MOST && names(remote).iter().any(|allowed| allowed == name) {
            let owner = self.keys.of((folder, remote));
            self.taken.entry(self.keys.of(folded(path))).or_insert(owner);
        }
    }

    /// Records that a file or folder is there.
    fn add(&mut self, path: &str, remote: &str) -> io::Result<()> {
        self.learn(path, remote);
        self.index.write_all(format!("{path}\t{remote}\n").as_bytes())
    }

    /// Returns the name of a remote name in a local folder, and whether it is known: an earlier run wrote the file, or this
    /// one made the folder.
    ///
    /// # Errors
    /// Returns an error if both names that it may have are taken, or if there are too many.
    fn name(&self, folder: &str, remote: &str) -> Result<(String, bool), Failure> {
        let owner = self.keys.of((folder, remote));
        let names = names(remote).map(|name| {
            let taken = self.taken.get(&self.keys.of(folded(&join(folder, &name))));
            (name, taken.map(|by| *by == owner))
        });
        let found = |state| names.iter().find(|(_, is_own)| *is_own == state);
        let why = match (found(Some(true)), found(None)) {
            (Some((name, _)), _) => return Ok((name.clone(), true)),
            (None, _) if self.taken.len() >= MOST => {
                format!("the mirror has {MOST} files already")
            }
            (None, Some((name, _))) => return Ok((name.clone(), false)),
            (None, None) => "another item has its name".to_owned(),
        };
        Err(Failure::writing(&self.path.join(folder))(io::Error::other(why)))
    }

    /// Returns the place for the content of a URL: its file, or the file of its menu.
    pub(super) fn place(&mut self, url: &Url<&str>, is_menu: bool) -> Result<Place<'_>, Failure> {
        let mut segments = segments(url);
        let remote = match is_menu {
            true => OWN_MENU.to_owned(),
            // The URL of a host alone has no segment.
            false => segments.pop().unwrap_or_else(|| "index".to_owned()),
        };
        let (parent, folder) = self.enter(&segments)?;
        let (name, is_known) = self.name(&parent, &remote)?;
        let local = join(&parent, &name);
        let path = self.path.join(&local);
        Ok(Place { mirror: self, folder, local, remote, is_known, path, file: None })
    }

    /// Creates the folder of a URL. Returns its path.
    pub(super) fn folder_of(&mut self, url: &Url<&str>) -> Result<PathBuf, Failure> {
        self.enter(&segments(url)).map(|(local, _)| self.path.join(local))
    }

    /// Opens the folders of a URL, and creates them if necessary. Returns the path of the last.
    fn enter(&mut self, remote: &[String]) -> Result<(String, Folder), Failure> {
        let root = self.root.enter(".").map_err(Failure::writing(&self.path))?;
        let (mut local, mut folder) = (String::new(), root);
        for segment in remote {
            let (name, is_known) = self.name(&local, segment)?;
            local = join(&local, &name);
            let path = self.path.join(&local);
            is_there(&folder, &path, Entry::Folder)?;
            folder = folder.enter(&name).map_err(Failure::writing(&path))?;
            if !is_known {
                self.add(&local, segment).map_err(Failure::writing(&path))?;
            }
        }
        Ok((local, folder))
    }
}

/// A file of a mirror that is written. It appears when it is complete.
pub(super) struct Place<'m> {
    mirror: &'m mut Mirror,
    folder: Folder,
    /// The path below the folder of the host.
    local: String,
    remote: String,
    is_known: bool,
    pub(super) path: PathBuf,
    /// The file while it is not complete, and what a signal removes: a mirror that is run again fetches it again.
    file: Option<(NamedTempFile, Temporary)>,
}

impl Place<'_> {
    /// Checks that the file may be written.
    fn check(&self) -> Result<(), Failure> {
        let is_there = is_there(&self.folder, &self.path, Entry::File)?;
        let path = sanitized::path(&self.path);
        if is_there && !self.is_known && !self.mirror.force {
            let message = format!("{path} exists, and is not known to come from this URL");
            let help = "use --force to replace it, or another folder by --into";
            return Err(Failure::local(message, Some(help)));
        }
        Ok(())
    }

    pub(super) fn write_all(&mut self, octets: &[u8]) -> io::Result<()> {
        let opened = match self.file.take() {
            Some(opened) => opened,
            None => {
                self.check()?;
                unfinished::create(&self.path, |path| self.folder.create(name_of(path)))?
            }
        };
        let (file, _) = self.file.insert(opened);
        // The error of the temporary file would name it.
        file.as_file_mut().write_all(octets)
    }

    /// Ends the content.
    pub(super) fn complete(mut self) -> io::Result<()> {
        // The content may be empty.
        self.write_all(&[])?;
        self.check()?;
        // A file that is not in the index would not be replaced by a later run.
        if !self.is_known {
            self.mirror.add(&self.local, &self.remote)?;
        }
        if let Some((file, _)) = self.file.take() {
            self.folder.rename(name_of(file.path()), name_of(&self.path))?;
        }
        Ok(())
    }
}

/// Returns whether a name is that of what an item needs: a file or a folder.
///
/// # Errors
/// Returns an error if something else has it.
fn is_there(folder: &Folder, path: &Path, needed: Entry) -> Result<bool, Failure> {
    let found = folder.entry(name_of(path)).map_err(Failure::writing(path))?;
    let kind = |entry| match entry {
        Entry::Folder => "folder",
        Entry::Other => "link or device",
        _ => "file",
    };
    match found {
        Entry::Nothing => Ok(false),
        found if found == needed => Ok(true),
        found => {
            let (path, found, needed) = (sanitized::path(path), kind(found), kind(needed));
            let message = format!("{path} is a {found}, and this item needs a {needed}");
            let help = "use another folder by --into, or move what is there";
            Err(Failure::local(message, Some(help)))
        }
    }
}

fn name_of(path: &Path) -> &OsStr {
    path.file_name().unwrap_or_default()
}

/// Returns the two local names that a remote name may have.
fn names(remote: &str) -> [String; 2] {
    let plain = if remote == OWN_MENU { MENU } else { remote };
    [local(plain), hashed(plain, remote)]
}

/// Returns the path of a name in a folder below the host's folder.
fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
