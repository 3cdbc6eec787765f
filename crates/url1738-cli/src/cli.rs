//! The command line: the options of all commands, and the list of commands. Each command declares its own options
//! beside its code.

use core::num::NonZeroU16;

use clap::{Args, Parser, Subcommand};

use crate::{
    commands::{build, check, compare, explain, extract, fix, normalize, parse, plan, schemes},
    config::Config,
    diagnostics::{Masking, Palette},
    exit::{self, Outcome},
    help::with_exit_status,
    records::{Format, Formulas, RecordWriter},
};

/// Check, parse, explain, build, fix and extract RFC 1738 URLs
///
/// Knows the ten schemes of RFC 1738 (ftp, http, gopher, mailto, news, nntp, telnet, wais, file, prospero) and
/// reads all others by the generic syntax. Parsing is strict: every error names the rule, shows where it is
/// broken, and suggests a fix.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "url1738",
    version,
    max_term_width = 100,
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = with_exit_status!("\
Examples:
  url1738 check urls.txt                       find the invalid URLs of a list
  url1738 explain 'ftp://me@host.dom/%2Fetc/motd;type=a'
  url1738 plan --json gopher://host.dom/7/find
  url1738 build http --host host.dom --path '~joe' --search 'to be?'")
)]
pub(crate) struct Cli {
    #[command(flatten)]
    shared: SharedOptions,
    #[command(subcommand)]
    command: Command,
}

/// The options of all commands.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options of all commands")]
struct SharedOptions {
    /// Output format
    #[arg(long, value_enum, default_value_t, global = true, value_name = "FORMAT")]
    format: Format,
    /// Short for --format json
    #[arg(long, global = true, conflicts_with = "format")]
    json: bool,
    /// How to write CSV and TSV cells that begin with =, +, - or @
    #[arg(long, value_enum, default_value_t, global = true, value_name = "HOW")]
    csv_formulas: Formulas,
    /// When to use colors; `NO_COLOR` is respected
    #[arg(long, value_enum, default_value_t, global = true, value_name = "WHEN")]
    color: Color,
    /// Show passwords instead of masking them as ***
    #[arg(long, global = true)]
    show_passwords: bool,
    /// Number of threads [default: one per core]
    #[arg(short = 'j', long, global = true, value_name = "N")]
    threads: Option<NonZeroU16>,
    /// Suppress the summary line and the progress bar
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

/// The commands.
#[derive(Clone, Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Parse(parse::Arguments),
    Explain(explain::Arguments),
    Plan(plan::Arguments),
    Build(build::Arguments),
    Fix(fix::Arguments),
    Normalize(normalize::Arguments),
    Compare(compare::Arguments),
    Extract(extract::Arguments),
    Schemes(schemes::Arguments),
}

impl Cli {
    /// Runs the command that the command line names.
    pub(crate) fn run(self) -> exit::Result<Outcome> {
        let config = self.shared.into_config();
        match self.command {
            Command::Check(arguments) => check::run(&config, arguments),
            Command::Parse(arguments) => parse::run(&config, arguments),
            Command::Explain(arguments) => explain::run(&config, arguments),
            Command::Plan(arguments) => plan::run(&config, arguments),
            Command::Build(arguments) => build::run(&config, &arguments),
            Command::Fix(arguments) => fix::run(&config, arguments),
            Command::Normalize(arguments) => normalize::run(&config, arguments),
            Command::Compare(arguments) => compare::run(&config, &arguments),
            Command::Extract(arguments) => extract::run(&config, arguments),
            Command::Schemes(_) => schemes::run(&config),
        }
    }
}

impl SharedOptions {
    /// Sets the colors of the whole process, including those of clap's messages.
    fn into_config(self) -> Config {
        self.color.write_global();
        let output = RecordWriter {
            format: if self.json { Format::Json } else { self.format },
            formulas: self.csv_formulas,
            palette: Palette::stdout(),
        };
        Config {
            output,
            stderr: Palette::stderr(),
            masking: Masking { show_passwords: self.show_passwords },
            threads: Config::threads(self.threads),
            quiet: self.quiet,
        }
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
