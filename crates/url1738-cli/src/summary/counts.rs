//! The counts of a chunk for a summary, or of all lines.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use url1738::{Error, Redacted, SCHEMES, Url};

use super::{Row, names::Names};
use crate::{
    codes,
    diagnostics::{Passwords, Report},
    line::Line,
    pipeline::Counter,
    selection::Level,
};

/// The counts of lines.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// By scheme: its URLs, and the invalid lines that begin with its name and a colon. The name of all but the ten is empty.
    pub(super) schemes: HashMap<&'static str, [u64; 2], RandomState>,
    /// By code, and the part that an error is in, as messages name it. Lints have none.
    pub(super) found: HashMap<(&'static str, Option<&'static str>), Row, RandomState>,
    /// The names of schemes other than the ten.
    pub(super) others: Names,
    pub(super) hosts: Names,
    pub(super) ports: Names,
    /// Of captures.
    pub(super) years: Names,
    pub(super) statuses: Names,
}

/// The first line with an error or a lint, as it may be shown.
#[derive(Debug)]
pub(crate) struct Example {
    /// The number on the page, from 1.
    pub(super) number: usize,
    /// `error` or `lint`.
    pub(super) kind: &'static str,
    /// Chunk and line.
    order: (u64, u64),
    /// File, line and column.
    pub(super) place: String,
    /// The text, with the marked part in the middle.
    pub(super) text: [String; 3],
    pub(super) report: Report,
}

impl Example {
    /// The longest text, in columns.
    const ROOM: usize = 240;

    fn new(kind: &'static str, line: &Line<'_>, report: Report, masked: &Redacted<'_>) -> Self {
        let (text, span) = report.excerpt(masked, Self::ROOM);
        // INVARIANT: the mark is in the text around it.
        let text = [&text[..span.start], &text[span.clone()], &text[span.end..]];
        Self {
            number: 0,
            kind,
            order: (line.chunk, line.number),
            place: format!("{}:{}:{}", line.origin.name(), line.number, report.column()),
            text: text.map(str::to_owned),
            report,
        }
    }
}

impl Counts {
    /// Counts a line. Returns whether it is a URL.
    pub(crate) fn line(&mut self, line: Line<'_>, passwords: Passwords) -> bool {
        if let Some(row) = line.row
            && row.timestamp().is_some()
        {
            row.year().inspect(|year| self.years.add(year.to_string().as_bytes(), true));
            if let Some(status) = row.value("status") {
                let status = passwords.redact(&status).to_string();
                self.statuses.add(status.as_bytes(), true);
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
        let scheme = url.scheme_info().name;
        self.schemes.entry(scheme).or_default()[0] += 1;
        if scheme.is_empty() {
            self.others.add(url.scheme().as_bytes(), true);
        }
        if let Some(login) = url.login() {
            self.hosts.add(login.host_str().as_bytes(), true);
            if let (Some(port), None) = (login.port(), line.divided_password(passwords)) {
                self.ports.add(port.to_string().as_bytes(), true);
            }
        }
        for lint in &codes::lints(url, line.fragment) {
            self.find((lint.code(), None), line, passwords, |_| Report::lint(lint, Level::Warn));
        }
    }

    fn invalid(&mut self, error: &Error, line: &Line<'_>, passwords: Passwords) {
        let begins = |name: &&str| {
            line.bytes.split_at_checked(name.len()).is_some_and(|(start, rest)| {
                start.eq_ignore_ascii_case(name.as_bytes()) && rest.starts_with(b":")
            })
        };
        let scheme = SCHEMES.iter().map(|scheme| scheme.name).find(begins).unwrap_or_default();
        self.schemes.entry(scheme).or_default()[1] += 1;
        let key = (error.code(), Some(error.part().label()));
        self.find(key, line, passwords, |masked| Report::error(error, masked));
    }

    /// Counts an error or a lint. The first of a kind is the example.
    fn find(
        &mut self,
        key: (&'static str, Option<&'static str>),
        line: &Line<'_>,
        passwords: Passwords,
        report: impl FnOnce(&Redacted<'_>) -> Report,
    ) {
        if let Some(found) = self.found.get_mut(&key) {
            found.count += 1;
            return;
        }
        let masked = line.redacted(passwords);
        let (kind, name) = match key {
            (code, None) => ("lint", code.to_owned()),
            (code, Some(part)) => ("error", format!("{code} in {part}")),
        };
        let example = Some(Example::new(kind, line, report(&masked), &masked));
        self.found.insert(key, Row { name, count: 1, example, ..Row::default() });
    }
}

impl Counter for Counts {
    fn merge(&mut self, other: Self) {
        for (name, [valid, invalid]) in other.schemes {
            let mine = self.schemes.entry(name).or_default();
            *mine = [mine[0] + valid, mine[1] + invalid];
        }
        for (key, mut theirs) in other.found {
            let Some(mine) = self.found.get_mut(&key) else {
                self.found.insert(key, theirs);
                continue;
            };
            // Chunks come in any order.
            let order = |row: &Row| row.example.as_ref().map(|example| example.order);
            if order(&theirs) < order(mine) {
                core::mem::swap(mine, &mut theirs);
            }
            mine.count += theirs.count;
        }
        self.others.merge(other.others);
        self.hosts.merge(other.hosts);
        self.ports.merge(other.ports);
        self.years.merge(other.years);
        self.statuses.merge(other.statuses);
    }
}
