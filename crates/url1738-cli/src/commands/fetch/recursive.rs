//! `--recursive`: directories and menus with what they list, one request after the other.

use std::{
    collections::{HashSet, VecDeque},
    fs, thread,
};

use url1738::Url;
use url1738_client::{Error, ItemKind, Listing};

use super::{
    Fetcher, answers,
    file_name::{safe, segments},
    output::{Output, Target},
    records::FetchedRecord,
    sink::Sink,
};
use crate::{
    diagnostics::message,
    exit::{self, Outcome},
    line::{Line, Origin},
    records::ValidLine,
};

/// A URL to fetch.
struct Task {
    url: Url,
    depth: usize,
    kind: ItemKind,
}

/// The name of the file in which the menu itself is kept.
const MENU: &str = "menu.txt";

pub(super) fn fetch(
    fetcher: &Fetcher<'_>,
    start: &ValidLine<'_>,
    has_header: &mut bool,
) -> exit::Result<Outcome> {
    let arguments = fetcher.arguments;
    let kind = match Listing::is_expected(&start.url) {
        true => ItemKind::Menu,
        false => ItemKind::File,
    };
    let first = Task { url: start.url.to_owned(), depth: 0, kind };
    let mut seen = HashSet::from([first.url.as_str().to_owned()]);
    let mut tasks = VecDeque::from([first]);
    let (mut outcome, mut count) = (Outcome::Valid, 0);
    while let Some(task) = tasks.pop_front() {
        if count == arguments.count {
            let left = tasks.len() + 1;
            message::print(&format_args!(
                "stopped after {count}: at least {left} are left; raise --count"
            ));
            outcome = outcome.max(Outcome::Invalid);
            break;
        }
        if count > 0 {
            thread::sleep(arguments.delay);
        }
        count += 1;
        let text = task.url.as_str().to_owned();
        let line = Line::single(start.line.number, text.as_bytes(), &Origin::Arguments);
        let Ok(url) = line.parse() else { continue };
        let valid = ValidLine::new(line, url, fetcher.config.masking);
        match one(fetcher, &valid, task.kind, has_header) {
            Ok(listing) => {
                for row in listing.unwrap_or_default().rows {
                    let Some(url) = row.url else { continue };
                    let is_here = url.scheme() == task.url.scheme()
                        && url.host_str() == task.url.host_str()
                        && url.port_or_default() == task.url.port_or_default();
                    let goes_on = task.depth < arguments.depth
                        && !matches!(row.kind, ItemKind::Search | ItemKind::Session);
                    if is_here && goes_on && seen.insert(url.as_str().to_owned()) {
                        tasks.push_back(Task { url, depth: task.depth + 1, kind: row.kind });
                    }
                }
            }
            Err(Failure::Exit(error)) => return Err(error),
            // The name in an FTP directory may be one of a directory.
            Err(Failure::Client(Error::Rejected { step, reply }))
                if task.kind == ItemKind::Unknown
                    && step.starts_with("RETR")
                    && reply.code() / 100 == 5 =>
            {
                let listed = Url::parse(&format!("{text}/")).map(Url::to_owned);
                if let Ok(url) = listed {
                    seen.insert(url.as_str().to_owned());
                    tasks.push_front(Task { url, depth: task.depth, kind: ItemKind::Menu });
                }
            }
            Err(Failure::Client(error)) => {
                outcome = outcome.max(fetcher.failed(&valid, &error, has_header)?);
            }
        }
    }
    Ok(outcome)
}

enum Failure {
    Client(Error),
    Exit(exit::Error),
}

/// Fetches one URL into the folder of its host. Returns what it lists.
fn one(
    fetcher: &Fetcher<'_>,
    valid: &ValidLine<'_>,
    kind: ItemKind,
    has_header: &mut bool,
) -> Result<Option<Listing>, Failure> {
    let lists = kind == ItemKind::Menu && Listing::is_expected(&valid.url);
    let mut path = fetcher.arguments.into.clone();
    let host = valid.url.host_str().unwrap_or("localhost").to_ascii_lowercase();
    path.push(match (valid.url.port_or_default(), valid.url.default_port()) {
        (Some(port), default) if Some(port) != default => safe(format!("{host}_{port}").as_bytes()),
        _ => safe(host.as_bytes()),
    });
    path.extend(segments(&valid.url));
    let failed = |error| Failure::Exit(exit::Error::File(path.clone(), error));
    if lists {
        fs::create_dir_all(&path).map_err(failed)?;
    } else if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let target = match lists {
        true => Target::Memory(Vec::new()),
        false => Target::file(&path, false).map_err(Failure::Exit)?,
    };
    let known = answers::known(fetcher.arguments, &valid.url).map_err(Failure::Exit)?;
    let client = fetcher.client.clone().answers(known);
    let shown = valid.input().to_string();
    let mut output = Output::new(target);
    let mut sink = Sink::new(fetcher.config, fetcher.arguments.trace, &shown, &mut output, 0);
    let result = client.fetch(&valid.url, &mut sink);
    sink.end();
    let outcome = result.map_err(Failure::Client)?;
    let content = output.complete().map_err(failed)?;
    if let (Some(content), Url::Gopher(_)) = (&content, &valid.url) {
        fs::write(path.join(MENU), content).map_err(failed)?;
    }
    if fetcher.config.is_human() {
        if !fetcher.config.quiet && !lists {
            let name = crate::diagnostics::sanitized::path(&path);
            message::print(&format_args!("{} bytes in {name}", outcome.content_len));
        }
    } else {
        let record = FetchedRecord { valid, outcome: &outcome, path: Some(&path), compose: None };
        fetcher.record(&record, has_header).map_err(Failure::Exit)?;
    }
    Ok(content.and_then(|content| Listing::new(&valid.url, &content)))
}
