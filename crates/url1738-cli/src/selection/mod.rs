//! Which errors and lints `check` reports, and which of them fail the run: the levels of all codes, from the defaults, the
//! settings and the command line.

mod selector;

use std::collections::BTreeSet;

use serde::Deserialize;
use url1738::{Change, Error, Lint, Lints, PARTS, Part, PartSpan, codes::CodeInfo};

use crate::codes::{self, Code};

use selector::Specificity;
pub(crate) use selector::{Selector, is_part, unknown_code};

/// How a finding is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// It is not reported.
    Off,
    /// It is reported.
    Warn,
    /// It is reported and fails the run. Every error that is on has this level.
    Deny,
}

impl Level {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }
}

/// What the settings or the command line say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layer {
    /// If given, everything else is off.
    pub(crate) select: Option<Vec<Selector>>,
    pub(crate) ignore: Vec<Selector>,
    /// The levels of lints.
    pub(crate) levels: Vec<(Selector, Level)>,
}

impl Layer {
    fn selectors(&self) -> impl Iterator<Item = &Selector> {
        let levels = self.levels.iter().map(|(selector, _)| selector);
        self.select.iter().flatten().chain(&self.ignore).chain(levels)
    }
}

/// The level of every code.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    settings: Layer,
    command_line: Layer,
    /// Whether lints are reported if neither layer says so.
    lints: bool,
    has_lints: bool,
}

/// What the layers have decided on one code so far.
#[derive(Clone, Copy, Debug)]
struct State {
    on: bool,
    /// Whether the settings turn it off by a name that is not a group.
    named_off: bool,
    deny: bool,
}

impl Selection {
    /// Combines the layers. `lints` is whether lints are reported if neither layer says so.
    ///
    /// The command line overrides the settings, and in one layer the more precise name decides; if two are equally
    /// precise, what turns off or denies. A selection turns off everything else. But a group of the command line does not
    /// turn on what the settings turn off by name: `--deny warnings` respects `port-zero = "off"`.
    pub(crate) fn new(settings: &Layer, command_line: &Layer, lints: bool) -> Self {
        let (settings, command_line) = (settings.clone(), command_line.clone());
        let mut selection = Self { settings, command_line, lints, has_lints: false };
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
        self.settings == Layer::default() && self.command_line == Layer::default()
    }

    /// Returns the names of the parts in which codes have another level.
    pub(crate) fn parts(&self) -> BTreeSet<&str> {
        let selectors = self.settings.selectors().chain(self.command_line.selectors());
        selectors.filter_map(|selector| selector.part.as_deref()).collect()
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
        let on = !code.is_lint() || self.lints;
        let mut state = State { on, named_off: false, deny: false };
        apply(&self.settings, code, part, &mut state);
        state.named_off &= self.command_line.select.is_none();
        apply(&self.command_line, code, part, &mut state);
        match (state.on, code.is_lint(), state.deny) {
            (false, ..) => Level::Off,
            (true, true, false) => Level::Warn,
            (true, ..) => Level::Deny,
        }
    }
}

/// Applies one layer to one code in a part.
fn apply(layer: &Layer, code: Code, part: Option<&Part>, state: &mut State) {
    if layer.select.is_some() {
        state.on = false;
    }
    // The most precise name that turns the code on, that turns it off, and that gives it a level.
    let (mut on, mut off, mut warn, mut deny) = (None, None, None, None);
    let best = |best: &mut Option<Specificity>, selector: &Selector| {
        *best = (*best).max(selector.specificity(code, part));
    };
    layer.select.iter().flatten().for_each(|selector| best(&mut on, selector));
    layer.ignore.iter().for_each(|selector| best(&mut off, selector));
    for (selector, level) in layer.levels.iter().filter(|_| code.is_lint()) {
        match level {
            Level::Off => best(&mut off, selector),
            Level::Warn => best(&mut warn, selector),
            Level::Deny => best(&mut deny, selector),
        }
    }
    on = on.max(warn).max(deny);
    let is_named = |specificity: Option<Specificity>| specificity > Some((1, true));
    if off.is_some() && off >= on {
        state.on = false;
        state.named_off = is_named(off);
    } else if on.is_some() && (is_named(on) || !state.named_off) {
        state.on = true;
        state.named_off = false;
    }
    if warn.is_some() || deny.is_some() {
        state.deny = deny.is_some() && deny >= warn;
    }
}
