//! `url1738 list`: what the program knows: schemes, codes, and the schema of its records.

use std::io::{self, Write};

use clap::{Args, Subcommand};
use serde::{Serialize, Serializer};
use url1738::{SCHEMES, SchemeInfo};

use super::{line_command, rules};
use crate::{
    config::Config,
    diagnostics::Palette,
    exit::{self, Outcome, with_exit_status},
    records::{Record, object},
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
    Schemes(Schemes),
    Rules(rules::Arguments),
    /// Write the JSON Schema of the records that --json writes, of all commands
    #[command(after_help = with_exit_status!("\
Examples:
  url1738 list schema | jq '.\"$defs\".error'", "the schema was written"))]
    Schema,
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    match &arguments.list {
        List::Schemes(_) => schemes(config),
        List::Rules(arguments) => rules::run(config, arguments),
        List::Schema => line_command::print(include_bytes!("records.schema.json")),
    }
}

/// List the ten schemes and three successors of http, with their ports, forms and sections
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 list schemes
  url1738 list schemes --json", "the schemes were written"))]
pub(crate) struct Schemes {}

pub(crate) fn schemes(config: &Config) -> exit::Result<Outcome> {
    let mut out = io::stdout().lock();
    config.output.header_to::<SchemeRecord>(&mut out)?;
    for info in SCHEMES {
        let form = info.forms.join(" | ");
        config.output.record_to(&SchemeRecord { info, form }, &mut out)?;
    }
    out.flush()?;
    Ok(Outcome::Valid)
}

/// A scheme.
#[derive(Clone, Debug)]
struct SchemeRecord {
    info: &'static SchemeInfo,
    form: String,
}

impl Serialize for SchemeRecord {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { info: SchemeInfo { name, port, section, purpose, .. }, form } = self;
        object!(to, {
            "scheme": name, "port": port, "section": section, "form": form, "title": purpose,
        })
    }
}

impl Record for SchemeRecord {
    const COLUMNS: &'static [&'static str] = &["scheme", "port", "section", "form", "title"];

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let style = palette.name;
        let Self { info: SchemeInfo { name, port, section, purpose, .. }, form } = self;
        let port = port.map_or_else(|| "-".to_owned(), |port| port.to_string());
        writeln!(out, "{style}{name:<9}{style:#}{port:>5}  {section:<8} {form:<52} {purpose}")
    }
}
