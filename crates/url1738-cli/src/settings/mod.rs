//! The settings of a project: `url1738.toml`.
//!
//! They choose what `check` reports and how, and what happens to passwords. They name no paths, and a file that comes with
//! a checkout must not make the program unsafe: only one that the command line names may keep passwords.

mod owner;
mod read;
mod show;

use std::{
    env,
    fs::File,
    io::{self, Read as _},
    path::PathBuf,
};

use crate::{
    diagnostics::{Passwords, message, sanitized},
    records::OutputFormat,
    selection::Layer,
};

pub(crate) use show::Shown;

/// The name of the file.
const FILE_NAME: &str = "url1738.toml";

/// What only the root of a repository contains.
const ROOTS: [&str; 3] = [".git", ".hg", ".jj"];

/// The size of the largest file that is read.
const MAX_LEN: u64 = 64 * 1024;

/// The defaults of a project.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) passwords: Option<Passwords>,
    pub(crate) format: Option<OutputFormat>,
    pub(crate) limit: Option<u64>,
    pub(crate) layer: Layer,
    /// The file that they are from.
    pub(crate) path: Option<PathBuf>,
}

/// Where settings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// The working directory and the directories above it.
    Upward,
    /// This file.
    File(PathBuf),
    /// Nowhere.
    Off,
}

/// Reads the settings. A file of another user is not read unless it is named.
///
/// # Errors
/// Returns an error if the file cannot be read, if it is wrong, or if it was not named and would keep passwords.
pub(crate) fn load(search: Search) -> Result<Settings, String> {
    let is_named = matches!(search, Search::File(_));
    let path = match search {
        Search::Off => None,
        Search::File(path) => Some(path),
        Search::Upward => upward(),
    };
    let Some(path) = path else { return Ok(Settings::default()) };
    let name = sanitized::path(&path);
    let on_read = |error| format!("cannot read {name}: {error}");
    let file = File::open(&path).map_err(on_read)?;
    if !is_named && !owner::is_trusted(&path, &file).map_err(on_read)? {
        message::print(&format_args!(
            "{name} {}: use --config {name} to read it, or --no-config",
            owner::DISTRUSTED
        ));
        return Ok(Settings::default());
    }
    let bytes = contents(file).map_err(on_read)?;
    let settings = read::parse(&bytes, is_named).map_err(|(at, message)| {
        let before = bytes.get(..at).unwrap_or(&bytes);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        format!("{name}:{line}:{column}: {message}")
    })?;
    Ok(Settings { path: Some(path), ..settings })
}

/// Returns the file in the working directory, or in the nearest directory above it. The search ends at the root of a
/// repository: what lies outside of a checkout does not change what it reports.
fn upward() -> Option<PathBuf> {
    let working = env::current_dir().ok()?;
    let mut up = PathBuf::new();
    for directory in working.ancestors() {
        if directory.join(FILE_NAME).is_file() {
            return Some(up.join(FILE_NAME));
        }
        if ROOTS.iter().any(|root| directory.join(root).exists()) {
            return None;
        }
        up.push("..");
    }
    None
}

/// Reads the file, without a byte order mark.
fn contents(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A FIFO or a device may have no end.
    file.take(MAX_LEN + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_LEN {
        return Err(io::Error::other("longer than 64 KiB"));
    }
    Ok(bytes.strip_prefix(b"\xEF\xBB\xBF").map(<[u8]>::to_vec).unwrap_or(bytes))
}
