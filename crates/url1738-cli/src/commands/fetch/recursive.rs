//! `--recursive`: directories and menus with what they list, one request after the other.

use core::cell::RefCell;
use std::{
    collections::{HashSet, VecDeque},
    io,
    path::PathBuf,
    rc::Rc,
    thread,
};

use url1738::Url;
use url1738_client::{Error, ItemKind, Listing, Row};

use super::{
    Fetcher,
    content::{Fetched, Rows},
    failure::{Failure, Items, Stopped},
    index::Keys,
    mirror::Mirror,
    output::Target,
    records::{FetchRecord, What},
};
use crate::{
    diagnostics::{message, sanitized},
    exit::{self, Outcome},
    line::{Line, Origin},
    records::ValidLine,
};

/// The most memory for names that wait, in bytes.
const QUEUE: usize = 16 << 20;

/// What a name takes besides its text.
const TASK: usize = 96;

/// The most names that are remembered, so that none is fetched twice. They are held as hashes, in about 9 MB.
const SEEN: usize = 400_000;

/// A URL to fetch: a folder's URL, which its names share, and a name.
struct Task {
    folder: Rc<str>,
    name: Box<str>,
    depth: usize,
    kind: ItemKind,
}

/// What is still to be fetched.
#[derive(Default)]
struct Queue {
    tasks: VecDeque<Task>,
    /// The bytes of the tasks.
    size: usize,
    keys: Keys,
    seen: HashSet<u128>,
    /// How many items may still be fetched.
    left: usize,
    /// The items beyond that number.
    beyond: usize,
    /// The items that have no place in the queue.
    refused: usize,
}

pub(super) fn fetch(fetcher: &Fetcher<'_>, start: &ValidLine<'_>) -> Result<Outcome, Failure> {
    let arguments = fetcher.arguments;
    let mut mirror = Mirror::open(&arguments.into, &start.url, arguments.force)?;
    let mut queue = Queue { left: arguments.max_files, ..Queue::default() };
    let kind = match Listing::is_expected(&start.url) {
        true => ItemKind::Menu,
        false => ItemKind::File,
    };
    queue.push(&start.url, 0, kind);
    let items = RefCell::new(Items::default());
    let (mut worst, mut is_first) = (Outcome::Valid, true);
    while let Some(Task { folder, name, depth, mut kind }) = queue.pop() {
        items.borrow_mut().total += 1;
        let mut text = format!("{folder}{name}");
        loop {
            if !core::mem::take(&mut is_first) {
                thread::sleep(arguments.delay);
            }
            let line = Line::single(start.line.number, text.as_bytes(), &Origin::Arguments);
            // The text is that of a URL.
            let Ok(url) = line.parse() else { break };
            let valid = ValidLine::new(line, url, fetcher.config.passwords);
            let mut follow = |rows: &mut dyn Iterator<Item = Result<Row, Error>>| {
                for row in rows {
                    match row {
                        Ok(Row { url: Some(url), kind, .. }) if depth < arguments.depth => {
                            queue.follow(&valid.url, &url.view(), depth + 1, kind);
                        }
                        Ok(_) => {}
                        Err(error) => {
                            let Items { total, failed } = &mut *items.borrow_mut();
                            (*total, *failed) = (*total + 1, *failed + 1);
                            fetcher.report(&valid, &error.into()).map_err(in_exchange)?;
                        }
                    }
                }
                Ok(())
            };
            match one(fetcher, &mut mirror, &valid, kind, &mut follow) {
                Ok(()) => break,
                // The name in an FTP directory may be one of a directory.
                Err(Failure::Stopped(stopped))
                    if kind == ItemKind::Unknown && stopped.is_not_a_file() =>
                {
                    kind = ItemKind::Menu;
                    text.push('/');
                }
                Err(Failure::Stopped(stopped)) => {
                    items.borrow_mut().failed += 1;
                    worst = fetcher.report(&valid, &stopped)?;
                    break;
                }
                Err(failure) => return Err(failure),
            }
        }
    }
    let (mut outcome, mut items) = (Outcome::Valid, items.into_inner());
    let left = queue.tasks.len() + queue.beyond;
    if left > 0 {
        let count = arguments.max_files;
        message::print(&format_args!(
            "stopped after {count}: at least {left} are left; raise --max-files"
        ));
        outcome = Outcome::Invalid;
    }
    if queue.refused > 0 {
        message::error(&format_args!(
            "{} names are too many to wait: fetch their folders one by one",
            queue.refused
        ));
        items.total += queue.refused;
        items.failed += queue.refused;
    }
    // The error of a single URL keeps its class.
    let failed = if items.total == 1 { worst } else { Outcome::NetworkFailed };
    Ok(outcome.max(items.report(failed)))
}

impl Queue {
    /// Adds what a row leads to, if it is on the same host.
    fn follow(&mut self, base: &Url<&str>, url: &Url<&str>, depth: usize, kind: ItemKind) {
        let is_here = url.scheme() == base.scheme()
            && url.host_str() == base.host_str()
            && url.port_or_default() == base.port_or_default();
        if is_here && !matches!(kind, ItemKind::Search | ItemKind::Session) {
            self.push(url, depth, kind);
        }
    }

    fn push(&mut self, url: &Url<&str>, depth: usize, kind: ItemKind) {
        let text = url.as_str();
        // The names of a directory share its URL, and all selectors that of the host.
        let end = match url {
            Url::Gopher(url) => url.login().spans().end() as usize,
            _ => text.rfind('/').map_or(0, |at| at + 1),
        };
        let (folder, name) = text.split_at_checked(end).unwrap_or(("", text));
        let key = self.keys.of((folder, name));
        if self.seen.contains(&key) {
            return;
        }
        let last = self.tasks.back().filter(|last| &*last.folder == folder);
        let shared = last.map(|last| Rc::clone(&last.folder));
        let size = TASK + name.len() + if shared.is_some() { 0 } else { folder.len() };
        if self.seen.len() >= SEEN || self.tasks.len() < self.left && self.size + size > QUEUE {
            self.refused += 1;
            return;
        }
        self.seen.insert(key);
        if self.tasks.len() >= self.left {
            self.beyond += 1;
            return;
        }
        self.size += size;
        let folder = shared.unwrap_or_else(|| folder.into());
        self.tasks.push_back(Task { folder, name: name.into(), depth, kind });
    }

    /// Returns the next task, unless as many as allowed were fetched.
    fn pop(&mut self) -> Option<Task> {
        self.left = self.left.checked_sub(1)?;
        let task = self.tasks.pop_front()?;
        let shares = self.tasks.front().is_some_and(|next| Rc::ptr_eq(&next.folder, &task.folder));
        let size = TASK + task.name.len() + if shares { 0 } else { task.folder.len() };
        // INVARIANT: the first of the tasks that share a folder added its text, and this is the last.
        self.size -= size;
        Some(task)
    }
}

/// Returns the error of the program as one of the content's writer.
fn in_exchange(error: exit::Error) -> io::Error {
    match error {
        exit::Error::Closed => io::ErrorKind::BrokenPipe.into(),
        exit::Error::Output(error) => error,
        error => io::Error::other(Stopped::local(error.to_string(), None)),
    }
}

/// Fetches one URL into the folder of its host, and passes on the rows of what it lists.
fn one(
    fetcher: &Fetcher<'_>,
    mirror: &mut Mirror,
    valid: &ValidLine<'_>,
    kind: ItemKind,
    rows: Rows<'_>,
) -> Result<(), Failure> {
    let url = &valid.url;
    let listing = Listing::new(url).filter(|_| kind == ItemKind::Menu);
    let is_menu = listing.is_some();
    let mut place = None::<PathBuf>;
    let target = match (is_menu, url) {
        // The names of a directory are folders and files already.
        (true, Url::Ftp(_)) => Target::Nowhere,
        _ => {
            let file = mirror.place(url, is_menu)?;
            place = Some(file.path.clone());
            Target::Place(file)
        }
    };
    let Fetched { outcome, .. } = fetcher.exchange(valid, target, listing, rows)?;
    let path = match place {
        Some(path) => path,
        None => mirror.folder_of(url)?,
    };
    if !fetcher.config.is_human() {
        let what = What::Fetched { outcome: &outcome, path: Some(&path), compose: None };
        fetcher.record(&FetchRecord { valid, what })?;
    } else if !fetcher.config.quiet && !is_menu {
        let name = sanitized::path(&path);
        message::print(&format_args!("{} bytes in {name}", outcome.content_len));
    }
    Ok(())
}
