//! A field with the modifiers before its name: `decoded:path`.

use core::fmt;

use url1738::surt::Profile;

use super::{
    table::{EFFECTIVE_PORT, Kind, Row, Scope},
    template::quoted,
};
use crate::diagnostics::suggest;

/// A field as it is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) row: &'static Row,
    pub(crate) modifiers: Modifiers,
}

/// The modifiers of a field.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Modifiers {
    /// With escapes decoded.
    pub(super) decoded: bool,
    /// With secrets masked, even with `--passwords keep`.
    pub(crate) redacted: bool,
    /// As a person reads it: A-labels and escapes in Unicode.
    pub(super) unicode: bool,
    /// Of the normal form.
    pub(super) normal: bool,
    /// A URL without the field is an error.
    pub(super) must: bool,
    /// The kind of key.
    pub(super) profile: Option<Profile>,
    /// What is asked for by its name.
    pub(super) named: Option<Named>,
}

/// A value with a name that no table of fields has.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    /// A pair in the query.
    Pair(&'static str),
    /// A value of a row. Some of captures are numbers, since a table has others of their names.
    Value(&'static str, Kind),
}

/// The modifiers as they are written.
const MODIFIERS: &str =
    "default decoded unicode redacted normal must query row cdx exact wayback wayback-0.3.1";

/// The values of captures that are numbers.
const NUMBERS: [&str; 3] = ["status", "offset", "length"];

/// The field with modifiers for the kind of key.
const KEY: &str = "surt";

impl Field {
    /// Parses modifiers and a name.
    ///
    /// # Errors
    /// Returns a message if a name is unknown, or if a modifier does not apply to the field.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (mut modifiers, mut is_default) = (Modifiers::default(), false);
        let mut rest = text;
        // A name may have another modifier in it: the column of `row:query:id`.
        while let (None, Some((modifier, after))) = (modifiers.named, rest.split_once(':')) {
            rest = after;
            match modifier {
                "default" => is_default = true,
                "decoded" => modifiers.decoded = true,
                "unicode" => modifiers.unicode = true,
                "redacted" => modifiers.redacted = true,
                "normal" => modifiers.normal = true,
                "must" => modifiers.must = true,
                "exact" | "wayback" | "wayback-0.3.1" => modifiers.profile = modifier.parse().ok(),
                "query" | "row" | "cdx" => {
                    let name = quoted(rest).map_or_else(|| rest.to_owned(), |(name, _)| name);
                    // The fields of a command line live as long as the program.
                    let name = name.leak();
                    modifiers.named = Some(match modifier {
                        "query" => Named::Pair(name),
                        "cdx" if NUMBERS.contains(&&*name) => Named::Value(name, Kind::Number),
                        _ => Named::Value(name, Kind::Text),
                    });
                }
                _ if Row::find(modifier).is_some() => {
                    return Err(format!("a field comes after its modifiers: `{rest}:{modifier}`"));
                }
                _ => {
                    let known = format!("expected one of {}", MODIFIERS.replace(' ', ", "));
                    return Err(unknown("modifier", modifier, MODIFIERS.split(' '), &known));
                }
            }
        }
        let last = match modifiers.named {
            None => rest,
            Some(Named::Pair(_)) => "search",
            Some(Named::Value(..)) => "json",
        };
        // `default:port` is the effective port; only a port has a default.
        let mut row = Row::find(last).ok_or_else(|| {
            let known = format!(
                "`url1738 parse --help` lists them, and `row:{last}` is a column of a table"
            );
            unknown("field", last, Row::all(), &known)
        })?;
        let is_port = matches!(row.name, "port" | EFFECTIVE_PORT);
        let is_of_url = row.scope == Scope::Url;
        for (is_given, applies, modifier, to) in [
            (is_default, is_port, "default", "to `port`"),
            (modifiers.profile.is_some(), row.name == KEY, "exact", "to `surt`"),
            (modifiers.decoded, is_of_url, "decoded", "to parts of URLs"),
            (modifiers.unicode, is_of_url, "unicode", "to parts of URLs"),
            (modifiers.normal, is_of_url, "normal", "to parts of URLs"),
        ] {
            if is_given && !applies {
                return Err(format!("`{modifier}` applies only {to}, not to `{last}`"));
            }
        }
        if is_default {
            row = Row::find(EFFECTIVE_PORT).unwrap_or(row);
        }
        Ok(Self { row, modifiers })
    }

    /// Returns whether the field is a key by which URLs are sorted.
    pub(super) fn is_key(self) -> bool {
        self.row.name == KEY
    }

    /// Returns whether the field is a key that texts have, too, which are not valid URLs.
    pub(super) fn has_key_of_any_text(self) -> bool {
        let profile = self.modifiers.profile.unwrap_or_default();
        self.is_key() && profile == Profile::Wayback0_3_1 && !self.modifiers.normal
    }

    /// Returns whether an invalid line has the field, too.
    pub(crate) fn is_of_lines(self) -> bool {
        !matches!(self.row.scope, Scope::Url | Scope::Report) || self.has_key_of_any_text()
    }

    pub(crate) fn kind(self) -> Kind {
        match self.modifiers.named {
            Some(Named::Value(_, kind)) => kind,
            _ => self.row.kind,
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.modifiers.named {
            Some(Named::Pair(name)) => write!(f, "query:{name}"),
            Some(Named::Value(name, _)) => write!(f, "row:{name}"),
            None => f.write_str(self.row.name),
        }
    }
}

/// Returns the message for an unknown name, with the nearest one, or how the others are found.
fn unknown(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'static str> + Clone,
    others: &str,
) -> String {
    let other = suggest::name(name, known.clone())
        // A plain word for a part: `query`, `fragment`, `selektor`.
        .or_else(|| known.clone().find(|known| name.len() > 2 && known.starts_with(name)));
    match other {
        Some(other) => format!("unknown {what} `{name}`: did you mean `{other}`?"),
        None => format!("unknown {what} `{name}`: {others}"),
    }
}
