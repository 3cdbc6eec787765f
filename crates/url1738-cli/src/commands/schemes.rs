//! `url1738 list schemes`: the ten schemes.

use std::io::{self, Write};

use clap::Args;
use serde::{Serialize, Serializer};
use url1738::{SCHEMES, SchemeInfo};

use crate::{
    config::Config,
    diagnostics::Palette,
    exit::{self, Outcome, with_exit_status},
    records::{Record, object},
};

/// List the ten schemes and three successors of http, with their ports, forms and sections
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 list schemes
  url1738 list schemes --json", "the schemes were written"))]
pub(crate) struct Arguments {}

pub(crate) fn run(config: &Config) -> exit::Result<Outcome> {
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
