//! Options that are named like the parts of URLs, made from the declarations of the parts.

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgMatches, builder::OsStringValueParser};
use url1738::{EditError, Editor, Part, Role};

use crate::hinted::Hinted;

/// The schemes whose parts have options: those of the registry, and any other.
pub(super) fn schemes() -> impl Iterator<Item = (&'static str, Editor)> {
    let registry = url1738::registry();
    let names: Vec<&str> = registry.schemes().map(|scheme| scheme.name).collect();
    names.into_iter().chain(["other"]).map(move |name| (name, registry.edit(name)))
}

/// Returns the option that sets a part.
pub(super) fn option(part: &'static Part, help: String) -> Arg {
    let name = part.alias();
    Arg::new(name)
        .long(name)
        .help(help)
        .value_name(name.to_uppercase())
        .value_parser(Hinted(
            OsStringValueParser::new(),
            part.values().iter().map(Into::into).collect(),
        ))
        .hide_possible_values(true)
        .allow_hyphen_values(true)
}

/// Returns the values of an option.
pub(super) fn values<'m>(matches: &'m ArgMatches, name: &str) -> Vec<&'m [u8]> {
    let all = matches.try_get_many::<OsString>(name).ok().flatten();
    all.into_iter().flatten().map(|value| value.as_encoded_bytes()).collect()
}

/// Returns a switch.
pub(super) fn switch(name: impl Into<clap::builder::Str>, help: String) -> Arg {
    let name = name.into();
    Arg::new(name.clone()).long(name).help(help).action(ArgAction::SetTrue)
}

/// Returns whether an option sets the part: one that contains a single value.
pub(super) fn has_option(part: &Part) -> bool {
    part.is_segment() || part.role() == Role::Path || !(part.repeats() || is_fixed(part))
}

/// Returns whether the part has only one value.
pub(super) fn is_fixed(part: &Part) -> bool {
    (0..0x80).filter(|octet| part.class().contains(*octet)).count() == 1
}

/// Returns a text that begins with a capital letter, as help does.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Returns the message for an error that no place can be shown for.
pub(super) fn message(error: &EditError) -> String {
    match error {
        EditError::Value { part, error } => {
            format!("invalid value of --{}: {}", part.alias(), error.message())
        }
        EditError::Required(part) => format!("missing {}; add --{}", part.label(), part.alias()),
        error => error.to_string(),
    }
}
