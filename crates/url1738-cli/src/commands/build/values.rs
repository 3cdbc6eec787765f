//! The values of the options, as octets.

use core::str::FromStr;
use std::collections::BTreeMap;

use url1738::{Error, Host, Redacted, Span};

use super::Refused;
use crate::session::Session;

/// What the options of one scheme were given.
#[derive(Clone, Default)]
pub(super) struct Values(BTreeMap<&'static str, Vec<Vec<u8>>>);

/// Holds a password, perhaps.
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

    /// All values of an option that may be repeated.
    pub(super) fn all(&self, name: &str) -> &[Vec<u8>] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn get(&self, name: &str) -> Option<&[u8]> {
        self.all(name).last().map(Vec::as_slice)
    }

    /// A value of an option that clap requires, or an empty one.
    pub(super) fn need(&self, name: &str) -> &[u8] {
        self.get(name).unwrap_or_default()
    }

    /// A value that is text.
    pub(super) fn text(&self, name: &'static str) -> Result<Option<&str>, Refused> {
        let text = |value| {
            core::str::from_utf8(value)
                .map_err(|_| format!("the value of --{name} is not UTF-8").into())
        };
        self.get(name).map(text).transpose()
    }

    /// A value that is a number.
    pub(super) fn number<N: FromStr>(&self, name: &'static str) -> Result<Option<N>, Refused> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        // `parse` alone takes a sign, too.
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if digits => Ok(Some(number)),
            _ => Err(Refused::Options(format!("the value of --{name} is no number in range"))),
        }
    }

    /// The host, where one is given.
    pub(super) fn host_if_any(&self) -> Result<Option<Host<'_>>, Refused> {
        let Some(text) = self.text("host")? else { return Ok(None) };
        Host::new(text).map(Some).map_err(|error| self.refused("host", error))
    }

    /// The host.
    pub(super) fn host(&self) -> Result<Host<'_>, Refused> {
        self.host_if_any()?.ok_or_else(|| Refused::Options("--host is missing".to_owned()))
    }

    /// The segments of a path; a leading slash is dropped.
    pub(super) fn segments(&self) -> Vec<&[u8]> {
        match self.get("path") {
            Some(path) => split(path.strip_prefix(b"/").unwrap_or(path)),
            None => self.all("segment").iter().map(Vec::as_slice).collect(),
        }
    }

    /// The error of a builder about the value of an option.
    pub(super) fn refused(&self, option: &'static str, error: Error) -> Refused {
        Refused::Value { option, value: self.need(option).to_vec(), error }
    }
}

/// A path at its slashes.
pub(super) fn split(path: &[u8]) -> Vec<&[u8]> {
    path.split(|octet| *octet == b'/').collect()
}

/// The value of an option with its secrets masked, unless they are to be shown. A person may write a login where
/// a host is asked for.
pub(super) fn masked<'a>(option: &str, value: &'a [u8], session: &Session) -> Redacted<'a> {
    match option {
        _ if session.show_passwords => Redacted::revealed(value),
        "password" => Redacted::hiding(value, Span::new(0, u32::MAX)),
        _ => Redacted::of_fragment(value),
    }
}
