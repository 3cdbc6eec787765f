//! Where content goes: stdout, a file, or a mirror.

use std::{
    fs::File,
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
};

use encoding_rs::Encoding;
use url1738::Url;
use url1738_client::{Client, Error, Identity};

use super::{failure::Failure, mirror::Place, screen::Screen, unfinished::Unfinished};

/// Where the content of a URL goes.
pub(super) enum Target<'a> {
    /// It is not kept: a record says what there is.
    Nowhere,
    /// Written as it comes.
    Stdout,
    /// Shown on a terminal, line by line.
    Terminal(Screen),
    /// A device or pipe.
    Device(PathBuf, File),
    /// A file, which has another name until it is complete.
    File(Box<Unfinished>),
    /// A file of a mirror, which appears when it is complete.
    Place(Place<'a>),
}

impl<'a> Target<'a> {
    pub(super) fn stdout(charset: Option<&'static Encoding>) -> Self {
        match io::stdout().is_terminal() {
            true => Self::Terminal(Screen::new(charset)),
            false => Self::Stdout,
        }
    }

    /// Returns the target for the content of a URL at a path. If `resume` is set, an unfinished file is continued; if
    /// `keeps` is set, a file that appears at the path meanwhile is not replaced.
    pub(super) fn file(
        path: &Path,
        url: &Url<&str>,
        resume: bool,
        keeps: bool,
    ) -> Result<Self, Failure> {
        let failed = |error| Failure::writing(path, &error);
        if !resume && path.metadata().is_ok_and(|data| !data.is_file()) {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Self::Device(path.to_owned(), file));
        }
        let url = url.redacted().to_string();
        let unfinished = Unfinished::new(path, url, resume, keeps).map_err(failed)?;
        Ok(Self::File(Box::new(unfinished)))
    }

    /// Returns a client that asks for what is missing, and for what a file is that may have to be resumed.
    pub(super) fn ask(&self, client: &Client) -> Client {
        match self {
            Self::File(unfinished) => {
                client.clone().identify().resume_at(unfinished.offset, unfinished.identity())
            }
            _ => client.clone(),
        }
    }

    /// Returns how much of the content is there already.
    pub(super) fn offset(&self) -> u64 {
        match self {
            Self::File(unfinished) => unfinished.offset,
            _ => 0,
        }
    }

    /// Returns the path of the file that the content is written to.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::Device(path, _) => Some(path),
            Self::File(file) => Some(&file.target),
            Self::Place(place) => Some(&place.path),
            _ => None,
        }
    }

    /// Notes what the file on the server is.
    pub(super) fn identified(&mut self, identity: &Identity) {
        if let Self::File(unfinished) = self {
            unfinished.identified(identity);
        }
    }

    pub(super) fn write(&mut self, octets: &[u8]) -> io::Result<()> {
        match self {
            _ if octets.is_empty() => Ok(()),
            Self::Nowhere => Ok(()),
            Self::Stdout => io::stdout().write_all(octets),
            Self::Terminal(screen) => screen.write(octets),
            Self::Device(path, file) => {
                let written = file.write_all(octets);
                written.map_err(|error| io::Error::other(Failure::writing(path, &error)))
            }
            Self::File(file) => {
                let written = file.write_all(octets);
                written.map_err(|error| io::Error::other(Failure::writing(&file.target, &error)))
            }
            Self::Place(place) => place.write_all(octets).map_err(io::Error::other),
        }
    }

    /// Ends the content: with an error if it is not complete. Of a file that can be resumed, what came is kept: returns how
    /// many bytes.
    pub(super) fn end(self, error: Option<&Error>) -> Result<Option<u64>, Failure> {
        match (self, error) {
            (Self::Nowhere, _) => {}
            (Self::Stdout, _) => io::stdout().flush()?,
            (Self::Terminal(mut screen), _) => screen.end()?,
            (Self::Device(path, mut file), _) => {
                file.flush().map_err(|error| Failure::writing(&path, &error))?;
            }
            (Self::File(file), Some(error)) => return Ok(file.abandon(error)),
            (Self::File(file), None) => {
                let path = file.target.clone();
                file.complete().map_err(|error| Failure::writing(&path, &error))?;
            }
            (Self::Place(place), None) => place.complete()?,
            (Self::Place(_), Some(_)) => {}
        }
        Ok(None)
    }
}
