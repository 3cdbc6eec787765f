//! What a worker counts for a summary.

use std::{collections::BTreeMap, sync::Arc};

use url1738::{Error, Lints, Rule, Scheme, TypedUrl, Url, Visitor};

use super::names::{Batch, Names};
use crate::{line::Line, lints, report::Report};

/// Counts of one worker, or of all.
#[derive(Debug)]
pub(crate) struct Counts {
    /// By the place in the list of the ten; behind them all others together.
    pub(crate) schemes: [u64; 11],
    /// By their numbers.
    pub(crate) ports: Vec<u64>,
    pub(crate) rules: BTreeMap<Broken, Broke>,
    pub(crate) lints: Vec<LintCount>,
    pub(crate) shared: Arc<Shared>,
    hosts: Batch,
    others: Batch,
    /// Those of the last URL.
    found: Lints,
}

/// What all workers count together.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) hosts: Names,
    pub(crate) others: Names,
}

impl Default for Shared {
    fn default() -> Self {
        Self { hosts: Names::many(), others: Names::few() }
    }
}

/// A rule and the way it is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Broken {
    /// `bnf:`, `prose:` or nothing, and the name of the rule.
    pub(crate) source: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) kind: &'static str,
}

/// How often a rule was broken, and the first time.
#[derive(Clone, Debug)]
pub(crate) struct Broke {
    pub(crate) count: u64,
    /// Chunk and line, which tell the first of several.
    place: (u64, u64),
    /// The report on it.
    pub(crate) example: String,
}

/// How often a lint was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LintCount {
    pub(crate) code: &'static str,
    pub(crate) message: &'static str,
    pub(crate) count: u64,
}

/// There are so few lints that looking for one is quicker than a map.
fn count(lints: &mut Vec<LintCount>, found: LintCount) {
    let is_same = |lint: &LintCount| {
        // Nearly always the same constant too.
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
            schemes: [0; 11],
            ports: vec![0; 1 << 16],
            rules: BTreeMap::new(),
            lints: Vec::new(),
            shared: Arc::clone(shared),
            hosts: Batch::of(&shared.hosts),
            others: Batch::of(&shared.others),
            found: Lints::default(),
        }
    }

    /// Counts a line, and tells what keeps it from being a URL.
    #[inline]
    pub(crate) fn line(&mut self, line: Line<'_>, show_passwords: bool) -> Result<(), Error> {
        let counted = match line.text {
            Some(text) => Url::visit(text, Good { counts: self, start: line.start }),
            None => Url::parse_bytes(line.bytes).map(drop),
        };
        counted.inspect_err(|error| self.bad(line, error, show_passwords))
    }

    #[inline(never)]
    fn found_lints(&mut self) {
        for lint in &self.found {
            count(&mut self.lints, LintCount { code: lint.code, message: lint.message, count: 1 });
        }
    }

    /// Counts a bad line.
    #[cold]
    fn bad(&mut self, line: Line<'_>, error: &Error, show_passwords: bool) {
        let (source, rule) = match error.rule() {
            Rule::Bnf(rule) => ("bnf:", rule),
            Rule::Prose(rule) => ("prose:", rule),
            Rule::Range => ("", "range"),
        };
        let place = (line.chunk, line.number);
        let example = || Report::error(error).plain(line, show_passwords);
        self.rules
            .entry(Broken { source, rule, kind: error.code() })
            .and_modify(|broke| {
                broke.count += 1;
                // Lines of a chunk come in any order.
                if place < broke.place {
                    (broke.place, broke.example) = (place, example());
                }
            })
            .or_insert_with(|| Broke { count: 1, place, example: example() });
    }

    /// Hands in what is counted by all workers together, of a chunk whose lines are counted.
    pub(crate) fn hand_in(&mut self, chunk: &[u8]) {
        self.shared.hosts.count(&mut self.hosts, chunk);
        self.shared.others.count(&mut self.others, chunk);
    }

    /// Adds the counts of another worker.
    pub(crate) fn add(&mut self, other: Self) {
        for (mine, theirs) in self.schemes.iter_mut().zip(other.schemes) {
            *mine += theirs;
        }
        for (mine, theirs) in self.ports.iter_mut().zip(other.ports) {
            // What was never written to takes no memory.
            if theirs > 0 {
                *mine += theirs;
            }
        }
        for theirs in other.lints {
            count(&mut self.lints, theirs);
        }
        for (broken, broke) in other.rules {
            match self.rules.get_mut(&broken) {
                None => drop(self.rules.insert(broken, broke)),
                Some(mine) => {
                    let count = mine.count + broke.count;
                    if broke.place < mine.place {
                        *mine = broke;
                    }
                    mine.count = count;
                }
            }
        }
    }
}

/// Counts a valid URL, whose text begins at `start` of its chunk.
struct Good<'c> {
    counts: &'c mut Counts,
    start: usize,
}

impl Visitor for Good<'_> {
    type Output = ();

    #[inline(always)]
    fn visit<U: TypedUrl>(self, url: U) {
        let (counts, url) = (self.counts, url.raw());
        if let Some(count) = counts.schemes.get_mut(const { scheme_index(U::Scheme::NAME) }) {
            *count += 1;
        }
        if U::Scheme::NAME.is_empty() {
            counts.others.add(self.start, url.scheme().as_bytes());
        }
        if let Some(login) = U::Scheme::login(url.spans()) {
            let text = url.into_text().as_bytes();
            let host = login.host();
            counts.hosts.add(self.start + host.start as usize, host.of_bytes(text));
            let port = login.view(url.into_text()).port();
            if let Some(count) = port.and_then(|port| counts.ports.get_mut(usize::from(port))) {
                *count += 1;
            }
        }
        if lints::are_looked_for(url.into_text()) {
            url.lints_into(&mut counts.found);
            if !counts.found.is_empty() {
                counts.found_lints();
            }
        }
    }
}

/// The place of a scheme in the list of the ten, or behind it.
const fn scheme_index(name: &str) -> usize {
    match name.as_bytes() {
        b"ftp" => 0,
        b"http" => 1,
        b"gopher" => 2,
        b"mailto" => 3,
        b"news" => 4,
        b"nntp" => 5,
        b"telnet" => 6,
        b"wais" => 7,
        b"file" => 8,
        b"prospero" => 9,
        _ => 10,
    }
}
