//! `url1738 list rules`: the catalogue of codes.

use std::io::{self, Write};

use clap::{Args, builder::TypedValueParser as _};
use serde::{Serialize, Serializer};
use url1738::codes::CodeInfo;
use url1738_picture::wrap;

use crate::{
    codes,
    codes::Code,
    config::Config,
    diagnostics::Palette,
    exit::{self, Outcome, with_exit_status},
    hinted::Offered,
    records::{Record, object},
    selection::Unknown,
};

/// List the codes of errors, lints, repairs, warnings and refusals, or explain some of them
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 list rules                  list all codes, one per line
  url1738 list rules tilde            explain a code, with a bad and a good example
  url1738 list rules unexpected-byte  explain all codes of a group
  url1738 list rules port             explain all codes that begin with port-
  url1738 list rules --json | jq -r 'select(.kind == \"lint\").code'", "the codes were written"))]
pub(crate) struct Arguments {
    /// The codes to explain, or prefixes of codes [default: list all codes]
    #[arg(value_name = "CODE", hide_possible_values = true)]
    #[arg(value_parser = Offered::CATALOG.try_map(name))]
    codes: Vec<String>,
}

/// Reads a code, or the prefix of several.
fn name(name: String) -> Result<String, Unknown> {
    match codes::catalog().iter().any(|code| code.is_named(&name)) {
        true => Ok(name),
        false => Err(Unknown::code(&name, codes::names().into_iter())),
    }
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    let mut out = io::stdout().lock();
    config.output.header_to::<RuleRecord>(&mut out)?;
    let explained = !arguments.codes.is_empty();
    let named = arguments
        .codes
        .iter()
        .flat_map(|name| codes::catalog().iter().filter(move |code| code.is_named(name)));
    let listed = codes::catalog().iter().filter(|_| !explained);
    for code in named.chain(listed) {
        config.output.record_to(&RuleRecord { entry: *code, explained }, &mut out)?;
    }
    out.flush()?;
    Ok(Outcome::Valid)
}

/// An entry of the catalogue.
#[derive(Clone, Copy, Debug)]
struct RuleRecord {
    entry: Code,
    /// Whether text for reading explains the code.
    explained: bool,
}

impl Serialize for RuleRecord {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let CodeInfo { code, kind, message, explanation, bad, good, section, group, .. } =
            *self.entry;
        object!(to, {
            "code": code,
            "kind": kind.as_str(),
            "message": message,
            "explanation": explanation,
            "bad": bad,
            "good": good,
            "section": section,
            "group": group,
        })
    }
}

impl Record for RuleRecord {
    const COLUMNS: &'static [&'static str] =
        &["code", "kind", "message", "explanation", "bad", "good", "section", "group"];

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Palette { name, faint, success, error, .. } = palette;
        let CodeInfo { code, kind, message, explanation, bad, good, .. } = *self.entry;
        if !self.explained {
            return writeln!(out, "{name}{code:<26}{name:#} {faint}{kind:<8}{faint:#} {message}");
        }
        writeln!(
            out,
            "{name}{code}{name:#} {faint}({kind}, {}){faint:#}",
            self.entry.cited_section()
        )?;
        writeln!(out, "{message}\n")?;
        wrap(explanation, 80).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "\n  {error}bad:{error:#}  {bad}\n  {success}good:{success:#} {good}\n")
    }
}
