//! Option values that shells complete, although others are allowed.

use std::ffi::{OsStr, OsString};

use clap::{
    Arg, Command,
    builder::{OsStringValueParser, PossibleValue, TypedValueParser},
};

use url1738::SCHEMES;

use crate::{
    codes::{self, Code},
    fields::Row,
};

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

/// Accepts any text, and offers the names of a table to shells, with their help.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offered(fn() -> Vec<PossibleValue>);

impl Offered {
    /// The ten schemes.
    pub(crate) const SCHEMES: Self =
        Self(|| SCHEMES.iter().map(|scheme| PossibleValue::new(scheme.name)).collect());

    /// The codes of errors and lints, and their groups.
    pub(crate) const CODES: Self = Self(|| codes(&["all", "errors", "warnings"], |_| true));
    pub(crate) const LINTS: Self = Self(|| codes(&["warnings"], Code::is_lint));
    pub(crate) const ERRORS: Self = Self(|| codes(&["all", "errors"], |code| !code.is_lint()));

    /// The codes of all kinds.
    pub(crate) const CATALOG: Self =
        Self(|| codes::names().into_iter().map(PossibleValue::new).collect());

    /// The fields that have a row.
    pub(crate) const FIELDS: Self =
        Self(|| Row::helps().map(|(name, help)| PossibleValue::new(name).help(help)).collect());
}

fn codes(groups: &[&'static str], is_offered: fn(Code) -> bool) -> Vec<PossibleValue> {
    let codes = codes::all().filter(|code| is_offered(*code)).map(|code| code.code);
    groups.iter().copied().chain(codes).map(PossibleValue::new).collect()
}

impl TypedValueParser for Offered {
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
        let Self(values) = self;
        Some(Box::new(values().into_iter()))
    }
}
