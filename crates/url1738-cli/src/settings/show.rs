//! The settings in effect, as a file of settings.

use core::fmt;
use std::path::Path;

use url1738::PARTS;

use super::FILE_NAME;
use crate::{
    codes::{self, Code},
    diagnostics::{Passwords, sanitized},
    records::OutputFormat,
    selection::{Level, Selection, is_part},
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
        let (lints, errors): (Vec<Code>, _) = codes::all().partition(|code| code.is_lint());
        let (mut select, mut ignore) = (vec!["\"all\"".to_owned()], Vec::new());
        for (name, level, in_part) in self.levels(&errors) {
            match level {
                Level::Off => ignore.push(format!("\"{name}\"")),
                _ if in_part => select.push(format!("\"{name}\"")),
                _ => {}
            }
        }
        if select.len() > 1 {
            writeln!(f, "select = [{}]", select.join(", "))?;
        }
        writeln!(f, "ignore = [{}]\n\n[lints]", ignore.join(", "))?;
        for (name, level, in_part) in self.levels(&lints) {
            let quote = if in_part { "\"" } else { "" };
            writeln!(f, "{quote}{name}{quote} = \"{}\"", level.as_str())?;
        }
        Ok(())
    }
}

impl Shown<'_> {
    /// Returns the name and the level of each code, and of each in a part in which its level is another one, with whether
    /// the name has a part.
    fn levels(&self, codes: &[Code]) -> Vec<(String, Level, bool)> {
        let mut levels = Vec::new();
        for &Code(info) in codes {
            let level = self.selection.level(info, None);
            levels.push((info.code.to_owned(), level, false));
            for name in self.selection.parts() {
                let part = PARTS.iter().find(|part| is_part(name, part));
                let other = self.selection.level(info, part);
                if other != level {
                    levels.push((format!("{}:{name}", info.code), other, true));
                }
            }
        }
        levels
    }
}
