//! `url1738 check`: a verdict for every URL.

use core::fmt::Display;
use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
};

use clap::Args;
use serde::Serialize;
use url1738::{Error, Lints, Url};

use crate::{
    args::with_exit_status,
    batch::{self, MAX_COUNTED, MAX_LINE, PerLine},
    ending::{Outcome, Trouble},
    failed::Failed,
    format::{Format, Record},
    good::Good,
    input::{self, Inputs},
    line::Line,
    lints::{self, LintRow},
    report::Report,
    session::Session,
    shown::Shown,
    sink::Output,
    summary::{self, Counts, Shared, Summary},
    tally::{Tally, Verdict},
    whole_file::WholeFile,
};

/// Check URLs against RFC 1738, and say of bad ones which rule they break, where, and what to write
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 check 'http://host.dom/~joe'       why a URL is not valid
  url1738 check urls.txt more.txt            a URL a line
  url1738 check --lints 'ftp://h//etc'       also what is valid but risky
  url1738 check --summary urls.txt           counts of schemes, rules, lints, hosts, ports
  url1738 check --html page.html urls.txt    the same as a page, and the reports
  url1738 check --format csv < urls.txt      a table for other programs

A line over 48 MiB is reported as too long and skipped, with --summary or --html one over 8 MiB: memory stays under
64 MiB in all, and it holds the line."))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Report what is valid but risky or misread elsewhere, too
    #[arg(short, long)]
    lints: bool,
    /// In place of reports, count schemes, rules broken, lints, hosts and ports
    #[arg(short, long, conflicts_with = "lints")]
    summary: bool,
    /// Write the summary as a page of its own, with charts and examples
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(crate) fn run(session: &Session, arguments: Arguments) -> Result<Outcome, Trouble> {
    let Arguments { inputs, lints, summary, html } = arguments;
    let sources = inputs.sources();
    input::refuse_overwriting(&sources, html.as_deref().as_slice())?;
    let page = html.map(WholeFile::open).transpose()?;
    let counted = (summary || page.is_some()).then(Arc::default);
    let check = Check { session, lints, silent: summary, counted };
    let mut out = io::stdout();
    if !summary {
        session.format.head::<Checked<'_>>(&mut out)?;
    }
    let mut finished = batch::run(session, sources, &check)?;
    let outcome = finished.outcome();
    let counts = finished.tally.counts.take();
    if let Some(counts) = counts {
        let whole = Summary::new(finished.tally, &counts);
        if summary {
            whole.write(session, &mut out)?;
        } else {
            say(session, &whole.tally)?;
        }
        if let Some(page) = page {
            page.write(|out| summary::page(&whole, out))?;
        }
    } else {
        say(session, &finished.tally)?;
    }
    out.flush()?;
    Ok(outcome)
}

/// Says how many lines there were: below the reports, or beside what other programs read.
fn say(session: &Session, tally: &Tally) -> io::Result<()> {
    if session.format == Format::Human && !session.quiet {
        writeln!(io::stdout(), "{tally}")
    } else {
        super::say_counts(session, tally);
        Ok(())
    }
}

struct Check<'s> {
    session: &'s Session,
    /// Whether lints are reported.
    lints: bool,
    /// Whether nothing is reported.
    silent: bool,
    /// Where the workers count together, for a summary.
    counted: Option<Arc<Shared>>,
}

impl PerLine for Check<'_> {
    fn line(
        &self,
        line: Line<'_>,
        tally: &mut Tally,
        out: &mut Output<'_>,
    ) -> Result<Verdict, Trouble> {
        let (verdict, result) = match &mut tally.counts {
            Some(counts) => (counts.line(line, self.session.show_passwords).is_ok(), None),
            None => {
                let result = line.parse();
                (result.is_ok(), Some(result))
            }
        };
        let verdict = tally.verdict(line, verdict);
        // Nothing is said about a good URL unless it is asked for.
        let told = verdict == Verdict::Bad || self.lints || self.session.format != Format::Human;
        if told && !self.silent {
            // What was counted is read again: to tell it takes far longer.
            let result = result.unwrap_or_else(|| line.parse());
            let record = Checked::new(line, result, self.session);
            super::write(self.session, &record, out)?;
        }
        Ok(verdict)
    }

    fn longest(&self) -> usize {
        if self.counted.is_some() { MAX_COUNTED } else { MAX_LINE }
    }

    fn in_any_order(&self) -> bool {
        self.silent
    }

    fn tally(&self) -> Tally {
        let counts = self.counted.as_ref().map(|shared| Box::new(Counts::new(shared)));
        Tally { counts, ..Tally::default() }
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
                Report::lint(lint).write(good.line, &good.masked, &session.palette, out)
            }),
            Self::Bad(failed) => failed.report(&session.palette, out),
        }
    }
}
