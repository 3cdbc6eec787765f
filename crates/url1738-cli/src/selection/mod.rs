//! Which errors and lints `check` reports, and which of them fail the run: the levels of all codes, from the defaults, the
//! settings and the command line.

mod selector;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use url1738::{Change, Error, Lint, Lints, PARTS, Part, PartSpan, codes::CodeInfo};

use crate::codes::{self, Code};

use selector::GROUP;
pub(crate) use selector::{Selector, is_part, unknown_code};

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
        let levels = levels.into_iter().map(|(selector, level)| (selector.of_lints(), Some(level)));
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
    has_lints: bool,
}

impl Selection {
    /// Combines the layers. `lints` is whether lints are reported if neither layer says so.
    ///
    /// The command line overrides the settings, and in one layer the more precise name decides; if two are equally
    /// precise, what turns off or denies. A selection turns off everything else. But a group of the command line does not
    /// turn on what the settings turn off by name: `--deny warnings` respects `port-zero = "off"`.
    pub(crate) fn new(settings: Layer, command_line: Layer, lints: bool) -> Self {
        let mut selection = Self { layers: [settings, command_line], lints, has_lints: false };
        let is_on = |info, part| selection.level(info, part) != Level::Off;
        selection.has_lints = codes::all().filter(|code| code.is_lint()).any(|Code(info)| {
            is_on(info, None) || PARTS.iter().any(|part| is_on(info, Some(part)))
        });
        selection
    }

    /// Returns whether a lint may be reported.
    pub(crate) const fn has_lints(&self) -> bool {
        self.has_lints
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
        if self.lints && self.is_default() {
            return lints;
        }
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
        let is_error = codes::all().any(|code| code.code == change.code() && !code.is_lint());
        !is_error || self.level(change.info, Some(change.part)) != Level::Off
    }

    /// Returns the level of a lint.
    pub(crate) fn lint(&self, lint: &Lint) -> Level {
        self.level(lint.info, Some(lint.part))
    }

    /// Returns the level of a code in a part; without one, that in the parts that no selector names.
    pub(crate) fn level(&self, info: &'static CodeInfo, part: Option<&Part>) -> Level {
        let code = Code(info);
        let (mut is_on, mut is_denied) = (!code.is_lint() || self.lints, !code.is_lint());
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
