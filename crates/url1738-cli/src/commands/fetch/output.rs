//! Where the content goes: stdout or a file.

use std::{
    fs::File,
    io::{self, IsTerminal as _, Write},
    path::Path,
};

use url1738::Url;
use url1738_client::{Client, Error, Identity};

use super::unfinished::Unfinished;
use crate::{diagnostics::Sanitized, exit};

/// Where the content goes.
#[derive(Debug)]
pub(super) enum Target {
    /// Written as it comes.
    Stdout,
    /// Made safe for a terminal, line by line; holds the line that is not complete.
    Terminal(Vec<u8>),
    /// A device or pipe.
    Device(File),
    /// A file, which has another name until it is complete.
    File(Box<Unfinished>),
}

impl Target {
    pub(super) fn stdout() -> Self {
        if io::stdout().is_terminal() { Self::Terminal(Vec::new()) } else { Self::Stdout }
    }

    /// Returns the target for the content of a URL at a path. If `resume` is set, an unfinished file is continued.
    pub(super) fn file(path: &Path, url: &Url<&str>, resume: bool) -> exit::Result<Self> {
        let failed = |error| exit::Error::File(path.to_owned(), error);
        if resume {
            let unfinished = Unfinished::resumed(path, url.redacted().to_string());
            return unfinished.map(|it| Self::File(Box::new(it))).map_err(failed);
        }
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Self::Device(file));
        }
        Ok(Self::File(Box::new(Unfinished::new(path, url.redacted().to_string()))))
    }

    /// Keeps a file that appears at the path before the content is complete.
    pub(super) fn keeping_existing(mut self) -> Self {
        if let Self::File(unfinished) = &mut self {
            unfinished.keep_existing();
        }
        self
    }

    /// Returns a client that asks for what is missing, and for what a file is that may have to be resumed.
    pub(super) fn ask(&self, client: &Client) -> Client {
        match self {
            Self::File(unfinished) => client
                .clone()
                .identify()
                .resume_at(unfinished.offset())
                .expect(unfinished.identity()),
            _ => client.clone(),
        }
    }

    /// Returns how much of the content is there already.
    pub(super) fn offset(&self) -> u64 {
        match self {
            Self::File(unfinished) => unfinished.offset(),
            _ => 0,
        }
    }
}

/// The content as it is written.
#[derive(Debug)]
pub(super) struct Output(Target);

impl Output {
    pub(super) const fn new(target: Target) -> Self {
        Self(target)
    }

    /// Returns whether the content is shown on a terminal as it comes.
    pub(super) const fn is_terminal(&self) -> bool {
        matches!(self.0, Target::Terminal(_))
    }

    /// Ends the content.
    pub(super) fn complete(self) -> io::Result<()> {
        match self.0 {
            Target::Stdout => io::stdout().flush(),
            Target::Terminal(rest) => show(&rest),
            Target::Device(mut file) => file.flush(),
            Target::File(unfinished) => unfinished.complete(),
        }
    }

    /// Gives the content up. Returns how many bytes of a file are kept, to be resumed.
    pub(super) fn abandon(self, error: &Error) -> Option<u64> {
        match self.0 {
            Target::Terminal(rest) => {
                // The error is reported anyway.
                let _ = show(&rest);
                None
            }
            Target::File(unfinished) => unfinished.abandon(error),
            _ => None,
        }
    }

    /// Notes what the file on the server is.
    pub(super) fn identified(&mut self, identity: &Identity) {
        if let Target::File(unfinished) = &mut self.0 {
            unfinished.identified(identity);
        }
    }
}

impl Write for Output {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::Stdout => io::stdout().write_all(octets)?,
            Target::Terminal(rest) => {
                for octet in octets {
                    rest.push(*octet);
                    if *octet == b'\n' || rest.len() > 4096 {
                        show(rest)?;
                        rest.clear();
                    }
                }
            }
            Target::Device(file) => file.write_all(octets)?,
            Target::File(unfinished) => unfinished.write_all(octets)?,
        }
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Shows a line on the terminal, which must not interpret it.
fn show(line: &[u8]) -> io::Result<()> {
    let (line, end) = match line {
        [line @ .., b'\r', b'\n'] | [line @ .., b'\n'] => (line, "\n"),
        line => (line, ""),
    };
    let mut out = io::stdout().lock();
    for (at, piece) in line.split(|octet| *octet == b'\t').enumerate() {
        let tab = if at > 0 { "\t" } else { "" };
        write!(out, "{tab}{}", Sanitized::new(piece))?;
    }
    write!(out, "{end}")
}
