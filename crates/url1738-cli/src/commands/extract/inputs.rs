//! The files to search: those that the command line names and those in the folders that it names, opened as text.

use core::sync::atomic::{AtomicU64, Ordering};
use std::{
    io::{self, BufRead},
    path::{Path, PathBuf},
    sync::Arc,
};

use ignore::{DirEntry, WalkBuilder};

use crate::{
    config::Config,
    diagnostics::message,
    exit,
    pipeline::{Progress, Source, Stats, Writer, content, source},
};

/// Searches each of the inputs, except the files in folders that `skips` names. If one cannot be read, the others still are.
/// Returns the counts of what was not searched.
pub(crate) fn each<C: Default>(
    files: &[PathBuf],
    respects_ignores: bool,
    writer: &Writer,
    skips: impl Fn(&Path) -> bool,
    mut search: impl FnMut(&Input, &str, &mut dyn BufRead) -> exit::Result<()>,
) -> exit::Result<Stats<C>> {
    let mut skipped = Stats::default();
    let hidden = Arc::default();
    for input in all(files, respects_ignores, &hidden) {
        let input = match input {
            Ok(input) => input,
            Err(error) => {
                message::print(&format_args!("cannot read {error}"));
                skipped.read_failed = true;
                continue;
            }
        };
        if input.in_folder && skips(input.source.path()) {
            continue;
        }
        let name = input.source.name();
        let opened = content::open(&input.source, &writer.progress);
        let opened = opened.map_err(|error| exit::Error::Read(name.as_str().into(), error));
        match opened.and_then(|mut bytes| search(&input, &name, &mut *bytes)) {
            Ok(()) => {}
            Err(exit::Error::NotText(..)) if input.in_folder => skipped.lines.binary += 1,
            Err(error @ (exit::Error::NotText(..) | exit::Error::Read(..))) => {
                message::print(&error);
                skipped.read_failed = true;
            }
            Err(error) => return Err(error),
        }
    }
    skipped.lines.hidden = hidden.load(Ordering::Relaxed);
    Ok(skipped)
}

/// Returns the writer of what is found in files.
///
/// # Errors
/// Returns an error if stdout is one of the files.
pub(crate) fn begin(config: &Config, files: &[PathBuf]) -> exit::Result<Arc<Writer>> {
    let named: Vec<Source> = files.iter().cloned().map(Source::from_path).collect();
    source::refuse_overwriting(&named)?;
    let total = || {
        let hidden = Arc::default();
        let found = all(files, false, &hidden).filter_map(|input| Some(input.ok()?.source));
        source::total_len(&found.collect::<Vec<_>>())
    };
    Ok(Writer::new(Progress::new(!config.quiet, total), config))
}

/// A file to search.
pub(crate) struct Input {
    pub(crate) source: Source,
    /// Whether a folder was named, and not the file.
    pub(crate) in_folder: bool,
}

/// Returns the files to search, in the order of the command line; those of a folder by name. Hidden entries of a folder are
/// skipped and counted. `respects_ignores` leaves out what `.gitignore` and `.ignore` name.
pub(crate) fn all(
    files: &[PathBuf],
    respects_ignores: bool,
    hidden: &Arc<AtomicU64>,
) -> impl Iterator<Item = io::Result<Input>> {
    let stdin = Input { source: Source::Stdin, in_folder: false };
    let stdin = files.is_empty().then_some(Ok(stdin));
    let files = files.iter().flat_map(move |path| {
        let folder = path.is_dir().then(|| of_folder(path, respects_ignores, Arc::clone(hidden)));
        let source = folder.is_none().then(|| Source::from_path(path.clone()));
        let file = source.map(|source| Ok(Input { source, in_folder: false }));
        file.into_iter().chain(folder.into_iter().flatten())
    });
    stdin.into_iter().chain(files)
}

fn of_folder(
    path: &Path,
    respects_ignores: bool,
    hidden: Arc<AtomicU64>,
) -> impl Iterator<Item = io::Result<Input>> + use<> {
    let is_shown = move |entry: &DirEntry| {
        let is_shown =
            entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".");
        hidden.fetch_add((!is_shown).into(), Ordering::Relaxed);
        is_shown
    };
    // Hidden entries are counted, so they are not left out by the walk itself.
    let walk = WalkBuilder::new(path)
        .standard_filters(respects_ignores)
        .require_git(false)
        .hidden(false)
        .sort_by_file_name(Ord::cmp)
        .filter_entry(is_shown)
        .build();
    walk.filter_map(|entry| {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return Some(Err(io::Error::other(error))),
        };
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        let source = is_file.then(|| Source::File(entry.into_path()))?;
        // What is written must not be read, as in `extract . > urls.txt`.
        let written = source::refuse_overwriting(core::slice::from_ref(&source)).is_err();
        (!written).then_some(Ok(Input { source, in_folder: true }))
    })
}
