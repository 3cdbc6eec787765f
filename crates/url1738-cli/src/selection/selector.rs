//! The names that select codes: a code, a group of codes, or all of a kind, in every part or in one.

use core::fmt;

use serde::Deserialize;
use url1738::{PARTS, Part};

use crate::{
    codes::{self, Code, is_prefix},
    diagnostics::suggest,
};

/// A name that selects codes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Selector {
    /// One of [`GROUPS`], a code, a group, or the prefix of several: `port` selects `port`, `port-zero` and
    /// `port-out-of-range`.
    codes: String,
    /// The only part in which they are selected: `path` in `tilde:path`.
    pub(super) part: Option<String>,
    /// Whether only lints are selected, and not errors of the same prefix.
    only_lints: bool,
}

/// Returns the message for a name that selects no code, with the nearest one.
pub(crate) fn unknown_code<'n>(name: &str, known: impl Clone + Iterator<Item = &'n str>) -> String {
    match suggest::code(name, known) {
        Some(known) => format!("unknown code `{name}`; did you mean `{known}`?"),
        None => format!("unknown code `{name}`; `url1738 rules` lists all codes"),
    }
}

/// How precisely a selector selects: the length of the name, and whether it names a part.
type Specificity = (usize, bool);

/// The most precise selector that is a group.
pub(super) const GROUP: Specificity = (1, true);

/// Returns whether a name is that of a part in the BNF, or what messages call it: `path` names a path segment.
pub(crate) fn is_part(name: &str, part: &Part) -> bool {
    name == part.name() || is_prefix(name, &part.label().replace(' ', "-"))
}

/// The names of groups that are not prefixes: of all codes, of errors, and of lints.
const GROUPS: [&str; 3] = ["all", "errors", "warnings"];

impl Selector {
    /// Returns the selector of all lints.
    pub(crate) fn warnings() -> Self {
        Self { codes: "warnings".to_owned(), part: None, only_lints: true }
    }

    /// Returns the selector of this name.
    ///
    /// # Errors
    /// Returns a message with the nearest name if the name selects nothing.
    pub(crate) fn parse(name: &str) -> Result<Self, String> {
        let (codes, part) = match name.split_once(':') {
            Some((codes, part)) => (codes.to_owned(), Some(part.to_owned())),
            None => (name.to_owned(), None),
        };
        let selector = Self { codes, part, only_lints: false };
        if !selector.selects(|_| true) {
            let known = codes::all().map(|code| code.code).chain(GROUPS);
            return Err(unknown_code(&selector.codes, known));
        }
        match &selector.part {
            Some(name) if !PARTS.iter().any(|known| is_part(name, known)) => {
                let known = suggest::code(name, PARTS.iter().map(Part::name));
                Err(match known {
                    Some(known) => {
                        let codes = &selector.codes;
                        format!("unknown part `{name}`; did you mean `{codes}:{known}`?")
                    }
                    None => format!("unknown part `{name}`; name one, as in `tilde:path`"),
                })
            }
            _ => Ok(selector),
        }
    }

    /// Returns the selector of the lints that this selects.
    pub(super) fn of_lints(self) -> Self {
        Self { only_lints: true, ..self }
    }

    /// Returns how precisely this selects a code, or `None` if it does not: a longer name is more precise, and groups are
    /// the least precise.
    fn precision(&self, code: Code) -> Option<usize> {
        match self.codes.as_str() {
            _ if self.only_lints && !code.is_lint() => None,
            "all" => Some(0),
            "errors" => (!code.is_lint()).then_some(1),
            "warnings" => code.is_lint().then_some(1),
            // A group comes before the codes in it.
            name if is_prefix(name, code.code) => Some(3 + name.len()),
            name => code.is_named(name).then_some(2),
        }
    }

    /// Returns how precisely this selects a code in a part, or `None` if it does not.
    pub(super) fn specificity(&self, code: Code, part: Option<&Part>) -> Option<Specificity> {
        let precision = self.precision(code)?;
        let Some(name) = &self.part else { return Some((precision, false)) };
        part.filter(|part| is_part(name, part)).map(|_| (precision, true))
    }

    /// Returns whether this selects a code in every part.
    pub(crate) fn names(&self, code: &str) -> bool {
        self.part.is_none() && self.selects(|it| it.code == code)
    }

    /// Returns whether this selects an error.
    pub(crate) fn has_errors(&self) -> bool {
        self.selects(|code| !code.is_lint())
    }

    /// Returns whether this names lints: `all` names everything.
    pub(crate) fn is_of_lints(&self) -> bool {
        let is_all = self.codes == "all" && self.part.is_none();
        !is_all && self.selects(Code::is_lint)
    }

    /// Returns whether this selects such a code in some part.
    fn selects(&self, is_such: impl Fn(Code) -> bool) -> bool {
        codes::all().any(|code| is_such(code) && self.precision(code).is_some())
    }
}

impl TryFrom<String> for Selector {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::parse(&name)
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { codes, part, .. } = self;
        f.write_str(codes)?;
        part.as_ref().map_or(Ok(()), |part| write!(f, ":{part}"))
    }
}
