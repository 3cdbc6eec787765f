//! The counts of a worker for a summary.

use std::{collections::BTreeMap, sync::Arc};

use url1738::{Error, Lints, Scheme, TypedUrl, Url, Visitor};

use super::names::{Batch, Names};
use crate::{
    diagnostics::{Masking, Report},
    line::Line,
    pipeline::Counter,
    records::lint,
    scheme_names,
    schemes::{self, SCHEMES},
};

/// The counts of one worker, or of all.
#[derive(Debug)]
pub(crate) struct Counts {
    /// In the order of [`SCHEMES`], then all other schemes together.
    pub(crate) schemes: [u64; SCHEMES.len() + 1],
    /// Indexed by port number.
    pub(crate) ports: Vec<u64>,
    pub(crate) errors: BTreeMap<ErrorKey, ErrorCount>,
    pub(crate) lints: Vec<LintCount>,
    pub(crate) shared: Arc<Shared>,
    hosts: Batch,
    others: Batch,
    /// The lints of the last URL.
    found: Lints,
}

/// The counts that all workers share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(super) hosts: Names,
    pub(super) others: Names,
}

impl Default for Shared {
    fn default() -> Self {
        Self { hosts: Names::many(), others: Names::few() }
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
    /// The report on the first line.
    pub(crate) example: String,
}

/// The count of a lint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LintCount {
    pub(crate) code: &'static str,
    pub(crate) message: &'static str,
    pub(crate) count: u64,
}

/// Adds to the count of a lint. There are few lints, so that a search is faster than a map.
fn count(lints: &mut Vec<LintCount>, found: LintCount) {
    let is_same = |lint: &LintCount| {
        // The codes are constants, so the pointers are nearly always equal.
        core::ptr::eq(lint.code, found.code) || lint.code == found.code
    };
    match lints.iter_mut().find(|lint| is_same(lint)) {
        Some(lint) => lint.count += found.count,
        None => lints.push(found),
    }
}

impl Counts {
    pub(crate) fn new(shared: &Arc<Shared>) -> Self {
        Self {
            schemes: [0; SCHEMES.len() + 1],
            ports: vec![0; 1 << 16],
            errors: BTreeMap::new(),
            lints: Vec::new(),
            shared: Arc::clone(shared),
            hosts: Batch::of(&shared.hosts),
            others: Batch::of(&shared.others),
            found: Lints::default(),
        }
    }

    /// Counts a line. Returns an error if the line is not a URL.
    #[inline]
    pub(crate) fn line(&mut self, line: Line<'_>, masking: Masking) -> Result<(), Error> {
        let counted = match line.text {
            Some(text) => Url::visit(text, CountVisitor { counts: self, start: line.start }),
            None => Url::parse_bytes(line.bytes).map(drop),
        };
        counted.inspect_err(|error| self.invalid(line, error, masking))
    }

    #[inline(never)]
    fn found_lints(&mut self) {
        for lint in &self.found {
            count(&mut self.lints, LintCount { code: lint.code, message: lint.message, count: 1 });
        }
    }

    /// Counts an invalid line.
    #[cold]
    fn invalid(&mut self, line: Line<'_>, error: &Error, masking: Masking) {
        let place = (line.chunk, line.number);
        let example = || Report::error(error).to_plain_text(line, masking);
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
    /// Moves the names in the lines of the chunk to the shared counts.
    fn end_chunk(&mut self, chunk: &[u8]) {
        if let Some(counts) = self {
            counts.shared.hosts.count(&mut counts.hosts, chunk);
            counts.shared.others.count(&mut counts.others, chunk);
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
    /// Adds the counts of another worker.
    fn add(&mut self, other: Self) {
        for (mine, theirs) in self.schemes.iter_mut().zip(other.schemes) {
            *mine += theirs;
        }
        for (mine, theirs) in self.ports.iter_mut().zip(other.ports) {
            // Memory that is not written is not resident.
            if theirs > 0 {
                *mine += theirs;
            }
        }
        for theirs in other.lints {
            count(&mut self.lints, theirs);
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

/// Counts a valid URL whose text is at `start` in its chunk.
struct CountVisitor<'c> {
    counts: &'c mut Counts,
    start: usize,
}

impl Visitor for CountVisitor<'_> {
    type Output = ();

    #[inline(always)]
    fn visit<U: TypedUrl>(self, url: U) {
        let (counts, url) = (self.counts, url.raw());
        if let Some(count) = counts.schemes.get_mut(const { schemes::index(U::Scheme::NAME) }) {
            *count += 1;
        }
        if U::Scheme::NAME.is_empty() {
            counts.others.add(self.start, url.scheme().as_bytes());
        }
        if let Some(login) = U::Scheme::login(url.spans()) {
            let text = url.into_text().as_bytes();
            let host = login.host();
            counts.hosts.add(self.start + host.start as usize, host.slice_bytes(text));
            let port = login.view(url.into_text()).port();
            if let Some(count) = port.and_then(|port| counts.ports.get_mut(usize::from(port))) {
                *count += 1;
            }
        }
        if lint::is_short_enough(url.into_text()) {
            url.lints_into(&mut counts.found);
            if U::Scheme::NAME.is_empty() {
                let found = core::mem::take(&mut counts.found);
                counts.found = scheme_names::add(url.scheme(), url.into_text(), found);
            }
            if !counts.found.is_empty() {
                counts.found_lints();
            }
        }
    }
}
