//! The inputs of the commands that take many URLs.

use std::{
    ffi::OsString,
    io::{self, IsTerminal as _},
    path::PathBuf,
};

use clap::Args;

use super::argument;
use crate::{config::Config, diagnostics::message, pipeline::Source};

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

    /// Returns the inputs in the order of the command line, or stdin if it names none.
    pub(super) fn sources(self, config: &Config) -> Vec<Source> {
        let arguments = self.arguments.into_iter().map(argument::source);
        let files = self.files.into_iter().map(Source::from_path);
        let mut sources: Vec<Source> = arguments.chain(files).collect();
        if sources.is_empty() {
            sources.push(Source::Stdin);
        }
        if sources.contains(&Source::Stdin) && io::stdin().is_terminal() && !config.quiet {
            let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
            message::print(&format_args!("reading URLs from stdin, one per line; {end} ends them"));
        }
        sources
    }
}
