//! The record of a line that is no URL; every command has it.

use core::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;
use url1738::{Error, Redacted, Span};

use crate::{
    fault::{Fault, Maybe},
    line::Line,
    report::Report,
    session::Session,
    shown::Shown,
};

/// A line that is no URL.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Failed<'a> {
    line: u64,
    input: Shown<'a>,
    ok: bool,
    error: Fault,
    #[serde(skip)]
    whole: Line<'a>,
    #[serde(skip)]
    cause: Error,
    #[serde(skip)]
    secret: Span,
}

impl<'a> Failed<'a> {
    pub(crate) fn new(line: Line<'a>, cause: Error, session: &Session) -> Self {
        let seems = || Redacted::new(line.bytes).secret();
        let secret = if session.show_passwords { Span::default() } else { seems() };
        Self {
            line: line.number,
            input: Shown::hiding(line.bytes, secret),
            ok: false,
            error: Fault::new(&cause, line.bytes, secret),
            whole: line,
            cause,
            secret,
        }
    }

    /// Part, kind, rule, start, end, message and fix.
    pub(crate) fn fault_cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        let Fault { part, kind, rule, start, end, message, fix } = &self.error;
        cell(part);
        cell(kind);
        cell(rule);
        cell(start);
        cell(end);
        cell(message);
        cell(&Maybe(fix.as_ref().map(|fix| &fix.text)));
    }

    pub(crate) fn input(&self) -> Shown<'a> {
        self.input
    }

    pub(crate) fn line(&self) -> Line<'a> {
        self.whole
    }

    /// Its code and words, for a table.
    pub(crate) fn code_and_message(&self) -> (&'static str, &str) {
        (self.error.kind, &self.error.message)
    }

    /// Writes the report.
    pub(crate) fn report(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        Report::error(&self.cause).write(self.whole, self.secret, session, out)
    }
}
