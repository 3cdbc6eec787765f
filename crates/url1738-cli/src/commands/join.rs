//! `url1738 join`: references, resolved against a base URL, and its inverse.

use std::{borrow::Cow, ffi::OsString, io, path::PathBuf};

use clap::Args;
use url1738::{
    GenericUrl, Redacted, Span, Url,
    relative::{Base, Joined, Resolution},
};

use super::{
    line_command,
    rewritten::{self, Refused, Rewritten},
};
use crate::{
    config::Config,
    diagnostics::{Passwords, Purpose, Sanitized},
    exit::{self, Outcome, with_exit_status},
    line::Line,
    pipeline::{Output, Source, Stats},
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

impl Arguments {
    /// Returns the arguments of `relativize`, the old name of `join --inverse`.
    pub(crate) fn inverted(self) -> Self {
        Self { inverse: true, ..self }
    }
}

const COLUMNS: &[&str] =
    &["file", "line", "ok", "url", "fragment", "code", "message", "input", "masked"];

pub(crate) fn run(config: &Config, arguments: Arguments) -> exit::Result<Outcome> {
    let sources = sources(arguments.references, arguments.files);
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
    if arguments.inverse {
        return rewritten::run(config, COLUMNS, sources, |line, url| {
            let relative = base.relativize_with(url, resolution);
            let text = relative.unwrap_or_else(|| url.as_str().to_owned());
            let masked = config.passwords.redact(text.as_bytes());
            let masked =
                (!masked.secrets().is_empty()).then(|| Sanitized::masked(masked).to_string());
            Rewritten::shown(line, config.passwords, Cow::Owned(text), masked)
        });
    }
    let config = &config.with_columns(COLUMNS);
    config.output.header_to::<Rewritten<'_>>(&mut io::stdout())?;
    let joiner = Joiner { config, base, fragment, resolution };
    let join = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        joiner.resolve(line).write(config, stats, out)
    };
    // The empty reference refers to the base.
    let config = &Config { empty_lines: true, ..config.clone() };
    line_command::run_sources(config, sources, Purpose::Data, &join)
}

/// Returns the inputs: each argument is a line, whatever file may have its name.
fn sources(arguments: Vec<OsString>, files: Vec<PathBuf>) -> Vec<Source> {
    let arguments = arguments.into_iter().map(|text| match text.as_encoded_bytes() {
        b"-" => Source::Stdin,
        _ => Source::Argument(text.into_encoded_bytes()),
    });
    let mut sources: Vec<Source> =
        arguments.chain(files.into_iter().map(Source::from_path)).collect();
    if sources.is_empty() {
        sources.push(Source::Stdin);
    }
    sources
}

/// What each line is resolved against.
struct Joiner<'c> {
    config: &'c Config,
    base: Url<&'c str>,
    /// The fragment of the base, which the empty reference inherits by RFC 1808.
    fragment: Option<&'c str>,
    resolution: Resolution,
}

impl Joiner<'_> {
    fn resolve<'a>(&self, line: Line<'a>) -> Rewritten<'a> {
        let passwords = self.config.passwords;
        let refused = |error| Rewritten {
            text: None,
            error: Some(error),
            ..Rewritten::shown(line, passwords, Cow::Borrowed(""), None)
        };
        let Some(text) = line.text else {
            return refused(Refused {
                code: "not-utf8",
                start: 0,
                end: Span::from(0..line.bytes.len()).end,
                message: "the line is not UTF-8".to_owned(),
                help: String::new(),
            });
        };
        let error = match self.base.join_with(text, self.resolution) {
            Ok(joined) => return self.joined(line, joined.url.as_str(), &joined),
            Err(error) => Refused {
                code: error.code(),
                start: error.span().start,
                end: error.span().end,
                message: error.to_string(),
                help: error.help().to_string(),
            },
        };
        // Three of the 39 examples of RFC 1808 lead to what only the general syntax allows.
        let generic = GenericUrl::parse(self.base.as_str())
            .map(|base| Base::join_with(&base, text, self.resolution));
        match generic {
            Ok(Ok(joined)) => {
                let resolved = self.joined(line, joined.url.as_str(), &joined);
                Rewritten { error: Some(error), ..resolved }
            }
            _ => refused(error),
        }
    }

    /// Returns a resolved URL and its fragment: that of the reference, or the one that it inherits from the base.
    fn joined<'a, U>(&self, line: Line<'a>, url: &str, joined: &Joined<U>) -> Rewritten<'a> {
        let inherited = self.fragment.filter(|_| joined.inherits_fragment);
        let passwords = self.config.passwords;
        let (text, fragment, has_password) =
            shown(url, joined.fragment.as_deref().or(inherited), passwords);
        let rewritten = Rewritten::shown(line, passwords, Cow::Owned(text), None);
        Rewritten { fragment, has_password, ..rewritten }
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
            let moved = |at: Span| Span::from(from + at.range().start..from + at.range().end);
            let known = alone.unwrap_or_default().into_iter().chain(after.into_iter().map(moved));
            known.fold(Redacted::new(text.as_bytes()), Redacted::and)
        }
    };
    let piece = |range| Sanitized::masked(masked.slice(Span::from(range))).to_string();
    let has_password = !masked.secrets().is_empty();
    (piece(0..url.len()), Some(piece(url.len() + 1..text.len())), has_password)
}
