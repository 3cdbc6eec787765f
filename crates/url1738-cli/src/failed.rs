//! The record of a line that is no URL; every command has it.

use core::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;
use url1738::{Error, Redacted};

use crate::{
    fault::{Fault, Maybe},
    format::Record,
    line::Line,
    report::Report,
    session::{Palette, Session},
    shown::{Base64, Shown},
};

/// A line that is no URL.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Failed<'a> {
    line: u64,
    input: Shown<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_base64: Option<Base64<'a>>,
    ok: bool,
    error: Fault,
    #[serde(skip)]
    whole: Line<'a>,
    #[serde(skip)]
    cause: Error,
    #[serde(skip)]
    masked: Redacted<'a>,
}

impl<'a> Failed<'a> {
    pub(crate) fn new(line: Line<'a>, cause: Error, session: &Session) -> Self {
        let masked = session.redact(line.bytes);
        Self {
            line: line.number,
            input: Shown::masked(masked),
            input_base64: Shown::masked(masked).base64(),
            ok: false,
            error: Fault::new(&cause, &masked),
            whole: line,
            cause,
            masked,
        }
    }

    /// The cells of a table of verdicts.
    pub(crate) fn verdict_cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        let Fault { part, kind, rule, start, end, message, fix } = &self.error;
        self.whole.origin.cell(cell);
        cell(&self.line);
        cell(&false);
        cell(&"");
        cell(part);
        cell(kind);
        cell(rule);
        cell(start);
        cell(end);
        cell(message);
        cell(&Maybe(fix.as_ref().map(|fix| &fix.text)));
        cell(&"");
        cell(&self.input);
    }

    /// The cells of a table of valid URLs: `gap` empty ones stand between `ok` and kind and message.
    pub(crate) fn cells(&self, gap: usize, cell: &mut dyn FnMut(&dyn Display)) {
        self.whole.origin.cell(cell);
        cell(&self.line);
        cell(&false);
        (0..gap).for_each(|_| cell(&""));
        cell(&self.error.kind);
        cell(&self.error.message);
        cell(&self.input);
    }

    /// Writes the report.
    pub(crate) fn report(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        Report::error(&self.cause).write(self.whole, &self.masked, palette, out)
    }
}

impl Failed<'_> {
    /// The columns of a table of verdicts.
    pub(crate) const VERDICT: &'static [&'static str] = &[
        "file", "line", "ok", "scheme", "part", "kind", "rule", "start", "end", "message", "fix",
        "lints", "input",
    ];
}

impl Record for Failed<'_> {
    const COLUMNS: &'static [&'static str] = Self::VERDICT;

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        self.verdict_cells(cell);
    }

    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        self.report(&session.palette, out)
    }
}
