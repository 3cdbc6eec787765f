//! The settings of a project: `url1738.toml`.
//!
//! They choose what `check` reports and how. They name no paths, and cannot show passwords: a file that comes with a
//! checkout must not make the program unsafe.

mod error;
mod find;
mod model;
mod read;
mod show;

use std::path::PathBuf;

pub(crate) use error::SettingsError;
pub(crate) use model::Settings;
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

/// Reads the settings, and returns them with the file that they are from.
pub(crate) fn load(search: Search) -> Result<(Settings, Option<PathBuf>), SettingsError> {
    let path = match search {
        Search::Upward => find::upward(),
        Search::File(path) => Some(path),
        Search::Off => None,
    };
    match path {
        None => Ok((Settings::default(), None)),
        Some(path) => {
            let bytes = find::read(&path).map_err(|error| error.of(&path))?;
            let settings = read::parse(&bytes).map_err(|fault| fault.of(&path, &bytes))?;
            Ok((settings, Some(path)))
        }
    }
}
