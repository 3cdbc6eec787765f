//! The records of fetched URLs: rows of listings, files, and failures.

use std::io::{self, Write};

use url1738::Redacted;
use url1738_client::Row;

use super::{content::Fetched, failure::Failure};
use crate::{
    diagnostics::{Palette, Passwords, Sanitized},
    fields::Subject,
    records::Object,
};

pub(super) const COLUMNS: &[&str] =
    &["input", "ok", "kind", "name", "url", "size", "modified", "bytes", "message", "masked"];

/// Returns the URL of a row with its secrets masked.
fn url_of(row: &Row, passwords: Passwords) -> Option<Redacted<'_>> {
    let url = row.url.as_ref()?;
    Some(if passwords.keeps() {
        Redacted::revealed(url.as_str().as_bytes())
    } else {
        url.redacted()
    })
}

/// Returns the record of a row of a directory or menu.
pub(super) fn of_row<'s>(subject: &'s Subject<'_>, row: &'s Row) -> Object {
    let (record, url) = (subject.record(), url_of(row, subject.passwords));
    let is_masked = url.as_ref().is_some_and(|url| !url.secrets().is_empty());
    // The URL of the listing may have said so.
    let record = if is_masked && !record.is_masked { record.masked(true) } else { record };
    record
        .with("kind", row.kind.name())
        .with("name", row.name.as_str())
        .with("url", url.map(Sanitized::masked))
        .with_some("size", row.size)
        .with_some("modified", row.modified.as_deref())
}

/// Writes a row for reading.
pub(super) fn write_row(
    row: &Row,
    passwords: Passwords,
    palette: &Palette,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (kind, name) = (row.kind.name(), &palette.name);
    let Some(url) = url_of(row, passwords).map(Sanitized::masked) else {
        return writeln!(out, "{:<9} {}", "", row.name);
    };
    write!(out, "{kind:<9} {:<40} ", row.name)?;
    if row.size.is_some() || row.modified.is_some() {
        let size = row.size.map_or(String::new(), |size| size.to_string());
        let modified = row.modified.as_deref().unwrap_or_default();
        write!(out, "{size:>12} {modified:<19} ")?;
    }
    writeln!(out, "{name}{url}{name:#}")
}

/// Returns the record of a file, or of a URL that has none.
pub(super) fn of_fetched<'s>(subject: &'s Subject<'_>, fetched: &'s Fetched) -> Object {
    let Fetched { outcome, path, composed, .. } = fetched;
    let path = path.as_deref().map(|path| path.as_os_str().as_encoded_bytes());
    let path = path.map(|path| Sanitized::masked(subject.passwords.redact(path)).to_string());
    subject
        .record()
        .with_cell("kind", "file".to_owned())
        .with_cell("name", path.clone().unwrap_or_default())
        .with_some("compose", composed.as_deref())
        .with("bytes", outcome.content_len)
        .with("saved", path)
        .with_list("guesses", outcome.guesses.iter().map(ToString::to_string))
        .with_list("replies", outcome.replies.iter().map(ToString::to_string))
}

/// Returns the record of a URL that was not fetched.
pub(super) fn of_failure<'s>(subject: &'s Subject<'_>, failure: &'s Failure) -> Object {
    subject
        .begin(failure.span.map_or(0, |span| span.range().start), false)
        .with("message", failure.message.as_str())
        .with("code", failure.code)
        .with("help", failure.help)
}
