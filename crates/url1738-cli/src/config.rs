//! The options that commands share, which command has which, and what they mean. What a command cannot do is an error: no
//! option is ignored.

use core::num::NonZeroU16;
use std::{path::PathBuf, sync::Arc};

use clap::{Arg, ArgMatches, Args, ColorChoice, parser::ValueSource};

use crate::{
    diagnostics::{Palette, Passwords, palette},
    exit,
    records::{Formulas, RecordWriter},
    rows::{Back, Form},
    settings::{self, Settings},
};

pub(crate) use crate::records::OutputFormat;

/// The configuration of a run.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// The format that the command line names.
    pub(crate) format: Option<OutputFormat>,
    pub(crate) usage: Usage,
    /// How records are written to stdout.
    pub(crate) output: RecordWriter,
    /// The colors of stderr.
    pub(crate) stderr: Palette,
    pub(crate) passwords: Passwords,
    /// Whether text on stdout is data, which another program reads as URLs. Reports, pictures and listings are for users.
    pub(crate) writes_data: bool,
    /// The settings file, which commands read more from.
    pub(crate) settings: Arc<Settings>,
    pub(crate) threads: usize,
    pub(crate) quiet: bool,
    /// The number of records that are written, if not all are.
    pub(crate) limit: Option<u64>,
    /// Whether lines may have fragments.
    pub(crate) references: bool,
    /// Whether empty lines are processed, too; they count as skipped.
    pub(crate) empty_lines: bool,
    /// What the lines of files are, if they are rows.
    pub(crate) rows: Option<Form>,
}

impl Config {
    /// Returns this configuration with other columns in tables.
    pub(crate) fn with_columns(&self, columns: &'static [&'static str]) -> Self {
        let output = RecordWriter { columns, ..self.output };
        Self { output, ..self.clone() }
    }

    /// Returns this configuration for a command that writes this of each row of a table, unless it writes records.
    pub(crate) fn with_back(&self, back: Back) -> Self {
        let rows = match &self.rows {
            Some(Form::Column(name, _)) if self.is_human() => {
                Some(Form::Column(Arc::clone(name), back))
            }
            other => other.clone(),
        };
        Self { rows, ..self.clone() }
    }

    /// Returns the first of these options that is given.
    pub(crate) fn given<'o>(&self, options: &[&'o str]) -> Option<&'o str> {
        options.iter().copied().find(|option| self.usage.given.iter().any(|given| given == option))
    }

    /// Returns the first option of a group that is given.
    pub(crate) fn given_of<G: Args>(&self) -> Option<String> {
        let group = G::augment_args(clap::Command::default());
        let mut options = group.get_arguments().filter_map(Arg::get_long).map(str::to_owned);
        options.find(|option| self.usage.given.contains(option))
    }

    /// Returns an error if the command line says how to write cells that a spreadsheet may run, and the format has none.
    pub(crate) fn refuse_formulas_unless_table(&self, format: OutputFormat) -> exit::Result<()> {
        match self.given(&["csv-formulas"]).filter(|_| !format.is_table()) {
            None => Ok(()),
            Some(_) => exit::usage("--csv-formulas needs --format csv or --format tsv"),
        }
    }

    /// Returns whether a line with a password is left out: masked data would name another URL, and records say that they are
    /// masked.
    pub(crate) fn withholds(&self) -> bool {
        self.writes_data && self.is_human() && self.passwords == Passwords::Refuse
    }

    /// Returns whether the output is for reading, not for another program.
    pub(crate) fn is_human(&self) -> bool {
        self.output.format.is_of_reports()
    }
}

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
    color: ColorChoice,
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

/// What a command can do, as used: the formats that it writes, and the shared options that change nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Abilities {
    formats: &'static [OutputFormat],
    /// Each option stands for those of its group.
    refuses: &'static [&'static str],
}

const HUMAN: &[OutputFormat] = &[OutputFormat::Human];
const RECORDS: &[OutputFormat] = OutputFormat::RECORDS;
const JSON: &[OutputFormat] = &[OutputFormat::Human, OutputFormat::Json];
const PICTURES: &[OutputFormat] = &[OutputFormat::Human, OutputFormat::Json, OutputFormat::Svg];
const TEXTS: &[&str] = &["references", "threads", "verbose"];
const NOTHING: &[&str] = &["references", "threads", "quiet", "passwords", "verbose"];

/// The commands that cannot do all, or something else with an option: `extract --check`. The others work line by line, on all
/// cores, and count the lines.
const ABILITIES: [(&str, &[OutputFormat], &[&str]); 22] = [
    ("check", OutputFormat::CHECKED, &[]),
    ("check --standard", RECORDS, &["references", "verbose"]),
    ("check --summary", OutputFormat::SUMMARIES, &["verbose"]),
    ("parse --count", OutputFormat::COUNTS, &["verbose"]),
    ("explain", PICTURES, &[]),
    ("explain --compare", JSON, &[]),
    ("extract", RECORDS, TEXTS),
    ("extract --check", OutputFormat::FINDINGS, &["references", "threads"]),
    ("extract --redact", HUMAN, &["references", "threads", "passwords", "verbose"]),
    ("extract --bare", HUMAN, TEXTS),
    ("extract --context", JSON, TEXTS),
    ("fetch", RECORDS, &["references"]),
    ("join", RECORDS, &["references"]),
    ("index", HUMAN, &["references", "verbose"]),
    ("build", RECORDS, &["references", "threads", "quiet"]),
    ("compare", RECORDS, &["references", "threads", "quiet"]),
    ("list", RECORDS, NOTHING),
    ("list schema", HUMAN, NOTHING),
    ("completions", HUMAN, NOTHING),
    ("man", HUMAN, NOTHING),
    ("open", HUMAN, NOTHING),
    ("serve", HUMAN, NOTHING),
];

impl Abilities {
    /// Returns those of a command, by its name and the option or the command within that they depend on.
    pub(crate) fn of(usage: &str) -> Self {
        let find = |usage| ABILITIES.into_iter().find(|(known, ..)| *known == usage);
        let known = find(usage).or_else(|| find(usage.split(' ').next()?));
        let (_, formats, refuses) = known.unwrap_or((usage, RECORDS, &[]));
        Self { formats, refuses }
    }

    /// Returns whether a shared option changes something. The help of a command lists no others.
    pub(crate) fn takes(&self, option: &str) -> bool {
        let group = match option {
            "format" | "json" => return self.formats.len() > 1,
            "csv-formulas" => return self.formats.iter().any(|format| format.is_table()),
            // The lines of lists may be rows, and may have fragments.
            "cdx" | "warc" | "menu" | "column" => "references",
            // What shows no URL shows no password.
            "config" | "no-config" => "passwords",
            _ => option,
        };
        !self.refuses.contains(&group)
    }
}

impl SharedOptions {
    /// Checks the options against a command.
    ///
    /// # Errors
    /// Returns an error if an option is given that the command would ignore.
    pub(crate) fn into_config(self, usage: Usage) -> exit::Result<Config> {
        let given = if self.json { Some(OutputFormat::Json) } else { self.format };
        let abilities = Abilities::of(&usage.command);
        self.check(given, abilities, &usage).map_err(exit::Error::Usage)?;
        let may_be_in_settings = abilities.formats.contains(&OutputFormat::Short);
        let settings = match abilities.takes("config") && !self.no_config {
            true => settings::load(self.config).map_err(exit::Error::Usage)?,
            false => Settings::default(),
        };
        let format = given.unwrap_or_default();
        let output = RecordWriter {
            format,
            formulas: self.csv_formulas.unwrap_or_default(),
            palette: palette(&std::io::stdout(), self.verbose),
            columns: &[],
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(cores, |threads| threads.get().into());
        let config = Config {
            format: given,
            usage,
            output,
            stderr: palette(&std::io::stderr(), self.verbose),
            passwords: self.passwords.or(settings.passwords()).unwrap_or_default(),
            writes_data: false,
            settings: Arc::new(settings),
            threads: threads.clamp(1, 64),
            quiet: self.quiet,
            limit: None,
            references: self.references,
            empty_lines: false,
            rows: match self.column {
                Some(name) => Some(Form::Column(name.into(), Back::Nothing)),
                None if self.cdx => Some(Form::Cdx),
                None if self.warc => Some(Form::Warc),
                None => self.menu.then_some(Form::Menu),
            },
        };
        // Of reports, the settings may name the format. `parse` may add cells to tables.
        if !may_be_in_settings && config.usage.command != "parse" {
            config.refuse_formulas_unless_table(format)?;
        }
        Ok(config)
    }

    fn check(
        &self,
        format: Option<OutputFormat>,
        abilities: Abilities,
        Usage { command, given, .. }: &Usage,
    ) -> Result<(), String> {
        let formats = abilities.formats;
        if let Some(name) = format.map(OutputFormat::as_str) {
            OutputFormat::named(&name, command, formats).map_err(|message| match formats {
                [OutputFormat::Human] => {
                    let option =
                        if self.json { "--json".to_owned() } else { format!("--format {name}") };
                    format!("`{command}` writes only text: remove {option}")
                }
                _ => message,
            })?;
        }
        // Only reports have notes.
        let is_text = format.is_none_or(|format| format == OutputFormat::Human);
        let acts = |option: &str| match option {
            "verbose" => abilities.takes(option) && is_text,
            "format" | "json" | "csv-formulas" => true,
            _ => abilities.takes(option),
        };
        match given.iter().find(|option| !acts(option)) {
            Some(option) => Err(format!("`{command}` has no option --{option}: remove it")),
            None => Ok(()),
        }
    }
}

/// A command as the command line uses it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Usage {
    /// The name of the command, and the option or the command within that [`ABILITIES`] depend on.
    command: String,
    /// The long names of the options that are given.
    pub(crate) given: Vec<String>,
    /// What clap has read of the command, for the options that are made from the parts of URLs.
    pub(crate) matches: ArgMatches,
}

impl Usage {
    /// Returns that of the command line for `program`.
    pub(crate) fn of(program: &clap::Command, matches: &ArgMatches) -> Self {
        let Some((name, matches)) = matches.subcommand() else { return Self::default() };
        let own = program.find_subcommand(name).into_iter().flat_map(clap::Command::get_arguments);
        let shared = program.get_arguments().filter(|arg| arg.is_global_set());
        let is_given = |arg: &&Arg| {
            matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
        };
        let given = shared.chain(own).filter(is_given).filter_map(Arg::get_long);
        let given: Vec<String> = given.map(str::to_owned).collect();
        let is_used = |usage: &&str| {
            let (command, option) = usage.split_once(' ').unwrap_or_default();
            let is_given = |it: &String| option.strip_prefix("--") == Some(it);
            let is_used = given.iter().any(is_given) || matches.subcommand_name() == Some(option);
            command == name && is_used
        };
        let mut usages = ABILITIES.into_iter().map(|(known, ..)| known);
        let command = usages.find(is_used).unwrap_or(name).to_owned();
        Self { command, given, matches: matches.clone() }
    }
}
