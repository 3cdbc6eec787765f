//! The options that commands share, and which command has which. What a command cannot do is an error: no option is
//! ignored.

use core::num::NonZeroU16;
use std::{path::PathBuf, sync::Arc};

use clap::Args;

use crate::{
    config::{Config, OutputFormat},
    diagnostics::{Palette, Passwords},
    exit,
    records::{Formulas, RecordWriter},
    rows::{Back, Form},
    settings::{self, Settings},
};

/// The options that commands share.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options of all commands")]
pub(crate) struct SharedOptions {
    /// Output format [default: human]
    #[arg(long, value_enum, global = true, value_name = "FORMAT")]
    format: Option<OutputFormat>,
    /// Short for --format json
    #[arg(long, global = true, conflicts_with = "format")]
    json: bool,
    /// CSV and TSV cells that begin with =, +, - or @ [default: quote]
    #[arg(long, value_enum, global = true, value_name = "HOW")]
    csv_formulas: Option<Formulas>,
    /// Use colors; `auto` respects `NO_COLOR`
    #[arg(long, value_enum, default_value_t, global = true, value_name = "WHEN")]
    color: Color,
    /// What to do with passwords [default: refuse, or by url1738.toml]
    #[arg(long, value_enum, global = true, value_name = "POLICY")]
    passwords: Option<Passwords>,
    /// Settings file [default: url1738.toml here or above, up to the root of the repository]
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,
    /// Read no settings file
    #[arg(long, global = true, visible_alias = "isolated")]
    no_config: bool,
    /// Take the text after a `#` for a fragment, which is not part of the URL
    #[arg(id = "are_references", long = "references", global = true)]
    references: bool,
    /// Read CDX or CDXJ files: the URL of each capture
    #[arg(long, global = true, conflicts_with_all = ["warc", "menu", "column"])]
    cdx: bool,
    /// Read WARC files: the URL of each record
    #[arg(long, global = true, conflicts_with_all = ["menu", "column"])]
    warc: bool,
    /// Read gopher menus: the URL of each item
    #[arg(long, global = true, conflicts_with = "column")]
    menu: bool,
    /// Read CSV, TSV or JSON Lines: the URLs of this column
    #[arg(long, global = true, value_name = "COLUMN")]
    column: Option<String>,
    /// Threads [default: one per core; 1 for fetch]
    #[arg(short = 'j', long, global = true, value_name = "N")]
    threads: Option<NonZeroU16>,
    /// Add notes to reports: the section of RFC 1738
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Write nothing to stderr but errors of the run
    #[arg(short, long, global = true)]
    quiet: bool,
}

/// When to use colors.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Color {
    /// If the terminal supports them
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What a command can do, as used: the formats that it writes, and the shared options that change something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Abilities<'c> {
    /// The command, with the options that it depends on: `extract --check`.
    pub(crate) command: &'c str,
    pub(crate) formats: &'static [OutputFormat],
    /// Whether the settings may name the format.
    pub(crate) default_format: bool,
    /// Whether it shows URLs, which may contain passwords.
    pub(crate) passwords: bool,
    pub(crate) threads: bool,
    pub(crate) quiet: bool,
    /// Whether it reads lists, whose lines may be rows and may have fragments.
    pub(crate) references: bool,
}

impl<'c> Abilities<'c> {
    /// Returns those of a command, by its name. Some have others with some of their options.
    pub(crate) fn of(command: &'c str) -> Self {
        let lines = Self::of_lines(command);
        let urls = Self { threads: false, quiet: false, references: false, ..lines };
        match command {
            "build" | "compare" => urls,
            "explain --compare" => {
                Self { formats: &[OutputFormat::Human, OutputFormat::Json], ..lines }
            }
            "explain" => Self {
                formats: &[OutputFormat::Human, OutputFormat::Json, OutputFormat::Svg],
                ..lines
            },
            "list" | "schemes" | "rules" => Self { passwords: false, ..urls },
            "list schema" | "completions" | "man" | "open" | "serve" => {
                Self { formats: &[OutputFormat::Human], passwords: false, ..urls }
            }
            "index" => Self { formats: &[OutputFormat::Human], references: false, ..lines },
            "fetch" => Self { references: false, ..lines },
            "extract" => Self { threads: false, references: false, ..lines },
            "join" | "relativize" => Self { references: false, ..lines },
            _ => lines,
        }
    }

    /// Returns those of a command that works line by line, on all cores, and counts the lines.
    pub(crate) const fn of_lines(command: &'c str) -> Self {
        let formats = OutputFormat::RECORDS;
        let default_format = false;
        let passwords = true;
        let (threads, quiet, references) = (true, true, true);
        Self { command, formats, default_format, passwords, threads, quiet, references }
    }

    /// Returns whether a shared option changes something. The help of a command lists no others.
    pub(crate) fn takes(&self, option: &str) -> bool {
        match option {
            "format" | "json" => self.formats.len() > 1,
            "csv-formulas" => self.formats.iter().any(|format| format.is_table()),
            "passwords" | "config" | "no-config" | "verbose" => self.passwords,
            "threads" => self.threads,
            "quiet" => self.quiet,
            "references" | "cdx" | "warc" | "menu" | "column" => self.references,
            _ => true,
        }
    }
}

impl SharedOptions {
    /// Checks the options against a command, and sets the colors of the whole process, including those of clap's messages.
    ///
    /// # Errors
    /// Returns an error if an option is given that the command would ignore.
    pub(crate) fn into_config(self, abilities: &Abilities<'_>) -> exit::Result<Config> {
        self.color.write_global();
        let given = if self.json { Some(OutputFormat::Json) } else { self.format };
        self.check(given, abilities).map_err(exit::Error::Usage)?;
        let settings = match abilities.passwords && !self.no_config {
            true => settings::load(self.config).map_err(exit::Error::Usage)?,
            false => Settings::default(),
        };
        let format = given.unwrap_or_default();
        let output = RecordWriter {
            format,
            formulas: self.csv_formulas.unwrap_or_default(),
            palette: Palette { verbose: self.verbose, ..Palette::of(&std::io::stdout()) },
            columns: &[],
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(cores, |threads| threads.get().into());
        let config = Config {
            format: given,
            formulas_given: self.csv_formulas.is_some(),
            output,
            stderr: Palette { verbose: self.verbose, ..Palette::of(&std::io::stderr()) },
            passwords: self.passwords.or(settings.passwords()).unwrap_or_default(),
            settings: Arc::new(settings),
            threads: threads.clamp(1, 64),
            urls_at_a_time: self.threads.map_or(1, |_| threads.clamp(1, 64)),
            quiet: self.quiet,
            references: self.references,
            empty_lines: false,
            rows: match self.column {
                Some(name) => Some(Form::Column(name.into(), Back::Nothing)),
                None if self.cdx => Some(Form::Cdx),
                None if self.warc => Some(Form::Warc),
                None => self.menu.then_some(Form::Menu),
            },
        };
        if !abilities.default_format {
            config.refuse_formulas_unless_table(format)?;
        }
        Ok(config)
    }

    fn check(&self, format: Option<OutputFormat>, abilities: &Abilities<'_>) -> Result<(), String> {
        let Abilities { command, formats, .. } = *abilities;
        if let Some(format) = format.filter(|format| !formats.contains(format)) {
            let name = format.as_str();
            return Err(match formats {
                [OutputFormat::Human] => {
                    let given =
                        if self.json { "--json".to_owned() } else { format!("--format {name}") };
                    format!("`{command}` writes only text: remove {given}")
                }
                _ => {
                    let known: Vec<String> = formats.iter().map(|known| known.as_str()).collect();
                    format!("`{command}` cannot write {name}: use one of {}", known.join(", "))
                }
            });
        }
        let given = [
            (self.passwords.is_some(), "passwords"),
            (self.config.is_some(), "config"),
            (self.no_config, "no-config"),
            (self.threads.is_some(), "threads"),
            (self.quiet, "quiet"),
            (self.references, "references"),
            (self.cdx, "cdx"),
            (self.warc, "warc"),
            (self.menu, "menu"),
            (self.column.is_some(), "column"),
            (self.verbose, "verbose"),
        ];
        // Only reports have notes.
        let is_text = format.is_none_or(|format| format == OutputFormat::Human);
        let acts = |option| abilities.takes(option) && (option != "verbose" || is_text);
        if let Some((_, option)) = given.iter().find(|(given, option)| *given && !acts(option)) {
            return Err(format!("`{command}` has no option --{option}: remove it"));
        }
        Ok(())
    }
}

impl Color {
    fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
