//! The inputs of the commands that take many URLs.

use std::{
    ffi::OsString,
    io,
    io::IsTerminal as _,
    path::{Path, PathBuf},
};

use clap::Args;
use url1738::Url;

use super::check::{InputKind, is_text};
use crate::{
    config::Config,
    diagnostics::{message, sanitized},
    exit,
    pipeline::{Source, source},
};

/// The arguments that name inputs.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Inputs {
    /// URLs, or files with one URL per line; `-` is stdin [default: stdin]
    #[arg(value_name = "URL|FILE")]
    arguments: Vec<OsString>,
    /// A file with one URL per line, whatever its name; may be repeated
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Inputs {
    /// Returns whether the command line names none.
    pub(super) fn is_empty(&self) -> bool {
        self.arguments.is_empty() && self.files.is_empty()
    }

    /// Returns the inputs as files, none for stdin, if they are texts: by their `kind`, or if one of
    /// them is a text by its name and content, and not a list; or a folder, if `folders` is set.
    ///
    /// # Errors
    /// Returns an error if others are URLs.
    pub(super) fn texts(
        &self,
        config: &Config,
        kind: Option<InputKind>,
        folders: bool,
    ) -> exit::Result<Option<Vec<PathBuf>>> {
        let is_text = |argument: &OsString| {
            let path = Path::new(argument);
            folders && path.is_dir() || is_text(path)
        };
        match (kind, &config.rows) {
            (Some(InputKind::Text), None) => {}
            (Some(InputKind::Text), Some(_)) => {
                return exit::usage("--cdx, --warc, --menu and --column read rows, not texts");
            }
            (None, None) if self.arguments.iter().any(is_text) => {}
            _ => return Ok(None),
        }
        let arguments = self.arguments.iter().map(|argument| match source(argument.clone()) {
            Source::File(path) => Ok(path),
            Source::Stdin => Ok(PathBuf::from("-")),
            // Reading it will say that it does not exist.
            Source::Neither { argument, .. } => Ok(argument),
            Source::Argument(_) => {
                let name = sanitized::path(Path::new(argument));
                exit::usage(format!("`{name}` is not a text: check URLs and texts in two runs"))
            }
        });
        let files = arguments.chain(self.files.iter().cloned().map(Ok));
        files.collect::<exit::Result<_>>().map(Some)
    }

    /// Returns the inputs in the order of the command line, or stdin if it names none.
    ///
    /// # Errors
    /// Returns an error if stdout is also an input.
    pub(super) fn sources(self, config: &Config) -> exit::Result<Vec<Source>> {
        let sources = or_stdin(self.arguments.into_iter().map(source), self.files)?;
        if sources.contains(&Source::Stdin) && io::stdin().is_terminal() && !config.quiet {
            let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
            message::print(&format_args!("reading URLs from stdin, one per line; {end} ends them"));
        }
        Ok(sources)
    }
}

/// Returns the arguments as lines, whatever file may have the name of one, and the files. `-` is stdin.
///
/// # Errors
/// Returns an error if stdout is also an input.
pub(super) fn lines(arguments: Vec<OsString>, files: Vec<PathBuf>) -> exit::Result<Vec<Source>> {
    let line = |argument: OsString| match argument.as_encoded_bytes() {
        b"-" => Source::Stdin,
        _ => Source::Argument(argument.into_encoded_bytes()),
    };
    or_stdin(arguments.into_iter().map(line), files)
}

/// Returns the inputs in the order of the command line, or stdin if it names none.
fn or_stdin(
    arguments: impl Iterator<Item = Source>,
    files: Vec<PathBuf>,
) -> exit::Result<Vec<Source>> {
    let sources: Vec<_> = arguments.chain(files.into_iter().map(Source::from_path)).collect();
    let sources = if sources.is_empty() { vec![Source::Stdin] } else { sources };
    source::refuse_overwriting(&sources)?;
    Ok(sources)
}

/// Returns the input that an argument names.
///
/// What exists is a file. Of the rest, `X:\\` at the beginning and a `/` before the first colon make a path, and any other
/// colon a URL. What has no colon is neither, which reading it will report.
pub(super) fn source(argument: OsString) -> Source {
    let bytes = argument.as_encoded_bytes();
    if bytes == b"-" {
        return Source::Stdin;
    }
    if Path::new(&argument).exists() || is_path(bytes) {
        return Source::File(argument.into());
    }
    if bytes.contains(&b':') {
        return Source::Argument(argument.into_encoded_bytes());
    }
    let repaired = Url::repair(bytes);
    let suggestion = repaired.ok().map(|repaired| repaired.url.into_string());
    if suggestion.is_none() && bytes.contains(&b'/') {
        return Source::File(argument.into());
    }
    Source::Neither { argument: argument.into(), suggestion }
}

/// Returns whether an argument is the path of a file, whether that exists or not: it begins with the letter of a drive and
/// a backslash, or with one, or has a `/` before its first colon.
fn is_path(argument: &[u8]) -> bool {
    let first = argument.iter().find(|byte| matches!(byte, b'/' | b':'));
    match argument {
        [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic() => true,
        [b'\\' | b'/', ..] => true,
        _ => first == Some(&b'/') && argument.contains(&b':'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(argument: &str) -> String {
        match source(argument.into()) {
            Source::Argument(_) => "URL".to_owned(),
            Source::File(_) => "file".to_owned(),
            Source::Stdin => "stdin".to_owned(),
            Source::Neither { suggestion, .. } => {
                suggestion.unwrap_or_else(|| "neither".to_owned())
            }
        }
    }

    #[test]
    fn arguments_are_urls_files_or_neither() {
        for (argument, expected) in [
            ("-", "stdin"),
            ("Cargo.toml", "file"),
            ("src", "file"),
            ("http://h/", "URL"),
            ("mailto:joe@h", "URL"),
            ("localhost:8080", "URL"),
            ("x:y/z", "URL"),
            ("C:/x", "URL"),
            ("C:\\urls.txt", "file"),
            ("c:\\", "file"),
            ("\\\\server\\share:x", "file"),
            ("/tmp/a:b", "file"),
            ("./http:x", "file"),
            ("dir/a:b", "file"),
            ("dir/urls", "file"),
            ("lists/urls.txt", "file"),
            ("www.x.com", "http://www.x.com/"),
            ("x.com?b", "http://x.com/?b"),
            ("WWW.x.com/a?b", "http://WWW.x.com/a?b"),
            ("x.com", "http://x.com/"),
            ("ftp.x.com", "ftp://ftp.x.com/"),
            ("gopher.x.com/1", "gopher://gopher.x.com/1"),
            ("192.0.2.1", "http://192.0.2.1/"),
            ("missing", "neither"),
            ("missing.txt", "neither"),
            ("", "neither"),
            ("a b", "neither"),
        ] {
            assert_eq!(kind(argument), expected, "{argument}");
        }
    }
}
