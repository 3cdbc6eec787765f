//! The options of `check` that choose what it reports, and the settings that they override.

use std::path::PathBuf;

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
    settings::{self, Search, Settings, Shown},
};

/// The options that choose what is reported.
#[derive(Args, Clone, Debug)]
pub(super) struct SelectionOptions {
    /// Also report lints: valid URLs that are risky or that other software reads differently
    #[arg(short, long)]
    lints: bool,
    /// Report only these errors and lints: codes, prefixes of codes, `errors`, `warnings` or `all`; may be repeated
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = SelectorParser::ANY)]
    #[arg(hide_possible_values = true)]
    select: Option<Vec<Selector>>,
    /// Do not report these errors and lints; may be repeated
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = SelectorParser::ANY)]
    #[arg(hide_possible_values = true)]
    ignore: Vec<Selector>,
    /// Report these lints and fail if there are any; `warnings` for all; may be repeated
    #[arg(long, value_name = "LINT", value_delimiter = ',', value_parser = SelectorParser::LINTS)]
    #[arg(hide_possible_values = true)]
    deny: Vec<Selector>,
    /// Show at most this many reports, but count all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Settings file [default: url1738.toml in the working directory or above it, up to the root of the repository]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,
    /// Read no settings file
    #[arg(long, visible_alias = "isolated")]
    no_config: bool,
    /// Print the settings in effect instead of checking
    #[arg(long, conflicts_with_all = ["arguments", "files"])]
    show_settings: bool,
}

/// What a run reports, and how.
#[derive(Debug)]
pub(super) struct Reporting {
    pub(super) format: OutputFormat,
    pub(super) limit: Option<u64>,
    pub(super) selection: Selection,
    /// The text that `--show-settings` writes, if it is given.
    pub(super) settings: Option<String>,
}

impl Reporting {
    /// Returns what `--summary` reports: everything, as counts.
    pub(super) fn of_summary(config: &Config) -> exit::Result<Self> {
        // The names of a summary need no guard against spreadsheets.
        if config.formulas_given {
            return Err(exit::Error::Usage(
                "`check --summary` has no option --csv-formulas: remove it".to_owned(),
            ));
        }
        let selection = Selection::new(&Layer::default(), &Layer::default(), true);
        let format = config.format.unwrap_or_default();
        Ok(Self { format, limit: None, selection, settings: None })
    }
}

impl SelectionOptions {
    /// Returns whether the command line has a limit.
    pub(super) const fn has_limit(&self) -> bool {
        self.limit.is_some()
    }

    /// Reads the settings, and combines them with the options.
    pub(super) fn reporting(self, config: &Config) -> exit::Result<Reporting> {
        let search = match (self.no_config, self.config) {
            (true, _) => Search::Off,
            (false, Some(path)) => Search::File(path),
            (false, None) => Search::Upward,
        };
        let (settings, path) =
            settings::load(search).map_err(|error| exit::Error::Usage(error.to_string()))?;
        let Settings { format, limit, layer } = settings;
        let format = config.format.or(format).unwrap_or_default();
        config.refuse_formulas_unless_table(format)?;
        let limit = self.limit.or(limit);
        let lints = self.lints.then_some((Selector::Warnings, Level::Warn));
        let deny = self.deny.into_iter().map(|selector| (selector, Level::Deny));
        let command_line = Layer {
            select: self.select,
            ignore: self.ignore,
            levels: lints.into_iter().chain(deny).collect(),
        };
        // Records for programs have all lints unless they are turned off.
        let records = matches!(format, OutputFormat::Json | OutputFormat::Csv | OutputFormat::Tsv);
        let selection = Selection::new(&layer, &command_line, records);
        let settings = self
            .show_settings
            .then(|| Shown { path, format, limit, selection: &selection }.to_string());
        Ok(Reporting { format, limit, selection, settings })
    }
}

/// Reads selectors. An unknown name is an error with the nearest one.
#[derive(Clone, Copy, Debug)]
struct SelectorParser {
    /// Whether only lints may be selected.
    lints: bool,
}

impl SelectorParser {
    const ANY: Self = Self { lints: false };
    const LINTS: Self = Self { lints: true };

    fn error(command: &Command, arg: Option<&Arg>, value: &str) -> clap::Error {
        let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
        if let Some(arg) = arg {
            error.insert(ContextKind::InvalidArg, ContextValue::String(arg.to_string()));
        }
        error.insert(ContextKind::InvalidValue, ContextValue::String(value.to_owned()));
        error
    }
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
        let mut error = Self::error(command, arg, &name);
        match Selector::parse(&name) {
            Ok(selector) if self.lints && (selector == Selector::All || !selector.has_lints()) => {
                let tip = format!("`{selector}` is not a lint; errors always fail the run");
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
                Err(error)
            }
            Ok(selector) => Ok(selector),
            Err(unknown) => {
                match unknown.suggestion {
                    Some(known) => {
                        let known = ContextValue::String(known.to_owned());
                        error.insert(ContextKind::SuggestedValue, known);
                    }
                    None => {
                        let tip = "`url1738 rules` lists all codes".to_owned();
                        let tips = ContextValue::StyledStrs(vec![tip.into()]);
                        error.insert(ContextKind::Suggested, tips);
                    }
                }
                Err(error)
            }
        }
    }

    /// The values that shells complete.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let groups: &[&str] =
            if self.lints { &["warnings"] } else { &["all", "errors", "warnings"] };
        let names = codes::all().filter(|code| code.is_lint() || !self.lints).map(|code| code.name);
        Some(Box::new(groups.iter().copied().chain(names).map(PossibleValue::new)))
    }
}
