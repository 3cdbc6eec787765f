//! The settings as data.

use std::path::PathBuf;

use crate::{diagnostics::Passwords, records::OutputFormat, selection::Layer};

/// The defaults of a project.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) passwords: Option<Passwords>,
    pub(crate) format: Option<OutputFormat>,
    pub(crate) limit: Option<u64>,
    pub(crate) layer: Layer,
}

/// Settings, and the file that they are from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loaded {
    pub(crate) settings: Settings,
    pub(crate) path: Option<PathBuf>,
}
