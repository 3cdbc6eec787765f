//! `url1738 build SCHEME`: a URL from options, which are made from the declarations of the parts. Those of `set` are, too.

use std::{ffi::OsString, io::Write as _};

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command,
    builder::{OsStringValueParser, Str, StyledStr},
};
use url1738::{
    EditError, Editor, Error, Escaped, GopherUrl, Part, Redacted, Role, SCHEMES, SchemeInfo, Span,
    Url,
};

use super::{line_command, parse::lines};
use crate::{
    config::Config,
    exit::{self, Outcome, with_exit_status},
    fields::Subject,
    hinted::Hinted,
    line::{Line, Origin},
};

const EXIT_STATUS: &str =
    with_exit_status!("", "the URL was written", "a value is not allowed in this kind of URL")
        .trim_ascii();

const EXAMPLES: &str = "\
Examples:
  url1738 build http --host host.dom --path '~joe/a b' --search 'to be?'
  url1738 build ftp --host host.dom --user me --path /etc/motd --typecode a
  url1738 build gopher --help                  show the options of a scheme";

/// Build a URL from options, percent-encoding values if needed
#[derive(Args, Clone)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(subcommand_value_name = "SCHEME", subcommand_help_heading = "Schemes")]
#[command(subcommands = schemes().map(|(scheme, editor)| subcommand(scheme, &editor)))]
pub(crate) struct Arguments {}

pub(crate) fn run(config: &Config) -> exit::Result<Outcome> {
    // INVARIANT: clap needs a scheme.
    let Some((scheme, matches)) = config.usage.matches.subcommand() else {
        return Ok(Outcome::Invalid);
    };
    let url = match url(config, scheme, matches) {
        Ok(url) => url,
        Err(end) => return end,
    };
    let config = &Config { writes_data: true, ..config.with_columns(lines::COLUMNS) };
    let line = Line::single(1, url.as_str().as_bytes(), &Origin::Arguments);
    let subject = Subject::of(line, Ok(url.view()), config.passwords);
    let is_masked = subject.is_line_masked(config.passwords);
    let mut out = Vec::new();
    if !(is_masked && config.withholds()) {
        let columns = lines::columns(lines::COLUMNS).map_err(exit::Error::Usage)?;
        let record = lines::record(&subject, config, &columns);
        config.output.header(&mut out)?;
        config.output.record(&record, |_, to| writeln!(to, "{}", subject.input()), &mut out)?;
    }
    line_command::print(&out)?;
    line_command::report_passwords(config, u64::from(is_masked))?;
    Ok(Outcome::Valid)
}

/// Returns the URL.
///
/// # Errors
/// Returns the end of the command if there is none.
fn url(config: &Config, scheme: &str, matches: &ArgMatches) -> Result<Url, exit::Result<Outcome>> {
    let registry = url1738::registry();
    let mut name = scheme.to_owned();
    if let Some(other) = values(matches, "scheme").last() {
        name = String::from_utf8_lossy(other).into_owned();
        let is_it = |known: &&SchemeInfo| known.name.eq_ignore_ascii_case(&name);
        if let Some(SchemeInfo { name, .. }) = registry.schemes().find(is_it) {
            return Err(exit::usage(format!("use `url1738 build {name}` for {name} URLs")));
        }
    }
    let mut editor = registry.edit(&name);
    let refused = |error: EditError, editor: &Editor| match error {
        EditError::Value { part, error } => {
            let given = values(matches, part.alias());
            let value = given.last().copied().unwrap_or_default();
            let value = editor.written(part.alias(), value);
            refuse(config, part.alias(), value.as_bytes(), &error)
        }
        error => exit::usage(message(&error)),
    };
    for (part, _) in editor.parts() {
        let given = given(config, scheme, part, matches)?;
        if given.is_empty() {
            continue;
        }
        // The alias of a path takes it as one text.
        let is_whole = values(matches, "segment").is_empty() && scheme != "ftp";
        let name = if part.is_segment() && !is_whole { part.name() } else { part.alias() };
        editor = editor.clone().set(name, given).map_err(|error| refused(error, &editor))?;
    }
    editor.build().map_err(|error| refused(error, &editor))
}

/// Returns the values of a part that are given.
fn given(
    config: &Config,
    scheme: &str,
    part: &Part,
    matches: &ArgMatches,
) -> Result<Vec<Vec<u8>>, exit::Result<Outcome>> {
    let name = part.alias();
    let owned = |values: Vec<&[u8]>| values.into_iter().map(<[u8]>::to_vec).collect();
    if is_fixed(part) {
        let is_given = matches.get_flag(name);
        let only = |octet: &u8| is_given && part.class.contains(*octet);
        return Ok((0..0x80).filter(only).map(|octet| vec![octet]).collect());
    }
    match name {
        "path" if scheme == "ftp" && !values(matches, name).is_empty() => {
            // A leading slash belongs to the first CWD, which then names a directory below the root (section 3.2.2).
            let path = values(matches, name).concat();
            let root = path.starts_with(b"/");
            let segments = path.split(|byte| *byte == b'/').skip(usize::from(root));
            let mut segments: Vec<Vec<u8>> = segments.map(<[u8]>::to_vec).collect();
            if let (true, Some(first)) = (root, segments.first_mut()) {
                first.insert(0, b'/');
            }
            Ok(segments)
        }
        "path" if values(matches, name).is_empty() => Ok(owned(values(matches, "segment"))),
        "plus" => gopher_plus(config, matches),
        "fieldname" | "fieldvalue" => {
            let fields = values(matches, "field").into_iter().map(|field| {
                let at = field.iter().position(|byte| *byte == b'=')?;
                let (name, value) = field.split_at_checked(at)?;
                Some(if part.alias() == "fieldname" { name } else { value.get(1..)? })
            });
            let fields: Option<Vec<&[u8]>> = fields.collect();
            let message = "invalid value of --field: expected NAME=VALUE";
            fields.map(owned).ok_or_else(|| exit::usage(message))
        }
        _ => Ok(owned(values(matches, name))),
    }
}

/// Reports an error in the value of an option, as the URL would contain it. A login may have been given in place of a host.
fn refuse(config: &Config, option: &str, value: &[u8], error: &Error) -> exit::Result<Outcome> {
    let masked = match option {
        "password" if !config.passwords.keeps() => {
            Redacted::revealed(value).and(Span::new(0, u32::MAX))
        }
        _ => config.passwords.redact_fragment(value),
    };
    line_command::refuse(config, &format!("--{option}"), &masked, error)
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

/// Returns the options for a part.
fn arguments(part: &'static Part, is_required: bool) -> Vec<Arg> {
    const PATH: &str = "The path. Slashes separate segments; a leading slash is dropped, except in FTP, where it is part of the first segment";
    const SEGMENT: &str = "A segment of the path, which may contain a slash; may be repeated";
    const FIELD: &str = "A field that the object must have; may be repeated";
    if is_fixed(part) {
        return vec![switch(part.alias(), capitalized(part.meaning))];
    }
    let help = if part.alias() == "path" { PATH.to_owned() } else { capitalized(part.meaning) };
    let option = has_option(part).then(|| option(part, help).required(is_required));
    let mut options: Vec<Arg> = option.into_iter().collect();
    match part.name() {
        _ if part.is_segment() => {
            let segment = text("segment", "TEXT", SEGMENT).conflicts_with("path");
            options.push(segment.action(ArgAction::Append));
        }
        "fieldname" => {
            options.push(text("field", "NAME=VALUE", FIELD).action(ArgAction::Append));
        }
        "gopher+_string" => {
            options = options.into_iter().map(|string| string.group(GOPHER_PLUS)).collect();
            options.extend(gopher_plus_options());
        }
        _ => {}
    }
    options
}

/// The options of which one can be given.
const GOPHER_PLUS: &str = "gopher+";

/// Returns the options for the forms of a Gopher+ string (sections 3.4.5 to 3.4.9), of which one can be given, or a view with a language.
fn gopher_plus_options() -> [Arg; 5] {
    const ATTRIBUTE: &str = "Gopher+: attribute to request, as +ABSTRACT; may be repeated";
    const FORM: &str = "Gopher+: answer to a question of the form; may be repeated";
    [
        text("view", "TYPE", "Gopher+: view of the item").group(GOPHER_PLUS),
        text("language", "LANG", "Gopher+: language of the view").requires("view"),
        switch("ask", "Gopher+: the item has a form to fill in").group(GOPHER_PLUS),
        text("attribute", "NAME", ATTRIBUTE).group(GOPHER_PLUS).action(ArgAction::Append),
        text("form", "ANSWER", FORM).group(GOPHER_PLUS).action(ArgAction::Append),
    ]
}

/// Returns the Gopher+ string that is asked for, if any.
///
/// # Errors
/// Returns the answer to a form that no form can contain.
fn gopher_plus(
    config: &Config,
    matches: &ArgMatches,
) -> Result<Vec<Vec<u8>>, exit::Result<Outcome>> {
    let all = |name| values(matches, name);
    if let Some(string) = all("plus").last() {
        return Ok(vec![string.to_vec()]);
    }
    if let Some(view) = all("view").last() {
        let language = all("language").last().map(|language| [b" ", *language].concat());
        return Ok(vec![[b"+", *view, &language.unwrap_or_default()].concat()]);
    }
    if matches.get_flag("ask") {
        return Ok(vec![b"?".to_vec()]);
    }
    if !all("attribute").is_empty() {
        return Ok(vec![[b"!", &*all("attribute").join(&b' ')].concat()]);
    }
    if all("form").is_empty() {
        return Ok(Vec::new());
    }
    let builder = GopherUrl::builder("host").and_then(|builder| builder.form(all("form")));
    let url =
        builder.map_err(|error| refuse(config, "form", &all("form").concat(), &error))?.build();
    Ok(url.gopher_plus_string().map(|string| string.decode().into_owned()).into_iter().collect())
}

/// Returns the command that builds a URL.
fn command_for(scheme: &str, example: &str) -> String {
    let mut command = format!("url1738 build {scheme}");
    let Ok(url) = Url::parse(example) else { return command };
    let decoded = |text: Escaped<'_>| String::from_utf8_lossy(&text.decode()).into_owned();
    let mut field = String::new();
    let mut options: Vec<(&str, String)> = Vec::new();
    for (part, text) in url.components().iter() {
        let value = decoded(Escaped::new_validated(text));
        match part.alias() {
            "scheme" if scheme != "other" => {}
            "path" if options.iter().any(|(name, _)| *name == "path") => {}
            "path" => options.push(("path", url.path().map(decoded).unwrap_or_default())),
            "fieldname" => field = value,
            "fieldvalue" => options.push(("field", format!("{field}={value}"))),
            name => options.push((name, value)),
        }
    }
    for (name, value) in options {
        let is_plain =
            value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./:@=".contains(&byte));
        let quote = if is_plain { "" } else { "'" };
        command.push_str(&format!(" --{name} {quote}{value}{quote}"));
    }
    command
}

/// The schemes whose parts have options: those of the registry, and any other.
pub(super) fn schemes() -> impl Iterator<Item = (&'static str, Editor)> {
    let registry = url1738::registry();
    let names: Vec<&str> = registry.schemes().map(|scheme| scheme.name).collect();
    names.into_iter().chain(["other"]).map(move |name| (name, registry.edit(name)))
}

/// Returns the option that sets a part.
pub(super) fn option(part: &'static Part, help: String) -> Arg {
    let values = part.values.iter().map(Into::into).collect();
    text(part.alias(), part.alias().to_uppercase(), help)
        .value_parser(Hinted(OsStringValueParser::new(), values))
        .hide_possible_values(true)
}

/// Returns an option with a value of any bytes.
pub(super) fn text(name: &'static str, value: impl Into<Str>, help: impl Into<StyledStr>) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value.into())
        .help(help.into())
        .value_parser(OsStringValueParser::new())
        .allow_hyphen_values(true)
}

/// Returns the values of an option.
pub(super) fn values<'m>(matches: &'m ArgMatches, name: &str) -> Vec<&'m [u8]> {
    let all = matches.try_get_many::<OsString>(name).ok().flatten();
    all.into_iter().flatten().map(|value| value.as_encoded_bytes()).collect()
}

/// Returns a switch.
pub(super) fn switch(name: impl Into<Str>, help: impl Into<StyledStr>) -> Arg {
    let name = name.into();
    Arg::new(name.clone()).long(name).help(help.into()).action(ArgAction::SetTrue)
}

/// Returns whether an option sets the part: one that contains a single value.
pub(super) fn has_option(part: &Part) -> bool {
    part.is_segment() || part.role == Role::Path || !(part.repeats || is_fixed(part))
}

/// Returns whether the part has only one value.
pub(super) fn is_fixed(part: &Part) -> bool {
    (0..0x80).filter(|octet| part.class.contains(*octet)).count() == 1
}

/// Returns a text that begins with a capital letter, as help does.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Returns the message for an error that no place can be shown for.
pub(super) fn message(error: &EditError) -> String {
    match error {
        EditError::Value { part, error } => {
            format!("invalid value of --{}: {}", part.alias(), error.message())
        }
        EditError::Required(part) => format!("missing {}; add --{}", part.label(), part.alias()),
        error => error.to_string(),
    }
}
