//! The exit code, and the message that explains it.

use std::{io, path::PathBuf, process::ExitCode};

use crate::diagnostics::{message, sanitized};

/// An error that ends the program early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Writing to stdout failed.
    #[error("cannot write to stdout: {0}")]
    Output(#[from] io::Error),
    /// Reading a file failed.
    #[error("cannot read {}: {}", sanitized::path(.0), .1)]
    Read(PathBuf, io::Error),
    /// Writing to a file failed.
    #[error("cannot write {}: {}", sanitized::path(.0), .1)]
    File(PathBuf, io::Error),
    /// A file that is searched for URLs is not a text.
    #[error("{} {}", sanitized::path(.0), .1)]
    NotText(PathBuf, &'static str),
    /// Reading or writing a file of sorted records failed.
    #[error("cannot sort in {}: {}", sanitized::path(.0), .1)]
    Spill(PathBuf, io::Error),
    /// The values of the options are invalid, or do not go together.
    #[error("{0}")]
    Usage(String),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// Lines were left out of data, because it would show or mask their passwords.
    #[error(
        "{} withheld; use --passwords keep to write {}, or --passwords mask to mask the password{}",
        lines(*.0), them(*.0), if *.0 == 1 { "" } else { "s" }
    )]
    Withheld(u64),
    /// Lines of files were not repaired, because their passwords are not to be written.
    #[error("{} not repaired; use --passwords keep to repair {}", lines(*.0), them(*.0))]
    NotRepaired(u64),
    /// An input changed while it was read, or may not be replaced.
    #[error("cannot replace {}: {}", sanitized::path(.0), .1)]
    NotReplaced(PathBuf, &'static str),
}

/// Reason of [`Error::NotReplaced`], and why a copy is not kept.
pub(crate) const CHANGED: &str = "it changed while it was read";

fn lines(count: u64) -> String {
    match count {
        1 => "1 line with a password".to_owned(),
        _ => format!("{count} lines with passwords"),
    }
}

const fn them(count: u64) -> &'static str {
    if count == 1 { "it" } else { "them" }
}

/// The result of anything that can end the program.
pub(crate) type Result<T> = core::result::Result<T, Error>;

/// Returns the error of a wrong command line.
pub(crate) fn usage<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::Usage(message.into()))
}

/// The outcome of a command that ran to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// All URLs are valid.
    #[default]
    Valid,
    /// A URL is invalid, or its access is refused.
    Invalid,
    /// A line has no URL, or lacks what is asked for, as a message on stderr says.
    Lacking,
    /// The network or a server failed, as a message on stderr says.
    NetworkFailed,
    /// An input could not be read, as a message on stderr says.
    ReadFailed,
}

/// Returns the exit code of a run, and prints the error that ended it.
pub(crate) fn end(result: Result<Outcome>) -> ExitCode {
    match result {
        Ok(Outcome::Valid) => ExitCode::SUCCESS,
        // The reader of stdout closed it. This is not a failure: `head` has seen enough.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Ok(Outcome::Invalid | Outcome::Lacking) => ExitCode::from(1),
        Ok(Outcome::ReadFailed) => ExitCode::from(2),
        Ok(Outcome::NetworkFailed) => ExitCode::from(3),
        Err(error) => {
            message::error(&error);
            ExitCode::from(2)
        }
    }
}

/// Appends the exit status to a help text of examples and remarks.
macro_rules! with_exit_status {
    ($examples:literal) => {
        with_exit_status!($examples, "all URLs are valid", "a URL is invalid, or its access is refused")
    };
    ($examples:literal, $zero:literal $(, $one:literal)?) => {
        concat!(
            $examples,
            "\n\nExit status:\n  0  ",
            $zero,
            $("\n  1  ", $one,)?
            "\n  2  the command line is wrong, or reading or writing failed"
        )
    };
}

pub(crate) use with_exit_status;
