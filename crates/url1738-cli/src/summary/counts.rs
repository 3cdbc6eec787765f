//! The counts of a chunk for a summary, or of all lines.

use std::collections::{BTreeMap, btree_map::Entry};

use url1738::{Error, Redacted, SCHEMES, Url};

use super::names::Names;
use crate::{
    diagnostics::{Passwords, Report},
    line::Line,
    pipeline::Counter,
    scheme_names,
    selection::Level,
};

/// The counts of lines.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// By the place in [`SCHEMES`], after which come all others: the URLs of the scheme, and the invalid lines that begin with
    /// its name and a colon.
    pub(super) schemes: BTreeMap<usize, [u64; 2]>,
    /// By kind, code, and of errors the part that they are in, as messages name it.
    pub(super) found: BTreeMap<(&'static str, &'static str, &'static str), Example>,
    pub(super) hosts: Names,
    /// The names of schemes other than the ten.
    pub(super) others: Names,
    pub(super) ports: Names,
    /// Of captures.
    pub(super) years: Names,
    pub(super) statuses: Names,
}

/// The first line with an error or a lint, as it may be shown.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// `error` or `lint`.
    pub(super) kind: &'static str,
    pub(super) code: &'static str,
    /// The code, and of errors the part that it is in.
    pub(super) name: String,
    /// The number of lines with the error, or of URLs with the lint.
    pub(super) count: u64,
    /// Chunk and line.
    order: (u64, u64),
    /// File, line and column.
    pub(super) place: String,
    /// The text, with the marked part in the middle.
    pub(super) before: String,
    pub(super) marked: String,
    pub(super) after: String,
    pub(super) message: String,
    /// Empty if there is none.
    pub(super) help: String,
}

impl Example {
    /// The longest text, in columns.
    const ROOM: usize = 240;

    fn new(
        kind: &'static str,
        part: &str,
        line: &Line<'_>,
        report: Report,
        masked: &Redacted<'_>,
    ) -> Self {
        let (text, span) = report.excerpt(masked, Self::ROOM);
        let piece = |piece: Option<&str>| piece.unwrap_or_default().to_owned();
        let code = report.code;
        Self {
            kind,
            code,
            name: if part.is_empty() { code.to_owned() } else { format!("{code} in {part}") },
            count: 1,
            order: (line.chunk, line.number),
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
    /// Counts a line. Returns whether it is a URL.
    pub(crate) fn line(&mut self, line: Line<'_>, passwords: Passwords) -> bool {
        if let Some(row) = line.row
            && let Some(time) = row.timestamp()
        {
            self.years.add(time.get(..4).unwrap_or_default(), 1);
            if let Some(status) = row.value("status") {
                self.statuses.add(&status.to_ascii_lowercase(), 1);
            }
        }
        let parsed = line.parse();
        match &parsed {
            Ok(url) => self.valid(url, &line, passwords),
            Err(error) => self.invalid(error, &line, passwords),
        }
        parsed.is_ok()
    }

    fn valid(&mut self, url: &Url<&str>, line: &Line<'_>, passwords: Passwords) {
        let name = url.scheme_info().name;
        let known = SCHEMES.iter().position(|scheme| scheme.name == name);
        self.schemes.entry(known.unwrap_or(SCHEMES.len())).or_default()[0] += 1;
        if known.is_none() {
            self.others.add(&url.scheme().as_bytes().to_ascii_lowercase(), 1);
        }
        if let Some(login) = url.login() {
            self.hosts.add(&login.host_str().as_bytes().to_ascii_lowercase(), 1);
            if let Some(port) = login.port() {
                self.ports.add(port.to_string().as_bytes(), 1);
            }
        }
        for lint in &scheme_names::lints(url) {
            self.find(("lint", lint.code(), ""), line, passwords, |_| {
                Report::lint(lint, Level::Warn)
            });
        }
    }

    fn invalid(&mut self, error: &Error, line: &Line<'_>, passwords: Passwords) {
        let begins = |name: &str| {
            line.bytes.split_at_checked(name.len()).is_some_and(|(start, rest)| {
                start.eq_ignore_ascii_case(name.as_bytes()) && rest.starts_with(b":")
            })
        };
        let known = SCHEMES.iter().position(|scheme| begins(scheme.name));
        self.schemes.entry(known.unwrap_or(SCHEMES.len())).or_default()[1] += 1;
        let key = ("error", error.code(), error.part().label());
        self.find(key, line, passwords, |masked| Report::error(error, masked));
    }

    /// Counts an error or a lint. The first of a kind is the example.
    fn find(
        &mut self,
        key: (&'static str, &'static str, &'static str),
        line: &Line<'_>,
        passwords: Passwords,
        report: impl FnOnce(&Redacted<'_>) -> Report,
    ) {
        if let Some(found) = self.found.get_mut(&key) {
            found.count += 1;
            return;
        }
        let masked = passwords.redact(line.bytes);
        self.found.insert(key, Example::new(key.0, key.2, line, report(&masked), &masked));
    }
}

impl Counter for Counts {
    fn merge(&mut self, other: Self) {
        for (scheme, [valid, bad]) in other.schemes {
            let mine = self.schemes.entry(scheme).or_default();
            *mine = [mine[0] + valid, mine[1] + bad];
        }
        for (key, mut theirs) in other.found {
            match self.found.entry(key) {
                Entry::Vacant(mine) => drop(mine.insert(theirs)),
                Entry::Occupied(mut mine) => {
                    let mine = mine.get_mut();
                    let count = mine.count + theirs.count;
                    // Chunks come in any order.
                    if theirs.order < mine.order {
                        core::mem::swap(mine, &mut theirs);
                    }
                    mine.count = count;
                }
            }
        }
        self.hosts.merge(other.hosts);
        self.others.merge(other.others);
        self.ports.merge(other.ports);
        self.years.merge(other.years);
        self.statuses.merge(other.statuses);
    }
}
