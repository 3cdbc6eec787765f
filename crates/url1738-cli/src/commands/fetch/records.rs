//! The records of fetched URLs: rows of listings, files, and failures.

use core::ops::Deref;
use std::io::{self, Write};

use url1738::Url;
use url1738_client::Row as Item;

use super::{content::Fetched, failure::Failure};
use crate::{
    diagnostics::{Palette, Passwords, Sanitized, sanitized},
    fields::Subject,
    line::Line,
    records::{Member, Object},
};

pub(super) const COLUMNS: &[&str] =
    &["input", "ok", "kind", "name", "url", "size", "modified", "bytes", "message", "masked"];

/// A line that is a URL.
pub(super) struct ValidLine<'a> {
    pub(super) url: Url<&'a str>,
    subject: Subject<'a>,
}

impl<'a> ValidLine<'a> {
    pub(super) fn new(line: Line<'a>, url: Url<&'a str>, passwords: Passwords) -> Self {
        Self { url, subject: Subject::of(line, Ok(url), passwords) }
    }
}

impl<'a> Deref for ValidLine<'a> {
    type Target = Subject<'a>;

    fn deref(&self) -> &Subject<'a> {
        &self.subject
    }
}

/// A URL that was fetched, or a row of what it lists.
pub(super) struct FetchRecord<'a, 'l> {
    pub(super) valid: &'a ValidLine<'l>,
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

impl FetchRecord<'_, '_> {
    pub(super) fn record(&self) -> Object<'_> {
        let valid = self.valid;
        match &self.what {
            What::Item(item, passwords) => valid
                .record()
                .with("kind", item.kind.name())
                .with("name", item.name.as_str())
                .with("url", url_of(item, *passwords))
                .with_some("size", item.size)
                .with_some("modified", item.modified.as_deref()),
            What::Fetched(Fetched { outcome, path, composed, .. }) => {
                let path = path.as_deref().map(sanitized::path);
                valid
                    .record()
                    .with("kind", Member::Cell("file".to_owned()))
                    .with("name", Member::Cell(path.clone().unwrap_or_default()))
                    .with_some("compose", composed.as_deref())
                    .with("bytes", outcome.content_len)
                    .with("saved", path)
                    .with_list("guesses", outcome.guesses.iter().map(ToString::to_string))
                    .with_list("replies", outcome.replies.iter().map(ToString::to_string))
            }
            What::Failed(failure) => valid
                .begin(failure.span.map_or(1, |span| valid.line.column(span)), false)
                .with("message", failure.message.as_str())
                .with("code", failure.code)
                .with("help", failure.help),
        }
    }

    pub(super) fn text(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
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
