//! The counts of a worker for a summary.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use url1738::{Error, Lints, SCHEMES, Scheme, SchemeInfo, TypedUrl, Url, Visitor};

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
            Some(text) => Url::visit(text, CountVisitor { counts: self, line: &line, passwords }),
            None => Url::parse_bytes(line.bytes).map(drop),
        };
        counted.inspect_err(|error| self.invalid(line, error, passwords))
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

/// Counts a valid URL.
struct CountVisitor<'c> {
    counts: &'c mut Counts,
    line: &'c Line<'c>,
    passwords: Passwords,
}

impl Visitor for CountVisitor<'_> {
    type Output = ();

    #[inline(always)]
    fn visit<U: TypedUrl>(self, url: U) {
        let Self { counts, line, passwords } = self;
        let url = url.raw();
        if let Some(count) = counts.schemes.get_mut(const { index(U::Scheme::NAME) }) {
            *count += 1;
        }
        if U::Scheme::NAME.is_empty() {
            counts.others.add(line.start, url.scheme().as_bytes());
        }
        if let Some(login) = U::Scheme::login(url.spans()) {
            let text = url.into_text().as_bytes();
            let host = login.host();
            counts.hosts.add(line.start + host.start as usize, host.slice_bytes(text));
            counts.ports.extend(login.view(url.into_text()).port());
        }
        if lint::is_short_enough(url.into_text()) {
            url.lints_into(&mut counts.found);
            if U::Scheme::NAME.is_empty() {
                let found = core::mem::take(&mut counts.found);
                counts.found = scheme_names::add(url.scheme(), url.into_text(), found);
            }
            if !counts.found.is_empty() {
                counts.found_lints(line, passwords);
            }
        }
    }
}

/// Returns the index of a scheme in [`SCHEMES`], or the length of the list for any other name.
const fn index(name: &str) -> usize {
    let mut rest: &[&SchemeInfo] = SCHEMES;
    let mut index = 0;
    while let [scheme, tail @ ..] = rest {
        if is_same(scheme.name.as_bytes(), name.as_bytes()) {
            return index;
        }
        index += 1;
        rest = tail;
    }
    index
}

/// Like `==`, which is not `const`.
const fn is_same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first, a_tail @ ..], [other, b_tail @ ..]) = (a, b) {
        if *first != *other {
            return false;
        }
        (a, b) = (a_tail, b_tail);
    }
    a.is_empty() && b.is_empty()
}
