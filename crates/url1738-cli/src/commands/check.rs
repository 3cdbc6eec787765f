//! `url1738 check`: a verdict for every URL.

use core::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use url1738::{Error, Lints, Url};

use crate::{
    batch::{self, PerLine},
    ending::{Outcome, Trouble},
    failed::Failed,
    format::{Format, Record},
    good::Good,
    input::Inputs,
    line::Line,
    lints::{self, LintRow},
    report::Report,
    session::Session,
    shown::Shown,
    sink::Output,
    tally::{Tally, Verdict},
};

/// Check URLs against RFC 1738, and say of bad ones which rule they break, where, and what to write
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  url1738 check 'http://host.dom/~joe'       why a URL is not valid
  url1738 check urls.txt more.txt            a URL a line
  url1738 check --lints 'ftp://h//etc'       also what is valid but risky
  url1738 check --format csv < urls.txt      a table for other programs")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Report what is valid but risky or misread elsewhere, too
    #[arg(short, long)]
    lints: bool,
}

pub(crate) fn run(session: &Session, arguments: Arguments) -> Result<Outcome, Trouble> {
    let check = Check { session, lints: arguments.lints };
    session.format.head::<Checked<'_>>(&mut io::stdout())?;
    let finished = batch::run(session, arguments.inputs.sources(), &check)?;
    if session.format == Format::Human && !session.quiet {
        writeln!(io::stdout(), "{}", finished.tally)?;
    } else {
        super::say_counts(session, &finished);
    }
    Ok(finished.outcome())
}

struct Check<'s> {
    session: &'s Session,
    lints: bool,
}

impl PerLine for Check<'_> {
    fn line(
        &self,
        line: Line<'_>,
        tally: &mut Tally,
        out: &mut Output<'_>,
    ) -> Result<Verdict, Trouble> {
        let result = Url::parse_bytes(line.bytes);
        let verdict = tally.verdict(line, result.is_ok());
        // Nothing is said about a good URL unless it is asked for.
        let silent = self.session.format == Format::Human && !self.lints;
        if verdict == Verdict::Bad || !silent {
            let record = Checked::new(line, result, self.session);
            super::write(self.session, line, &record, out)?;
        }
        Ok(verdict)
    }
}

/// The verdict on one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Checked<'a> {
    Good {
        line: u64,
        input: Shown<'a>,
        ok: bool,
        scheme: &'a str,
        lints: Vec<LintRow>,
        #[serde(skip)]
        good: Good<'a>,
        #[serde(skip)]
        found: Lints,
    },
    Bad(Failed<'a>),
}

impl<'a> Checked<'a> {
    fn new(line: Line<'a>, result: Result<Url<&'a str>, Error>, session: &Session) -> Self {
        match result {
            Ok(url) => {
                let good = Good::new(line, url, session);
                let found = lints::of(&url);
                Self::Good {
                    line: line.number,
                    input: good.input(),
                    ok: true,
                    scheme: good.scheme(),
                    lints: found.iter().map(LintRow::from).collect(),
                    good,
                    found,
                }
            }
            Err(error) => Self::Bad(Failed::new(line, error, session)),
        }
    }
}

impl Record for Checked<'_> {
    const COLUMNS: &'static [&'static str] = Failed::VERDICT;

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Good { line, input, scheme, lints, good, .. } => {
                good.line.origin.cell(cell);
                cell(line);
                cell(&true);
                cell(scheme);
                (0..7).for_each(|_| cell(&""));
                let codes: Vec<&str> = lints.iter().map(|lint| lint.code).collect();
                cell(&codes.join(" "));
                cell(input);
            }
            Self::Bad(failed) => failed.verdict_cells(cell),
        }
    }

    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Good { good, found, .. } => found.iter().try_for_each(|lint| {
                Report::lint(lint).write(good.line, good.secret, &session.palette, out)
            }),
            Self::Bad(failed) => failed.report(&session.palette, out),
        }
    }
}
