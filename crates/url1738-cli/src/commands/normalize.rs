//! `url1738 normalize`: the normal form of every URL.

use core::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use url1738::{Error, Url};

use crate::{
    args::with_exit_status,
    batch::{MAX_REWRITTEN, PerLine},
    ending::{Outcome, Trouble},
    failed::Failed,
    format::{Format, Record},
    good::{Good, Whole},
    input::Inputs,
    line::Line,
    session::Session,
    shown::Shown,
    sink::Output,
    tally::{Tally, Verdict},
};

/// Write URLs in normal form: two that mean the same by section 2.2 become the same text
///
/// Scheme and host in lower case, as few escapes as the part allows, those in upper-case hexadecimal, no default
/// port. Reserved characters and dot segments stay as they are: they mean something. What cannot be read is
/// reported on standard error.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 normalize 'HTTP://Host.DOM:80/%7ejoe'    http://host.dom/%7Ejoe
  url1738 normalize urls.txt | sort -u             each URL once

A line over 2 MiB is reported as too long and skipped: what is made of it is held beside it.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(session: &Session, arguments: Arguments) -> Result<Outcome, Trouble> {
    super::over::<Normalized<'_>>(session, arguments.inputs, &Normalizing(session))
}

struct Normalizing<'s>(&'s Session);

impl PerLine for Normalizing<'_> {
    fn line(
        &self,
        line: Line<'_>,
        tally: &mut Tally,
        out: &mut Output<'_>,
    ) -> Result<Verdict, Trouble> {
        let Self(session) = self;
        let result = line.parse();
        let verdict = tally.verdict(line, result.is_ok());
        let record = Normalized::new(line, result, session);
        match &record {
            Normalized::Bad(failed) if session.format == Format::Human => {
                out.remark(|err| failed.report(&session.remarks, err))?;
            }
            record => super::write(session, record, out)?,
        }
        tally.hidden += u64::from(record.hides());
        Ok(verdict)
    }

    fn longest(&self) -> usize {
        MAX_REWRITTEN
    }
}

/// The normal form of one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Normalized<'a> {
    Good {
        line: u64,
        input: Shown<'a>,
        ok: bool,
        normal: Whole,
        changed: bool,
        #[serde(skip)]
        good: Good<'a>,
    },
    Bad(Failed<'a>),
}

impl<'a> Normalized<'a> {
    fn new(line: Line<'a>, result: Result<Url<&'a str>, Error>, session: &Session) -> Self {
        match result {
            Ok(url) => {
                let good = Good::new(line, url, session);
                let normal = url.normalize();
                let changed = normal != url;
                let normal = Whole::new(&normal, session);
                Self::Good {
                    line: line.number,
                    input: good.input(),
                    ok: true,
                    normal,
                    changed,
                    good,
                }
            }
            Err(error) => Self::Bad(Failed::new(line, error, session)),
        }
    }

    fn hides(&self) -> bool {
        matches!(self, Self::Good { good, .. } if !good.masked.secrets().is_empty())
    }
}

impl Record for Normalized<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "normal", "changed", "kind", "message", "input"];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Good { line, input, normal, changed, good, .. } => {
                good.line.origin.cell(cell);
                cell(line);
                cell(&true);
                cell(normal);
                cell(changed);
                cell(&"");
                cell(&"");
                cell(input);
            }
            Self::Bad(failed) => failed.cells(2, cell),
        }
    }

    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Good { normal, .. } => writeln!(out, "{normal}"),
            Self::Bad(failed) => failed.report(&session.palette, out),
        }
    }
}
