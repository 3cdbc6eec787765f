//! The commands, one file each.

mod build;
mod check;
mod compare;
mod explain;
mod extract;
mod fix;
mod normalize;
mod parse;
mod plan;
mod schemes;

use clap::Subcommand;

pub(crate) use schemes::{meant as scheme_meant, rows as scheme_rows};

use crate::{
    args::Cli,
    batch::{self, PerLine},
    ending::{self, Outcome, Trouble},
    format::Record,
    input::{Inputs, Source},
    session::Session,
    sink::Output,
    tally::Tally,
};

/// What the program does.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Command {
    Check(check::Arguments),
    Parse(parse::Arguments),
    Explain(explain::Arguments),
    Plan(plan::Arguments),
    Build(build::Arguments),
    Fix(fix::Arguments),
    Normalize(normalize::Arguments),
    Compare(compare::Arguments),
    Extract(extract::Arguments),
    Schemes(schemes::Arguments),
}

/// Runs the command that the command line names.
pub(crate) fn run(cli: Cli) -> Result<Outcome, Trouble> {
    let session = Session::new(&cli.global);
    match cli.command {
        Command::Check(arguments) => check::run(&session, arguments),
        Command::Parse(arguments) => parse::run(&session, arguments),
        Command::Explain(arguments) => explain::run(&session, arguments),
        Command::Plan(arguments) => plan::run(&session, arguments),
        Command::Build(arguments) => build::run(&session, &arguments),
        Command::Fix(arguments) => fix::run(&session, arguments),
        Command::Normalize(arguments) => normalize::run(&session, arguments),
        Command::Compare(arguments) => compare::run(&session, &arguments),
        Command::Extract(arguments) => extract::run(&session, arguments),
        Command::Schemes(_) => schemes::run(&session),
    }
}

/// Runs a command over all lines of the inputs, with records of the type `R`, and says how many
/// there were.
fn over<R: Record>(
    session: &Session,
    inputs: Inputs,
    command: &impl PerLine,
) -> Result<Outcome, Trouble> {
    let sources = inputs.sources();
    // A person who asks about two URLs sees how many they are.
    let counted = sources.iter().any(|source| !matches!(source, Source::Argument(_)));
    session.format.head::<R>(&mut std::io::stdout())?;
    let finished = batch::run(session, sources, command)?;
    if counted {
        say_counts(session, &finished.tally);
    }
    say_hidden(finished.tally.hidden);
    Ok(finished.outcome())
}

/// Says that passwords in URLs that somebody means to use are hidden.
fn say_hidden(count: u64) {
    match count {
        0 => {}
        1 => ending::say(&"1 password is written as ***; --show-passwords writes it"),
        _ => ending::say(&format_args!(
            "{count} passwords are written as ***; --show-passwords writes them"
        )),
    }
}

/// Says on standard error how many lines were ok, bad and skipped.
fn say_counts(session: &Session, tally: &Tally) {
    use std::io::Write as _;
    if !session.quiet {
        let _ = writeln!(anstream::stderr(), "{tally}");
    }
}

/// Writes the record of one line.
fn write<R: Record>(session: &Session, record: &R, out: &mut Output<'_>) -> Result<(), Trouble> {
    out.record(|to| session.format.record(record, session, to))
}
