//! Option values that shells complete, although others are allowed.

use std::ffi::OsStr;

use clap::{
    Arg, Command,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};

use crate::{
    codes::{self, Code},
    fields::Row,
};

/// Accepts what the parser accepts, and offers these values to shells.
#[derive(Clone, Debug)]
pub(crate) struct Hinted<P>(pub(crate) P, pub(crate) Vec<PossibleValue>);

impl<P: TypedValueParser> TypedValueParser for Hinted<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.0.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        if self.1.is_empty() {
            return None;
        }
        Some(Box::new(self.1.iter().cloned()))
    }
}

/// Accepts any text, and offers these values.
pub(crate) fn hinted(
    values: impl Iterator<Item = impl Into<PossibleValue>>,
) -> Hinted<StringValueParser> {
    Hinted(StringValueParser::new(), values.map(Into::into).collect())
}

/// Offers groups, and the codes of errors and lints.
pub(crate) fn codes(
    groups: &[&'static str],
    is_offered: fn(Code) -> bool,
) -> Hinted<StringValueParser> {
    let codes = codes::all().filter(|code| is_offered(code)).map(|code| code.code);
    hinted(groups.iter().copied().chain(codes))
}

/// Offers the fields that have a row, with their help.
pub(crate) fn fields() -> Hinted<StringValueParser> {
    hinted(Row::helps().map(|(name, help)| PossibleValue::new(name).help(help)))
}
