//! `url1738 join`: references, resolved.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;
use url1738::{
    GenericUrl, Redacted, Span, Url,
    relative::{Base, Joined},
};

use super::reference::{self, BaseOptions, Referred, Refused, Relation};
use crate::{
    config::Config,
    diagnostics::{Passwords, Sanitized},
    exit::{self, Outcome},
    help::with_exit_status,
    line::Line,
    pipeline::{LineProcessor, Output, Stats, Verdict},
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

Results with a password are withheld, and the command ends with 2, unless --passwords is keep or
mask. Lines longer than 1 MiB are reported and skipped.", "all references lead to URLs", "a reference leads to no valid URL, or the base is invalid"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: BaseOptions,
    /// References; `-` is stdin, one reference per line [default: stdin]
    #[arg(value_name = "REF")]
    references: Vec<OsString>,
    /// A file with one reference per line; may be repeated
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let Arguments { options, references, files } = arguments;
    reference::run(config, &options, (references, files), Joiner)
}

struct Joiner<'c>(Relation<'c>);

impl Joiner<'_> {
    fn resolve<'a>(&self, line: Line<'a>) -> Referred<'a> {
        let Relation { config, base, resolution, .. } = &self.0;
        let passwords = config.passwords;
        let none = |refused| Referred {
            line,
            passwords,
            result: Err(refused),
            fragment: None,
            has_password: false,
        };
        let text = match reference::text(&line) {
            Ok(text) => text,
            Err(refused) => return none(refused),
        };
        match base.join_with(text, *resolution) {
            Ok(joined) => {
                let (url, fragment, has_password) =
                    shown(joined.url.as_str(), self.fragment(&joined), passwords);
                Referred { line, passwords, result: Ok(url), fragment, has_password }
            }
            Err(error) => {
                let mut refused = Refused {
                    code: error.code(),
                    start: error.span().start,
                    end: error.span().end,
                    message: error.to_string(),
                    help: error.help().to_string(),
                    resolved: None,
                };
                // Three of the 39 examples of RFC 1808 lead to what only the general syntax allows.
                let generic = GenericUrl::parse(base.as_str())
                    .map(|base| Base::join_with(&base, text, *resolution));
                let Ok(Ok(joined)) = generic else { return none(refused) };
                let (url, fragment, has_password) =
                    shown(joined.url.as_str(), self.fragment(&joined), passwords);
                refused.resolved = Some(url);
                Referred { line, passwords, result: Err(refused), fragment, has_password }
            }
        }
    }

    /// Returns the fragment of the reference, or the one that it inherits from the base.
    fn fragment<'j, U>(&'j self, joined: &'j Joined<U>) -> Option<&'j str> {
        let inherited = self.0.fragment.filter(|_| joined.inherits_fragment);
        joined.fragment.as_deref().or(inherited)
    }
}

/// Returns a URL and its fragment as they may be shown, and whether a password is masked. They are judged as one text,
/// because the `#` may be part of a password.
fn shown(
    url: &str,
    fragment: Option<&str>,
    passwords: Passwords,
) -> (String, Option<String>, bool) {
    let Some(fragment) = fragment else {
        let masked = passwords.masked_url(url);
        let has_password = masked.is_some();
        return (masked.unwrap_or_else(|| url.to_owned()), None, has_password);
    };
    let text = format!("{url}#{fragment}");
    let masked = match passwords.keeps() {
        true => Redacted::revealed(text.as_bytes()),
        false => {
            let alone = Url::parse(url).map(|url| url.redacted().secrets().to_vec());
            let after = Redacted::of_fragment(fragment.as_bytes()).secrets().to_vec();
            let from = url.len() + 1;
            let moved = |at: Span| span(from + at.start as usize, from + at.end as usize);
            let known = alone.unwrap_or_default().into_iter().chain(after.into_iter().map(moved));
            known.fold(Redacted::new(text.as_bytes()), Redacted::and)
        }
    };
    let piece = |from, to| Sanitized::masked(masked.slice(span(from, to))).to_string();
    let has_password = !masked.secrets().is_empty();
    (piece(0, url.len()), Some(piece(url.len() + 1, text.len())), has_password)
}

fn span(from: usize, to: usize) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(from), offset(to))
}

impl LineProcessor for Joiner<'_> {
    fn line(&self, line: Line<'_>, stats: &mut Stats, out: &mut Output) -> exit::Result<Verdict> {
        let referred = self.resolve(line);
        referred.write(self.0.config, stats, out)?;
        Ok(stats.verdict(line, referred.result.is_ok()))
    }

    /// The empty reference refers to the base.
    fn empty_line(&self, line: Line<'_>, stats: &mut Stats, out: &mut Output) -> exit::Result<()> {
        self.resolve(line).write(self.0.config, stats, out)
    }
}
