//! The command line: the list of commands. Each command declares its own options beside its code.

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::{
    commands::{
        build, check, compare, completions, explain, extract, fetch, fix, join, man, normalize,
        parse, plan, rules, schemes, set,
    },
    exit::{self, Outcome},
    help::with_exit_status,
    shared_options::{Abilities, SharedOptions},
};

/// The widest help, in columns.
const MAX_WIDTH: usize = 100;

/// Check, parse, explain, build, fix and extract RFC 1738 URLs
///
/// Knows the ten schemes of RFC 1738, which `url1738 schemes` lists, and reads all others by the generic syntax.
/// Parsing is strict: every error names the rule, shows where it is broken, and suggests a fix.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "url1738",
    version,
    max_term_width = MAX_WIDTH,
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = with_exit_status!("\
Examples:
  url1738 check urls.txt                       find the invalid URLs of a list
  url1738 explain 'ftp://me@host.dom/%2Fetc/motd;type=a'
  url1738 plan --json gopher://host.dom/7/find
  url1738 build http --host host.dom --path '~joe' --search 'to be?'")
)]
pub(crate) struct Cli {
    #[command(flatten)]
    shared: SharedOptions,
    #[command(subcommand)]
    command: Command,
}

/// Returns the command line. The help of a command does not list the shared options that it refuses.
pub(crate) fn command() -> clap::Command {
    let mut all = Cli::command();
    let shared: Vec<clap::Arg> =
        all.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    for command in all.get_subcommands_mut() {
        let refused: Vec<&str> = Abilities::refused(command.get_name()).collect();
        let is_refused = |arg: &&clap::Arg| arg.get_long().is_some_and(|it| refused.contains(&it));
        let hidden = shared.iter().filter(is_refused).map(|arg| arg.clone().hide(true));
        *command = core::mem::take(command).args(hidden);
    }
    all
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Parse(parse::Arguments),
    Explain(explain::Arguments),
    Plan(plan::Arguments),
    Fetch(fetch::Arguments),
    Build(build::Arguments),
    Set(set::Arguments),
    Fix(fix::Arguments),
    Normalize(normalize::Arguments),
    Compare(compare::Arguments),
    Join(join::Arguments),
    /// Write the references that lead from a base URL to others: `join --inverse`
    #[command(hide = true)]
    Relativize(join::Arguments),
    Extract(extract::Arguments),
    Schemes(schemes::Arguments),
    Rules(rules::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

impl Cli {
    /// Parses the arguments of the process.
    pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = command();
        let matches = command.try_get_matches_from_mut(arguments)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }

    /// Runs the command that the command line names.
    pub(crate) fn run(self) -> exit::Result<Outcome> {
        let config = self.shared.into_config(&self.command.abilities())?;
        match self.command {
            Command::Check(arguments) => check::run(&config, arguments),
            Command::Parse(arguments) => parse::run(&config, arguments),
            Command::Explain(arguments) => explain::run(&config, arguments),
            Command::Plan(arguments) => plan::run(&config, arguments),
            Command::Fetch(arguments) => fetch::run(&config, &arguments),
            Command::Build(arguments) => build::run(&config, &arguments),
            Command::Set(arguments) => set::run(&config, arguments),
            Command::Fix(arguments) => fix::run(&config, arguments),
            Command::Normalize(arguments) => normalize::run(&config, arguments),
            Command::Compare(arguments) => compare::run(&config, &arguments),
            Command::Join(arguments) => join::run(&config, arguments),
            Command::Relativize(arguments) => join::run(&config, arguments.inverted()),
            Command::Extract(arguments) => extract::run(&config, arguments),
            Command::Schemes(_) => schemes::run(&config),
            Command::Rules(arguments) => rules::run(&config, &arguments),
            Command::Completions(arguments) => completions::run(&arguments, command()),
            Command::Man(arguments) => man::run(&arguments, command()),
        }
    }
}

impl Command {
    /// Returns what the command can do with the options that it shares.
    fn abilities(&self) -> Abilities {
        match self {
            Self::Check(arguments) => arguments.abilities(),
            Self::Parse(_) => Abilities::of("parse"),
            Self::Explain(arguments) => arguments.abilities(),
            Self::Plan(_) => Abilities::of("plan"),
            Self::Fetch(_) => Abilities::of("fetch"),
            Self::Build(_) => Abilities::of("build"),
            Self::Set(_) => Abilities::of("set"),
            Self::Fix(_) => Abilities::of("fix"),
            Self::Normalize(_) => Abilities::of("normalize"),
            Self::Compare(_) => Abilities::of("compare"),
            Self::Join(_) => Abilities::of("join"),
            Self::Relativize(_) => Abilities::of("relativize"),
            Self::Extract(arguments) => arguments.abilities(),
            Self::Schemes(_) => Abilities::of("schemes"),
            Self::Rules(_) => Abilities::of("rules"),
            Self::Completions(_) => Abilities::of("completions"),
            Self::Man(_) => Abilities::of("man"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text after the options is wrapped by hand, and would be wrapped once more if a line were too long.
    #[test]
    fn no_line_of_help_is_wrapped_twice() {
        let mut all = vec![command()];
        while let Some(command) = all.pop() {
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let widest = after.lines().max_by_key(|line| line.len()).unwrap_or_default();
            assert!(widest.len() <= MAX_WIDTH, "{}: {widest}", command.get_name());
            all.extend(command.get_subcommands().cloned());
        }
    }
}
