//! Content on its way to a file: under a name of this program until it is complete.
//!
//! The content of `NAME` is in `.NAME.*.url1738` beside it, which is created anew and locked, so that no run writes to
//! what another one or the user has. If it can be resumed, `.NAME.*.url1738.json` says what it is.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use same_file::Handle;
use serde::{Deserialize, Serialize};
use tempfile::{NamedTempFile, TempPath};
use url1738_client::{Error, Identity};

use super::failure::Failure;
use crate::{diagnostics::sanitized, exit, replacement::at_once, signals::Temporary};

/// The end of the name of an unfinished file.
const SUFFIX: &str = ".url1738";

/// The end of the name of the note beside it.
const NOTE: &str = ".url1738.json";

/// The characters that make a name unique.
const RANDOM: usize = 6;

/// The longest part of the name of a file that the name of its note contains: systems allow names of 255 bytes.
const LONGEST: usize = 255 - (2 + RANDOM + NOTE.len());

/// The longest note that is read.
const LONGEST_NOTE: u64 = 1 << 20;

/// How much of what is there is compared with the file on the server.
const OVERLAP: u64 = 1024;

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

/// A file whose content is on its way.
#[derive(Debug)]
pub(super) struct Unfinished {
    pub(super) target: PathBuf,
    /// The URL without secrets.
    url: String,
    /// The file, which is removed with this value unless it has a note.
    file: NamedTempFile,
    /// What a signal removes.
    temporary: Option<Temporary>,
    /// Whether content was written: by this run or by an earlier one.
    is_begun: bool,
    /// Whether a file that appears at the target meanwhile is kept.
    keeps: bool,
    /// Whether what is there is to be continued.
    resumes: bool,
    /// How many bytes are there before this run.
    len: u64,
    /// The end of them, with which the content of this run begins.
    overlap: Vec<u8>,
    /// Where that begins.
    pub(super) offset: u64,
    /// The file of another program that they are in. They are copied when more content comes.
    foreign: Option<File>,
    /// What the file on the server was when it was begun, if it can be resumed.
    pub(super) identity: Option<Identity>,
}

impl Unfinished {
    /// Returns a file that begins at its start, or if `resumes` is set, one that continues what an earlier run or another
    /// program left. If `keeps` is set, a file that appears at the target meanwhile is not replaced.
    pub(super) fn new(target: &Path, url: String, resumes: bool, keeps: bool) -> io::Result<Self> {
        // The name of the unfinished file may be allowed although this one is too long, or that of a folder.
        match target.symlink_metadata() {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ if target.to_string_lossy().ends_with(std::path::is_separator) => {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            _ => {}
        }
        let len = |file: &NamedTempFile| file.as_file().metadata().map_or(0, |it| it.len());
        // One byte is too few to compare.
        let found = if resumes { found(target, &url) } else { Vec::new() };
        let found = found.into_iter().filter(|(file, _)| len(file) > 1);
        let found = found.max_by_key(|(file, _)| len(file));
        let is_begun = found.is_some();
        let (file, temporary, identity) = match found {
            Some((file, identity)) => (file, None, Some(identity)),
            None => {
                let (file, temporary) = create_locked(target)?;
                (file, Some(temporary), None)
            }
        };
        let mut new = Self {
            target: target.to_owned(),
            url,
            file,
            temporary,
            is_begun,
            keeps,
            resumes,
            len: 0,
            overlap: Vec::new(),
            offset: 0,
            foreign: None,
            identity,
        };
        if resumes {
            new.resume()?;
        }
        Ok(new)
    }

    /// Continues what an earlier run left, or another program at the target. A note does not say that the content on the server
    /// is the same, or that the server sends what follows the offset, so the end of what is there is compared.
    fn resume(&mut self) -> io::Result<()> {
        let mut file = match self.target.symlink_metadata() {
            _ if self.is_begun => self.file.as_file().try_clone()?,
            Ok(data) if data.is_file() => File::open(&self.target)?,
            Ok(_) => return Err(io::Error::other("only a regular file can be resumed")),
            Err(_) => return Ok(()),
        };
        self.len = file.metadata()?.len();
        // At least one byte is left out, so that the server has to accept an offset.
        self.offset = self.len.saturating_sub(OVERLAP).max(1).min(self.len);
        file.seek(SeekFrom::Start(self.offset))?;
        (&file).take(self.len - self.offset).read_to_end(&mut self.overlap)?;
        match self.len {
            _ if self.is_begun => {}
            // It has nothing to lose.
            0 => self.keeps = true,
            1 => return not_resumable("one byte is too few to compare"),
            _ => self.foreign = Some(file),
        }
        Ok(())
    }

    pub(super) fn write_all(&mut self, octets: &[u8]) -> io::Result<()> {
        let (compared, octets) = octets.split_at(octets.len().min(self.overlap.len()));
        if !self.overlap.starts_with(compared) {
            return not_resumable("what is there is not the beginning of the file on the server");
        }
        self.overlap.drain(..compared.len());
        if octets.is_empty() {
            return Ok(());
        }
        if !self.is_begun {
            self.begin()?;
        }
        self.file.as_file_mut().write_all(octets)
    }

    /// Copies what another program left, and keeps the file beyond this run if it can be resumed.
    fn begin(&mut self) -> io::Result<()> {
        if let Some(mut foreign) = self.foreign.take() {
            foreign.rewind()?;
            if io::copy(&mut foreign.take(self.len), self.file.as_file_mut())? != self.len {
                return Err(io::Error::other(exit::CHANGED));
            }
        }
        if let Some(Identity { len, modified }) = self.identity.clone() {
            let text = serde_json::to_vec(&Note { url: self.url.clone(), len, modified })?;
            let note = note(self.file.path());
            let mut beside = File::create_new(&note)?;
            beside.set_permissions(self.file.as_file().metadata()?.permissions())?;
            if let Err(error) = beside.write_all(&text) {
                let _ = fs::remove_file(note);
                return Err(error);
            }
            self.file.disable_cleanup(true);
            self.temporary = None;
        }
        self.is_begun = true;
        Ok(())
    }

    /// Gives the content its name.
    pub(super) fn complete(self) -> io::Result<()> {
        if !self.overlap.is_empty() {
            return not_resumable("what is there is longer than the file on the server");
        }
        // The file of another program turned out to be complete.
        if self.foreign.is_some() {
            return Ok(());
        }
        let Self { target, url, file, resumes, keeps, .. } = self;
        let note = note(file.path());
        // Those of runs that ended before: one that ends now, since the target exists, says that its content is kept.
        let others = found(&target, &url);
        // Nothing is lost if what is there is the beginning of the content.
        let replaces = !keeps || resumes && begins(file.path(), &target).unwrap_or(false);
        let placed = match replaces {
            true => file.persist(&target),
            false => file.persist_noclobber(&target),
        };
        let Err(mut error) = placed else {
            // Without its file, a note has no effect.
            let _ = fs::remove_file(note);
            others.iter().for_each(|(file, _)| remove(file));
            return Ok(());
        };
        if error.error.kind() != io::ErrorKind::AlreadyExists {
            return Err(error.error);
        }
        error.file.disable_cleanup(true);
        let name = error.file.path().file_name().map_or(Path::new(""), Path::new);
        let message = format!("it exists; the content is in {}", sanitized::path(name));
        Err(io::Error::new(io::ErrorKind::AlreadyExists, message))
    }

    /// Gives the content up. Returns how many bytes are kept to be resumed.
    pub(super) fn abandon(self, error: &Error) -> Option<u64> {
        let file = self.file.as_file();
        if !self.is_begun || self.identity.is_none() {
            return None;
        }
        let is_wrong =
            matches!(error, Error::Changed { .. } | Error::Excess { .. } | Error::NotResumable(_));
        if is_wrong && self.len == 0 {
            remove(&self.file);
            return None;
        }
        if is_wrong {
            file.set_len(self.len).ok()?;
        }
        if let Some(notes) = NOTES.lock().ok()?.as_mut() {
            notes.push(note(self.file.path()).file_name()?.to_str()?.to_owned());
        }
        Some(file.metadata().ok()?.len())
    }
}

fn not_resumable(why: &'static str) -> io::Result<()> {
    Err(Failure::from(Error::NotResumable(why)).into())
}

/// Creates an unfinished file that only this run has.
fn create_locked(target: &Path) -> io::Result<(NamedTempFile, Temporary)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    // What comes from a server runs as no other user.
    #[cfg(unix)]
    let permissions = {
        use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
        let replaced = target.symlink_metadata().ok().filter(fs::Metadata::is_file);
        let replaced = replaced.map(|data| data.permissions().mode() & 0o777);
        options.mode(replaced.unwrap_or(0o666));
        replaced.map(fs::Permissions::from_mode)
    };
    let (file, temporary) = create(target, |path| options.open(path))?;
    // Those of a new file are less the umask.
    #[cfg(unix)]
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    // Not every file system has locks; without one, the file is not found by a run that resumes.
    let _ = file.as_file().try_lock();
    Ok((file, temporary))
}

/// Creates an unfinished file beside its target, which `open` creates if its name is not taken. Unless it is kept, it is
/// removed when the values are dropped, and by a signal.
pub(super) fn create(
    target: &Path,
    open: impl FnMut(&Path) -> io::Result<File>,
) -> io::Result<(NamedTempFile, Temporary)> {
    let prefix = prefix(target)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    // The error itself would name the unfinished file.
    Temporary::create(|| builder.make_in(folder(target), open)).map_err(|error| unnamed(&error))
}

/// The names of the notes in the folder of all targets: those that are there when the first is looked for, and those that this
/// run leaves. To read the folder for each file of a list would take the square of their number.
static NOTES: Mutex<Option<Vec<String>>> = Mutex::new(None);

/// Returns the unfinished files of a target that came from this URL and that no run writes to.
fn found(target: &Path, url: &str) -> Vec<(NamedTempFile, Identity)> {
    let folder = folder(target);
    let prefix = prefix(target).unwrap_or_default();
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    let notes = notes.get_or_insert_with(|| {
        let entries = fs::read_dir(folder).into_iter().flatten();
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.filter(|name| name.ends_with(NOTE)).collect()
    });
    let found = notes.iter().filter_map(|name| {
        let random = name.strip_prefix(&prefix)?.strip_suffix(NOTE)?;
        if random.len() != RANDOM || !random.bytes().all(|it| it.is_ascii_alphanumeric()) {
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
        let identity = Identity { len: note.len, modified: note.modified };
        (is_there && note.url == url).then_some((file, identity))
    });
    found.collect()
}

/// Removes an unfinished file and its note.
fn remove(file: &NamedTempFile) {
    let _ = fs::remove_file(note(file.path()));
    let _ = fs::remove_file(file.path());
}

/// Opens a regular file of this user with one name, which no other user can have planted.
fn open_own(path: &Path, options: &mut OpenOptions) -> Option<File> {
    let file = at_once(options).open(path).ok()?;
    let data = file.metadata().ok()?;
    #[cfg(unix)]
    let is_own = {
        use std::os::unix::fs::MetadataExt as _;
        data.nlink() == 1 && data.uid() == rustix::process::geteuid().as_raw()
    };
    #[cfg(not(unix))]
    let is_own = path.symlink_metadata().ok()?.is_file();
    (data.is_file() && is_own).then_some(file)
}

fn folder(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the beginning of the names of the unfinished files of a target.
fn prefix(target: &Path) -> io::Result<String> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let end = (0..=LONGEST.min(name.len())).rev().find(|end| name.is_char_boundary(*end));
    let (name, _) = name.split_at(end.unwrap_or(0));
    Ok(format!(".{name}."))
}

/// Returns the path of the note beside an unfinished file.
fn note(file: &Path) -> PathBuf {
    file.with_extension(NOTE.trim_start_matches('.'))
}

/// Returns an error without the name of the file that it happened to.
fn unnamed(error: &io::Error) -> io::Error {
    let source = error.get_ref().and_then(|inner| inner.source()?.downcast_ref::<io::Error>());
    match source.unwrap_or(error).raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    }
}

/// Returns whether a file begins with the whole content of another one, which is a regular file.
fn begins(path: &Path, with: &Path) -> io::Result<bool> {
    if !with.symlink_metadata()?.is_file() {
        return Ok(false);
    }
    let [mut file, with] =
        [File::open(path)?, File::open(with)?].map(|it| BufReader::new(it).bytes());
    for octet in with {
        if file.next().transpose()? != Some(octet?) {
            return Ok(false);
        }
    }
    Ok(true)
}
