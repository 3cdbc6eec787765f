//! `url1738 plan`: the access plan of every URL.

use core::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use url1738::{
    Error, Url,
    plan::{Plan, Refusal, Step, Warning},
};

use super::{inputs::Inputs, line_command};
use crate::{
    config::Config,
    diagnostics::{Masking, Palette, Report, Sanitized},
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, MAX_REWRITTEN, Output, Stats, Verdict},
    records::{InvalidLine, Record, RefusalRecord, ValidLine},
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

Lines longer than 2 MiB are reported and skipped."))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    line_command::run_lines::<Planned<'_>>(config, arguments.inputs, &Planner { config })
}

struct Planner<'c> {
    config: &'c Config,
}

impl LineProcessor for Planner<'_> {
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats,
        out: &mut Output<'_>,
    ) -> exit::Result<Verdict> {
        let record = Planned::new(line, line.parse(), self.config.masking);
        let verdict = stats.verdict(line, matches!(record, Planned::Valid { .. }));
        line_command::write(self.config, &record, out)?;
        Ok(verdict)
    }

    fn max_len(&self) -> usize {
        MAX_REWRITTEN
    }
}

/// The plan of one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Planned<'a> {
    Valid {
        line: u64,
        input: Sanitized<'a>,
        ok: bool,
        endpoint: String,
        steps: Vec<String>,
        warnings: Vec<WarningRecord>,
        #[serde(skip)]
        valid: ValidLine<'a>,
    },
    Refused {
        line: u64,
        input: Sanitized<'a>,
        ok: bool,
        refused: RefusalRecord,
        #[serde(skip)]
        refusal: Refusal,
        #[serde(skip)]
        valid: ValidLine<'a>,
    },
    Invalid(InvalidLine<'a>),
}

/// A warning in JSON.
#[derive(Clone, Copy, Debug, Serialize)]
struct WarningRecord {
    code: &'static str,
    message: &'static str,
}

impl From<&Warning> for WarningRecord {
    fn from(warning: &Warning) -> Self {
        Self { code: warning.code, message: warning.message }
    }
}

impl<'a> Planned<'a> {
    fn new(line: Line<'a>, result: Result<Url<&'a str>, Error>, masking: Masking) -> Self {
        let url = match result {
            Ok(url) => url,
            Err(error) => return Self::Invalid(InvalidLine::new(line, error, masking)),
        };
        let valid = ValidLine::new(line, url, masking);
        let (line, input) = (line.number, valid.input());
        match url.plan() {
            Ok(plan) => Self::Valid {
                line,
                input,
                ok: true,
                endpoint: plan.endpoint().to_string(),
                steps: steps(&plan, masking),
                warnings: plan.warnings().iter().map(WarningRecord::from).collect(),
                valid,
            },
            Err(refusal) => {
                let refused = RefusalRecord::from(&refusal);
                Self::Refused { line, input, ok: false, refused, refusal, valid }
            }
        }
    }
}

/// Returns the steps in their notation.
fn steps(plan: &Plan, masking: Masking) -> Vec<String> {
    let show = |step: &Step| {
        if masking.show_passwords { format!("{step:#}") } else { step.to_string() }
    };
    plan.steps().iter().map(show).collect()
}

impl Record for Planned<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "endpoint", "steps", "warnings", "code", "message", "input"];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Valid { line, input, endpoint, steps, warnings, valid, .. } => {
                valid.line.origin.cell(cell);
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
            Self::Refused { line, input, refusal, valid, .. } => {
                valid.line.origin.cell(cell);
                cell(line);
                cell(&false);
                (0..3).for_each(|_| cell(&""));
                cell(&"refused");
                cell(&refusal.reason);
                cell(input);
            }
            Self::Invalid(invalid) => invalid.cells(3, cell),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid { input, endpoint, steps, warnings, .. } => {
                let Palette { strong, name, warning, .. } = palette;
                writeln!(out, "{strong}{input}{strong:#}")?;
                writeln!(out, "  {name}{endpoint}{name:#}")?;
                for step in steps {
                    writeln!(out, "    {step}")?;
                }
                for WarningRecord { code, message } in warnings {
                    writeln!(out, "  {warning}warning{warning:#}: {message} [{code}]")?;
                }
                writeln!(out)
            }
            Self::Refused { refusal, valid, .. } => {
                let report = Report::refusal(refusal, valid.scheme());
                report.write(valid.line, &valid.masked, palette, out)
            }
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
