//! The command line.

use core::num::NonZeroU16;

/// What a help text ends with: examples, remarks, and what the exit codes mean.
macro_rules! with_exit_status {
    ($examples:literal) => {
        with_exit_status!($examples, "all URLs are valid", "a URL is invalid, or its access is refused")
    };
    ($examples:literal, $zero:literal $(, $one:literal)?) => {
        concat!(
            $examples,
            "\n\nExit status:\n  0  ",
            $zero,
            $("\n  1  ", $one,)?
            "\n  2  the command line is wrong, or an input or output failed"
        )
    };
}

pub(crate) use with_exit_status;

use clap::{Args, Parser};

use crate::{
    commands::Command,
    format::{Format, Formulas},
};

/// RFC 1738 URLs: check, take apart, explain, build, mend and find them
///
/// Knows the ten schemes of 1994 (ftp, http, gopher, mailto, news, nntp, telnet, wais, file, prospero) and the
/// generic syntax of all others. Reading is strict: what the RFC does not allow is told with the rule, the
/// place, and what to write instead.
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
  url1738 check urls.txt                       what is wrong in a list, and where
  url1738 explain 'ftp://me@host.dom/%2Fetc/motd;type=a'
  url1738 plan --json gopher://host.dom/7/find
  url1738 build http --host host.dom --path '~joe' --search 'to be?'")
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The options of all commands.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options of all commands")]
pub(crate) struct Global {
    /// How to write the output
    #[arg(long, value_enum, default_value_t, global = true, value_name = "FORMAT")]
    pub(crate) format: Format,
    /// The same as --format json
    #[arg(long, global = true, conflicts_with = "format")]
    pub(crate) json: bool,
    /// What to do with CSV and TSV cells that begin with =, +, - or @
    #[arg(long, value_enum, default_value_t, global = true, value_name = "HOW")]
    pub(crate) csv_formulas: Formulas,
    /// When to use colours; the variable `NO_COLOR` is respected
    #[arg(long, value_enum, default_value_t, global = true, value_name = "WHEN")]
    pub(crate) color: Color,
    /// Show passwords, which are *** else
    #[arg(long, global = true)]
    pub(crate) show_passwords: bool,
    /// How many threads to use; as many as there are cores unless given
    #[arg(short = 'j', long, global = true, value_name = "N")]
    pub(crate) threads: Option<NonZeroU16>,
    /// Say no counts and draw no progress bar
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal that has them
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Sets the choice for the whole process.
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
