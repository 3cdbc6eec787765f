//! The files to search: those that the command line names and those in the folders that it names, opened as text.

use core::cell::{Cell, RefCell};
use std::{
    io::{self, BufRead, ErrorKind, IsTerminal as _},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use ignore::{DirEntry, WalkBuilder};

use super::search::Searched;
use crate::{
    config::Config,
    diagnostics::{message, suggest},
    exit,
    pipeline::{Framing, Progress, Source, Writer, content, source},
};

/// The number of bytes at the start of a file in which a NUL shows that it is not text.
const SNIFFED: usize = 8 * 1024;

/// What of folders is searched.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) struct Walk {
    pub(in crate::commands) sees_hidden: bool,
    /// Whether what `.gitignore` and `.ignore` name is left out.
    pub(in crate::commands) respects_ignores: bool,
}

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::commands) enum Read {
    Whole,
    /// It is in a folder, and not a text.
    NotText,
    /// It could not be read, which has been reported.
    Failed,
}

/// Reads an input by a search, and reports why it cannot be read.
pub(in crate::commands) fn each(
    input: io::Result<Input>,
    progress: &Rc<RefCell<Progress>>,
    search: &mut dyn FnMut(&Input, &str, &mut dyn BufRead) -> exit::Result<Searched>,
) -> exit::Result<Read> {
    let input = match input {
        Ok(input) => input,
        Err(error) => {
            message::print(&format_args!("cannot read {error}"));
            return Ok(Read::Failed);
        }
    };
    let name = input.source.name();
    let read = match content::open(&input.source, progress) {
        Ok(mut bytes) => search(&input, &name, &mut *bytes)?,
        Err(error) => Err(error),
    };
    Ok(match read {
        Ok(Ok(())) => Read::Whole,
        Ok(Err(_)) if input.in_folder => Read::NotText,
        Ok(Err(reason)) => {
            message::print(&format_args!("{name} {reason}"));
            Read::Failed
        }
        // A message has said it.
        Err(error) if error.kind() == ErrorKind::Unsupported => Read::Failed,
        Err(error) => {
            message::cannot_read(&name, &error);
            Read::Failed
        }
    })
}

/// Returns the progress over files, and the writer of what is found in them.
pub(in crate::commands) fn progress(
    config: &Config,
    files: &[PathBuf],
    framing: Framing,
) -> (Rc<RefCell<Progress>>, Arc<Writer>) {
    let drawn = !config.quiet && io::stderr().is_terminal() && !io::stdout().is_terminal();
    let total = if drawn { total_len(files) } else { None };
    let progress = Rc::new(RefCell::new(Progress::new(drawn, total)));
    let writer = Writer::new(progress.borrow().bar(), framing, config.quiet);
    (progress, writer)
}

/// A file to search.
pub(in crate::commands) struct Input {
    pub(in crate::commands) source: Source,
    /// Whether a folder was named, and not the file.
    pub(in crate::commands) in_folder: bool,
}

/// Returns the files to search, in the order of the command line; those of a folder by name. The cell counts the hidden
/// entries of folders, which are skipped.
pub(in crate::commands) fn all(
    files: &[PathBuf],
    how: Walk,
    hidden: &Rc<Cell<u64>>,
) -> impl Iterator<Item = io::Result<Input>> {
    let stdin = files.is_empty().then_some(Ok(Input { source: Source::Stdin, in_folder: false }));
    let hidden = Rc::clone(hidden);
    stdin.into_iter().chain(files.iter().flat_map(move |path| of_path(path, how, &hidden)))
}

fn of_path(
    path: &Path,
    how: Walk,
    hidden: &Rc<Cell<u64>>,
) -> Box<dyn Iterator<Item = io::Result<Input>>> {
    if !path.is_dir() {
        let source = Source::from_path(path.to_owned());
        return Box::new(core::iter::once(Ok(Input { source, in_folder: false })));
    }
    // Hidden entries are counted, so they are not left out by the walk.
    let walk = WalkBuilder::new(path)
        .standard_filters(how.respects_ignores)
        .require_git(false)
        .hidden(false)
        .sort_by_file_name(Ord::cmp)
        .build();
    let mut hidden_folder: Option<PathBuf> = None;
    let hidden = Rc::clone(hidden);
    Box::new(walk.filter_map(move |entry| {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return Some(Err(io::Error::other(error))),
        };
        // Of a hidden folder nothing but itself is counted. It comes before what is in it.
        if hidden_folder.as_ref().is_some_and(|folder| entry.path().starts_with(folder)) {
            return None;
        }
        if !how.sees_hidden && is_hidden(&entry) {
            hidden.set(hidden.get() + 1);
            hidden_folder = Some(entry.into_path());
            return None;
        }
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        let source = is_file.then(|| Source::File(entry.into_path()))?;
        // What is written must not be read, as in `extract . > urls.txt`.
        let written = source::refuse_overwriting(core::slice::from_ref(&source)).is_err();
        (!written).then_some(Ok(Input { source, in_folder: true }))
    }))
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// Returns the number of bytes to read, unless stdin is among the files or one cannot be read.
pub(in crate::commands) fn total_len(files: &[PathBuf]) -> Option<u64> {
    let len = |input: io::Result<Input>| match input.ok()?.source {
        Source::File(path) => path.metadata().ok().map(|data| data.len()),
        _ => None,
    };
    let walk = Walk { sees_hidden: false, respects_ignores: false };
    all(files, walk, &Rc::default()).map(len).sum()
}

/// Returns what an input is that begins like this, and what to do about it, if it is not text.
pub(in crate::commands) fn not_text(start: &[u8]) -> Option<&'static str> {
    suggest::for_input(start).or_else(|| {
        let start = start.get(..SNIFFED).unwrap_or(start);
        memchr::memchr(0, start).map(|_| "is binary: search it with --text")
    })
}
