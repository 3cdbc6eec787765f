//! `url1738 plan`: the access plan of every URL.

use std::io::{self, Write};

use clap::Args;
use serde::{Serialize, Serializer, ser::SerializeMap};
use url1738::plan::{Plan, Refusal, Step};

use super::{inputs::Inputs, line_command};
use crate::{
    config::Config,
    diagnostics::{Palette, Passwords, Purpose, Report},
    exit::{self, Outcome, with_exit_status},
    line::Line,
    pipeline::{Output, Stats},
    records::{
        Displayed, InvalidLine, Items, LineRecord, Record, RefusalRecord, ValidLine, WarningRecord,
        object,
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
    line_command::run_lines::<Planned<'_>>(
        config,
        arguments.inputs,
        Purpose::Report,
        &|line: Line<'_>, stats: &mut Stats, out: &mut Output| {
            let (record, is_planned) = planned(line, config.passwords);
            line_command::write(config, &record, stats, out)?;
            Ok(stats.verdict(line, is_planned))
        },
    )
}

/// Writes the plan of one URL, after the header row if it is the first. Returns whether a password is masked, too.
pub(super) fn show(
    config: &Config,
    line: Line<'_>,
    is_first: bool,
) -> exit::Result<(Outcome, bool)> {
    let (record, is_planned) = planned(line, config.passwords);
    let mut out = anstream::stdout().lock();
    if is_first {
        config.output.header_to::<Planned<'_>>(&mut out)?;
    }
    config.output.record_to(&record, &mut out)?;
    out.flush()?;
    let outcome = if is_planned { Outcome::Valid } else { Outcome::Invalid };
    Ok((outcome, record.is_masked()))
}

/// The plan of a URL.
#[derive(Debug)]
struct Planned<'a> {
    valid: ValidLine<'a>,
    plan: Result<Plan, Refusal>,
    passwords: Passwords,
}

/// Returns the record of a line, and whether its URL has a plan.
fn planned(line: Line<'_>, passwords: Passwords) -> (LineRecord<'_, Planned<'_>>, bool) {
    match line.parse() {
        Ok(url) => {
            let plan = url.plan();
            let (is_planned, valid) = (plan.is_ok(), ValidLine::new(line, url, passwords));
            (LineRecord::Valid(Planned { valid, plan, passwords }), is_planned)
        }
        Err(error) => (LineRecord::Invalid(InvalidLine::new(line, error, passwords)), false),
    }
}

/// Returns the steps in their notation.
fn steps(plan: &Plan, passwords: Passwords) -> impl Clone + Iterator<Item = String> {
    // The alternate form is the one with passwords.
    let text = move |step: &Step| match passwords.keeps() {
        true => format!("{step:#}"),
        false => step.to_string(),
    };
    plan.steps().iter().map(text)
}

/// A plan in JSON.
pub(super) struct PlanRecord<'p>(pub(super) &'p Plan, pub(super) Passwords);

impl PlanRecord<'_> {
    fn members<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        let Self(plan, passwords) = *self;
        object.serialize_entry("endpoint", &Displayed(plan.endpoint()))?;
        object.serialize_entry("steps", &Items(steps(plan, passwords)))?;
        object.serialize_entry("warnings", &Items(plan.warnings().iter().map(WarningRecord)))
    }
}

impl Serialize for PlanRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        object!(to, { ..self })
    }
}

impl Serialize for Planned<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { valid, plan, passwords } = self;
        match plan {
            Ok(plan) => object!(to, valid, { ..PlanRecord(plan, *passwords) }),
            Err(refusal) => object!(to, {
                "file": valid.line.origin.known_file(),
                "line": valid.line.number,
                "column": valid.line.column(refusal.span),
                "input": valid.input(),
                "ok": false,
                ? "masked": valid.is_masked().then_some(true),
                "refused": RefusalRecord(refusal),
            }),
        }
    }
}

impl Record for Planned<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "file", "line", "ok", "endpoint", "steps", "warnings", "code", "message", "input", "masked",
    ];

    fn is_masked(&self) -> bool {
        self.valid.is_masked()
    }

    fn cell(&self, column: &str) -> Option<String> {
        (self.plan.is_err() && column == "code").then(|| "refused".to_owned())
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Self { valid, plan, passwords } = self;
        let plan = match plan {
            Ok(plan) => plan,
            Err(refusal) => {
                let report = Report::refusal(refusal, valid.scheme());
                return report.write(valid.line, &valid.masked(), palette, out);
            }
        };
        let Palette { strong, name, warning, .. } = palette;
        writeln!(out, "{strong}{}{strong:#}", valid.input())?;
        writeln!(out, "  {name}{}{name:#}", plan.endpoint())?;
        for step in steps(plan, *passwords) {
            writeln!(out, "    {step}")?;
        }
        for found in plan.warnings() {
            let (code, message) = (found.code(), found.message());
            writeln!(out, "  {warning}warning{warning:#}: {message} [{code}]")?;
        }
        writeln!(out)
    }
}
