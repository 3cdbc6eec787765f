//! `url1738 join`: references, resolved against a base URL, and its inverse.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;
use url1738::{
    GenericUrl, Span, Url,
    relative::{Base, Joined, Resolution},
};

use super::{
    inputs,
    line_command::{self, Rewritten},
};
use crate::{
    config::Config,
    diagnostics::Report,
    exit::{self, Outcome, with_exit_status},
};

/// Resolve relative references against a base URL (RFC 1808)
///
/// Writes the resolved URL with the fragment of the reference. Reports results that are not valid URLs of their scheme to
/// stderr; those that the general syntax allows, such as `http:g`, are written, too. mailto, news and telnet URLs are never
/// bases.
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 join http://host.dom/a/b ../c '?d' //other.dom/
  url1738 join --rfc3986 http://host.dom/a ../../b < references.txt
  url1738 join --inverse http://host.dom/a/b http://host.dom/c    ../c

Results with a password are withheld, and the command ends with 2, unless --passwords is keep or
mask. Lines longer than 1 MiB are reported and skipped.", "all references lead to URLs", "a reference leads to no valid URL, or the base is invalid"))]
pub(crate) struct Arguments {
    /// The base URL; a fragment is not part of it
    #[arg(value_name = "BASE")]
    base: String,
    /// References; `-` is stdin, one reference per line [default: stdin]
    #[arg(value_name = "REF")]
    references: Vec<OsString>,
    /// A file with one reference per line; may be repeated
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the references that lead from the base to URLs; a URL that none leads to is written as it is
    #[arg(long)]
    inverse: bool,
    /// Use the algorithm of RFC 3986, as browsers do, in place of RFC 1808
    #[arg(long)]
    rfc3986: bool,
}

const COLUMNS: &[&str] =
    &["file", "line", "ok", "url", "fragment", "code", "message", "input", "masked"];

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let sources = inputs::lines(arguments.references, arguments.files)?;
    // A fragment is not part of a URL (RFC 1808, section 2.4.1).
    let (text, fragment) = match arguments.base.split_once('#') {
        Some((url, fragment)) => (url, Some(fragment)),
        None => (&*arguments.base, None),
    };
    let base = match Url::parse(text) {
        Ok(base) => base,
        Err(error) => {
            let masked = config.passwords.redact(arguments.base.as_bytes());
            return line_command::refuse(config, "BASE", &masked, &error);
        }
    };
    let resolution = if arguments.rfc3986 { Resolution::Rfc3986 } else { Resolution::Rfc1808 };
    let passwords = config.passwords;
    if arguments.inverse {
        let config = &Config { references: true, ..config.clone() };
        return line_command::rewrite(config, COLUMNS, "url", sources, |line| {
            let url = line.parse()?;
            let relative = base.relativize_with(&url, resolution);
            let text = relative.unwrap_or_else(|| url.as_str().to_owned()).into();
            Ok(Rewritten { changed: None, ..Rewritten::new(line, &url, passwords, text) })
        });
    }
    // A URL and its fragment, as they may be shown: that of the reference, or the one that it inherits from the base by RFC 1808.
    let shown = |url: &str, of_reference: Option<&str>, inherits: bool| {
        let fragment = of_reference.or(fragment.filter(|_| inherits)).map(str::to_owned);
        Rewritten::of(url.to_owned().into(), fragment, passwords.masked_url(url), passwords)
    };
    // The empty reference refers to the base.
    let config = &Config { empty_lines: true, ..config.clone() };
    line_command::rewrite(config, COLUMNS, "url", sources, |line| {
        let Some(text) = line.text else {
            let (title, span) =
                ("the line is not UTF-8".to_owned(), Span::from(0..line.bytes.len()));
            let error = Some(Report::new(true, "not-utf8", title, span));
            return Ok(Rewritten { error, ..Rewritten::default() });
        };
        let error = match base.join_with(text, resolution) {
            Ok(Joined { url, fragment, inherits_fragment, .. }) => {
                return Ok(shown(url.as_str(), fragment.as_deref(), inherits_fragment));
            }
            Err(error) => Some(Report::reference(&error)),
        };
        // Three of the 39 examples of RFC 1808 lead to what only the general syntax allows.
        let generic = GenericUrl::parse(base.as_str());
        let rewritten = match generic.map(|base| Base::join_with(&base, text, resolution)) {
            Ok(Ok(Joined { url, fragment, inherits_fragment, .. })) => {
                shown(url.as_str(), fragment.as_deref(), inherits_fragment)
            }
            _ => Rewritten::default(),
        };
        Ok(Rewritten { error, ..rewritten })
    })
}
