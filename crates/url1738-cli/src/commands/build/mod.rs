//! `url1738 build SCHEME`: a URL from options. What a scheme takes stands in one table.

mod forms;
mod table;
mod values;

use std::{
    ffi::OsString,
    io::{self, Write},
};

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, builder::OsStringValueParser,
};
use url1738::Error;

use crate::{
    args::with_exit_status,
    commands::parse::Parsed,
    ending::{Outcome, Trouble},
    format::Format,
    good::Whole,
    line::{Line, Origin},
    report::Report,
    session::Session,
};

use table::{FORMS, Field, Form};
use values::Values;

const ABOUT: &str = "Build a URL from options: decoded values in, escaped where they must be";
const EXIT_STATUS: &str =
    with_exit_status!("", "the URL was written", "a value can stand in no such URL").trim_ascii();

const EXAMPLES: &str = with_exit_status!(
    "\
Examples:
  url1738 build http --host host.dom --path '~joe/a b' --search 'to be?'
  url1738 build ftp --host host.dom --user me --path /etc/motd --typecode a
  url1738 build gopher --help                  the options of one scheme",
    "the URL was written",
    "a value can stand in no such URL"
);

/// The scheme and its options, of which clap learns from the table.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    form: &'static Form,
    values: Values,
}

/// What keeps a URL from being built.
#[derive(Debug)]
enum Refused {
    /// The value of an option is not fit for its part.
    Value { option: &'static str, value: Vec<u8>, error: Error },
    /// The options do not go together.
    Options(String),
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Self::Options(message)
    }
}

pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<Outcome, Trouble> {
    let url = match (arguments.form.build)(&arguments.values) {
        Ok(url) => url,
        Err(Refused::Options(message)) => return Err(Trouble::Usage(message)),
        Err(Refused::Value { option, value, error }) => {
            let origin = Origin::File(format!("--{option}").into());
            let line = Line::single(1, &value, &origin);
            let mut err = io::stderr().lock();
            let masked = values::masked(option, &value, session);
            // With nobody to read it there is nothing to do about it.
            let _ = Report::error(&error).write(line, &masked, &session.remarks, &mut err);
            return Ok(Outcome::Bad);
        }
    };
    let mut out = io::stdout().lock();
    if session.format == Format::Human {
        writeln!(out, "{}", Whole::new(&url, session))?;
    } else {
        let line = Line::single(1, url.as_str().as_bytes(), &Origin::Arguments);
        session.format.head::<Parsed<'_>>(&mut out)?;
        let record = Parsed::new(line, Ok(url.borrow()), session);
        session.format.record(&record, session, &mut out)?;
    }
    out.flush()?;
    let masked = !url.redacted().secrets().is_empty();
    super::say_hidden(u64::from(masked && !session.show_passwords));
    Ok(Outcome::Good)
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

fn subcommand(form: &'static Form) -> Command {
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
            .value_parser(OsStringValueParser::new())
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
