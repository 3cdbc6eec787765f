//! `url1738 schemes`: the ten schemes.

use std::io::{self, Write};

use clap::Args;

use crate::{
    config::Config,
    diagnostics::Palette,
    exit::{self, Outcome},
    help::with_exit_status,
    record_buffer::RecordBuffer,
    records::{Record, Row, ToJson, object},
    schemes::{SCHEMES, SchemeInfo},
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
    config.output.header_to::<SchemeRecord>(&mut out)?;
    let registry = url1738::registry();
    for SchemeInfo { name: scheme, section, form, title, .. } in SCHEMES {
        let port = registry.schemes().find(|(name, _)| *name == scheme).and_then(|(_, port)| port);
        config.output.record_to(&SchemeRecord { scheme, port, section, form, title }, &mut out)?;
    }
    out.flush()?;
    Ok(Outcome::Valid)
}

/// A scheme and its default port.
#[derive(Clone, Copy, Debug)]
struct SchemeRecord {
    scheme: &'static str,
    port: Option<u16>,
    section: &'static str,
    form: &'static str,
    title: &'static str,
}

impl ToJson for SchemeRecord {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let Self { scheme, port, section, form, title } = self;
        object!(out, {
            "scheme": scheme, "port": port, "section": section, "form": form, "title": title,
        });
    }
}

impl Record for SchemeRecord {
    const COLUMNS: &'static [&'static str] = &["scheme", "port", "section", "form", "title"];
    const HAS_URLS: bool = false;

    fn is_masked(&self) -> bool {
        false
    }

    fn cells(&self, row: &mut Row<'_, '_>) {
        row.text(self.scheme);
        match self.port {
            Some(port) => row.number(port),
            None => row.empty(),
        }
        row.text(self.section);
        row.text(self.form);
        row.text(self.title);
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let name = palette.name;
        let port = self.port.map_or_else(|| "-".to_owned(), |port| port.to_string());
        let Self { scheme, section, form, title, .. } = self;
        writeln!(out, "{name}{scheme:<9}{name:#}{port:>5}  {section:<5} {form:<52} {title}")
    }
}
