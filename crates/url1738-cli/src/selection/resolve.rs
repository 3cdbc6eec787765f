//! The levels of all codes, from the defaults, the settings and the command line.

use url1738::{Lints, PartSpan};

use super::{Level, Selector};
use crate::codes::{self, Code};

/// What the settings or the command line say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layer {
    /// If given, everything else is off.
    pub(crate) select: Option<Vec<Selector>>,
    pub(crate) ignore: Vec<Selector>,
    /// The levels of lints.
    pub(crate) levels: Vec<(Selector, Level)>,
}

/// The level of every code.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    /// The codes whose level is not that of their kind, in order.
    exceptions: Vec<(&'static str, Level)>,
    /// The level of lints without an exception.
    lints: Level,
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
        let mut levels = Vec::new();
        for code in codes::all() {
            let mut state = State { on: !code.is_lint() || lints, named_off: false, deny: false };
            apply(settings, code, &mut state);
            let reset = command_line.select.is_some();
            state.named_off &= !reset;
            apply(command_line, code, &mut state);
            let level = match (state.on, code.is_lint(), state.deny) {
                (false, ..) => Level::Off,
                (true, true, false) => Level::Warn,
                (true, ..) => Level::Deny,
            };
            levels.push((code, level));
        }
        let default = if lints { Level::Warn } else { Level::Off };
        let expected = |code: Code| if code.is_lint() { default } else { Level::Deny };
        let mut exceptions: Vec<_> = levels
            .iter()
            .filter(|(code, level)| *level != expected(*code))
            .map(|(code, level)| (code.code, *level))
            .collect();
        exceptions.sort_unstable();
        let has_lints = levels.iter().any(|(code, level)| code.is_lint() && *level != Level::Off);
        Self { exceptions, lints: default, has_lints }
    }

    /// Returns the selection of all errors and lints.
    pub(crate) fn everything() -> Self {
        Self::new(&Layer::default(), &Layer::default(), true)
    }

    /// Returns whether a lint may be reported.
    pub(crate) const fn has_lints(&self) -> bool {
        self.has_lints
    }

    /// Returns whether all errors are reported.
    pub(crate) fn reports_all_errors(&self) -> bool {
        codes::all().all(|code| code.is_lint() || self.reports_error(code.code))
    }

    /// Returns the lints that are on.
    pub(crate) fn reported(&self, lints: Lints) -> Lints {
        if self.exceptions.is_empty() && self.lints != Level::Off {
            return lints;
        }
        let mut on = Lints::default();
        for lint in lints.iter().filter(|lint| self.lint(lint.code()) != Level::Off) {
            on.push(PartSpan { part: lint.part, span: lint.span }, lint.info);
        }
        on
    }

    /// Returns whether an error is reported.
    pub(crate) fn reports_error(&self, code: &str) -> bool {
        self.exception(code) != Some(Level::Off)
    }

    /// Returns whether a change with this code is made: what no error names, such as a wrapper, is always repaired.
    pub(crate) fn repairs(&self, code: &str) -> bool {
        let is_error = || codes::all().any(|known| known.code == code && !known.is_lint());
        self.reports_error(code) || !is_error()
    }

    /// Returns the level of a lint.
    pub(crate) fn lint(&self, code: &str) -> Level {
        self.exception(code).unwrap_or(self.lints)
    }

    fn exception(&self, code: &str) -> Option<Level> {
        if self.exceptions.is_empty() {
            return None;
        }
        let found = self.exceptions.binary_search_by(|(name, _)| (*name).cmp(code)).ok()?;
        self.exceptions.get(found).map(|(_, level)| *level)
    }
}

/// Applies one layer to one code.
fn apply(layer: &Layer, code: Code, state: &mut State) {
    if layer.select.is_some() {
        state.on = false;
    }
    // The most precise name that turns the code on, that turns it off, and that gives it a level.
    let (mut on, mut off, mut warn, mut deny) = (None, None, None, None);
    let best = |best: &mut Option<usize>, selector: &Selector| {
        *best = (*best).max(selector.specificity(code));
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
    let is_named = |specificity: Option<usize>| specificity > Some(1);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn selectors(names: &str) -> Vec<Selector> {
        names.split_terminator(',').map(|name| Selector::parse(name).unwrap()).collect()
    }

    /// Returns the layer of a notation: `select` and `ignore` with names after `=`, and lints with their levels.
    fn layer(text: &str) -> Layer {
        let mut layer = Layer::default();
        for (key, value) in text.split_whitespace().filter_map(|item| item.split_once('=')) {
            match key {
                "select" => layer.select = Some(selectors(value)),
                "ignore" => layer.ignore = selectors(value),
                _ => {
                    let level =
                        Level::ALL.into_iter().find(|level| level.as_str() == value).unwrap();
                    layer.levels.push((Selector::parse(key).unwrap(), level));
                }
            }
        }
        layer
    }

    /// Returns the levels of `fragment`, `port-out-of-range`, `port-zero` and `dot-segment`.
    fn levels(settings: &str, command_line: &str) -> String {
        let selection = Selection::new(&layer(settings), &layer(command_line), false);
        let error = |code| if selection.reports_error(code) { "deny" } else { "off" };
        [
            error("fragment"),
            error("port-out-of-range"),
            selection.lint("port-zero").as_str(),
            selection.lint("dot-segment").as_str(),
        ]
        .join(" ")
    }

    #[test]
    fn layers_are_combined() {
        let cases = [
            ("", "", "deny deny off off"),
            // `--lints`.
            ("", "warnings=warn", "deny deny warn warn"),
            ("", "warnings=deny", "deny deny deny deny"),
            ("", "port-zero=deny", "deny deny deny off"),
            ("", "ignore=fragment", "off deny off off"),
            ("", "ignore=port warnings=warn", "deny off off warn"),
            ("", "select=port", "off deny warn off"),
            ("", "select=port ignore=port-zero", "off deny off off"),
            ("", "select=port-zero ignore=port", "off off warn off"),
            ("", "select=all ignore=warnings", "deny deny off off"),
            ("", "select=errors", "deny deny off off"),
            ("", "select=fragment ignore=fragment", "off off off off"),
            ("port-zero=deny", "", "deny deny deny off"),
            ("warnings=warn port=off", "", "deny deny off warn"),
            ("warnings=deny port-zero=warn", "", "deny deny warn deny"),
            // The command line overrides the settings.
            ("select=fragment", "select=port", "off deny warn off"),
            ("ignore=fragment", "select=fragment", "deny off off off"),
            ("port-zero=deny", "select=port", "off deny deny off"),
            ("port-zero=deny", "ignore=port", "deny off off off"),
            ("port-zero=off", "port-zero=deny", "deny deny deny off"),
            ("port-zero=off", "port=deny", "deny deny deny off"),
            ("port-zero=deny", "port=warn", "deny deny warn off"),
            // But a group does not turn on what is off by name.
            ("port-zero=off", "warnings=deny", "deny deny off deny"),
            ("ignore=port", "warnings=warn", "deny off off warn"),
            ("warnings=off", "warnings=warn", "deny deny warn warn"),
            ("select=errors", "warnings=warn", "deny deny warn warn"),
        ];
        for (settings, command_line, expected) in cases {
            assert_eq!(levels(settings, command_line), expected, "{settings} / {command_line}");
        }
    }

    #[test]
    fn records_have_all_lints_unless_a_layer_says_otherwise() {
        let selection = |text| Selection::new(&Layer::default(), &layer(text), true);
        assert_eq!(selection("").lint("dot-segment"), Level::Warn);
        assert_eq!(selection("dot-segment=off").lint("dot-segment"), Level::Off);
        assert_eq!(selection("select=port").lint("dot-segment"), Level::Off);
        assert!(selection("").has_lints() && !selection("ignore=warnings").has_lints());
    }
}
