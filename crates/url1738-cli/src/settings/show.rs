//! The settings in effect, as a file of settings.

use core::fmt;
use std::path::Path;

use super::find::FILE_NAME;
use crate::{
    codes,
    diagnostics::{Passwords, sanitized},
    output_format::OutputFormat,
    selection::Selection,
};

/// What `--show-settings` writes: TOML that gives the same settings.
#[derive(Debug)]
pub(crate) struct Shown<'s> {
    pub(crate) path: Option<&'s Path>,
    pub(crate) passwords: Passwords,
    pub(crate) format: OutputFormat,
    pub(crate) limit: Option<u64>,
    pub(crate) selection: &'s Selection,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => writeln!(f, "# read from {}", sanitized::path(path))?,
            None => writeln!(f, "# no {FILE_NAME}")?,
        }
        writeln!(f, "passwords = \"{}\"\n", self.passwords.as_str())?;
        writeln!(f, "[check]\nformat = \"{}\"", self.format.as_str())?;
        match self.limit {
            Some(limit) => writeln!(f, "limit = {limit}")?,
            None => writeln!(f, "# limit = 10")?,
        }
        let off =
            codes::all().filter(|code| !code.is_lint() && !self.selection.reports_error(code.code));
        let off: Vec<String> = off.map(|code| format!("\"{}\"", code.code)).collect();
        writeln!(f, "ignore = [{}]\n\n[lints]", off.join(", "))?;
        codes::all().filter(|code| code.is_lint()).try_for_each(|code| {
            writeln!(f, "{} = \"{}\"", code.code, self.selection.lint(code.code).as_str())
        })
    }
}
