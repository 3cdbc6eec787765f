//! Errors outside the plans: a server that does not start, a socket that breaks, a malformed data
//! file.

use core::fmt;
use std::io;

/// An error of the harness, as a message. A plan that a server refuses is not an error: it is an
/// [`Outcome`](crate::execute::Outcome) to compare.
#[derive(Debug)]
pub struct Error(String);

impl Error {
    /// Returns an error with the message `what`.
    pub fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }

    /// Returns a function for `map_err` that adds what was being done.
    pub fn during<E: fmt::Display>(doing: impl fmt::Display) -> impl FnOnce(E) -> Self {
        move |error| Self(format!("{doing}: {error}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

/// A result whose error is [`Error`].
pub type Result<T> = core::result::Result<T, Error>;
