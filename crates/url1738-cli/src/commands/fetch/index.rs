//! The index of a mirror: which file of a host's folder came from which remote name.
//!
//! A line has the path of a file or folder below the host's folder, a tab, and its remote name, percent-encoded. A line
//! is appended when the file is complete. What is in the index only chooses between names that the remote name allows, so
//! that a line that was tampered with or cut off names no other file: at worst, a file is not replaced.

use core::hash::{BuildHasher as _, Hash};
use std::{
    collections::{HashMap, HashSet},
    fs::File,
    hash::RandomState,
    io::{self, BufRead, BufReader, Read as _, Write as _},
};

use super::{
    file_name::{folded, hashed, local},
    folder::Folder,
};

/// The name of the index. No remote name is made a name that begins with a dot.
const NAME: &str = ".url1738-index";

/// The entries of an index at most. They are held as hashes, in about 20 MB.
const MOST: usize = 200_000;

/// The longest line that is read: a path of 4 KiB and a name of 4 KiB, of which every octet is escaped.
const LONGEST: u64 = 20 * 1024;

/// How much of an index is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The path of the line about the host's folder itself.
const ITSELF: &str = ".";

/// The remote name of a menu, which is kept in a file of its folder. No segment of a URL contains a slash.
pub(super) const OWN_MENU: &str = "/";

/// Texts as hashes with random keys, so that a server cannot choose two that are equal.
#[derive(Debug, Default)]
pub(super) struct Keys([RandomState; 2]);

impl Keys {
    pub(super) fn of(&self, value: impl Hash) -> u128 {
        let [high, low] = self.0.each_ref().map(|state| u128::from(state.hash_one(&value)));
        high << 64 | low
    }
}

/// The local name of a remote name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    /// Whether an earlier run wrote the file, or this one made the folder.
    pub(super) is_known: bool,
}

#[derive(Debug)]
pub(super) struct Index {
    file: File,
    keys: Keys,
    /// By local folder and remote name, whether the name has a hash.
    entries: HashMap<u128, bool>,
    /// The paths that are taken, without the difference of upper and lower case.
    taken: HashSet<u128>,
    /// What this run wrote.
    written: HashSet<u128>,
}

impl Index {
    /// Opens the index of a host's folder. Returns `None` if the folder is that of another origin.
    pub(super) fn open(folder: &Folder, origin: &str) -> io::Result<Option<Self>> {
        let file = folder.append(NAME)?;
        let (keys, entries) = (Keys::default(), HashMap::new());
        let (taken, written) = (HashSet::new(), HashSet::new());
        let mut index = Self { file, keys, entries, taken, written };
        let (mut known, mut is_whole) = (None, true);
        let mut reader = BufReader::new(index.file.try_clone()?.take(LARGEST));
        let mut line = Vec::new();
        loop {
            line.clear();
            if reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let Some(text) = line.strip_suffix(b"\n") else {
                // A line that is too long is ignored; without an end, it was cut off.
                if skip_line(&mut reader)? {
                    continue;
                }
                is_whole = false;
                break;
            };
            match core::str::from_utf8(text).ok().and_then(|text| text.split_once('\t')) {
                Some((ITSELF, written)) => known = known.or_else(|| Some(written.to_owned())),
                Some((path, remote)) => index.learn(path, remote),
                None => {}
            }
        }
        if !is_whole {
            index.file.write_all(b"\n")?;
        }
        match known {
            Some(known) if known != origin => return Ok(None),
            Some(_) => {}
            None => index.file.write_all(format!("{ITSELF}\t{origin}\n").as_bytes())?,
        }
        Ok(Some(index))
    }

    fn learn(&mut self, path: &str, remote: &str) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let number = names(remote).iter().position(|allowed| allowed == name);
        let Some(number) = number.filter(|_| self.entries.len() < MOST) else { return };
        let _ = self.entries.entry(self.keys.of((folder, remote))).or_insert(number > 0);
        self.taken.insert(self.keys.of(folded(path)));
    }

    /// Returns the name of a remote name in a local folder.
    ///
    /// # Errors
    /// Returns an error if both names that it may have are taken, or if there are too many.
    pub(super) fn name(&self, folder: &str, remote: &str) -> io::Result<Named> {
        let [plain, hashed] = names(remote);
        let is_taken = |name: &str| self.taken.contains(&self.keys.of(folded(&join(folder, name))));
        let (name, is_known) = match self.entries.get(&self.keys.of((folder, remote))) {
            Some(false) => (plain, true),
            Some(true) => (hashed, true),
            None if self.entries.len() >= MOST => {
                return Err(io::Error::other(format!("the mirror has {MOST} files already")));
            }
            None if !is_taken(&plain) => (plain, false),
            None if !is_taken(&hashed) => (hashed, false),
            None => return Err(io::Error::other("another item has its name")),
        };
        Ok(Named { name, is_known })
    }

    /// Records that a file or folder is there.
    pub(super) fn add(&mut self, folder: &str, name: &str, remote: &str) -> io::Result<()> {
        let path = join(folder, name);
        self.learn(&path, remote);
        self.file.write_all(format!("{path}\t{remote}\n").as_bytes())
    }

    /// Returns whether a path was not written in this run before.
    pub(super) fn is_new(&mut self, folder: &str, name: &str) -> bool {
        self.written.insert(self.keys.of(join(folder, name)))
    }
}

/// Returns the two local names that a remote name may have.
fn names(remote: &str) -> [String; 2] {
    let plain = if remote == OWN_MENU { super::file_name::MENU } else { remote };
    [local(plain), hashed(plain, remote)]
}

/// Returns the path of a name in a folder below the host's folder.
pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Skips the rest of a line. Returns whether it has an end.
pub(super) fn skip_line(reader: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let held = reader.fill_buf()?;
        if held.is_empty() {
            return Ok(false);
        }
        let end = held.iter().position(|octet| *octet == b'\n');
        let len = end.map_or(held.len(), |end| end + 1);
        reader.consume(len);
        if end.is_some() {
            return Ok(true);
        }
    }
}
