//! `url1738 schemes`: what is known of the schemes.

use core::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use crate::{
    args::with_exit_status,
    ending::{Outcome, Trouble},
    fault::Maybe,
    format::Record,
    nearest,
    session::Session,
};

/// List the ten schemes with their ports, forms and sections of the RFC
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 schemes
  url1738 schemes --json", "the schemes were written"))]
pub(crate) struct Arguments {}

/// A scheme as the RFC introduces it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct SchemeRow {
    pub(crate) scheme: &'static str,
    pub(crate) port: Option<u16>,
    pub(crate) section: &'static str,
    pub(crate) form: &'static str,
    pub(crate) title: &'static str,
}

/// Name, section, form and what it is for. The ports come from the registry.
const FORMS: [(&str, &str, &str, &str); 10] = [
    ("ftp", "3.2", "ftp://user:password@host:port/cwd/name;type=code", "files by FTP"),
    ("http", "3.3", "http://host:port/path?search", "documents by HTTP"),
    ("gopher", "3.4", "gopher://host:port/type selector%09search%09gopher+", "Gopher items"),
    ("mailto", "3.5", "mailto:address", "electronic mail addresses"),
    ("news", "3.6", "news:group | news:article@host | news:*", "USENET news of any server"),
    ("nntp", "3.7", "nntp://host:port/group/number", "USENET news of one server"),
    ("telnet", "3.8", "telnet://user:password@host:port/", "interactive sessions"),
    ("wais", "3.9", "wais://host:port/database?search", "Wide Area Information Servers"),
    ("file", "3.10", "file://host/path", "files of one host"),
    ("prospero", "3.11", "prospero://host:port/hsoname;field=value", "Prospero directories"),
];

/// The ten schemes in the order of the RFC.
pub(crate) fn rows() -> Vec<SchemeRow> {
    let registry = url1738::registry();
    let port =
        |name| registry.schemes().find(|(known, _)| *known == name).and_then(|(_, port)| port);
    FORMS
        .into_iter()
        .map(|(scheme, section, form, title)| SchemeRow {
            scheme,
            port: port(scheme),
            section,
            form,
            title,
        })
        .collect()
}

/// The one of the ten that somebody who wrote this scheme may have meant.
pub(crate) fn meant(scheme: &str) -> Option<&'static str> {
    nearest::nearest(scheme, FORMS.iter().map(|(known, ..)| *known))
}

pub(crate) fn run(session: &Session) -> Result<Outcome, Trouble> {
    let mut out = io::stdout().lock();
    session.format.head::<SchemeRow>(&mut out)?;
    for row in rows() {
        session.format.record(&row, session, &mut out)?;
    }
    out.flush()?;
    Ok(Outcome::Good)
}

impl Record for SchemeRow {
    const COLUMNS: &'static [&'static str] = &["scheme", "port", "section", "form", "title"];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        cell(&self.scheme);
        cell(&Maybe(self.port));
        cell(&self.section);
        cell(&self.form);
        cell(&self.title);
    }

    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        let name = session.palette.name;
        let port = self.port.map_or_else(|| "-".to_owned(), |port| port.to_string());
        let Self { scheme, section, form, title, .. } = self;
        writeln!(out, "{name}{scheme:<9}{name:#}{port:>5}  {section:<5} {form:<52} {title}")
    }
}
