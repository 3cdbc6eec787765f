//! `--recursive`: directories and menus with what they list, one request after the other.

use core::{net::SocketAddr, time::Duration};
use std::{
    collections::{HashSet, VecDeque},
    io, thread,
};

use globset::GlobMatcher;
use percent_encoding::percent_decode_str;
use url1738::Url;
use url1738_client::{Error, ItemKind, Listing, Row, is_public};

use super::{
    Arguments,
    content::Rows,
    failure::{Failure, Items},
    fetcher::{Fetcher, ValidLine},
    file_name::segments,
    mirror::Mirror,
    output::Target,
};
use crate::{
    diagnostics::message,
    exit::Outcome,
    fields::Subject,
    line::{Line, Origin},
    sets::Hashes,
};

/// The most memory for URLs that wait, in bytes.
const QUEUE: usize = 16 << 20;

/// The time between two requests, unless the server is in an own network.
const DELAY: Duration = Duration::from_secs(1);

/// What a URL takes besides its text: its task, its allocation, and its key among those that were seen.
const TASK: usize = size_of::<Task>() + 16 + 17;

/// The most URLs that are remembered, so that none is fetched twice. They are held as hashes, in about 9 MB.
const SEEN: usize = 400_000;

struct Task {
    url: String,
    depth: usize,
    kind: ItemKind,
}

/// What is still to be fetched.
#[derive(Default)]
struct Queue {
    tasks: VecDeque<Task>,
    /// The bytes of the tasks.
    size: usize,
    keys: Hashes,
    seen: HashSet<u128>,
    /// How many items may still be fetched.
    left: usize,
    /// The levels of directories.
    depth: usize,
    /// Whether there are items below these levels.
    is_deeper: bool,
    /// The items that have no place in the queue.
    refused: usize,
}

impl Queue {
    fn push(&mut self, url: &Url<&str>, depth: usize, kind: ItemKind) {
        // Equivalent URLs have one file.
        let key = self.keys.of(&*url.normal_form());
        let url = url.as_str().to_owned();
        let size = TASK + url.len();
        if self.seen.contains(&key) {
            return;
        }
        if depth > self.depth {
            self.is_deeper = true;
            return;
        }
        if self.seen.len() >= SEEN || self.size + size > QUEUE {
            self.refused += 1;
            return;
        }
        self.seen.insert(key);
        self.size += size;
        self.tasks.push_back(Task { url, depth, kind });
    }

    /// Returns the next task, unless as many as allowed were fetched.
    fn pop(&mut self) -> Option<Task> {
        let task = if self.left > 0 { self.tasks.pop_front()? } else { return None };
        self.left -= 1;
        self.size -= TASK + task.url.len();
        Some(task)
    }

    /// Reports the items that were not fetched: what is beyond `most`, or what failed because it has no place.
    fn report(&self, most: usize, items: &mut Items) -> Outcome {
        let (left, refused) = (self.tasks.len() + self.refused, self.refused);
        if self.left == 0 && left > 0 {
            message::print(&format_args!(
                "stopped after {most}: at least {left} are left; raise --max-files"
            ));
            return Outcome::Invalid;
        }
        if refused > 0 {
            message::error(&format_args!(
                "{refused} names are too many to wait: fetch their folders one by one"
            ));
            (items.total, items.failed) = (items.total + refused, items.failed + refused);
        }
        Outcome::Valid
    }
}

pub(super) fn fetch(fetcher: &Fetcher<'_>, start: &ValidLine<'_>) -> Result<Outcome, Failure> {
    let arguments = fetcher.arguments;
    let mut mirror = Mirror::open(&arguments.into, &start.url, arguments.force)?;
    let (left, depth) = (arguments.max_files, arguments.depth);
    let mut queue = Queue { left, depth, ..Queue::default() };
    let folder = path(&start.url);
    let kind = Listing::new(&start.url).map_or(ItemKind::File, |_| ItemKind::Menu);
    queue.push(&start.url, 0, kind);
    let mut items = Items::default();
    // Nothing is waited for before the first request, and after one to a server of an own network.
    let (mut worst, mut delay) = (Outcome::Valid, arguments.delay.unwrap_or(DELAY));
    let mut wait = Duration::ZERO;
    while let Some(Task { url: text, depth, kind }) = queue.pop() {
        thread::sleep(wait);
        let line = Line::single(start.subject.line.number, text.as_bytes(), &Origin::Arguments);
        let subject = Subject::new(line, fetcher.config.passwords);
        // The text is that of a URL.
        let Ok(url) = subject.url else { continue };
        let valid = ValidLine { url, subject };
        let is_directory = text.ends_with('/');
        let mut follow = |row: Result<Row, Error>| {
            let failure = match row {
                Ok(Row { url: Some(url), kind, .. }) => {
                    if let Some(url) = chosen(arguments, &folder, &valid.url, url, kind) {
                        queue.push(&url.view(), depth + 1, kind);
                    }
                    return Ok(());
                }
                // It may be a file, which would be missing from the mirror.
                Ok(Row { url: None, name, .. }) if matches!(valid.url, Url::Ftp(_)) => {
                    Failure::of_line(&name)
                }
                Ok(_) => return Ok(()),
                Err(error) => error.into(),
            };
            items.add(true);
            fetcher.report(&valid, failure)?;
            Ok(())
        };
        match one(fetcher, &mut mirror, &valid, kind, &mut follow) {
            Ok(peer) => {
                items.add(false);
                let is_own = peer.is_some_and(|it| !is_public(it.ip()));
                if is_own && arguments.delay.is_none() {
                    delay = Duration::ZERO;
                }
            }
            // The name in an FTP directory may be one of a directory. If that is none, it is a file that is not chosen.
            Err(failure) if kind == ItemKind::Unknown && failure.is_refused(is_directory) => {
                queue.left += 1;
                if !is_directory && let Some(directory) = directory(&valid.url) {
                    queue.push(&directory.view(), depth, ItemKind::Menu);
                }
            }
            Err(failure) => {
                items.add(true);
                worst = fetcher.report(&valid, failure)?;
            }
        }
        wait = delay;
    }
    if queue.is_deeper && !fetcher.config.quiet {
        message::print(&format_args!(
            "stopped at depth {depth}: items below it are left; raise --depth"
        ));
    }
    let outcome = queue.report(arguments.max_files, &mut items);
    // The error of a single URL keeps its class.
    let failed = if items.total == 1 { worst } else { Outcome::NetworkFailed };
    Ok(outcome.max(items.report(failed)))
}

/// Returns what is fetched of a URL in a row of `base`, if anything is: it is on the same host, and the options allow it.
/// `folder` is the path of the first URL.
fn chosen(
    arguments: &Arguments,
    folder: &[String],
    base: &Url<&str>,
    url: Url,
    kind: ItemKind,
) -> Option<Url> {
    let Arguments { accept, reject, .. } = arguments;
    let host = |url: &Url<&str>| url.host_str().map(str::to_ascii_lowercase);
    let is_here = url.scheme() == base.scheme()
        && host(&url.view()) == host(base)
        && url.port_or_default() == base.port_or_default();
    let path = path(&url.view());
    let is_below = !arguments.no_parent || path.starts_with(folder);
    // The name that the server has.
    let name = percent_decode_str(path.last().map_or("", String::as_str)).decode_utf8_lossy();
    let is_named = |globs: &[GlobMatcher]| globs.iter().any(|glob| glob.is_match(&*name));
    match kind {
        _ if !is_here || !is_below => None,
        ItemKind::Search | ItemKind::PhoneBook | ItemKind::Telnet | ItemKind::Device => None,
        ItemKind::Directory | ItemKind::Menu => Some(url),
        _ if (accept.is_empty() || is_named(accept)) && !is_named(reject) => Some(url),
        ItemKind::Unknown => directory(&url.view()),
        _ => None,
    }
}

/// Returns the URL of a file as that of a directory.
fn directory(url: &Url<&str>) -> Option<Url> {
    Url::parse(&format!("{}/", url.as_str())).ok().map(Url::to_owned)
}

/// Returns the folders and the name of a URL, without the type of a gopher item.
fn path(url: &Url<&str>) -> Vec<String> {
    let mut segments = segments(url);
    if let (Url::Gopher(_), Some(first)) = (url, segments.first_mut()) {
        *first = first.chars().skip(1).collect();
    }
    segments
}

/// Fetches one URL into the folder of its host, and passes on the rows of what it lists. Returns the address of the server.
fn one(
    fetcher: &Fetcher<'_>,
    mirror: &mut Mirror,
    valid: &ValidLine<'_>,
    kind: ItemKind,
    rows: Rows<'_>,
) -> Result<Option<SocketAddr>, Failure> {
    let url = &valid.url;
    let listing = Listing::new(url)
        .filter(|_| matches!(kind, ItemKind::Directory | ItemKind::Menu | ItemKind::Unknown));
    let is_menu = listing.is_some();
    let target = match (is_menu, url) {
        // The names of a directory are folders and files already.
        (true, Url::Ftp(_)) => Target::stream(io::sink()),
        _ => Target::Place(mirror.place(url, is_menu)?),
    };
    let mut fetched = fetcher.exchange(valid, None, (target, listing), rows)?;
    if fetched.path.is_none() {
        fetched.path = Some(mirror.folder_of(url)?);
    }
    // The file of a menu is not content to report.
    if !is_menu || !fetcher.config.is_human() {
        fetcher.fetched(valid, &fetched)?;
    }
    Ok(fetched.outcome.peer)
}
