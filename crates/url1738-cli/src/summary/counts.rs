//! The counts of a chunk for a summary, or of all lines.

use std::collections::BTreeMap;

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
    /// By the name in [`SCHEMES`], or none for all others: the URLs of the scheme, and the invalid lines that begin with its
    /// name and a colon.
    pub(super) schemes: BTreeMap<&'static str, [u64; 2]>,
    /// By kind, code, and of errors the part that they are in, as messages name it.
    pub(super) found: BTreeMap<(&'static str, &'static str, &'static str), Row>,
    /// By the key of the section: hosts, ports, and years and statuses of captures. And `others`, the names of schemes other
    /// than the ten.
    pub(super) names: BTreeMap<&'static str, Names>,
}

/// The first line with an error or a lint, as it may be shown.
#[derive(Debug)]
pub(crate) struct Example {
    /// The number on the page, from 1.
    pub(super) number: usize,
    /// `error` or `lint`.
    pub(super) kind: &'static str,
    pub(super) code: &'static str,
    /// Chunk and line.
    order: (u64, u64),
    /// File, line and column.
    pub(super) place: String,
    /// The text, with the marked part in the middle.
    pub(super) text: [String; 3],
    pub(super) message: String,
    /// Empty if there is none.
    pub(super) help: String,
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
            code: report.code,
            order: (line.chunk, line.number),
            place: format!("{}:{}:{}", line.origin.name(), line.number, line.column(report.span)),
            text: text.map(str::to_owned),
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
            self.name("years", time.get(..4).unwrap_or_default());
            if let Some(status) = row.value("status") {
                let status = passwords.redact(&status).to_string();
                self.name("statuses", status.as_bytes());
            }
        }
        let parsed = line.parse();
        match &parsed {
            Ok(url) => self.valid(url, &line, passwords),
            Err(error) => self.invalid(error, &line, passwords),
        }
        parsed.is_ok()
    }

    /// Counts a name in a section. Case does not matter.
    fn name(&mut self, section: &'static str, name: &[u8]) {
        self.names.entry(section).or_default().add(name, true);
    }

    /// Counts a line as one of a scheme. Returns whether it is one of the ten.
    fn scheme(&mut self, is_it: impl Fn(&str) -> bool, count: [u64; 2]) -> bool {
        let known = SCHEMES.iter().map(|scheme| scheme.name).find(|name| is_it(name));
        add(self.schemes.entry(known.unwrap_or_default()).or_default(), count);
        known.is_some()
    }

    fn valid(&mut self, url: &Url<&str>, line: &Line<'_>, passwords: Passwords) {
        if !self.scheme(|name| name == url.scheme_info().name, [1, 0]) {
            self.name("others", url.scheme().as_bytes());
        }
        if let Some(login) = url.login() {
            self.name("hosts", login.host_str().as_bytes());
            if let Some(port) = login.port() {
                self.name("ports", port.to_string().as_bytes());
            }
        }
        for lint in &codes::lints(url) {
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
        self.scheme(begins, [0, 1]);
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
        let (kind, code, part) = key;
        let name = if part.is_empty() { code.to_owned() } else { format!("{code} in {part}") };
        let example = Some(Example::new(kind, line, report(&masked), &masked));
        self.found.insert(key, Row { name, count: 1, example, ..Row::default() });
    }
}

impl Counter for Counts {
    fn merge(&mut self, other: Self) {
        for (scheme, count) in other.schemes {
            add(self.schemes.entry(scheme).or_default(), count);
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
        for (section, names) in other.names {
            self.names.entry(section).or_default().merge(names);
        }
    }
}

/// Adds the numbers of valid and of invalid lines.
fn add(mine: &mut [u64; 2], [valid, invalid]: [u64; 2]) {
    *mine = [mine[0] + valid, mine[1] + invalid];
}
