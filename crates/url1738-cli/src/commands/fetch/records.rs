//! The records of fetched URLs: rows of listings, files, and failures.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use url1738_client::Row as Item;

use super::{content::Fetched, failure::Failure};
use crate::{
    diagnostics::{Palette, Passwords, Sanitized, sanitized},
    records::{Record, ValidLine, object},
};

/// A URL that was fetched, or a row of what it lists.
#[derive(Debug)]
pub(super) struct FetchRecord<'a> {
    pub(super) valid: &'a ValidLine<'a>,
    pub(super) what: What<'a>,
}

#[derive(Debug)]
pub(super) enum What<'a> {
    /// A row of a directory or menu.
    Item(&'a Item, Passwords),
    /// A file, or a URL that has none.
    Fetched(&'a Fetched),
    Failed(&'a Failure),
}

/// Returns the URL of a row with its secrets masked.
fn url_of(item: &Item, passwords: Passwords) -> Option<Sanitized<'_>> {
    let url = item.url.as_ref()?;
    Some(Sanitized::masked(passwords.redact(url.as_str().as_bytes())))
}

impl Serialize for FetchRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.what {
            What::Item(item, passwords) => object!(to, self.valid, {
                "kind": item.kind.name(),
                "name": item.name,
                "url": url_of(item, *passwords),
                ? "size": item.size,
                ? "modified": item.modified,
            }),
            What::Fetched(Fetched { outcome, path, composed, .. }) => {
                let replies: Vec<_> = outcome.replies.iter().map(ToString::to_string).collect();
                object!(to, self.valid, {
                    ? "compose": composed,
                    "bytes": outcome.content_len,
                    "saved": path.as_deref().map(sanitized::path),
                    "guesses": outcome.guesses,
                    "replies": replies,
                })
            }
            What::Failed(failure) => {
                let line = self.valid.line;
                object!(to, {
                    "file": line.origin.known_file(),
                    "line": line.number,
                    "column": failure.span.map_or(1, |span| line.column(span)),
                    "input": self.valid.input(),
                    "ok": false,
                    ? "masked": self.is_masked().then_some(true),
                    "message": failure.message,
                    "code": failure.code,
                    "help": failure.help,
                })
            }
        }
    }
}

impl Record for FetchRecord<'_> {
    const COLUMNS: &'static [&'static str] =
        &["input", "ok", "kind", "name", "url", "size", "modified", "bytes", "message", "masked"];

    fn is_masked(&self) -> bool {
        self.valid.is_masked()
    }

    fn cell(&self, column: &str) -> Option<String> {
        match (&self.what, column) {
            (What::Fetched(..), "kind") => Some("file".to_owned()),
            (What::Fetched(Fetched { path, .. }), "name") => {
                Some(path.as_deref().map_or(String::new(), sanitized::path))
            }
            _ => None,
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let What::Item(item, passwords) = self.what else { return Ok(()) };
        let (kind, name) = (item.kind.name(), &palette.name);
        let Some(url) = url_of(item, passwords) else {
            return writeln!(out, "{:<9} {}", "", item.name);
        };
        write!(out, "{kind:<9} {:<40} ", item.name)?;
        if item.size.is_some() || item.modified.is_some() {
            let size = item.size.map_or(String::new(), |size| size.to_string());
            let modified = item.modified.as_deref().unwrap_or_default();
            write!(out, "{size:>12} {modified:<19} ")?;
        }
        writeln!(out, "{name}{url}{name:#}")
    }
}
