//! `--recursive`: directories and menus with what they list, one request after the other.

use std::{
    collections::{HashSet, VecDeque},
    io::{self, Write as _},
    path::PathBuf,
    rc::Rc,
    thread,
};

use url1738::Url;
use url1738_client::{Error, ItemKind, Listing, ListingReader, Row};

use super::{
    Fetcher, answers,
    index::Keys,
    judge::Judge,
    mirror::Mirror,
    output::{Output, Target},
    records::FetchedRecord,
    sink::{Sink, Through},
    stopped::{Items, Stopped},
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

pub(super) fn fetch(
    fetcher: &Fetcher<'_>,
    start: &ValidLine<'_>,
    has_header: &mut bool,
) -> exit::Result<Outcome> {
    let arguments = fetcher.arguments;
    let mut mirror = match Mirror::open(&arguments.into, &start.url, arguments.force) {
        Ok(mirror) => mirror,
        Err(stopped) => return fetcher.stopped(start, &stopped, has_header),
    };
    let mut queue = Queue::new(arguments.count);
    let kind = match Listing::is_expected(&start.url) {
        true => ItemKind::Menu,
        false => ItemKind::File,
    };
    queue.push(&start.url, 0, kind);
    let (mut items, mut worst, mut is_first) = (Items::default(), Outcome::Valid, true);
    while let Some(Task { folder, name, depth, mut kind }) = queue.pop() {
        items.total += 1;
        let mut text = format!("{folder}{name}");
        loop {
            if !core::mem::take(&mut is_first) {
                thread::sleep(arguments.delay);
            }
            let line = Line::single(start.line.number, text.as_bytes(), &Origin::Arguments);
            // The text is that of a URL.
            let Ok(url) = line.parse() else { break };
            let valid = ValidLine::new(line, url, fetcher.config.passwords);
            let mut each = |row: Result<Row, Error>| match row {
                Ok(row) => {
                    if let Some(url) = row.url.as_ref().filter(|_| depth < arguments.depth) {
                        queue.follow(&valid.url, &url.view(), depth + 1, row.kind);
                    }
                    Ok(())
                }
                Err(error) => {
                    items.total += 1;
                    items.failed += 1;
                    fetcher.failed(&valid, &error, has_header).map(drop).map_err(in_exchange)
                }
            };
            let error = match one(fetcher, &mut mirror, &valid, kind, &mut each) {
                Ok(record) => {
                    record.report(fetcher, &valid, has_header)?;
                    break;
                }
                Err(error) => error,
            };
            // The name in an FTP directory may be one of a directory.
            if kind == ItemKind::Unknown && is_not_a_file(&error) {
                kind = ItemKind::Menu;
                text.push('/');
                continue;
            }
            items.failed += 1;
            worst = match error {
                Failure::Client(error) => fetcher.failed(&valid, &error, has_header)?,
                Failure::Stopped(stopped) => fetcher.stopped(&valid, &stopped, has_header)?,
                Failure::Exit(error) => return Err(error),
            };
            break;
        }
    }
    let mut outcome = Outcome::Valid;
    let left = queue.tasks.len() + queue.beyond;
    if left > 0 {
        let count = arguments.count;
        message::print(&format_args!(
            "stopped after {count}: at least {left} are left; raise --count"
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
    fn new(count: usize) -> Self {
        Self {
            tasks: VecDeque::new(),
            size: 0,
            keys: Keys::default(),
            seen: HashSet::new(),
            left: count,
            beyond: 0,
            refused: 0,
        }
    }

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
        self.size = self.size.saturating_sub(size);
        Some(task)
    }
}

enum Failure {
    Client(Error),
    Stopped(Stopped),
    Exit(exit::Error),
}

/// Returns whether an FTP server has no file of a name.
fn is_not_a_file(failure: &Failure) -> bool {
    match failure {
        Failure::Client(Error::Rejected { step, reply }) => {
            step.starts_with("RETR") && reply.code() / 100 == 5
        }
        _ => false,
    }
}

/// Returns the error of the program as one of the content's writer.
fn in_exchange(error: exit::Error) -> io::Error {
    match error {
        exit::Error::Closed => io::ErrorKind::BrokenPipe.into(),
        exit::Error::Output(error) => error,
        error => io::Error::other(Stopped::local(error.to_string())),
    }
}

/// What was fetched.
struct Fetched {
    outcome: url1738_client::Outcome,
    path: PathBuf,
    is_menu: bool,
}

impl Fetched {
    fn report(
        &self,
        fetcher: &Fetcher<'_>,
        valid: &ValidLine<'_>,
        has_header: &mut bool,
    ) -> exit::Result<()> {
        let Self { outcome, path, is_menu } = self;
        if !fetcher.config.is_human() {
            let record = FetchedRecord { valid, outcome, path: Some(path), compose: None };
            return fetcher.record(&record, has_header);
        }
        if !fetcher.config.quiet && !is_menu {
            let name = sanitized::path(path);
            message::print(&format_args!("{} bytes in {name}", outcome.content_len));
        }
        Ok(())
    }
}

/// Fetches one URL into the folder of its host, and passes on the rows of what it lists.
fn one(
    fetcher: &Fetcher<'_>,
    mirror: &mut Mirror,
    valid: &ValidLine<'_>,
    kind: ItemKind,
    each: &mut dyn FnMut(Result<Row, Error>) -> io::Result<()>,
) -> Result<Fetched, Failure> {
    let reader = match kind {
        ItemKind::Menu => ListingReader::new(&valid.url),
        _ => None,
    };
    let is_menu = reader.is_some();
    let (outcome, path) = content(fetcher, mirror, valid, reader, each)?;
    let path = match path {
        Some(path) => path,
        None => mirror.folder_of(&valid.url).map_err(Failure::Stopped)?,
    };
    Ok(Fetched { outcome, path, is_menu })
}

/// Fetches one URL. Returns the path of its content, unless it is a directory.
fn content(
    fetcher: &Fetcher<'_>,
    mirror: &mut Mirror,
    valid: &ValidLine<'_>,
    mut reader: Option<ListingReader>,
    each: &mut dyn FnMut(Result<Row, Error>) -> io::Result<()>,
) -> Result<(url1738_client::Outcome, Option<PathBuf>), Failure> {
    let url = &valid.url;
    let is_menu = reader.is_some();
    // The names of a directory are folders and files already.
    let mut place = match (is_menu, url) {
        (true, Url::Ftp(_)) => None,
        _ => Some(mirror.place(url, is_menu).map_err(Failure::Stopped)?),
    };
    let mut judge = Judge::new(url, false);
    let known = answers::known(fetcher.arguments, url).map_err(Failure::Exit)?;
    let client = fetcher.client.clone().answers(known);
    let shown = valid.input().to_string();
    let mut nothing = Output::new(Target::Stdout);
    let mut sink = Sink::new(fetcher.config, fetcher.arguments.trace, &shown, &mut nothing, 0);
    let content = |sink: &mut Sink<'_>, octets: &[u8]| {
        sink.received(octets.len());
        if let Some(reader) = &mut reader {
            reader.read(octets, each)?;
            return place.as_mut().map_or(Ok(()), |place| place.write_all(octets));
        }
        let octets = judge.take(octets)?;
        match &mut place {
            Some(place) if !octets.is_empty() => place.write_all(&octets),
            _ => Ok(()),
        }
    };
    let result = client.fetch(url, &mut Through::new(&mut sink, content));
    sink.end();
    let outcome = result.map_err(Failure::Client)?;
    let sunk = |error| Failure::Client(Error::Sink(error));
    if let Some(reader) = reader {
        reader.end(each).map_err(sunk)?;
    }
    let Some(mut place) = place else { return Ok((outcome, None)) };
    if !is_menu {
        place.write_all(&judge.end().map_err(sunk)?).map_err(sunk)?;
    }
    let path = place.path().to_owned();
    place.complete().map_err(Failure::Stopped)?;
    Ok((outcome, Some(path)))
}
