//! The files to search: those that the command line names, and those in the folders that it names.

use core::cell::Cell;
use std::{
    io,
    path::{Path, PathBuf},
    rc::Rc,
};

use ignore::{DirEntry, WalkBuilder};

use crate::pipeline::{Source, source};

/// A file to search.
pub(super) struct Input {
    pub(super) source: Source,
    /// Whether a folder was named, and not the file.
    pub(super) in_folder: bool,
}

/// Returns the files to search, in the order of the command line; those of a folder by name. The cell counts the hidden
/// entries of folders, which are skipped.
pub(super) fn all(
    files: &[PathBuf],
    hidden: &Rc<Cell<u64>>,
) -> impl Iterator<Item = io::Result<Input>> {
    let stdin = files.is_empty().then_some(Ok(Input { source: Source::Stdin, in_folder: false }));
    let hidden = Rc::clone(hidden);
    stdin.into_iter().chain(files.iter().flat_map(move |path| of_path(path, &hidden)))
}

fn of_path(path: &Path, hidden: &Rc<Cell<u64>>) -> Box<dyn Iterator<Item = io::Result<Input>>> {
    if !path.is_dir() {
        let source = Source::from_path(path.to_owned());
        return Box::new(core::iter::once(Ok(Input { source, in_folder: false })));
    }
    let walk = WalkBuilder::new(path).standard_filters(false).sort_by_file_name(Ord::cmp).build();
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
        if is_hidden(&entry) {
            hidden.set(hidden.get() + 1);
            hidden_folder = Some(entry.into_path());
            return None;
        }
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        let source = is_file.then(|| Source::File(entry.into_path()))?;
        // What is written must not be read, as in `extract . > urls.txt`.
        let written = source::refuse_overwriting(core::slice::from_ref(&source), &[]).is_err();
        (!written).then_some(Ok(Input { source, in_folder: true }))
    }))
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// Returns the number of bytes to read, unless stdin is among the files or one cannot be read.
pub(super) fn total_len(files: &[PathBuf]) -> Option<u64> {
    let len = |input: io::Result<Input>| match input.ok()?.source {
        Source::File(path) => path.metadata().ok().map(|data| data.len()),
        _ => None,
    };
    all(files, &Rc::default()).map(len).sum()
}
