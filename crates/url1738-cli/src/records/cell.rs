//! Values as records write them.

use core::fmt::{self, Display};

use serde::Serializer;

/// A cell that is empty if there is no value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OptionalCell<T>(pub(crate) Option<T>);

impl<T: Display> Display for OptionalCell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |value| value.fmt(f))
    }
}

/// Serializes a value as the text that it displays.
pub(crate) fn as_text<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}
