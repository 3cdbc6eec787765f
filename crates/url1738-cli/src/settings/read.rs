//! Reads the settings from TOML.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::Settings;
use crate::{
    diagnostics::Passwords,
    records::OutputFormat,
    selection::{Layer, Level, Selector},
};

/// The file as it is written.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Document {
    passwords: Option<Spanned<Passwords>>,
    check: Check,
    lints: BTreeMap<Lint, Level>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Check {
    format: Option<OutputFormat>,
    limit: Option<u64>,
    select: Option<Vec<Selector>>,
    ignore: Vec<Selector>,
}

/// A name that selects lints.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(try_from = "String")]
struct Lint(Selector);

impl TryFrom<String> for Lint {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let selector = Selector::parse(&name).map_err(|unknown| unknown.to_string())?;
        match selector.is_of_lints() {
            true => Ok(Self(selector)),
            false => Err(format!("`{selector}` is not a lint; use `ignore` to turn an error off")),
        }
    }
}

/// Reads the contents of a file. Only one that the command line names may keep passwords: others come with a checkout.
///
/// # Errors
/// Returns the offset of what is wrong, and a message.
pub(super) fn parse(bytes: &[u8], is_named: bool) -> Result<Settings, (usize, String)> {
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let byte = bytes.get(at).copied().unwrap_or_default();
        (at, format!("byte 0x{byte:02X} is not UTF-8"))
    })?;
    let Document { passwords, check, lints } = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        (at, error.message().to_owned())
    })?;
    let kept = passwords.as_ref().filter(|it| *it.get_ref() == Passwords::Keep && !is_named);
    if let Some(kept) = kept {
        let message = "`keep` needs --config with the name of this file, or --passwords keep";
        return Err((kept.span().start, message.to_owned()));
    }
    let Check { format, limit, select, ignore } = check;
    let levels = lints.into_iter().map(|(Lint(selector), level)| (selector, level)).collect();
    let layer = Layer { select, ignore, levels };
    let passwords = passwords.map(Spanned::into_inner);
    Ok(Settings { passwords, format, limit, layer, path: None })
}
