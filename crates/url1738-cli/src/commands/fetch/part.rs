//! Unfinished files: their names, the notes beside them, and the locks on them.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, Permissions},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use same_file::Handle;
use serde::{Deserialize, Serialize};
use tempfile::{NamedTempFile, TempPath};
use url1738_client::Identity;

/// The end of the name of an unfinished file.
const SUFFIX: &str = ".url1738";

/// What follows in the name of the note beside it.
const NOTE: &str = ".json";

/// The characters that make a name unique.
const RANDOM: usize = 6;

/// The longest part of the name of a file that the name of its note contains: systems allow names of 255 bytes.
const LONGEST: usize = 255 - (2 + RANDOM + SUFFIX.len() + NOTE.len());

/// The longest note that is read.
const LONGEST_NOTE: u64 = 1 << 20;

/// How much of a file is compared at once.
pub(super) const PIECE: usize = 64 * 1024;

/// What is known of an unfinished file that can be resumed.
#[derive(Debug, Deserialize, Serialize)]
struct Note {
    /// The URL without secrets.
    url: String,
    /// The length of the whole file.
    len: Option<u64>,
    /// The time of its last change, as the server writes it.
    modified: Option<String>,
}

/// An unfinished file that this run has alone.
#[derive(Debug)]
pub(super) struct Part {
    /// The file, which is removed with this value unless it can be resumed.
    pub(super) file: NamedTempFile,
    /// What the file on the server was when an earlier run began it.
    pub(super) begun: Option<Identity>,
}

impl Part {
    /// Creates a file that only this run has.
    pub(super) fn create(target: &Path) -> io::Result<Self> {
        let prefix = prefix(target)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
        let permissions = permissions(target);
        #[cfg(unix)]
        builder.permissions(permissions.clone().unwrap_or_else(|| {
            use std::os::unix::fs::PermissionsExt as _;
            // Those of any new file, before the umask.
            Permissions::from_mode(0o666)
        }));
        // The error itself would name the unfinished file.
        let file = builder.tempfile_in(folder(target)).map_err(|error| unnamed(&error))?;
        if let Some(permissions) = permissions {
            file.as_file().set_permissions(permissions)?;
        }
        // Not every file system has locks; without one, the file is not found by a run that resumes.
        let _ = file.as_file().try_lock();
        Ok(Self { file, begun: None })
    }

    /// Keeps the file beyond this run, with a note.
    pub(super) fn keep(&mut self, url: &str, identity: &Identity) -> io::Result<()> {
        let Identity { len, modified } = identity.clone();
        let text = serde_json::to_vec(&Note { url: url.to_owned(), len, modified })?;
        let mut beside = File::create_new(self.note())?;
        beside.set_permissions(self.file.as_file().metadata()?.permissions())?;
        if let Err(error) = beside.write_all(&text) {
            let _ = fs::remove_file(self.note());
            return Err(error);
        }
        self.file.disable_cleanup(true);
        Ok(())
    }

    pub(super) fn note(&self) -> PathBuf {
        let mut note = self.file.path().as_os_str().to_owned();
        note.push(NOTE);
        note.into()
    }

    pub(super) fn len(&self) -> Option<u64> {
        self.file.as_file().metadata().ok().map(|data| data.len())
    }

    pub(super) fn remove(self) {
        let _ = fs::remove_file(self.note());
        let _ = fs::remove_file(self.file.path());
    }

    /// Returns whether what follows `offset` is what the file begins with, as far as there is so much.
    pub(super) fn repeats_beginning(&self, offset: u64) -> bool {
        let Some(after) = self.len().and_then(|len| len.checked_sub(offset)) else { return false };
        let most = offset.min(after).min(PIECE as u64);
        let read = |at| read_at(self.file.as_file(), at, most).ok();
        most > 0 && read(0).is_some() && read(0) == read(offset)
    }
}

/// Reads `len` bytes at an offset.
pub(super) fn read_at(mut file: &File, offset: u64, len: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    file.take(len).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the unfinished files of a target that came from this URL and that no run writes to.
pub(super) fn found<'a>(target: &Path, url: &'a str) -> impl Iterator<Item = Part> + use<'a> {
    let folder = folder(target).to_owned();
    let prefix = prefix(target).unwrap_or_default();
    let entries = fs::read_dir(&folder).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok().map(|entry| entry.file_name()));
    names.filter_map(move |name| {
        let random = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes())?;
        let random = random.strip_suffix(NOTE.as_bytes())?.strip_suffix(SUFFIX.as_bytes())?;
        if random.len() != RANDOM || !random.iter().all(u8::is_ascii_alphanumeric) {
            return None;
        }
        let note = folder.join(name);
        let path = note.with_extension("");
        let note = open_own(&note, OpenOptions::new().read(true))?;
        let note: Note = serde_json::from_reader(note.take(LONGEST_NOTE)).ok()?;
        let file = open_own(&path, OpenOptions::new().read(true).append(true))?;
        file.try_lock().ok()?;
        // A run that just ended may have given it its name.
        let is_there =
            Handle::from_path(&path).ok()? == Handle::from_file(file.try_clone().ok()?).ok()?;
        let mut file = NamedTempFile::from_parts(file, TempPath::try_from_path(path).ok()?);
        file.disable_cleanup(true);
        let begun = Some(Identity { len: note.len, modified: note.modified });
        (is_there && note.url == url).then_some(Part { file, begun })
    })
}

/// Opens a regular file of this user with one name, which no other user can have planted.
fn open_own(path: &Path, options: &mut OpenOptions) -> Option<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};

        use rustix::fs::OFlags;
        // Opening a pipe would wait for its other end.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file = options.custom_flags(flags.bits().cast_signed()).open(path).ok()?;
        let data = file.metadata().ok()?;
        let is_own = data.uid() == rustix::process::geteuid().as_raw();
        (data.is_file() && data.nlink() == 1 && is_own).then_some(file)
    }
    #[cfg(not(unix))]
    {
        path.symlink_metadata().ok()?.is_file().then_some(())?;
        options.open(path).ok()
    }
}

fn folder(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the beginning of the names of the unfinished files of a target.
fn prefix(target: &Path) -> io::Result<OsString> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut prefix = OsString::from(".");
    if name.len() <= LONGEST {
        prefix.push(name);
    } else {
        let mut name = name.to_string_lossy().into_owned();
        let end = (0..=LONGEST).rev().find(|end| name.is_char_boundary(*end));
        name.truncate(end.unwrap_or(0));
        prefix.push(name);
    }
    prefix.push(".");
    Ok(prefix)
}

/// Returns the permissions of the file that is to be replaced.
fn permissions(target: &Path) -> Option<Permissions> {
    let data = target.symlink_metadata().ok().filter(fs::Metadata::is_file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // What comes from a server runs as no other user.
        Some(Permissions::from_mode(data.permissions().mode() & 0o777))
    }
    #[cfg(not(unix))]
    {
        Some(data.permissions())
    }
}

/// Returns an error without the name of the file that it happened to.
fn unnamed(error: &io::Error) -> io::Error {
    let source = error.get_ref().and_then(|inner| inner.source()?.downcast_ref::<io::Error>());
    match source.unwrap_or(error).raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    }
}
