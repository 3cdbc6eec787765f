//! `url1738 list`: what the program knows: schemes, codes, and the schema of its records.

use std::io::{self, Write as _};

use clap::{Args, Subcommand};

use super::{rules, schemes};
use crate::{
    config::Config,
    exit::{self, Outcome, with_exit_status},
    shared_options::Abilities,
};

/// List the schemes, the codes of reports, or the schema of records
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 list schemes
  url1738 list rules tilde           explain a code
  url1738 list schema > records.schema.json", "the list was written"))]
pub(crate) struct Arguments {
    #[command(subcommand)]
    list: List,
}

#[derive(Clone, Debug, Subcommand)]
enum List {
    Schemes(schemes::Arguments),
    Rules(rules::Arguments),
    /// Write the JSON Schema of the records that --json writes, of all commands
    #[command(after_help = with_exit_status!("\
Examples:
  url1738 list schema | jq '.\"$defs\".error'", "the schema was written"))]
    Schema,
}

impl Arguments {
    /// Returns what the command can do with the options that it shares.
    pub(crate) fn abilities(&self) -> Abilities<'static> {
        Abilities::of(if matches!(self.list, List::Schema) { "list schema" } else { "list" })
    }
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    match &arguments.list {
        List::Schemes(_) => schemes::run(config),
        List::Rules(arguments) => rules::run(config, arguments),
        List::Schema => {
            let mut out = io::stdout().lock();
            out.write_all(include_bytes!("records.schema.json"))?;
            out.flush()?;
            Ok(Outcome::Valid)
        }
    }
}
