//! Errors of the settings, with their place in the file.

use core::{fmt, ops::Range};
use std::{io, path::Path};

use crate::diagnostics::sanitized;

/// An error of the settings.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(String, io::Error),
    /// The file is wrong at a line and column. The message comes last.
    #[error("{file}:{line}:{column}: {message}")]
    Invalid { file: String, line: usize, column: usize, message: String },
}

/// An error before its file is known.
#[derive(Debug)]
pub(super) struct ReadError(pub(super) io::Error);

impl ReadError {
    pub(super) fn of(self, path: &Path) -> SettingsError {
        SettingsError::Read(sanitized::path(path), self.0)
    }
}

/// What is wrong, and where in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(super) span: Range<usize>,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn new(span: Range<usize>, message: impl fmt::Display) -> Self {
        Self { span, message: message.to_string() }
    }

    /// Creates the fault of a name that is not known.
    pub(super) fn unknown(
        span: Range<usize>,
        what: &str,
        name: &str,
        suggestion: Option<&str>,
        otherwise: impl fmt::Display,
    ) -> Self {
        match suggestion {
            Some(known) => {
                Self::new(span, format_args!("unknown {what} `{name}`; did you mean `{known}`?"))
            }
            None => Self::new(span, format_args!("unknown {what} `{name}`; {otherwise}")),
        }
    }

    /// Returns the line and the column, in bytes from 1.
    fn place(&self, bytes: &[u8]) -> (usize, usize) {
        let before = bytes.get(..self.span.start).unwrap_or(bytes);
        let line = before.iter().filter(|byte| **byte == b'\n').count();
        let column = before.rsplit(|byte| *byte == b'\n').next().map_or(0, <[u8]>::len);
        (line + 1, column + 1)
    }

    pub(super) fn of(self, path: &Path, bytes: &[u8]) -> SettingsError {
        let (line, column) = self.place(bytes);
        SettingsError::Invalid { file: sanitized::path(path), line, column, message: self.message }
    }
}
