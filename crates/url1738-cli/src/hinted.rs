//! Option values that shells complete, although others are allowed.

use std::ffi::{OsStr, OsString};

use clap::{
    Arg, Command,
    builder::{OsStringValueParser, PossibleValue, TypedValueParser},
};

use url1738::SCHEMES;

/// Accepts any value, and offers some to shells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hinted(pub(crate) &'static [&'static str]);

impl TypedValueParser for Hinted {
    type Value = OsString;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<OsString, clap::Error> {
        OsStringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let Self(values) = self;
        if values.is_empty() {
            return None;
        }
        Some(Box::new(values.iter().copied().map(PossibleValue::new)))
    }
}

/// Accepts the name of any scheme, and offers the ten to shells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemeName;

impl TypedValueParser for SchemeName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        clap::builder::StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(SCHEMES.iter().map(|scheme| PossibleValue::new(scheme.name))))
    }
}
