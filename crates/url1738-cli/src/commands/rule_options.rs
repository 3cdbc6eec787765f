//! The options that choose what is reported, and the settings that they override. Commands that report errors or lints
//! share them.

use clap::{
    Arg, Args, Command,
    builder::{PossibleValue, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
};

use crate::{
    codes,
    config::{Config, OutputFormat},
    exit,
    selection::{Layer, Level, Selection, Selector},
    settings::{Settings, Shown},
};

/// The option that shows the settings.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct SettingsOptions {
    /// Print the settings in effect, and do nothing else
    #[arg(long)]
    pub(super) show_settings: bool,
}

/// The options that turn errors and lints on and off.
#[derive(Args, Clone, Debug, Default)]
struct CodeOptions {
    /// Report only these errors and lints: codes, prefixes of codes, `errors`, `warnings` or `all`,
    /// in one part if it follows, as in `tilde:path`; may be repeated
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = SelectorParser::Any)]
    #[arg(hide_possible_values = true)]
    select: Option<Vec<Selector>>,
    /// Do not report these errors and lints; may be repeated
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = SelectorParser::Any)]
    #[arg(hide_possible_values = true)]
    ignore: Vec<Selector>,
}

/// The options of reports.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ReportOptions {
    /// Also report lints: valid URLs that are risky or that other software reads differently
    #[arg(short, long)]
    lints: bool,
    #[command(flatten)]
    codes: CodeOptions,
    /// Report these lints and fail if there are any; `warnings` for all; may be repeated
    #[arg(long, value_name = "LINT", value_delimiter = ',', value_parser = SelectorParser::Lints)]
    #[arg(hide_possible_values = true)]
    deny: Vec<Selector>,
    /// Show at most this many reports, but count all
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    #[command(flatten)]
    pub(super) settings: SettingsOptions,
}

/// What a run reports, and how.
#[derive(Debug)]
pub(super) struct Reporting {
    pub(super) format: OutputFormat,
    pub(super) limit: Option<u64>,
    pub(super) selection: Selection,
    /// The text that `--show-settings` writes, if it is given.
    pub(super) shown: Option<String>,
}

impl Reporting {
    /// Returns what counts report: everything.
    pub(super) fn of_everything(format: OutputFormat) -> Self {
        Self { format, limit: None, selection: Selection::everything(), shown: None }
    }
}

impl ReportOptions {
    /// Returns whether an option is given that has an effect only on reports.
    pub(super) fn given(&self) -> Option<&'static str> {
        let Self { lints, codes: CodeOptions { select, ignore }, deny, limit, settings } = self;
        let options = [
            (*lints, "--lints"),
            (select.is_some(), "--select"),
            (!ignore.is_empty(), "--ignore"),
            (!deny.is_empty(), "--deny"),
            (limit.is_some(), "--limit"),
            (settings.show_settings, "--show-settings"),
        ];
        options.into_iter().find_map(|(given, name)| given.then_some(name))
    }

    /// Returns whether the command line has a limit.
    pub(super) const fn has_limit(&self) -> bool {
        self.limit.is_some()
    }

    /// Reads the settings, and combines them with the options. The settings may name any format; it is used if it is one of
    /// `formats`.
    pub(super) fn reporting(
        self,
        config: &Config,
        formats: &[OutputFormat],
    ) -> exit::Result<Reporting> {
        let Self { lints, codes, deny, limit, settings: options } = self;
        let lints = lints.then_some((Selector::Warnings, Level::Warn));
        let deny = deny.into_iter().map(|selector| (selector, Level::Deny));
        let levels = lints.into_iter().chain(deny).collect();
        let settings = &config.settings.settings;
        let default = settings.format.filter(|format| formats.contains(format));
        let format = config.format.or(default).unwrap_or_default();
        config.refuse_formulas_unless_table(format)?;
        let limit = limit.or(settings.limit);
        // Records for programs have all lints unless they are turned off.
        let selection =
            Selection::new(&settings.layer, &codes.layer(levels), !format.is_of_reports());
        let shown = options.show_settings.then(|| shown(config, (format, limit), &selection));
        Ok(Reporting { format, limit, selection, shown })
    }
}

impl CodeOptions {
    fn layer(self, levels: Vec<(Selector, Level)>) -> Layer {
        Layer { select: self.select, ignore: self.ignore, levels }
    }
}

impl SettingsOptions {
    /// Returns what is on by the settings and the errors that options turn on and off, and the text that `--show-settings`
    /// writes, if it is given. Lints are on unless the settings turn them off.
    pub(super) fn selection(
        &self,
        select: Option<Vec<Selector>>,
        ignore: Vec<Selector>,
        config: &Config,
    ) -> exit::Result<(Selection, Option<String>)> {
        let Settings { limit, layer, .. } = &config.settings.settings;
        let command_line = Layer { select, ignore, levels: Vec::new() };
        let selection = Selection::new(layer, &command_line, true);
        let format = config.format.unwrap_or_default();
        let shown = self.show_settings.then(|| shown(config, (format, *limit), &selection));
        Ok((selection, shown))
    }

    /// Returns an error if inputs are given that would be ignored.
    pub(super) fn refuse_inputs(&self, are_given: bool) -> exit::Result<()> {
        match self.show_settings && are_given {
            true => {
                let message = "--show-settings reads no URLs: remove them, or the option";
                Err(exit::Error::Usage(message.to_owned()))
            }
            false => Ok(()),
        }
    }
}

/// Returns what `--show-settings` writes.
fn shown(
    config: &Config,
    (format, limit): (OutputFormat, Option<u64>),
    selection: &Selection,
) -> String {
    let path = config.settings.path.as_deref();
    Shown { path, passwords: config.passwords, format, limit, selection }.to_string()
}

/// Reads selectors. An unknown name is an error with the nearest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SelectorParser {
    Any,
    /// Only lints.
    Lints,
    /// Only errors, alone or with lints of the same prefix.
    Errors,
}

impl SelectorParser {
    /// Returns what is wrong with a selector that selects codes of the other kind.
    fn refusal(self, selector: &Selector) -> Option<String> {
        match self {
            Self::Lints if *selector == Selector::All || !selector.has_lints() => {
                Some(format!("`{selector}` is not a lint; errors always fail the run"))
            }
            Self::Errors if !selector.has_errors() => {
                Some(format!("`{selector}` is a lint; only errors are repaired"))
            }
            _ => None,
        }
    }
}

/// Returns the error for a value of an option, with a tip.
fn invalid(command: &Command, arg: Option<&Arg>, value: &str, tip: String) -> clap::Error {
    let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
    if let Some(arg) = arg {
        error.insert(ContextKind::InvalidArg, ContextValue::String(arg.to_string()));
    }
    error.insert(ContextKind::InvalidValue, ContextValue::String(value.to_owned()));
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// Returns the error for a name that selects nothing, with the nearest one or what to do if there is none.
pub(super) fn unknown_code(
    command: &Command,
    arg: Option<&Arg>,
    name: &str,
    suggestion: Result<&str, &str>,
) -> clap::Error {
    let tip = match suggestion {
        Ok(known) => format!("a similar value exists: '{known}'"),
        Err(otherwise) => otherwise.to_owned(),
    };
    invalid(command, arg, name, tip)
}

impl TypedValueParser for SelectorParser {
    type Value = Selector;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Selector, clap::Error> {
        let name = value.to_string_lossy();
        match Selector::parse(&name) {
            Ok(selector) => match self.refusal(&selector) {
                None => Ok(selector),
                Some(tip) => Err(invalid(command, arg, &name, tip)),
            },
            Err(unknown) => {
                let (_, suggestion, otherwise) = unknown.describe();
                Err(unknown_code(command, arg, &name, suggestion.as_deref().ok_or(otherwise)))
            }
        }
    }

    /// The values that shells complete.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let groups: &[&str] = match self {
            Self::Any => &["all", "errors", "warnings"],
            Self::Lints => &["warnings"],
            Self::Errors => &["all", "errors"],
        };
        let is_of_kind = |code: &codes::Code| match self {
            Self::Any => true,
            Self::Lints => code.is_lint(),
            Self::Errors => !code.is_lint(),
        };
        let names = codes::all().filter(is_of_kind).map(|code| code.code);
        Some(Box::new(groups.iter().copied().chain(names).map(PossibleValue::new)))
    }
}
