//! `url1738 set`: other values for parts of URLs.

mod options;
mod query;

use std::borrow::Cow;

use clap::Args;

use super::{
    inputs::Inputs,
    rewritten::{self, Rewritten},
};
use crate::{
    config::Config,
    exit::{self, Outcome},
    help::with_exit_status,
};

use options::Edits;
use query::QueryEdits;

/// Set parts of URLs: host, port, user, path, typecode and others
///
/// Values are decoded text, which is percent-encoded if needed, so that every URL that is written is valid. A URL whose
/// scheme does not have one of the parts is reported and written unchanged. A part that a URL can lack has a switch that
/// removes it: --no-user, --no-port, --no-search.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "url1738 set [OPTIONS] [URL|FILE]...")]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 set --host mirror.dom --no-port urls.txt
  url1738 set --no-password urls.txt
  url1738 set --path '/pub/a b' --typecode i ftp://host.dom/
  url1738 set --trim-query 'utm_*' --sort-query --references urls.txt
  url1738 set --selector /new --type 1 gopher://host.dom/0/old

URLs with a password are withheld, unless --passwords is keep or mask. Lines
longer than 1 MiB are reported and skipped.", "all parts are set", "a URL is invalid, or its scheme has no such part"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    edits: Edits,
    #[command(flatten)]
    queries: QueryEdits,
}

const COLUMNS: &[&str] =
    &["file", "line", "ok", "url", "changed", "refused", "code", "message", "input", "masked"];

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { inputs, edits, queries } = arguments;
    edits.check().map_err(exit::Error::Usage)?;
    rewritten::run(config, COLUMNS, inputs.sources(config), |line, url| {
        let (text, refused) = match edits.apply(url).and_then(|text| queries.apply(text)) {
            Ok(text) => (text, None),
            Err(refused) => (url.as_str().to_owned(), Some(refused)),
        };
        Rewritten { refused, ..Rewritten::new(line, config.passwords, Cow::Owned(text)) }
    })
}
