//! `url1738 plan`: the access plan of every URL.

use std::io::{self, Write};

use clap::Args;
use url1738::{
    Url,
    plan::{Plan, Refusal},
};

use super::{inputs::Inputs, line_command};
use crate::{
    config::Config,
    diagnostics::{Palette, Passwords, Report},
    exit::{self, Outcome, with_exit_status},
    fields::Subject,
    line::Line,
    pipeline::{Output, Stats},
    records::{self, Object},
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

pub(super) const COLUMNS: &[&str] =
    &["file", "line", "ok", "endpoint", "steps", "warnings", "code", "message", "input", "masked"];

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let config = &config.with_columns(COLUMNS);
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        let planned = Planned::new(line, config.passwords);
        let text = |palette: &Palette, to: &mut Vec<u8>| planned.text(palette, to);
        line_command::write(config, &planned.record(), text, stats, out)?;
        Ok(stats.verdict(line, planned.is_ok()))
    };
    line_command::run(config, arguments.inputs.sources(config)?, &processor)
}

/// A line, and the plan of its URL.
pub(super) struct Planned<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) plan: Option<Result<Plan, Refusal>>,
}

/// Returns the steps in their notation, with their secrets masked unless they are kept.
fn steps(plan: &Plan, passwords: Passwords) -> impl Iterator<Item = String> {
    // The alternate form is the one with passwords.
    let notation = move |step| match passwords.keeps() {
        true => format!("{step:#}"),
        false => format!("{step}"),
    };
    plan.steps.iter().map(notation)
}

/// Adds the members of a plan to a record.
pub(super) fn with_members(record: Object, plan: &Plan, passwords: Passwords) -> Object {
    record
        .with("endpoint", plan.endpoint.to_string())
        .with_list("steps", steps(plan, passwords))
        .with_objects("warnings", &plan.warnings, |to, warning| {
            to.with("code", warning.code()).with("message", warning.message())
        })
}

impl<'a> Planned<'a> {
    pub(super) fn new(line: Line<'a>, passwords: Passwords) -> Self {
        let subject = Subject::new(line, passwords);
        let plan = subject.url.as_ref().ok().map(Url::plan);
        Self { subject, plan }
    }

    pub(super) fn is_ok(&self) -> bool {
        matches!(self.plan, Some(Ok(_)))
    }

    pub(super) fn record(&self) -> Object {
        let Self { subject, plan } = self;
        match plan {
            None => subject.record(),
            Some(Ok(plan)) => with_members(subject.record(), plan, subject.passwords),
            Some(Err(refusal)) => subject
                .begin(refusal.span.range().start, false)
                .with("refused", records::refusal(refusal)),
        }
    }

    pub(super) fn text(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Self { subject, plan } = self;
        let (plan, url) = match (plan, &subject.url) {
            (Some(Ok(plan)), _) => (plan, subject.input()),
            (Some(Err(refusal)), Ok(url)) => {
                let report = Report::refusal(refusal, url.scheme());
                return report.write(subject.line, &subject.masked(), palette, out);
            }
            _ => return subject.report(palette, out),
        };
        let Palette { strong, name, warning, .. } = palette;
        writeln!(out, "{strong}{url}{strong:#}")?;
        writeln!(out, "  {name}{}{name:#}", plan.endpoint)?;
        for step in steps(plan, subject.passwords) {
            writeln!(out, "    {step}")?;
        }
        for found in &plan.warnings {
            let (code, message) = (found.code(), found.message());
            writeln!(out, "  {warning}warning{warning:#}: {message} [{code}]")?;
        }
        writeln!(out)
    }
}
