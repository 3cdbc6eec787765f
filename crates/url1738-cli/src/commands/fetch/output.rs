//! Where the content goes: stdout, a file, or memory.

use std::{
    fs::{self, File},
    io::{self, IsTerminal as _, Write},
    path::{Path, PathBuf},
};

use crate::{diagnostics::Sanitized, exit};

/// The most of a listing that is held in memory.
const LONGEST_LISTING: usize = 16 << 20;

/// Where the content goes.
#[derive(Debug)]
pub(super) enum Target {
    /// Held, to be shown as a table.
    Memory(Vec<u8>),
    /// Written as it comes.
    Stdout,
    /// Made safe for a terminal, line by line; holds the line that is not complete.
    Terminal(Vec<u8>),
    /// A device or pipe.
    Device(File),
    /// A file, which has another name until it is complete.
    File { path: PathBuf, part: PathBuf, file: Option<File>, offset: u64 },
}

impl Target {
    pub(super) fn stdout() -> Self {
        if io::stdout().is_terminal() { Self::Terminal(Vec::new()) } else { Self::Stdout }
    }

    /// Returns the target for a path. If `resume` is set, an unfinished file is continued.
    pub(super) fn file(path: &Path, resume: bool) -> exit::Result<Self> {
        let failed = |error| exit::Error::File(path.to_owned(), error);
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Self::Device(file));
        }
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let mut offset = 0;
        if resume {
            if !part.exists() && path.exists() {
                // Another program may have left it unfinished.
                fs::rename(path, &part).map_err(failed)?;
            }
            offset = part.metadata().map_or(0, |data| data.len());
        }
        Ok(Self::File { path: path.to_owned(), part, file: None, offset })
    }

    /// Returns how much of the content is there already.
    pub(super) const fn offset(&self) -> u64 {
        match self {
            Self::File { offset, .. } => *offset,
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

    /// Ends the content. Returns it if it was held.
    pub(super) fn complete(self) -> io::Result<Option<Vec<u8>>> {
        match self.0 {
            Target::Memory(content) => Ok(Some(content)),
            Target::Stdout => io::stdout().flush().map(|()| None),
            Target::Terminal(rest) => {
                show(&rest)?;
                Ok(None)
            }
            Target::Device(mut file) => file.flush().map(|()| None),
            Target::File { path, part, file, offset } => {
                // The content may be empty.
                drop(match file {
                    Some(file) => file,
                    None => open(&part, offset)?,
                });
                fs::rename(part, path).map(|()| None)
            }
        }
    }

    /// Gives the content up. What there is of a file stays under its name for unfinished ones.
    pub(super) fn abandon(self) {
        if let Target::Terminal(rest) = self.0 {
            // The error is reported anyway.
            let _ = show(&rest);
        }
    }
}

impl Write for Output {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::Memory(content) => {
                if content.len() + octets.len() > LONGEST_LISTING {
                    return Err(io::Error::other("the listing exceeds 16 MiB: use --output"));
                }
                content.extend_from_slice(octets);
            }
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
            Target::File { part, file, offset, .. } => match file {
                Some(file) => file.write_all(octets)?,
                // A file appears only if there is content.
                None => file.insert(open(part, *offset)?).write_all(octets)?,
            },
        }
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn open(part: &Path, offset: u64) -> io::Result<File> {
    if offset > 0 {
        return File::options().append(true).open(part);
    }
    File::create(part)
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
