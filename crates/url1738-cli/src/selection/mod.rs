//! Which errors and lints `check` reports, and which of them fail the run.

mod resolve;
mod selector;

pub(crate) use resolve::{Layer, Selection};
pub(crate) use selector::{ALL_CODES, Selector, is_part};

/// How a finding is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// It is not reported.
    Off,
    /// It is reported.
    Warn,
    /// It is reported and fails the run. Every error that is on has this level.
    Deny,
}

impl Level {
    pub(crate) const ALL: [Self; 3] = [Self::Off, Self::Warn, Self::Deny];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }
}
