//! `url1738 list`: what the program knows: schemes, codes, and the schema of its records.

use std::io::{self, Write};

use clap::{Args, Subcommand, builder::TypedValueParser as _};
use url1738::{SCHEMES, SchemeInfo, codes::CodeInfo};
use url1738_picture::wrap;

use super::line_command;
use crate::{
    codes::{self, Code},
    config::Config,
    diagnostics::Palette,
    exit::{self, Outcome, with_exit_status},
    hinted,
    records::Object,
    selection::unknown_code,
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
    Rules(Rules),
    /// Write the JSON Schema of the records that --json writes, of all commands
    #[command(after_help = with_exit_status!("\
Examples:
  url1738 list schema | jq '.\"$defs\".error'", "the schema was written"))]
    Schema,
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    match &arguments.list {
        List::Schemes(_) => schemes(config),
        List::Rules(arguments) => rules(config, arguments),
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
    let config = &config.with_columns(&["scheme", "port", "section", "form", "title"]);
    let mut out = Vec::new();
    config.output.header(&mut out)?;
    for SchemeInfo { name, port, section, purpose, forms, .. } in SCHEMES {
        let form = forms.join(" | ");
        let text = |palette: &Palette, to: &mut Vec<u8>| {
            let style = palette.name;
            let port = port.map_or_else(|| "-".to_owned(), |port| port.to_string());
            writeln!(to, "{style}{name:<9}{style:#}{port:>5}  {section:<8} {form:<52} {purpose}")
        };
        let record = Object::new()
            .with("scheme", *name)
            .with("port", *port)
            .with("section", *section)
            .with("form", &*form)
            .with("title", *purpose);
        config.output.record(&record, text, &mut out)?;
    }
    line_command::print(&out)
}

/// List the codes of errors, lints, repairs, warnings and refusals, or explain some of them
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 list rules                  list all codes, one per line
  url1738 list rules tilde            explain a code, with a bad and a good example
  url1738 list rules unexpected-byte  explain all codes of a group
  url1738 list rules port             explain all codes that begin with port-
  url1738 list rules --json | jq -r 'select(.kind == \"lint\").code'", "the codes were written"))]
pub(crate) struct Rules {
    /// The codes to explain, or prefixes of codes [default: list all codes]
    #[arg(value_name = "CODE", hide_possible_values = true)]
    #[arg(value_parser = hinted::catalog().try_map(name))]
    codes: Vec<String>,
}

/// Reads a code, or the prefix of several.
fn name(name: String) -> Result<String, String> {
    match codes::catalog().iter().any(|code| code.is_named(&name)) {
        true => Ok(name),
        false => Err(unknown_code(&name, codes::names().into_iter())),
    }
}

pub(crate) fn rules(config: &Config, arguments: &Rules) -> exit::Result<Outcome> {
    let columns = &["code", "kind", "message", "explanation", "bad", "good", "section", "group"];
    let config = &config.with_columns(columns);
    let mut out = Vec::new();
    config.output.header(&mut out)?;
    let is_explained = !arguments.codes.is_empty();
    let catalog = || codes::catalog().iter();
    let named =
        arguments.codes.iter().flat_map(|name| catalog().filter(|code| code.is_named(name)));
    for code in named.chain(catalog().filter(|_| !is_explained)) {
        let CodeInfo { kind, message, explanation, bad, good, section, group, .. } = **code;
        let record = Object::new()
            .with("code", code.code)
            .with("kind", kind.as_str())
            .with("message", message)
            .with("explanation", explanation)
            .with("bad", bad)
            .with("good", good)
            .with("section", section)
            .with("group", group);
        let text = |palette: &Palette, to: &mut Vec<u8>| match is_explained {
            true => explain(*code, palette, to),
            false => {
                let Palette { name, faint, .. } = palette;
                let code = code.code;
                writeln!(to, "{name}{code:<26}{name:#} {faint}{kind:<8}{faint:#} {message}")
            }
        };
        config.output.record(&record, text, &mut out)?;
    }
    line_command::print(&out)
}

fn explain(code: Code, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    let Palette { name, faint, success, error, .. } = palette;
    let CodeInfo { kind, message, explanation, bad, good, .. } = *code;
    let section = code.cited_section();
    writeln!(out, "{name}{}{name:#} {faint}({kind}, {section}){faint:#}", code.code)?;
    writeln!(out, "{message}\n")?;
    wrap(explanation, 80).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "\n  {error}bad:{error:#}  {bad}\n  {success}good:{success:#} {good}\n")
}
