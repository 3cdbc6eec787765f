//! Which errors and lints `check` reports, and which of them fail the run: the levels of all codes, from the defaults, the
//! settings and the command line.

use core::fmt;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use url1738::{Change, Error, Lint, Lints, Part, PartSpan, parts};

use crate::{
    codes::{self, Code, is_lint, is_prefix},
    diagnostics::{argument, suggest},
};

/// How a finding is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// It is not reported.
    Off,
    /// It is reported.
    Warn,
    /// It is reported and fails the run. Every error that is on has this level.
    Deny,
}

/// What the settings or the command line say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layer {
    /// Whether everything else is off.
    is_exclusive: bool,
    /// What selectors turn on, and the levels that they give.
    rules: Vec<(Selector, Option<Level>)>,
}

impl Layer {
    /// Creates a layer. If `select` is given, everything else is off; `levels` are those of lints.
    pub(crate) fn new(
        select: Option<Vec<Selector>>,
        ignore: Vec<Selector>,
        levels: impl IntoIterator<Item = (Selector, Level)>,
    ) -> Self {
        let is_exclusive = select.is_some();
        let on = select.into_iter().flatten().map(|selector| (selector, None));
        let off = ignore.into_iter().map(|selector| (selector, Some(Level::Off)));
        let levels = levels.into_iter().map(|(selector, level)| {
            let of_lints = Selector { only_lints: true, ..selector };
            (of_lints, Some(level))
        });
        Self { is_exclusive, rules: on.chain(off).chain(levels).collect() }
    }
}

/// The level of every code.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    /// The settings, and the command line.
    layers: [Layer; 2],
    /// Whether lints are reported if neither layer says so.
    lints: bool,
}

impl Selection {
    /// Combines the layers. `lints` is whether lints are reported if neither layer says so.
    ///
    /// The command line overrides the settings, and in one layer the more precise name decides; if two are equally
    /// precise, what turns off or denies. A selection turns off everything else. But a group of the command line does not
    /// turn on what the settings turn off by name: `--deny warnings` respects `port-zero = "off"`.
    pub(crate) const fn new(settings: Layer, command_line: Layer, lints: bool) -> Self {
        Self { layers: [settings, command_line], lints }
    }

    /// Returns whether a lint may be reported: most runs look for none.
    pub(crate) fn may_have_lints(&self) -> bool {
        let mut rules = self.layers.iter().flat_map(|layer| &layer.rules);
        self.lints || rules.any(|(_, level)| *level != Some(Level::Off))
    }

    /// Returns whether neither layer says anything, so that every code has the level of its kind.
    pub(crate) fn is_default(&self) -> bool {
        self.layers.iter().all(|layer| *layer == Layer::default())
    }

    /// Returns the names of the parts in which codes have another level.
    pub(crate) fn parts(&self) -> BTreeSet<&str> {
        let rules = self.layers.iter().flat_map(|layer| &layer.rules);
        rules.filter_map(|(selector, _)| selector.part.as_deref()).collect()
    }

    /// Returns the lints that are on.
    pub(crate) fn reported(&self, lints: Lints) -> Lints {
        let mut on = Lints::default();
        for lint in lints.iter().filter(|lint| self.lint(lint) != Level::Off) {
            on.push(PartSpan { part: lint.part, span: lint.span }, lint.info);
        }
        on
    }

    /// Returns whether an error is reported.
    pub(crate) fn reports_error(&self, error: &Error) -> bool {
        self.level(error.info(), Some(error.part())) != Level::Off
    }

    /// Returns whether a change is made: what no error names, such as a wrapper, is always repaired.
    pub(crate) fn repairs(&self, change: &Change) -> bool {
        let is_error = codes::all().any(|code| code.code == change.code() && !is_lint(code));
        !is_error || self.level(change.info, Some(change.part)) != Level::Off
    }

    /// Returns the level of a lint.
    pub(crate) fn lint(&self, lint: &Lint) -> Level {
        self.level(lint.info, Some(lint.part))
    }

    /// Returns the level of a code in a part; without one, that in the parts that no selector names.
    pub(crate) fn level(&self, code: Code, part: Option<&Part>) -> Level {
        let (mut is_on, mut is_denied) = (!is_lint(code) || self.lints, !is_lint(code));
        // Whether the settings turn it off by a name that is not a group.
        let mut is_named_off = false;
        for layer in &self.layers {
            if layer.is_exclusive {
                (is_on, is_named_off) = (false, false);
            }
            let rule = |(selector, level): &(Selector, Option<Level>)| {
                Some((selector.specificity(code, part)?, *level == Some(Level::Off), *level))
            };
            let mut rules: Vec<_> = layer.rules.iter().filter_map(rule).collect();
            rules.sort_unstable();
            for (specificity, is_off, level) in rules {
                let is_named = specificity > GROUP;
                match is_off {
                    true => (is_on, is_named_off) = (false, is_named_off || is_named),
                    false if is_named => (is_on, is_named_off) = (true, false),
                    false => is_on |= !is_named_off,
                }
                if let Some(level @ (Level::Warn | Level::Deny)) = level {
                    is_denied = level == Level::Deny;
                }
            }
        }
        match (is_on, is_denied) {
            (false, _) => Level::Off,
            (true, false) => Level::Warn,
            (true, true) => Level::Deny,
        }
    }
}

/// A name that selects codes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Selector {
    /// One of [`GROUPS`], a code, a group, or the prefix of several: `port` selects `port`, `port-zero` and
    /// `port-out-of-range`.
    codes: String,
    /// The only part in which they are selected: `path` in `tilde:path`.
    part: Option<String>,
    /// Whether only lints are selected, and not errors of the same prefix.
    only_lints: bool,
}

/// Returns the message for a name that selects no code, with the nearest one.
pub(crate) fn unknown_code<'n>(name: &str, known: impl Clone + Iterator<Item = &'n str>) -> String {
    match suggest::name(name, known) {
        Some(known) => format!("unknown code `{name}`; did you mean `{known}`?"),
        // It may be a URL.
        None => {
            format!("unknown code `{}`; `url1738 list rules` lists all codes", argument(name))
        }
    }
}

/// The most precise selector that is a group, in a part.
const GROUP: usize = 3;

/// Returns whether a name is that of a part in the BNF, or what messages call it: `path` names a path segment.
pub(crate) fn is_part(name: &str, part: &Part) -> bool {
    name == part.name() || is_prefix(name, &part.label().replace(' ', "-"))
}

/// The names of groups that are not prefixes: of all codes, of errors, and of lints.
const GROUPS: [&str; 3] = ["all", "errors", "warnings"];

impl TryFrom<String> for Selector {
    type Error = String;

    /// # Errors
    /// Returns a message with the nearest name if the name selects nothing.
    fn try_from(name: String) -> Result<Self, String> {
        let (codes, part) = match name.split_once(':') {
            Some((codes, part)) => (codes.to_owned(), Some(part.to_owned())),
            None => (name, None),
        };
        let selector = Self { codes, part, only_lints: false };
        if !selector.selects(|_| true) {
            let known = codes::all().map(|code| code.code).chain(GROUPS);
            return Err(unknown_code(&selector.codes, known));
        }
        match &selector.part {
            Some(name) if !parts().into_iter().any(|known| is_part(name, known)) => {
                let known = suggest::name(name, parts().into_iter().map(Part::name));
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
}

impl Selector {
    /// Returns how precisely this selects a code, or `None` if it does not: a longer name is more precise, and groups are
    /// the least precise.
    fn precision(&self, code: Code) -> Option<usize> {
        match self.codes.as_str() {
            _ if self.only_lints && !is_lint(code) => None,
            "all" => Some(0),
            "errors" => (!is_lint(code)).then_some(1),
            "warnings" => is_lint(code).then_some(1),
            // A group comes before the codes in it.
            name if is_prefix(name, code.code) => Some(3 + name.len()),
            name => codes::is_named(code, name).then_some(2),
        }
    }

    /// Returns how precisely this selects a code in a part, or `None` if it does not: of two names that are as long, the one
    /// with a part is more precise.
    fn specificity(&self, code: Code, part: Option<&Part>) -> Option<usize> {
        let precision = 2 * self.precision(code)?;
        let Some(name) = &self.part else { return Some(precision) };
        part.filter(|part| is_part(name, part)).map(|_| precision + 1)
    }

    /// Returns whether this selects a code in a part.
    pub(crate) fn names(&self, code: &str, part: Option<&Part>) -> bool {
        let is_here = |name: &String| part.is_some_and(|part| is_part(name, part));
        self.part.as_ref().is_none_or(is_here) && self.selects(|it| it.code == code)
    }

    /// Returns whether this names lints: `all` names everything.
    pub(crate) fn is_of_lints(&self) -> bool {
        let is_all = self.codes == "all" && self.part.is_none();
        !is_all && self.selects(is_lint)
    }

    /// Returns whether this selects such a code in some part.
    pub(crate) fn selects(&self, is_such: impl Fn(Code) -> bool) -> bool {
        codes::all().any(|code| is_such(code) && self.precision(code).is_some())
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { codes, part, .. } = self;
        f.write_str(codes)?;
        part.as_ref().map_or(Ok(()), |part| write!(f, ":{part}"))
    }
}
