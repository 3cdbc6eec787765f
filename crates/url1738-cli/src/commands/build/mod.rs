//! `url1738 build SCHEME`: a URL from options, which are the parts of the scheme.

mod plus;

use std::io::{self, Write};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use url1738::{EditError, Editor, Part, Redacted, SCHEMES, Span, Url};

use super::{
    line_command,
    part_options::{self, capitalized, has_option, is_fixed, schemes, switch, values},
};
use crate::{
    config::Config,
    diagnostics::{Passwords, Purpose, Report},
    exit::{self, Outcome, with_exit_status},
    fields::{Key, Subject},
    line::{Line, Origin},
    records::{Columns, Parsed, Record as _},
    selection::Selection,
};

const ABOUT: &str = "Build a URL from options, percent-encoding values if needed";
macro_rules! with_status {
    ($examples:literal) => {
        with_exit_status!(
            $examples,
            "the URL was written",
            "a value is not allowed in this kind of URL"
        )
    };
}

const EXIT_STATUS: &str = with_status!("").trim_ascii();

const EXAMPLES: &str = with_status!(
    "\
Examples:
  url1738 build http --host host.dom --path '~joe/a b' --search 'to be?'
  url1738 build ftp --host host.dom --user me --path /etc/motd --typecode a
  url1738 build gopher --help                  show the options of a scheme"
);

/// A scheme and its options.
#[derive(Clone)]
pub(crate) struct Arguments {
    scheme: String,
    matches: ArgMatches,
}

/// Writes no values: one may be a password.
impl core::fmt::Debug for Arguments {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Arguments").field(&self.scheme).finish_non_exhaustive()
    }
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    let url = match url(arguments)? {
        Ok(url) => url,
        Err(Refused { option, value, error }) => {
            let origin = Origin::File(format!("--{option}").into());
            let line = Line::single(1, value.as_bytes(), &origin);
            let masked = masked(option, value.as_bytes(), config.passwords);
            // If stderr cannot be written, the exit code still reports the error.
            let mut err = io::stderr().lock();
            let report = Report::error(&error, &masked);
            let _ = report.write(line, &masked, &config.stderr, &mut err);
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
        config.output.header_to::<Parsed<'_, '_>>(&mut out)?;
        let (view, selection, key) = (url.view(), Selection::everything(), Key::new());
        let columns = Columns::parse(Parsed::COLUMNS).map_err(exit::Error::Usage)?;
        let subject = Subject { line, url: Ok(&view), selection: &selection, key: &key };
        let record = Parsed::new(subject, config.passwords, &columns);
        config.output.record_to(&record, &mut out)?;
    }
    out.flush()?;
    line_command::report_passwords(config, purpose, u64::from(masked.is_some()))?;
    Ok(Outcome::Valid)
}

/// A value that its part cannot contain, as the URL would contain it.
struct Refused {
    option: &'static str,
    value: String,
    error: url1738::Error,
}

fn url(arguments: &Arguments) -> exit::Result<Result<Url, Refused>> {
    let Arguments { scheme, matches } = arguments;
    let registry = url1738::registry();
    let mut name = scheme.clone();
    if let Some(other) = values(matches, "scheme").last() {
        name = String::from_utf8_lossy(other).into_owned();
        if registry.schemes().any(|known| known.name.eq_ignore_ascii_case(&name)) {
            let message = format!("use `url1738 build {name}` for {name} URLs");
            return Err(exit::Error::Usage(message));
        }
    }
    let mut editor = registry.edit(&name);
    let refused = |error: EditError, editor: &Editor| match error {
        EditError::Value { part, error } => {
            let given = values(matches, part.alias());
            let value = given.last().copied().unwrap_or_default();
            let value = editor.written(part.alias(), value).into_owned();
            Ok(Err(Refused { option: part.alias(), value, error }))
        }
        error => Err(exit::Error::Usage(part_options::message(&error))),
    };
    for (part, _) in editor.parts() {
        let given = match given(scheme, part, matches) {
            Ok(given) => given,
            Err(refused) => return refused,
        };
        if given.is_empty() {
            continue;
        }
        // The alias of a path takes it as one text.
        let is_whole = values(matches, "segment").is_empty() && scheme != "ftp";
        let name = if part.is_segment() && !is_whole { part.name() } else { part.alias() };
        match editor.clone().set(name, given) {
            Ok(edited) => editor = edited,
            Err(error) => return refused(error, &editor),
        }
    }
    editor.build().map(Ok).or_else(|error| refused(error, &editor))
}

/// Returns the values of a part that are given.
fn given(
    scheme: &str,
    part: &Part,
    matches: &ArgMatches,
) -> Result<Vec<Vec<u8>>, exit::Result<Result<Url, Refused>>> {
    let name = part.alias();
    let owned = |values: Vec<&[u8]>| values.into_iter().map(<[u8]>::to_vec).collect();
    if is_fixed(part) {
        let is_given = matches.get_flag(name);
        return Ok((0..0x80)
            .filter(|octet| is_given && part.class().contains(*octet))
            .map(|octet| vec![octet])
            .collect());
    }
    match name {
        "path" if scheme == "ftp" && !values(matches, name).is_empty() => {
            // A leading slash belongs to the first CWD, which then names a directory below the root (section 3.2.2).
            let path = values(matches, name).concat();
            let root = path.starts_with(b"/");
            let mut segments: Vec<Vec<u8>> = path
                .split(|byte| *byte == b'/')
                .skip(usize::from(root))
                .map(<[u8]>::to_vec)
                .collect();
            if let (true, Some(first)) = (root, segments.first_mut()) {
                first.insert(0, b'/');
            }
            Ok(segments)
        }
        "path" if values(matches, name).is_empty() => Ok(owned(values(matches, "segment"))),
        "plus" => plus::string(matches)
            .map_err(|(value, error)| Ok(Err(Refused { option: "form", value, error }))),
        "fieldname" | "fieldvalue" => {
            let fields = values(matches, "field").into_iter().map(|field| {
                let at = field.iter().position(|byte| *byte == b'=')?;
                let (name, value) = field.split_at_checked(at)?;
                Some(if part.alias() == "fieldname" { name } else { value.get(1..)? })
            });
            let fields: Option<Vec<&[u8]>> = fields.collect();
            let message = "invalid value of --field: expected NAME=VALUE";
            fields.map(owned).ok_or_else(|| Err(exit::Error::Usage(message.to_owned())))
        }
        _ => Ok(owned(values(matches, name))),
    }
}

/// Returns the value of an option with its secrets masked, unless they are to be shown. A login may have been given in
/// place of a host.
fn masked<'a>(option: &str, value: &'a [u8], passwords: Passwords) -> Redacted<'a> {
    match option {
        _ if passwords.keeps() => Redacted::revealed(value),
        "password" => Redacted::revealed(value).and(Span::new(0, u32::MAX)),
        _ => Redacted::of_fragment(value),
    }
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
            .subcommands(schemes().map(|(scheme, editor)| subcommand(scheme, &editor)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn subcommand(scheme: &'static str, editor: &Editor) -> Command {
    const OTHER: &str =
        "Build the URL of any other scheme: scheme://user:password@host:port/path (section 3.1)";
    let info = SCHEMES.iter().find(|info| info.name == scheme);
    let about = info.map_or_else(
        || OTHER.to_owned(),
        |info| {
            let is_number = info.section.starts_with(|c: char| c.is_ascii_digit());
            let document = if is_number { "section " } else { "" };
            format!("Build a URL of {} ({document}{})", info.purpose, info.section)
        },
    );
    let example = info.map_or("postgresql://me@db.dom:5432/my%20db", |info| info.example);
    let parts = editor.parts();
    let needs_options = parts.iter().any(|(part, is_required)| *is_required || is_fixed(part));
    let name =
        info.is_none().then(|| text("scheme", "NAME", "The name of the scheme").required(true));
    Command::new(scheme)
        .about(about)
        .after_help(format!("Example:\n  {}\n\n{EXIT_STATUS}", command_for(scheme, example)))
        .arg_required_else_help(needs_options)
        .args(name)
        .args(parts.into_iter().flat_map(|(part, is_required)| arguments(part, is_required)))
}

fn text(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .help(help)
        .value_parser(clap::value_parser!(std::ffi::OsString))
        .allow_hyphen_values(true)
}

/// Returns the options for a part.
fn arguments(part: &'static Part, is_required: bool) -> Vec<Arg> {
    const PATH: &str = "The path. Slashes separate segments; a leading slash is dropped, except in FTP, where it is part of the first segment";
    const SEGMENT: &str = "A segment of the path, which may contain a slash; may be repeated";
    if is_fixed(part) {
        return vec![switch(part.alias(), capitalized(part.meaning()))];
    }
    let help = if part.alias() == "path" { PATH.to_owned() } else { capitalized(part.meaning()) };
    let option = has_option(part).then(|| part_options::option(part, help).required(is_required));
    let mut options: Vec<Arg> = option.into_iter().collect();
    match part.name() {
        _ if part.is_segment() => {
            let segment = text("segment", "TEXT", SEGMENT).conflicts_with("path");
            options.push(segment.action(ArgAction::Append));
        }
        "fieldname" => {
            let field =
                text("field", "NAME=VALUE", "A field that the object must have; may be repeated");
            options.push(field.action(ArgAction::Append));
        }
        "gopher+_string" => options.extend(plus::options()),
        _ => {}
    }
    options
}

/// Returns the command that builds a URL.
fn command_for(scheme: &str, example: &str) -> String {
    let mut command = format!("url1738 build {scheme}");
    let Ok(url) = Url::parse(example) else { return command };
    let mut path: Option<String> = None;
    let mut field = String::new();
    let mut options: Vec<(&str, String)> = Vec::new();
    for (part, text) in url.components().iter() {
        let value =
            String::from_utf8_lossy(&url1738::Escaped::new_validated(text).decode()).into_owned();
        match part.alias() {
            "scheme" if scheme != "other" => {}
            "path" => path = Some(path.map_or(value.clone(), |path| format!("{path}/{value}"))),
            "fieldname" => field = value,
            "fieldvalue" => options.push(("field", format!("{field}={value}"))),
            name => {
                options.extend(path.take().map(|path| ("path", path)));
                options.push((name, value));
            }
        }
    }
    options.extend(path.map(|path| ("path", path)));
    for (name, value) in options {
        let is_plain =
            value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./:@=".contains(&byte));
        let quote = if is_plain { "" } else { "'" };
        command.push_str(&format!(" --{name} {quote}{value}{quote}"));
    }
    command
}

impl FromArgMatches for Arguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (scheme, matches) = matches.subcommand().ok_or_else(missing)?;
        Ok(Self { scheme: scheme.to_owned(), matches: matches.clone() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
