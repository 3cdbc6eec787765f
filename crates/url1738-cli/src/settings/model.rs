//! The settings as data.

use crate::{config::OutputFormat, selection::Layer};

/// The defaults of `check`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) format: Option<OutputFormat>,
    pub(crate) limit: Option<u64>,
    pub(crate) layer: Layer,
}
