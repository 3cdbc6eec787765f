//! `url1738 parse`: the parts of every URL.

use core::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::{Serialize, Serializer, ser::SerializeSeq as _};
use url1738::{Error, PartSpan, Span, Url};

use crate::{
    args::with_exit_status,
    batch::PerLine,
    ending::{Outcome, Trouble},
    failed::Failed,
    fault::Maybe,
    format::Record,
    good::Good,
    input::Inputs,
    line::Line,
    lints::{self, LintRow},
    session::Session,
    shown::Shown,
    sink::Output,
    tally::{Tally, Verdict},
};

/// Take URLs apart: every part by its name in the RFC's grammar, where it stands and what it says
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 parse ftp://me@host.dom/pub/a%20b    a table of its parts
  url1738 parse --json urls.txt                an object a line, for jq and its like
  url1738 parse --format tsv urls.txt          a row a URL: scheme, user, host, port, path

A line over 48 MiB is reported as too long and skipped.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(session: &Session, arguments: Arguments) -> Result<Outcome, Trouble> {
    super::over::<Parsed<'_>>(session, arguments.inputs, &Parse(session))
}

struct Parse<'s>(&'s Session);

impl PerLine for Parse<'_> {
    fn line(
        &self,
        line: Line<'_>,
        tally: &mut Tally,
        out: &mut Output<'_>,
    ) -> Result<Verdict, Trouble> {
        let result = line.parse();
        let verdict = tally.verdict(line, result.is_ok());
        super::write(self.0, &Parsed::new(line, result, self.0), out)?;
        Ok(verdict)
    }
}

/// The parts of one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Parsed<'a> {
    Good {
        line: u64,
        input: Shown<'a>,
        ok: bool,
        scheme: &'a str,
        parts: Parts<'a>,
        lints: Vec<LintRow>,
    },
    Bad(Failed<'a>),
}

impl<'a> Parsed<'a> {
    pub(super) fn new(
        line: Line<'a>,
        result: Result<Url<&'a str>, Error>,
        session: &Session,
    ) -> Self {
        match result {
            Ok(url) => {
                let good = Good::new(line, url, session);
                Self::Good {
                    line: line.number,
                    input: good.input(),
                    ok: true,
                    scheme: good.scheme(),
                    parts: Parts(good),
                    lints: lints::of(&url).iter().map(LintRow::from).collect(),
                }
            }
            Err(error) => Self::Bad(Failed::new(line, error, session)),
        }
    }
}

/// The parts of a URL, written one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts<'a>(Good<'a>);

/// A part as JSON has it.
#[derive(Clone, Copy, Debug, Serialize)]
struct PartRow<'a> {
    name: &'static str,
    start: u32,
    end: u32,
    text: Shown<'a>,
}

impl Serialize for Parts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(None)?;
        let mut result = Ok(());
        self.0.each_part(&mut |PartSpan { part, span }| {
            let Span { start, end } = span;
            let row = PartRow { name: part.name(), start, end, text: self.0.piece(span) };
            if result.is_ok() {
                result = rows.serialize_element(&row);
            }
        });
        result?;
        rows.end()
    }
}

impl Record for Parsed<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "file", "line", "ok", "scheme", "user", "password", "host", "port", "path", "kind",
        "message", "input",
    ];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Good { line, input, scheme, parts: Parts(good), .. } => {
                good.line.origin.cell(cell);
                cell(line);
                cell(&true);
                cell(scheme);
                let login = good.url.login().map(url1738::Login::spans);
                let piece = |span: Option<Span>| Maybe(span.map(|span| good.piece(span)));
                cell(&piece(login.and_then(|login| login.user())));
                cell(&piece(login.and_then(|login| login.password())));
                cell(&piece(login.map(|login| login.host())));
                cell(&piece(login.and_then(|login| login.port())));
                cell(&piece(Some(good.behind_login())));
                cell(&"");
                cell(&"");
                cell(input);
            }
            Self::Bad(failed) => failed.cells(6, cell),
        }
    }

    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        let Self::Good { input, parts: Parts(good), lints, .. } = self else {
            let Self::Bad(failed) = self else { return Ok(()) };
            return failed.report(&session.palette, out);
        };
        let palette = &session.palette;
        writeln!(out, "{}{input}{:#}", palette.strong, palette.strong)?;
        let mut result = Ok(());
        good.each_part(&mut |PartSpan { part, span }| {
            if result.is_ok() {
                let Span { start, end } = span;
                let text = good.piece(span);
                let (open, close) = (palette.name, palette.faint);
                result = writeln!(
                    out,
                    "  {open}{:<15}{open:#} {close}{:>9}{close:#}  {text}",
                    part.name(),
                    format!("{start}..{end}"),
                );
            }
        });
        result?;
        for lint in lints {
            let colour = palette.warning;
            let place = format!("{}..{}", lint.start, lint.end);
            writeln!(out, "  {colour}{:<15}{colour:#} {place:>9}  {}", "lint", lint.code)?;
        }
        writeln!(out)
    }
}
