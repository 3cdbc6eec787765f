//! The files to search: those that the command line names and those in the folders that it names, opened as text.

use core::cell::{Cell, RefCell};
use std::{
    io::{self, BufRead, IsTerminal as _},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use ignore::{DirEntry, WalkBuilder};

use super::search::Unsearched;
use crate::{
    config::Config,
    diagnostics::message,
    exit,
    pipeline::{Framing, Progress, Source, Writer, content, source},
};

/// What of folders is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(crate) sees_hidden: bool,
    /// Whether what `.gitignore` and `.ignore` name is left out.
    pub(crate) respects_ignores: bool,
}

/// What of the inputs was not searched.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Skipped {
    /// Hidden entries of folders.
    pub(crate) hidden: u64,
    /// Files in folders that are not texts.
    pub(crate) binary: u64,
    /// Whether an input could not be read, which has been reported.
    pub(crate) has_failed: bool,
}

/// Searches each of the inputs, except the files in folders that `skips` names. If one cannot be read, the others still are.
pub(crate) fn each(
    files: &[PathBuf],
    walk: Walk,
    progress: &Rc<RefCell<Progress>>,
    skips: impl Fn(&Path) -> bool,
    mut search: impl FnMut(&Input, &str, &mut dyn BufRead) -> Result<(), Unsearched>,
) -> exit::Result<Skipped> {
    let (hidden, mut skipped) = (Rc::default(), Skipped::default());
    for input in all(files, walk, &hidden) {
        let input = match input {
            Ok(input) => input,
            Err(error) => {
                message::print(&format_args!("cannot read {error}"));
                skipped.has_failed = true;
                continue;
            }
        };
        if input.in_folder && matches!(&input.source, Source::File(path) if skips(path)) {
            continue;
        }
        let name = input.source.name();
        let opened = content::open(&input.source, progress).map_err(Unsearched::Read);
        match opened.and_then(|mut bytes| search(&input, &name, &mut *bytes)) {
            Ok(()) => continue,
            Err(Unsearched::NotText(_)) if input.in_folder => {
                skipped.binary += 1;
                continue;
            }
            Err(Unsearched::NotText(reason) | Unsearched::Refused(reason)) => {
                message::print(&format_args!("{name} {reason}"));
            }
            Err(Unsearched::Read(error)) => message::cannot_read(&name, &error),
            Err(Unsearched::Run(error)) => return Err(error),
        }
        skipped.has_failed = true;
    }
    skipped.hidden = hidden.get();
    Ok(skipped)
}

/// Returns the progress over files, and the writer of what is found in them.
///
/// # Errors
/// Returns an error if stdout is one of the files.
pub(crate) fn begin(
    config: &Config,
    files: &[PathBuf],
    framing: Framing,
) -> exit::Result<(Rc<RefCell<Progress>>, Arc<Writer>)> {
    let named: Vec<Source> = files.iter().cloned().map(Source::from_path).collect();
    source::refuse_overwriting(&named)?;
    let drawn = !config.quiet && io::stderr().is_terminal() && !io::stdout().is_terminal();
    // Unknown if stdin is among the files or one cannot be read.
    let len = |input: io::Result<Input>| match input.ok()?.source {
        Source::File(path) => path.metadata().ok().map(|data| data.len()),
        _ => None,
    };
    let walk = Walk { sees_hidden: false, respects_ignores: false };
    let total = || all(files, walk, &Rc::default()).map(len).sum();
    let progress = Progress::new(drawn, if drawn { total() } else { None });
    let progress = Rc::new(RefCell::new(progress));
    let writer = Writer::new(progress.borrow().bar(), framing, config.quiet);
    Ok((progress, writer))
}

/// A file to search.
pub(crate) struct Input {
    pub(crate) source: Source,
    /// Whether a folder was named, and not the file.
    pub(crate) in_folder: bool,
}

/// Returns the files to search, in the order of the command line; those of a folder by name. The cell counts the hidden
/// entries of folders, which are skipped.
pub(crate) fn all(
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
