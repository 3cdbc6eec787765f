//! The values of the options, as bytes.

use core::str::FromStr;
use std::collections::BTreeMap;

use url1738::{Error, Host, Redacted, Span};

use super::error::BuildError;
use crate::diagnostics::Passwords;

/// The values of the options of one scheme.
#[derive(Clone, Default)]
pub(super) struct Values(BTreeMap<&'static str, Vec<Vec<u8>>>);

/// Writes only the names: a value may be a password.
impl core::fmt::Debug for Values {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Values {
    pub(super) fn add(&mut self, name: &'static str, value: &[u8]) {
        self.0.entry(name).or_default().push(value.to_vec());
    }

    pub(super) fn flag(&mut self, name: &'static str, set: bool) {
        if set {
            self.0.entry(name).or_default();
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns all values of an option that may be repeated.
    pub(super) fn all(&self, name: &str) -> &[Vec<u8>] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn get(&self, name: &str) -> Option<&[u8]> {
        self.all(name).last().map(Vec::as_slice)
    }

    /// Returns the value of an option that clap requires, or an empty one.
    pub(super) fn need(&self, name: &str) -> &[u8] {
        self.get(name).unwrap_or_default()
    }

    /// Returns a value that must be UTF-8.
    pub(super) fn text(&self, name: &'static str) -> Result<Option<&str>, BuildError> {
        let text = |value| {
            core::str::from_utf8(value)
                .map_err(|_| format!("invalid value of --{name}: not UTF-8").into())
        };
        self.get(name).map(text).transpose()
    }

    /// Returns a value that must be a number.
    pub(super) fn number<N: FromStr>(&self, name: &'static str) -> Result<Option<N>, BuildError> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        // `parse` also accepts a sign.
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if digits => Ok(Some(number)),
            _ => Err(BuildError::Options(format!(
                "invalid value of --{name}: not a number in range"
            ))),
        }
    }

    /// Returns the host, if one is given.
    pub(super) fn optional_host(&self) -> Result<Option<Host<'_>>, BuildError> {
        let Some(text) = self.text("host")? else { return Ok(None) };
        Host::parse(text).map(Some).map_err(|error| self.invalid("host", error))
    }

    /// Returns the host.
    pub(super) fn host(&self) -> Result<Host<'_>, BuildError> {
        self.optional_host()?
            .ok_or_else(|| BuildError::Options("missing option: --host".to_owned()))
    }

    /// Returns the segments of a path, without a leading slash.
    pub(super) fn segments(&self) -> Vec<&[u8]> {
        match self.get("path") {
            Some(path) => split(path.strip_prefix(b"/").unwrap_or(path)),
            None => self.all("segment").iter().map(Vec::as_slice).collect(),
        }
    }

    /// Returns the error for the value of an option that a builder rejects.
    pub(super) fn invalid(&self, option: &'static str, error: Error) -> BuildError {
        BuildError::Value { option, value: self.need(option).to_vec(), error }
    }
}

/// Splits a path at its slashes.
pub(super) fn split(path: &[u8]) -> Vec<&[u8]> {
    path.split(|byte| *byte == b'/').collect()
}

/// Returns the value of an option with its secrets masked, unless they are to be shown. A login may have been given in
/// place of a host.
pub(super) fn masked<'a>(option: &str, value: &'a [u8], passwords: Passwords) -> Redacted<'a> {
    match option {
        _ if passwords.keeps() => Redacted::revealed(value),
        "password" => Redacted::hiding(value, Span::new(0, u32::MAX)),
        _ => Redacted::of_fragment(value),
    }
}
