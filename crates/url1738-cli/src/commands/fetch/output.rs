//! Where content goes: a stream, a file, or a mirror.

use std::{
    fs::File,
    io::{self, IsTerminal as _, Write},
    path::{Path, PathBuf},
};

use encoding_rs::Encoding;
use url1738::Url;
use url1738_client::Error;

use super::{failure::Failure, mirror::Place, screen::Screen, unfinished::Unfinished};

/// Where the content of a URL goes.
pub(super) enum Target<'a> {
    /// Written as it comes: to stdout, to the device or pipe of this path, or nowhere if a record says what there is.
    Stream(Option<PathBuf>, Box<dyn Write>),
    /// A file, which has another name until it is complete.
    File(Box<Unfinished>),
    /// A file of a mirror, which appears when it is complete.
    Place(Place<'a>),
}

impl<'a> Target<'a> {
    /// Returns a stream that is not at a path.
    pub(super) fn stream(to: impl Write + 'static) -> Self {
        Self::Stream(None, Box::new(to))
    }

    /// Returns stdout, or if that is a terminal, what shows the content on it.
    pub(super) fn screen(charset: Option<&'static Encoding>) -> Self {
        match io::stdout().is_terminal() {
            true => Self::stream(Screen::new(charset)),
            false => Self::stream(io::stdout()),
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
        // `/dev/stdout` is a link to a descriptor, which may be that of a file: to replace the link would take it from all
        // programs.
        let is_descriptor = path.read_link().is_ok_and(|to| to.starts_with("/proc"));
        if !resume && (is_descriptor || path.metadata().is_ok_and(|data| !data.is_file())) {
            let file = File::options().write(true).append(is_descriptor).open(path);
            let file = file.map_err(Failure::writing(path))?;
            return Ok(Self::Stream(Some(path.to_owned()), Box::new(file)));
        }
        let url = url.redacted().to_string();
        let unfinished = Unfinished::new(path, url, resume, keeps);
        let failed = |error| Failure::of_content(Some(path), error);
        unfinished.map(|file| Self::File(Box::new(file))).map_err(failed)
    }

    /// Returns the file that may have to be resumed.
    pub(super) fn unfinished(&mut self) -> Option<&mut Unfinished> {
        if let Self::File(file) = self { Some(file) } else { None }
    }

    /// Returns the path of the file that the content is written to.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stream(path, _) => path.as_deref(),
            Self::File(file) => Some(&file.target),
            Self::Place(place) => Some(&place.path),
        }
    }

    pub(super) fn write(&mut self, octets: &[u8]) -> io::Result<()> {
        let written = match self {
            // A file of a mirror is created when there is content.
            _ if octets.is_empty() => Ok(()),
            Self::Stream(_, to) => to.write_all(octets),
            Self::File(file) => file.write_all(octets),
            Self::Place(place) => place.write_all(octets),
        };
        written.map_err(|error| Failure::of_content(self.path(), error).into())
    }

    /// Ends the content: with an error if it is not complete. Of a file that can be resumed, what came is kept: returns how
    /// many bytes.
    pub(super) fn end(self, error: Option<&Error>) -> Result<Option<u64>, Failure> {
        let path = self.path().map(Path::to_owned);
        let ended = match (self, error) {
            (Self::Stream(_, mut to), _) => to.flush(),
            (Self::File(file), Some(error)) => return Ok(file.abandon(error)),
            (Self::File(file), None) => file.complete(),
            (Self::Place(_), Some(_)) => Ok(()),
            (Self::Place(place), None) => place.complete(),
        };
        ended.map(|()| None).map_err(|error| Failure::of_content(path.as_deref(), error))
    }
}
