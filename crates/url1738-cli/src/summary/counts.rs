//! The counts of a worker for a summary.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use url1738::{Error, Lints, SCHEMES, Url};

use super::names::{Batch, Names};
use crate::{
    diagnostics::{Passwords, Report},
    line::Line,
    pipeline::Counter,
    records::lint,
    scheme_names,
};

/// The counts of one worker, or of all.
#[derive(Debug)]
pub(crate) struct Counts {
    /// In the order of [`SCHEMES`], then all other schemes together.
    pub(crate) schemes: [u64; SCHEMES.len() + 1],
    pub(crate) errors: BTreeMap<ErrorKey, ErrorCount>,
    pub(crate) lints: Vec<LintCount>,
    pub(crate) shared: Arc<Shared>,
    hosts: Batch,
    others: Batch,
    ports: Vec<u16>,
    /// The lints of the last URL.
    found: Lints,
}

/// The counts that all workers share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(super) hosts: Names,
    pub(super) others: Names,
    /// Indexed by port number. Counts of each worker would take 32 MiB for 64 of them.
    ports: Mutex<Vec<u64>>,
}

impl Default for Shared {
    fn default() -> Self {
        let ports = Mutex::new(vec![0; 1 << 16]);
        Self { hosts: Names::many(), others: Names::few(), ports }
    }
}

impl Shared {
    /// Returns how often each port occurs, in the order of their numbers.
    pub(super) fn ports(&self) -> Vec<u64> {
        self.ports.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The code of an error, and the part that it is in as messages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ErrorKey {
    pub(crate) code: &'static str,
    pub(crate) part: &'static str,
}

/// The number of lines with an error, with the first example.
#[derive(Clone, Debug)]
pub(crate) struct ErrorCount {
    pub(crate) count: u64,
    /// Chunk and line of the example.
    place: (u64, u64),
    /// The first line.
    pub(crate) example: ExampleText,
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
    fn new(line: &Line<'_>, report: &Report<'_>, passwords: Passwords) -> Self {
        let masked = passwords.redact(line.bytes);
        let facts = report.facts(&masked);
        let (text, span) = report.excerpt(&masked, Self::ROOM);
        let piece = |piece: Option<&str>| piece.unwrap_or_default().to_owned();
        Self {
            place: format!("{}:{}:{}", line.origin.name(), line.number, line.column(facts.span)),
            before: piece(text.get(..span.start)),
            marked: piece(text.get(span.clone())),
            after: piece(text.get(span.end..)),
            message: report.shown_title(&masked),
            help: facts.help,
        }
    }
}

/// The number of URLs with a lint, with the first example.
#[derive(Clone, Debug)]
pub(crate) struct LintCount {
    pub(crate) code: &'static str,
    pub(crate) count: u64,
    /// Chunk and line of the example.
    place: (u64, u64),
    pub(crate) example: ExampleText,
}

/// Returns the count of a lint. There are few lints, so that a search is faster than a map.
fn count_of<'l>(lints: &'l mut [LintCount], code: &'static str) -> Option<&'l mut LintCount> {
    // The codes are constants, so the pointers are nearly always equal.
    lints.iter_mut().find(|lint| core::ptr::eq(lint.code, code) || lint.code == code)
}

impl Counts {
    pub(crate) fn new(shared: &Arc<Shared>) -> Self {
        Self {
            schemes: [0; SCHEMES.len() + 1],
            errors: BTreeMap::new(),
            lints: Vec::new(),
            shared: Arc::clone(shared),
            hosts: Batch::of(&shared.hosts),
            others: Batch::of(&shared.others),
            ports: Vec::new(),
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
        counted.inspect_err(|error| self.invalid(line, error, passwords))
    }

    /// Counts a valid URL.
    fn valid(&mut self, url: Url<&str>, line: &Line<'_>, passwords: Passwords) {
        let name = url.scheme_info().name;
        let index = SCHEMES.iter().position(|scheme| scheme.name == name);
        if let Some(count) = self.schemes.get_mut(index.unwrap_or(SCHEMES.len())) {
            *count += 1;
        }
        if index.is_none() {
            self.others.add(line.start, url.scheme().as_bytes());
        }
        if let Some(login) = url.login() {
            let host = login.spans().host();
            self.hosts.add(line.start + host.start as usize, login.host_str().as_bytes());
            self.ports.extend(login.port());
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

    #[inline(never)]
    fn found_lints(&mut self, line: &Line<'_>, passwords: Passwords) {
        let place = (line.chunk, line.number);
        for lint in &self.found {
            let example = || ExampleText::new(line, &Report::lint(lint), passwords);
            match count_of(&mut self.lints, lint.code()) {
                Some(found) => {
                    found.count += 1;
                    // The lines of a chunk are processed in any order.
                    if place < found.place {
                        (found.place, found.example) = (place, example());
                    }
                }
                None => {
                    let example = example();
                    self.lints.push(LintCount { code: lint.code(), count: 1, place, example });
                }
            }
        }
    }

    /// Counts an invalid line.
    #[cold]
    fn invalid(&mut self, line: Line<'_>, error: &Error, passwords: Passwords) {
        let place = (line.chunk, line.number);
        let example = || ExampleText::new(&line, &Report::error(error), passwords);
        self.errors
            .entry(ErrorKey { code: error.code(), part: error.part().label() })
            .and_modify(|found| {
                found.count += 1;
                // The lines of a chunk are processed in any order.
                if place < found.place {
                    (found.place, found.example) = (place, example());
                }
            })
            .or_insert_with(|| ErrorCount { count: 1, place, example: example() });
    }
}

impl Counter for Option<Box<Counts>> {
    /// Moves the names in the lines of the chunk to the shared counts if there are many.
    fn end_run(&mut self, chunk: &[u8]) {
        if let Some(counts) = self
            && (counts.hosts.is_full() || counts.others.is_full())
        {
            counts.share(chunk);
        }
    }

    /// Moves all names in the lines of the chunk to the shared counts.
    fn end_chunk(&mut self, chunk: &[u8]) {
        if let Some(counts) = self {
            counts.share(chunk);
        }
    }

    fn merge(&mut self, other: Self) {
        match (self.as_mut(), other) {
            (Some(mine), Some(theirs)) => mine.add(*theirs),
            (None, theirs) => *self = theirs,
            (Some(_), None) => {}
        }
    }
}

impl Counts {
    /// Moves what is counted for all workers to the shared counts. The names are in `chunk`.
    fn share(&mut self, chunk: &[u8]) {
        self.shared.hosts.count(&mut self.hosts, chunk);
        self.shared.others.count(&mut self.others, chunk);
        if !self.ports.is_empty() {
            let mut ports = self.shared.ports.lock().unwrap_or_else(PoisonError::into_inner);
            for port in self.ports.drain(..) {
                if let Some(count) = ports.get_mut(usize::from(port)) {
                    *count += 1;
                }
            }
        }
    }

    /// Adds the counts of another worker.
    fn add(&mut self, other: Self) {
        for (mine, theirs) in self.schemes.iter_mut().zip(other.schemes) {
            *mine += theirs;
        }
        for theirs in other.lints {
            match count_of(&mut self.lints, theirs.code) {
                None => self.lints.push(theirs),
                Some(mine) => {
                    let count = mine.count + theirs.count;
                    if theirs.place < mine.place {
                        *mine = theirs;
                    }
                    mine.count = count;
                }
            }
        }
        for (key, theirs) in other.errors {
            match self.errors.get_mut(&key) {
                None => drop(self.errors.insert(key, theirs)),
                Some(mine) => {
                    let count = mine.count + theirs.count;
                    if theirs.place < mine.place {
                        *mine = theirs;
                    }
                    mine.count = count;
                }
            }
        }
    }
}
