//! The inputs of the commands that take many URLs.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;

use crate::pipeline::Source;

/// The arguments that name inputs.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Inputs {
    /// URLs, or files with one URL per line [default: stdin]. With a colon it is a URL, `-` is stdin
    #[arg(value_name = "URL|FILE")]
    arguments: Vec<OsString>,
    /// A file with one URL per line, even if its name contains a colon; may be repeated
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Inputs {
    /// Returns the inputs in the order of the command line, or stdin if it names none.
    pub(super) fn sources(self) -> Vec<Source> {
        let arguments = self.arguments.into_iter().map(source);
        let files = self.files.into_iter().map(Source::from_path);
        let mut sources: Vec<Source> = arguments.chain(files).collect();
        if sources.is_empty() {
            sources.push(Source::Stdin);
        }
        sources
    }
}

/// A URL has a colon after its scheme, so an argument without one is the name of a file.
fn source(argument: OsString) -> Source {
    if argument.as_encoded_bytes().contains(&b':') {
        Source::Argument(argument.into_encoded_bytes())
    } else {
        Source::from_path(argument.into())
    }
}
