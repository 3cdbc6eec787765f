//! The settings of a project: `url1738.toml`.
//!
//! They choose what `check` reports and how, and what happens to passwords. They name no paths, and a file that comes with
//! a checkout must not make the program unsafe: only one that the command line names may keep passwords.

mod error;
mod find;
mod model;
mod owner;
mod read;
mod show;

use std::path::PathBuf;

use crate::diagnostics::{message, sanitized};

pub(crate) use error::SettingsError;
pub(crate) use model::{Loaded, Settings};
pub(crate) use show::Shown;

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
pub(crate) fn load(search: Search) -> Result<Loaded, SettingsError> {
    let (path, file, is_named) = match search {
        Search::Off => return Ok(Loaded::default()),
        Search::File(path) => {
            let file = find::open(&path).map_err(|error| error.of(&path))?;
            (path, file, true)
        }
        Search::Upward => {
            let Some(path) = find::upward() else { return Ok(Loaded::default()) };
            let Some(file) = find::open_trusted(&path).map_err(|error| error.of(&path))? else {
                let path = sanitized::path(&path);
                message::print(&format_args!(
                    "{path} {}: use --config {path} to read it, or --no-config",
                    owner::DISTRUSTED
                ));
                return Ok(Loaded::default());
            };
            (path, file, false)
        }
    };
    let bytes = find::read(file).map_err(|error| error.of(&path))?;
    let settings = read::parse(&bytes, is_named).map_err(|fault| fault.of(&path, &bytes))?;
    Ok(Loaded { settings, path: Some(path) })
}
