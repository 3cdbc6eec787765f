//! Content on its way to a file: under a name of this program until it is complete.
//!
//! The content of `NAME` is in `.NAME.XXXXXX.url1738` beside it, which is created anew and locked, so that no run writes to
//! what another one or the user has. If it can be resumed, `.NAME.XXXXXX.url1738.json` says what it is.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use url1738_client::{Error, Identity};

use super::part::{PIECE, Part, found, read_at};
use crate::{diagnostics::sanitized, exit, signals};

/// How much of a file that another program left is compared with the one on the server.
const OVERLAP: u64 = 1024;

/// A file whose content is on its way.
#[derive(Debug)]
pub(super) struct Unfinished {
    pub(super) target: PathBuf,
    /// The URL without secrets.
    url: String,
    /// Whether what is there is to be continued.
    resumes: bool,
    /// Whether a file that appears at the target meanwhile is kept.
    keeps: bool,
    state: State,
    /// Where the content of this run begins.
    pub(super) offset: u64,
    /// What it begins with, if another program left the file: the end of what is there.
    overlap: Vec<u8>,
    /// What the file on the server is, if it can be resumed.
    identity: Option<Identity>,
}

#[derive(Debug)]
enum State {
    /// Nothing is written yet.
    New,
    /// Another program left so many bytes at the target itself. They are copied when more content comes.
    Foreign(File, u64),
    Part(Part),
}

impl Unfinished {
    /// Returns a file that begins at its start, or if `resumes` is set, one that continues what an earlier run or another
    /// program left. If `keeps` is set, a file that appears at the target meanwhile is not replaced.
    pub(super) fn new(target: &Path, url: String, resumes: bool, keeps: bool) -> io::Result<Self> {
        let (target, state) = (target.to_owned(), State::New);
        let (offset, overlap, identity) = (0, Vec::new(), None);
        let mut new = Self { target, url, resumes, keeps, state, offset, overlap, identity };
        if !resumes {
            return Ok(new);
        }
        if let Some(part) = found(&new.target, &new.url).max_by_key(Part::len) {
            new.offset = part.len().unwrap_or(0);
            new.identity = part.begun.clone();
            new.state = State::Part(part);
            return Ok(new);
        }
        match new.target.symlink_metadata() {
            // It has nothing to lose.
            Ok(data) if data.is_file() && data.len() == 0 => new.keeps = true,
            Ok(data) if data.is_file() => {
                let (file, len) = (File::open(&new.target)?, data.len());
                // No note says what it is, so its end is compared. At least one byte is left out, so that the server has to
                // accept an offset.
                new.offset = len.saturating_sub(OVERLAP).max(1);
                new.overlap = read_at(&file, new.offset, len - new.offset)?;
                new.state = State::Foreign(file, len);
            }
            Ok(_) => return Err(io::Error::other("only a regular file can be resumed")),
            Err(_) => {}
        }
        Ok(new)
    }

    /// Returns what the file was when it was begun.
    pub(super) fn identity(&self) -> Identity {
        self.identity.clone().unwrap_or_default()
    }

    /// Notes what the file on the server is, which can then be resumed.
    pub(super) fn identified(&mut self, identity: &Identity) {
        self.identity.get_or_insert_with(|| identity.clone());
    }

    pub(super) fn write_all(&mut self, octets: &[u8]) -> io::Result<()> {
        self.compare()?;
        let (compared, octets) = octets.split_at(octets.len().min(self.overlap.len()));
        if !self.overlap.starts_with(compared) {
            return Err(io::Error::other("it is not the beginning of the file on the server"));
        }
        self.overlap.drain(..compared.len());
        if octets.is_empty() { Ok(()) } else { self.part()?.file.write_all(octets) }
    }

    /// Returns an error if nothing of what another program left can be compared.
    fn compare(&self) -> io::Result<()> {
        match self.state {
            State::Foreign(_, 1) => Err(io::Error::other("one byte is too few to compare")),
            _ => Ok(()),
        }
    }

    /// Returns the file that is written to, at its end. It appears only if there is content.
    fn part(&mut self) -> io::Result<&mut Part> {
        if !matches!(self.state, State::Part(_)) {
            let mut part = Part::create(&self.target)?;
            if let State::Foreign(foreign, len) = &mut self.state {
                foreign.rewind()?;
                let copied = io::copy(&mut foreign.take(*len), &mut part.file)?;
                if copied != *len {
                    return Err(io::Error::other(exit::CHANGED));
                }
            }
            match &self.identity {
                Some(identity) => part.keep(&self.url, identity)?,
                None => signals::set_temporary_file(Some(part.file.path().to_owned())),
            }
            self.state = State::Part(part);
        }
        match &mut self.state {
            State::Part(part) => Ok(part),
            // Certain not to be reached, and harmless.
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Gives the content its name.
    pub(super) fn complete(mut self) -> io::Result<()> {
        self.compare()?;
        if !self.overlap.is_empty() {
            return Err(io::Error::other("it is longer than the file on the server"));
        }
        // The file of another program turned out to be complete.
        if matches!(self.state, State::Foreign(..)) {
            return Ok(());
        }
        // The content may be empty.
        self.part()?;
        let State::Part(part) = self.state else { return Ok(()) };
        let (note, target) = (part.note(), &self.target);
        // Those of runs that ended before: one that ends now, since the target exists, says that its content is kept.
        let others: Vec<Part> = found(target, &self.url).collect();
        let placed = match self.keeps {
            true => part.file.persist_noclobber(target),
            false => part.file.persist(target),
        };
        let placed = placed.or_else(|error| {
            let exists = error.error.kind() == io::ErrorKind::AlreadyExists;
            // Nothing is lost if what is there is the beginning of the content.
            match exists && self.resumes && begins(error.file.path(), target) {
                true => error.file.persist(target),
                false => Err(error),
            }
        });
        signals::set_temporary_file(None);
        let Err(mut error) = placed else {
            // Without its file, a note has no effect.
            let _ = std::fs::remove_file(note);
            others.into_iter().for_each(Part::remove);
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
        signals::set_temporary_file(None);
        let State::Part(part) = self.state else { return None };
        self.identity?;
        let is_wrong =
            matches!(error, Error::Changed { .. } | Error::Excess { .. } | Error::NotResumable(_));
        match part.begun {
            None if is_wrong => {
                part.remove();
                return None;
            }
            // A server that ignores the offset sends the beginning again.
            Some(_) if is_wrong || part.repeats_beginning(self.offset) => {
                part.file.as_file().set_len(self.offset).ok()?;
            }
            _ => {}
        }
        part.len()
    }
}

/// Returns whether a file begins with the whole content of another one, which is a regular file.
fn begins(path: &Path, with: &Path) -> bool {
    let compare = || -> io::Result<bool> {
        if !with.symlink_metadata()?.is_file() {
            return Ok(false);
        }
        let (file, with) = (File::open(path)?, File::open(with)?);
        let len = with.metadata()?.len();
        for at in (0..len).step_by(PIECE) {
            let piece = read_at(&with, at, PIECE as u64)?;
            if piece != read_at(&file, at, piece.len() as u64)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    compare().unwrap_or(false)
}
