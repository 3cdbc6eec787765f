//! The options that choose what is reported, and the settings that they override. Commands that report errors or lints
//! share them.

use std::io::{self, IsTerminal as _, Write as _};

use clap::{Args, builder::TypedValueParser as _};
use serde_json::json;
use url1738::parts;

use crate::{
    codes::{self, Code},
    config::{Config, OutputFormat},
    diagnostics::sanitized,
    exit, hinted,
    records::RecordWriter,
    selection::{Layer, Level, Selection, Selector, is_part},
    settings,
};

/// The option that shows the settings.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct SettingsOptions {
    /// Print the settings in effect, and do nothing else
    #[arg(long)]
    pub(super) show_settings: bool,
}

/// The most reports that are shown on a terminal.
const WATCHED: u64 = 20;

/// The options of reports.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ReportOptions {
    /// Also report lints: valid URLs that are risky
    #[arg(short, long)]
    lints: bool,
    /// Report only these codes, prefixes of codes, `errors` or `warnings`, in a part as in `tilde:path`; may be repeated
    #[arg(long, value_name = "RULE", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = hinted::codes(&["all", "errors", "warnings"], |_| true).try_map(Selector::try_from))]
    select: Option<Vec<Selector>>,
    /// Do not report these; may be repeated
    #[arg(long, value_name = "RULE", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = hinted::codes(&["all", "errors", "warnings"], |_| true).try_map(Selector::try_from))]
    ignore: Vec<Selector>,
    /// Fail if there are these lints, or `warnings`; may be repeated
    #[arg(long, value_name = "LINT", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = hinted::codes(&["warnings"], codes::is_lint).try_map(lints))]
    deny: Vec<Selector>,
    /// Show so many reports, 0 for all [default: 20 on a terminal]
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<u64>,
    /// End with 0 even if there are errors
    #[arg(long)]
    pub(super) exit_zero: bool,
    #[command(flatten)]
    pub(super) settings: SettingsOptions,
}

/// Returns the line about reports that are not shown, if there are any.
pub(super) fn cut(config: &Config, reports: u64, what: &str) -> String {
    let what = if reports == 1 { what.trim_end_matches('s') } else { what };
    let cut = config.limit.filter(|limit| *limit < reports);
    let shown = |limit| format!("{limit} of {reports} {what} shown; --limit 0 shows all\n");
    cut.map(shown).unwrap_or_default()
}

impl ReportOptions {
    /// Combines the options with the settings: how a run reports, and what. The settings may name any format of `check`; it
    /// is used if it is one of `formats`. Returns `None` if `--show-settings` has written them.
    pub(super) fn reporting(
        self,
        config: &Config,
        has_inputs: bool,
        formats: &[OutputFormat],
    ) -> exit::Result<Option<(Config, Selection)>> {
        let Self { lints, select, ignore, deny, limit, settings: options, .. } = self;
        options.refuse_inputs(has_inputs)?;
        let lints = Selector::try_from("warnings".to_owned()).ok().filter(|_| lints);
        let lints = lints.map(|selector| (selector, Level::Warn));
        let deny = deny.into_iter().map(|selector| (selector, Level::Deny));
        let layer = Layer::new(select, ignore, lints.into_iter().chain(deny));
        let settings = &config.settings;
        let default = settings.check.format.filter(|format| formats.contains(format));
        let format = config.format.or(default).unwrap_or_default();
        config.refuse_formulas_unless_table(format)?;
        // A list with thousands of errors scrolls the first ones away.
        let is_watched = format == OutputFormat::Human && io::stdout().is_terminal();
        let limit = limit.or(settings.check.limit).or(is_watched.then_some(WATCHED));
        // Records for programs have all lints unless they are turned off.
        let selection = Selection::new(settings.layer(), layer, !format.is_of_reports());
        if options.show_settings {
            return show(config, format, limit, &selection).map(|()| None);
        }
        let limit = limit.filter(|limit| *limit > 0);
        let output = RecordWriter { format, ..config.output };
        Ok(Some((Config { output, limit, ..config.clone() }, selection)))
    }
}

impl SettingsOptions {
    /// Returns what is on by the settings and the errors that options turn on and off; lints are on unless the settings turn
    /// them off. Returns `None` if `--show-settings` has written the settings.
    pub(super) fn selection(
        &self,
        config: &Config,
        has_inputs: bool,
        select: Option<Vec<Selector>>,
        ignore: Vec<Selector>,
    ) -> exit::Result<Option<Selection>> {
        self.refuse_inputs(has_inputs)?;
        let command_line = Layer::new(select, ignore, []);
        let selection = Selection::new(config.settings.layer(), command_line, true);
        if self.show_settings {
            let (format, limit) = (config.format.unwrap_or_default(), config.settings.check.limit);
            return show(config, format, limit, &selection).map(|()| None);
        }
        Ok(Some(selection))
    }

    /// Returns an error if inputs are given that would be ignored.
    fn refuse_inputs(&self, are_given: bool) -> exit::Result<()> {
        match self.show_settings && are_given {
            true => exit::usage("--show-settings reads no URLs: remove them, or the option"),
            false => Ok(()),
        }
    }
}

/// Writes what `--show-settings` shows: TOML that gives the same settings.
fn show(
    config: &Config,
    format: OutputFormat,
    limit: Option<u64>,
    selection: &Selection,
) -> exit::Result<()> {
    let mut out = io::stdout();
    match &config.settings.path {
        Some(path) => writeln!(out, "# read from {}", sanitized::path(path))?,
        None => writeln!(out, "# no {}", settings::FILE_NAME)?,
    }
    // A string in JSON is one in TOML.
    writeln!(out, "passwords = {}\n", json!(config.passwords))?;
    writeln!(out, "[check]\nformat = \"{}\"", format.as_str())?;
    match limit {
        Some(limit) => writeln!(out, "limit = {limit}")?,
        None => writeln!(out, "# limit = 10")?,
    }
    let (mut select, mut ignore, mut lints) = (vec!["\"all\"".to_owned()], Vec::new(), Vec::new());
    let levels: Vec<_> = codes::all().flat_map(|code| levels(code, selection)).collect();
    // `ignore = ["unexpected-byte"]` turns off `tilde`, too, unless `tilde` is selected by name.
    let is_covered = |code: Code| {
        let mut off = levels.iter().filter(|(_, _, level)| *level == Level::Off);
        off.any(|(other, ..)| other.code != code.code && codes::is_named(code, other.code))
    };
    for (code, name, level) in &levels {
        // A name with a part is a key only in quotation marks.
        let (quoted, in_part) = (format!("\"{name}\""), name.contains(':'));
        match (codes::is_lint(code), level) {
            (true, _) => lints.push((if in_part { quoted } else { name.clone() }, level)),
            (false, Level::Off) => ignore.push(quoted),
            (false, _) if in_part || is_covered(code) => select.push(quoted),
            (false, _) => {}
        }
    }
    if select.len() > 1 {
        writeln!(out, "select = [{}]", select.join(", "))?;
    }
    writeln!(out, "ignore = [{}]\n\n[lints]", ignore.join(", "))?;
    lints.iter().try_for_each(|(name, level)| writeln!(out, "{name} = {}", json!(level)))?;
    config.settings.show(&mut out)?;
    Ok(out.flush()?)
}

/// Returns the name and the level of a code, and of the code in each part in which its level is another one.
fn levels(code: Code, selection: &Selection) -> Vec<(Code, String, Level)> {
    let level = selection.level(code, None);
    let in_parts = selection.parts().into_iter().filter_map(|name| {
        let part = parts().into_iter().find(|part| is_part(name, part));
        let other = selection.level(code, part);
        (other != level).then(|| (code, format!("{}:{name}", code.code), other))
    });
    core::iter::once((code, code.code.to_owned(), level)).chain(in_parts).collect()
}

fn lints(name: String) -> Result<Selector, String> {
    named(name, Selector::is_of_lints, "is not a lint; errors always fail the run")
}

/// Reads a name that selects errors, alone or with lints of the same prefix.
pub(super) fn errors(name: String) -> Result<Selector, String> {
    let is_of_errors = |selector: &Selector| selector.selects(|code| !codes::is_lint(code));
    named(name, is_of_errors, "is a lint; only errors are repaired")
}

fn named(name: String, is_such: fn(&Selector) -> bool, fault: &str) -> Result<Selector, String> {
    let selector = Selector::try_from(name)?;
    if is_such(&selector) { Ok(selector) } else { Err(format!("`{selector}` {fault}")) }
}
