//! `url1738 normalize`: the normal form of every URL.

use std::borrow::Cow;

use clap::Args;

use super::{
    inputs::Inputs,
    line_command::{self, Rewritten},
};
use crate::{
    config::Config,
    exit::{self, Outcome, with_exit_status},
};

/// Normalize URLs: equivalent URLs (section 2.2) get identical text
///
/// Writes scheme and host in lower case, escapes in upper case and only if the part needs them, and no default
/// port. Reserved characters and dot segments are kept, because they have a meaning. Reports invalid lines to
/// stderr.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 normalize 'HTTP://Host.DOM:80/%7ejoe'    http://host.dom/%7Ejoe
  url1738 normalize urls.txt | sort -u             write each URL once

URLs with a password are withheld, and the command ends with 2, unless --passwords is keep or
mask. Lines longer than 1 MiB are reported and skipped.", "all URLs are valid", "a URL is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
}

const COLUMNS: &[&str] =
    &["file", "line", "ok", "normal", "changed", "code", "message", "input", "masked"];

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let sources = arguments.inputs.sources(config)?;
    line_command::rewrite(config, COLUMNS, "normal", sources, |line| {
        let url = line.parse()?;
        let text = match (url.normal_form(), line.text) {
            (Cow::Borrowed(_), Some(text)) => Cow::Borrowed(text),
            (normal, _) => Cow::Owned(normal.into_owned()),
        };
        Ok(Rewritten::new(line, &url, config.passwords, text))
    })
}
