//! `url1738 schemes`: the ten schemes.

use core::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use crate::{
    config::Config,
    diagnostics::Palette,
    exit::{self, Outcome},
    help::with_exit_status,
    records::{OptionalCell, Record},
    schemes::{SCHEMES, Scheme},
};

/// List the ten schemes with their ports, forms and sections of the RFC
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 schemes
  url1738 schemes --json", "the schemes were written"))]
pub(crate) struct Arguments {}

pub(crate) fn run(config: &Config) -> exit::Result<Outcome> {
    let mut out = io::stdout().lock();
    config.output.header::<SchemeRecord>(&mut out)?;
    let registry = url1738::registry();
    for Scheme { name: scheme, section, form, title } in SCHEMES {
        let port = registry.schemes().find(|(name, _)| *name == scheme).and_then(|(_, port)| port);
        config.output.record(&SchemeRecord { scheme, port, section, form, title }, &mut out)?;
    }
    out.flush()?;
    Ok(Outcome::Valid)
}

/// A scheme and its default port.
#[derive(Clone, Copy, Debug, Serialize)]
struct SchemeRecord {
    scheme: &'static str,
    port: Option<u16>,
    section: &'static str,
    form: &'static str,
    title: &'static str,
}

impl Record for SchemeRecord {
    const COLUMNS: &'static [&'static str] = &["scheme", "port", "section", "form", "title"];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        cell(&self.scheme);
        cell(&OptionalCell(self.port));
        cell(&self.section);
        cell(&self.form);
        cell(&self.title);
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let name = palette.name;
        let port = self.port.map_or_else(|| "-".to_owned(), |port| port.to_string());
        let Self { scheme, section, form, title, .. } = self;
        writeln!(out, "{name}{scheme:<9}{name:#}{port:>5}  {section:<5} {form:<52} {title}")
    }
}
