//! `url1738 plan`: the access plan of every URL.

use core::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use url1738::{
    Error, Url,
    plan::{Plan, Refusal, Step, Warning},
};

use crate::{
    args::with_exit_status,
    batch::{MAX_REWRITTEN, PerLine},
    ending::{Outcome, Trouble},
    failed::Failed,
    fault::Refused,
    format::Record,
    good::Good,
    input::Inputs,
    line::Line,
    report::Report,
    session::Session,
    shown::Shown,
    sink::Output,
    tally::{Tally, Verdict},
};

/// Write the access plan of URLs: the exact exchange with the server, without carrying it out
///
/// Nothing is contacted. A step is one line: a command as it is sent, `send "octets"`, or what the user
/// is asked.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 plan 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  url1738 plan --json gopher://host.dom/7/find
  url1738 plan --format tsv urls.txt

A line over 2 MiB is reported as too long and skipped: what is made of it is held beside it."))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(session: &Session, arguments: Arguments) -> Result<Outcome, Trouble> {
    super::over::<Planned<'_>>(session, arguments.inputs, &Planning(session))
}

struct Planning<'s>(&'s Session);

impl PerLine for Planning<'_> {
    fn line(
        &self,
        line: Line<'_>,
        tally: &mut Tally,
        out: &mut Output<'_>,
    ) -> Result<Verdict, Trouble> {
        let record = Planned::new(line, line.parse(), self.0);
        let verdict = tally.verdict(line, matches!(record, Planned::Good { .. }));
        super::write(self.0, &record, out)?;
        Ok(verdict)
    }

    fn longest(&self) -> usize {
        MAX_REWRITTEN
    }
}

/// The plan of one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Planned<'a> {
    Good {
        line: u64,
        input: Shown<'a>,
        ok: bool,
        endpoint: String,
        steps: Vec<String>,
        warnings: Vec<WarningRow>,
        #[serde(skip)]
        good: Good<'a>,
    },
    Refused {
        line: u64,
        input: Shown<'a>,
        ok: bool,
        refused: Refused,
        #[serde(skip)]
        refusal: Refusal,
        #[serde(skip)]
        good: Good<'a>,
    },
    Bad(Failed<'a>),
}

/// A warning as JSON has it.
#[derive(Clone, Copy, Debug, Serialize)]
struct WarningRow {
    code: &'static str,
    message: &'static str,
}

impl From<&Warning> for WarningRow {
    fn from(warning: &Warning) -> Self {
        Self { code: warning.code, message: warning.message }
    }
}

impl<'a> Planned<'a> {
    fn new(line: Line<'a>, result: Result<Url<&'a str>, Error>, session: &Session) -> Self {
        let url = match result {
            Ok(url) => url,
            Err(error) => return Self::Bad(Failed::new(line, error, session)),
        };
        let good = Good::new(line, url, session);
        let (line, input) = (line.number, good.input());
        match url.access() {
            Ok(plan) => Self::Good {
                line,
                input,
                ok: true,
                endpoint: plan.endpoint().to_string(),
                steps: steps(&plan, session),
                warnings: plan.warnings().iter().map(WarningRow::from).collect(),
                good,
            },
            Err(refusal) => {
                let refused = Refused::from(&refusal);
                Self::Refused { line, input, ok: false, refused, refusal, good }
            }
        }
    }
}

/// The steps in their notation.
pub(super) fn steps(plan: &Plan, session: &Session) -> Vec<String> {
    let show = |step: &Step| match session.show_passwords {
        true => format!("{step:#}"),
        false => step.to_string(),
    };
    plan.steps().iter().map(show).collect()
}

impl Record for Planned<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "endpoint", "steps", "warnings", "kind", "message", "input"];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Good { line, input, endpoint, steps, warnings, good, .. } => {
                good.line.origin.cell(cell);
                cell(line);
                cell(&true);
                cell(endpoint);
                cell(&steps.join(" | "));
                let codes: Vec<&str> = warnings.iter().map(|warning| warning.code).collect();
                cell(&codes.join(" "));
                cell(&"");
                cell(&"");
                cell(input);
            }
            Self::Refused { line, input, refusal, good, .. } => {
                good.line.origin.cell(cell);
                cell(line);
                cell(&false);
                (0..3).for_each(|_| cell(&""));
                cell(&"refused");
                cell(&refusal.reason);
                cell(input);
            }
            Self::Bad(failed) => failed.cells(3, cell),
        }
    }

    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        let palette = &session.palette;
        match self {
            Self::Good { input, endpoint, steps, warnings, .. } => {
                writeln!(out, "{}{input}{:#}", palette.strong, palette.strong)?;
                writeln!(out, "  {}{endpoint}{:#}", palette.name, palette.name)?;
                for step in steps {
                    writeln!(out, "    {step}")?;
                }
                for WarningRow { code, message } in warnings {
                    let colour = palette.warning;
                    writeln!(out, "  {colour}warning{colour:#}: {message} [{code}]")?;
                }
                writeln!(out)
            }
            Self::Refused { refusal, good, .. } => {
                let report = Report::refusal(refusal, good.scheme());
                report.write(good.line, &good.masked, &session.palette, out)
            }
            Self::Bad(failed) => failed.report(&session.palette, out),
        }
    }
}
