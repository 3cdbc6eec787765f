//! `url1738 build SCHEME`: a URL from options. The options of each scheme are in one table.

mod error;
mod forms;
mod table;
mod values;

use std::{
    ffi::OsString,
    io::{self, Write},
};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::line_command;
use crate::{
    config::Config,
    diagnostics::{Purpose, Report},
    exit::{self, Outcome},
    help::with_exit_status,
    hinted::Hinted,
    line::{Line, Origin},
    records::Parsed,
    selection::Selection,
};

use error::BuildError;
use table::{FORMS, Field, SchemeForm};
use values::Values;

const ABOUT: &str = "Build a URL from options, percent-encoding values if needed";
const EXIT_STATUS: &str =
    with_exit_status!("", "the URL was written", "a value is not allowed in this kind of URL")
        .trim_ascii();

const EXAMPLES: &str = with_exit_status!(
    "\
Examples:
  url1738 build http --host host.dom --path '~joe/a b' --search 'to be?'
  url1738 build ftp --host host.dom --user me --path /etc/motd --typecode a
  url1738 build gopher --help                  show the options of a scheme",
    "the URL was written",
    "a value is not allowed in this kind of URL"
);

/// A scheme and the values of its options. Clap gets them from the table.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    form: &'static SchemeForm,
    values: Values,
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    let url = match (arguments.form.build)(&arguments.values) {
        Ok(url) => url,
        Err(BuildError::Options(message)) => return Err(exit::Error::Usage(message)),
        Err(BuildError::Value { option, value, error }) => {
            let origin = Origin::File(format!("--{option}").into());
            let line = Line::single(1, &value, &origin);
            let masked = values::masked(option, &value, config.passwords);
            // If stderr cannot be written, the exit code still reports the error.
            let mut err = io::stderr().lock();
            let _ = Report::error(&error).write(line, &masked, &config.stderr, &mut err);
            return Ok(Outcome::Invalid);
        }
    };
    let mut out = io::stdout().lock();
    let masked = config.passwords.masked_url(url.as_str());
    let purpose = config.purpose(Purpose::Data);
    if config.is_human() {
        if masked.is_none() || !config.passwords.withholds(purpose) {
            writeln!(out, "{}", masked.as_deref().unwrap_or(url.as_str()))?;
        }
    } else {
        let line = Line::single(1, url.as_str().as_bytes(), &Origin::Arguments);
        config.output.header_to::<Parsed<'_>>(&mut out)?;
        let selection = Selection::everything();
        let record = Parsed::new(line, Ok(url.view()), config.passwords, &selection);
        config.output.record_to(&record, &mut out)?;
    }
    out.flush()?;
    line_command::report_passwords(config, purpose, u64::from(masked.is_some()))?;
    Ok(Outcome::Valid)
}

impl Args for Arguments {
    fn augment_args(command: Command) -> Command {
        command
            .about(ABOUT)
            .after_help(EXAMPLES)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("SCHEME")
            .subcommand_help_heading("Schemes")
            .subcommands(FORMS.iter().map(subcommand))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn subcommand(form: &'static SchemeForm) -> Command {
    Command::new(form.scheme)
        .about(form.about)
        .after_help(format!("Example:\n  url1738 build {}\n\n{EXIT_STATUS}", form.example))
        .arg_required_else_help(!form.fields.iter().all(|field| !field.required))
        .args(form.fields.iter().map(argument))
}

fn argument(field: &'static Field) -> Arg {
    let argument = Arg::new(field.name)
        .long(field.name)
        .help(field.help)
        .required(field.required)
        .conflicts_with_all(field.conflicts)
        .requires_all(field.requires);
    match field.value {
        None => argument.action(ArgAction::SetTrue),
        Some(value) => argument
            .value_name(value)
            .value_parser(Hinted(field.hints))
            .hide_possible_values(true)
            .allow_hyphen_values(true)
            .action(if field.repeated { ArgAction::Append } else { ArgAction::Set }),
    }
}

impl FromArgMatches for Arguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (scheme, matches) = matches.subcommand().ok_or_else(missing)?;
        let form = FORMS.iter().find(|form| form.scheme == scheme).ok_or_else(missing)?;
        let mut values = Values::default();
        for field in form.fields {
            if field.value.is_none() {
                values.flag(field.name, matches.get_flag(field.name));
            } else {
                let all = matches.get_many::<OsString>(field.name).into_iter().flatten();
                all.for_each(|value| values.add(field.name, value.as_encoded_bytes()));
            }
        }
        Ok(Self { form, values })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
