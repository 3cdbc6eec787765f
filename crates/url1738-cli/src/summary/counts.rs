//! The counts of a worker for a summary.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Arc,
};

use url1738::{Error, Lints, Redacted, SCHEMES, Url};

use super::names::{Names, Tally};
use crate::{
    diagnostics::{Passwords, Report},
    line::Line,
    pipeline::Counter,
    records::lint,
    scheme_names,
    selection::Level,
};

/// The counts of one worker, or of all.
#[derive(Debug)]
pub(crate) struct Counts {
    /// In the order of [`SCHEMES`], then all other schemes together.
    pub(crate) schemes: [u64; SCHEMES.len() + 1],
    /// The invalid lines that begin with each of [`SCHEMES`] and a colon, then all others.
    pub(crate) bad: [u64; SCHEMES.len() + 1],
    pub(crate) errors: BTreeMap<ErrorKey, Found>,
    pub(crate) lints: BTreeMap<&'static str, Found>,
    pub(crate) shared: Arc<Shared>,
    hosts: Tally,
    others: Tally,
    ports: Tally,
    years: Tally,
    statuses: Tally,
    /// The lints of the last URL.
    found: Lints,
}

/// The counts that all workers share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(super) hosts: Names,
    /// The names of schemes other than the ten.
    pub(super) others: Names,
    pub(super) ports: Names,
    /// Of captures.
    pub(super) years: Names,
    pub(super) statuses: Names,
}

/// The code of an error, and the part that it is in as messages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ErrorKey {
    pub(crate) code: &'static str,
    pub(crate) part: &'static str,
}

/// The number of lines with an error, or of URLs with a lint.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) count: u64,
    /// Chunk and line of the example.
    place: (u64, u64),
    /// The first line.
    pub(crate) example: ExampleText,
}

impl Found {
    /// Adds what another worker has found, and keeps the earlier example.
    fn add(&mut self, other: Self) {
        let count = self.count + other.count;
        if other.place < self.place {
            *self = other;
        }
        self.count = count;
    }
}

/// A line with an error or a lint, as it may be shown.
#[derive(Clone, Debug)]
pub(crate) struct ExampleText {
    /// File, line and column.
    pub(crate) place: String,
    /// The text, with the marked part in the middle.
    pub(crate) before: String,
    pub(crate) marked: String,
    pub(crate) after: String,
    pub(crate) message: String,
    /// Empty if there is none.
    pub(crate) help: String,
}

impl ExampleText {
    /// The longest text, in columns.
    const ROOM: usize = 240;

    #[cold]
    fn new(line: &Line<'_>, report: Report, masked: &Redacted<'_>) -> Self {
        let (text, span) = report.excerpt(masked, Self::ROOM);
        let piece = |piece: Option<&str>| piece.unwrap_or_default().to_owned();
        Self {
            place: format!("{}:{}:{}", line.origin.name(), line.number, line.column(report.span)),
            before: piece(text.get(..span.start)),
            marked: piece(text.get(span.clone())),
            after: piece(text.get(span.end..)),
            message: report.title,
            help: report.help,
        }
    }
}

impl Counts {
    pub(crate) fn new(shared: &Arc<Shared>) -> Self {
        Self {
            schemes: [0; SCHEMES.len() + 1],
            bad: [0; SCHEMES.len() + 1],
            errors: BTreeMap::new(),
            lints: BTreeMap::new(),
            shared: Arc::clone(shared),
            hosts: Tally::default(),
            others: Tally::default(),
            ports: Tally::default(),
            years: Tally::default(),
            statuses: Tally::default(),
            found: Lints::default(),
        }
    }

    /// Counts a line. Returns an error if the line is not a URL.
    #[inline]
    pub(crate) fn line(&mut self, line: Line<'_>, passwords: Passwords) -> Result<(), Error> {
        let counted = match line.text {
            Some(text) => Url::parse(text).map(|url| self.valid(url, &line, passwords)),
            None => Url::parse_bytes(line.bytes).map(drop),
        };
        if let Some(row) = line.row
            && let Some(time) = row.timestamp()
        {
            self.years.add(time.get(..4).unwrap_or_default());
            if let Some(status) = row.value("status") {
                self.statuses.add(&status);
            }
        }
        counted.inspect_err(|error| {
            let begins = |name: &str| {
                let start = line.bytes.get(..name.len());
                let is_named = start.is_some_and(|it| it.eq_ignore_ascii_case(name.as_bytes()));
                is_named && line.bytes.get(name.len()) == Some(&b':')
            };
            let index = SCHEMES.iter().position(|scheme| begins(scheme.name));
            if let Some(count) = self.bad.get_mut(index.unwrap_or(SCHEMES.len())) {
                *count += 1;
            }
            let key = ErrorKey { code: error.code(), part: error.part().label() };
            match self.errors.get_mut(&key) {
                Some(found) => found.count += 1,
                None => {
                    let masked = passwords.redact(line.bytes);
                    let found = found(&line, Report::error(error, &masked), &masked);
                    self.errors.insert(key, found);
                }
            }
        })
    }

    /// Counts a valid URL.
    fn valid(&mut self, url: Url<&str>, line: &Line<'_>, passwords: Passwords) {
        let name = url.scheme_info().name;
        let index = SCHEMES.iter().position(|scheme| scheme.name == name);
        if let Some(count) = self.schemes.get_mut(index.unwrap_or(SCHEMES.len())) {
            *count += 1;
        }
        if index.is_none() {
            self.others.add(url.scheme().as_bytes());
        }
        if let Some(login) = url.login() {
            self.hosts.add(login.host_str().as_bytes());
            if let Some(port) = login.port() {
                self.ports.add(port.to_string().as_bytes());
            }
        }
        if lint::is_short_enough(url.as_str()) {
            url.lints_into(&mut self.found);
            if index.is_none() {
                let found = core::mem::take(&mut self.found);
                self.found = scheme_names::add(url.scheme(), url.as_str(), found);
            }
            if !self.found.is_empty() {
                self.found_lints(line, passwords);
            }
        }
    }

    fn found_lints(&mut self, line: &Line<'_>, passwords: Passwords) {
        for lint in &self.found {
            match self.lints.get_mut(lint.code()) {
                Some(found) => found.count += 1,
                None => {
                    let report = Report::lint(lint, Level::Warn);
                    let found = found(line, report, &passwords.redact(line.bytes));
                    self.lints.insert(lint.code(), found);
                }
            }
        }
    }

    /// Moves the names to the counts that all workers share.
    fn share(&mut self) {
        self.shared.hosts.take(&mut self.hosts);
        self.shared.others.take(&mut self.others);
        self.shared.ports.take(&mut self.ports);
        self.shared.years.take(&mut self.years);
        self.shared.statuses.take(&mut self.statuses);
    }
}

/// Returns the first line with an error or a lint.
#[cold]
fn found(line: &Line<'_>, report: Report, masked: &Redacted<'_>) -> Found {
    let example = ExampleText::new(line, report, masked);
    Found { count: 1, place: (line.chunk, line.number), example }
}

impl Counter for Counts {
    fn end_chunk(&mut self) {
        self.share();
    }

    fn merge(&mut self, mut other: Self) {
        other.share();
        for (mine, theirs) in self.schemes.iter_mut().zip(other.schemes) {
            *mine += theirs;
        }
        for (mine, theirs) in self.bad.iter_mut().zip(other.bad) {
            *mine += theirs;
        }
        add(&mut self.errors, other.errors);
        add(&mut self.lints, other.lints);
    }
}

fn add<K: Ord>(mine: &mut BTreeMap<K, Found>, theirs: BTreeMap<K, Found>) {
    for (key, found) in theirs {
        match mine.entry(key) {
            Entry::Occupied(mine) => mine.into_mut().add(found),
            Entry::Vacant(mine) => drop(mine.insert(found)),
        }
    }
}
