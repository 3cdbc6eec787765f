//! The records of fetched URLs: rows of listings, files, and failures.

use std::{
    io::{self, Write},
    path::Path,
};

use serde::{Serialize, Serializer};
use url1738_client::{Error, Outcome, Row as Item};

use super::stopped::Stopped;
use crate::{
    diagnostics::{Palette, Passwords, Sanitized, sanitized},
    records::{Record, ValidLine, object},
};

const COLUMNS: &[&str] = &["input", "ok", "kind", "name", "url", "bytes", "message", "masked"];

/// A row of a directory or menu.
#[derive(Debug)]
pub(super) struct ItemRecord<'a> {
    valid: &'a ValidLine<'a>,
    item: &'a Item,
    /// The URL with its secrets masked.
    url: Option<Sanitized<'a>>,
}

impl<'a> ItemRecord<'a> {
    pub(super) fn new(valid: &'a ValidLine<'a>, item: &'a Item, masking: Passwords) -> Self {
        let url = item.url.as_ref();
        let url = url.map(|url| Sanitized::masked(masking.redact(url.as_str().as_bytes())));
        Self { valid, item, url }
    }
}

impl Serialize for ItemRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        object!(to, self.valid, {
            "kind": self.item.kind.name(),
            "name": self.item.name,
            "url": self.url,
        })
    }
}

impl Record for ItemRecord<'_> {
    const COLUMNS: &'static [&'static str] = COLUMNS;

    fn is_masked(&self) -> bool {
        self.valid.is_masked()
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let name = &palette.name;
        let kind = self.item.kind.name();
        match self.url {
            Some(url) => {
                writeln!(out, "{kind:<8} {:<40} {name}{url}{name:#}", self.item.name)
            }
            None => writeln!(out, "{:<8} {}", "", self.item.name),
        }
    }
}

/// A URL whose content is in a file, or that has none.
#[derive(Debug)]
pub(super) struct FetchedRecord<'a> {
    pub(super) valid: &'a ValidLine<'a>,
    pub(super) outcome: &'a Outcome,
    pub(super) path: Option<&'a Path>,
    /// The address to compose a message to.
    pub(super) compose: Option<&'a str>,
}

impl Serialize for FetchedRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let path = self.path.map(sanitized::path);
        let replies: Vec<String> = self.outcome.replies.iter().map(ToString::to_string).collect();
        object!(to, self.valid, {
            ? "compose": self.compose,
            "bytes": self.outcome.content_len,
            "saved": path,
            "guesses": self.outcome.guesses,
            "replies": replies,
        })
    }
}

impl Record for FetchedRecord<'_> {
    const COLUMNS: &'static [&'static str] = COLUMNS;

    fn is_masked(&self) -> bool {
        self.valid.is_masked()
    }

    fn cell(&self, column: &str) -> Option<String> {
        match column {
            "kind" => Some("file".to_owned()),
            "name" => Some(self.path.map(sanitized::path).unwrap_or_default()),
            _ => None,
        }
    }

    fn human(&self, _: &Palette, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// A URL that could not be fetched.
#[derive(Debug)]
pub(super) struct FailedRecord<'a> {
    valid: &'a ValidLine<'a>,
    message: String,
    column: u64,
    code: Option<u32>,
    help: Option<&'static str>,
}

impl<'a> FailedRecord<'a> {
    pub(super) fn new(valid: &'a ValidLine<'a>, error: &Error, help: Option<&'static str>) -> Self {
        let column = match error {
            Error::Refused(refusal) => valid.line.column(refusal.span),
            _ => 1,
        };
        let code = error.reply().map(|reply| u32::from(reply.code()));
        Self { valid, message: error.to_string(), column, code, help }
    }

    /// Creates the record of an error of this program.
    pub(super) fn stopped(valid: &'a ValidLine<'a>, stopped: &Stopped) -> Self {
        let message = stopped.to_string();
        Self { valid, message, column: 1, code: None, help: stopped.help }
    }
}

impl Serialize for FailedRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let line = self.valid.line;
        object!(to, {
            "file": line.origin.known_file(),
            "line": line.number,
            "column": self.column,
            "input": self.valid.input(),
            "ok": false,
            ? "masked": self.is_masked().then_some(true),
            "message": self.message,
            "code": self.code,
            "help": self.help,
        })
    }
}

impl Record for FailedRecord<'_> {
    const COLUMNS: &'static [&'static str] = COLUMNS;

    fn is_masked(&self) -> bool {
        self.valid.is_masked()
    }

    fn human(&self, _: &Palette, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
