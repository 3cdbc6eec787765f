//! `url1738 plan`: the access plan of every URL.

use core::fmt::{self, Display};
use std::io::{self, Write};

use clap::Args;
use serde::{Serialize, Serializer};
use url1738::{
    Error, Url,
    plan::{Plan, Refusal, Step, Warning},
};

use super::{inputs::Inputs, line_command};
use crate::{
    config::Config,
    diagnostics::{Palette, Passwords, Purpose, Report},
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, Output, Stats, Verdict},
    records::{
        Displayed, InvalidLine, Items, Record, RefusalRecord, Row, ValidLine, WarningRecord, object,
    },
};

/// Show the exact commands a client would send, without connecting
///
/// Each step is one line: a command as it is sent, `send "octets"`, or a question to the user.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 plan 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  url1738 plan --json gopher://host.dom/7/find
  url1738 plan --format tsv urls.txt

Lines longer than 1 MiB are reported and skipped."))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let planner = Planner { config };
    line_command::run_lines::<Planned<'_>>(config, arguments.inputs, Purpose::Report, &planner)
}

/// Writes the plan of one URL. Returns whether a password is masked, too.
pub(super) fn show(config: &Config, line: Line<'_>) -> exit::Result<(Outcome, bool)> {
    let record = Planned::new(line, line.parse(), config.passwords);
    let mut out = anstream::stdout().lock();
    config.output.header_to::<Planned<'_>>(&mut out)?;
    config.output.record_to(&record, &mut out)?;
    out.flush()?;
    let outcome = match record {
        Planned::Valid { .. } => Outcome::Valid,
        _ => Outcome::Invalid,
    };
    Ok((outcome, record.is_masked()))
}

struct Planner<'c> {
    config: &'c Config,
}

impl LineProcessor for Planner<'_> {
    fn line(&self, line: Line<'_>, stats: &mut Stats, out: &mut Output) -> exit::Result<Verdict> {
        let record = Planned::new(line, line.parse(), self.config.passwords);
        let verdict = stats.verdict(line, matches!(record, Planned::Valid { .. }));
        line_command::write(self.config, &record, stats, out)?;
        Ok(verdict)
    }
}

/// The plan of one line.
#[derive(Debug)]
enum Planned<'a> {
    Valid { valid: ValidLine<'a>, plan: Plan, passwords: Passwords },
    Refused { valid: ValidLine<'a>, refusal: Refusal },
    Invalid(InvalidLine<'a>),
}

impl<'a> Planned<'a> {
    fn new(line: Line<'a>, result: Result<Url<&'a str>, Error>, passwords: Passwords) -> Self {
        let url = match result {
            Ok(url) => url,
            Err(error) => return Self::Invalid(InvalidLine::new(line, error, passwords)),
        };
        let valid = ValidLine::new(line, url, passwords);
        match url.plan() {
            Ok(plan) => Self::Valid { valid, plan, passwords },
            Err(refusal) => Self::Refused { valid, refusal },
        }
    }
}

/// A step in its notation.
#[derive(Clone, Copy)]
struct ShownStep<'p>(&'p Step, Passwords);

impl Serialize for ShownStep<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl Display for ShownStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(step, passwords) = *self;
        match (passwords.keeps(), f.alternate()) {
            (true, _) => write!(f, "{step:#}"),
            (false, false) => step.fmt(f),
            // The alternate form is the one with passwords.
            (false, true) => write!(f, "{step}"),
        }
    }
}

/// Returns the steps in their notation.
fn steps(plan: &Plan, passwords: Passwords) -> impl Clone + Iterator<Item = ShownStep<'_>> {
    plan.steps().iter().map(move |step| ShownStep(step, passwords))
}

impl Serialize for Planned<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Valid { valid, plan, passwords } => object!(to, valid, {
                "endpoint": Displayed(plan.endpoint()),
                "steps": Items(steps(plan, *passwords)),
                "warnings": Items(plan.warnings().iter().map(WarningRecord)),
            }),
            Self::Refused { valid, refusal } => object!(to, {
                "file": valid.line.origin.known_file(),
                "line": valid.line.number,
                "column": valid.line.column(refusal.span),
                "input": valid.input(),
                "ok": false,
                ? "masked": valid.is_masked().then_some(true),
                "refused": RefusalRecord::from(refusal),
            }),
            Self::Invalid(invalid) => invalid.serialize(to),
        }
    }
}

impl Record for Planned<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "endpoint", "steps", "warnings", "code", "message", "input"];

    fn is_masked(&self) -> bool {
        match self {
            Self::Valid { valid, .. } | Self::Refused { valid, .. } => valid.is_masked(),
            Self::Invalid(invalid) => invalid.is_masked(),
        }
    }

    fn cells(&self, row: &mut Row) {
        match self {
            Self::Valid { valid, plan, passwords } => {
                row.text(valid.line.origin.file());
                row.number(valid.line.number);
                row.flag(true);
                row.display(plan.endpoint());
                row.joined(steps(plan, *passwords), " | ");
                row.joined(plan.warnings().iter().map(Warning::code), " ");
                row.empty();
                row.empty();
                row.sanitized(valid.input());
            }
            Self::Refused { valid, refusal } => {
                row.text(valid.line.origin.file());
                row.number(valid.line.number);
                row.flag(false);
                (0..3).for_each(|_| row.empty());
                row.text("refused");
                row.text(refusal.reason());
                row.sanitized(valid.input());
            }
            Self::Invalid(invalid) => invalid.cells(3, row),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid { valid, plan, passwords } => {
                let Palette { strong, name, warning, .. } = palette;
                let (input, endpoint) = (valid.input(), plan.endpoint());
                writeln!(out, "{strong}{input}{strong:#}")?;
                writeln!(out, "  {name}{endpoint}{name:#}")?;
                for step in steps(plan, *passwords) {
                    writeln!(out, "    {step}")?;
                }
                for found in plan.warnings() {
                    let (code, message) = (found.code(), found.message());
                    writeln!(out, "  {warning}warning{warning:#}: {message} [{code}]")?;
                }
                writeln!(out)
            }
            Self::Refused { refusal, valid } => {
                let report = Report::refusal(refusal, valid.scheme());
                report.write(valid.line, &valid.masked(), palette, out)
            }
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
