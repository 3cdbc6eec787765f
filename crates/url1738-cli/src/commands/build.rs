//! `url1738 build SCHEME`: a URL from options, which are the parts of the scheme.

use std::io::Write as _;

use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use url1738::{EditError, Editor, Error, Escaped, GopherUrl, Part, Redacted, SCHEMES, Span, Url};

use super::{
    line_command,
    parse::lines,
    part_options::{self, capitalized, has_option, is_fixed, schemes, switch, values},
};
use crate::{
    config::Config,
    diagnostics::{Passwords, Purpose},
    exit::{self, Outcome, with_exit_status},
    fields::Subject,
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
    let url = match url(scheme, matches) {
        Ok(url) => url,
        Err(Unbuilt::Usage(message)) => return Err(exit::Error::Usage(message)),
        Err(Unbuilt::Refused { option, value, error }) => {
            let masked = masked(option, value.as_bytes(), config.passwords);
            return line_command::refuse(config, &format!("--{option}"), &masked, &error);
        }
    };
    let config = &config.with_columns(lines::COLUMNS);
    let line = Line::single(1, url.as_str().as_bytes(), &Origin::Arguments);
    let subject = Subject::of(line, Ok(url.view()), config.passwords);
    let is_masked = subject.is_line_masked(config.passwords);
    let purpose = config.purpose(Purpose::Data);
    let mut out = Vec::new();
    if !(is_masked && config.passwords.withholds(purpose)) {
        let columns = lines::columns(lines::COLUMNS).map_err(exit::Error::Usage)?;
        let record = lines::record(&subject, config, &columns);
        config.output.header(&mut out)?;
        config.output.record(&record, |_, to| writeln!(to, "{}", subject.input()), &mut out)?;
    }
    line_command::print(&out)?;
    line_command::report_passwords(config, purpose, u64::from(is_masked))?;
    Ok(Outcome::Valid)
}

/// Why there is no URL.
enum Unbuilt {
    Usage(String),
    /// A value that its part cannot contain, as the URL would contain it.
    Refused {
        option: &'static str,
        value: String,
        error: Error,
    },
}

fn url(scheme: &str, matches: &ArgMatches) -> Result<Url, Unbuilt> {
    let registry = url1738::registry();
    let mut name = scheme.to_owned();
    if let Some(other) = values(matches, "scheme").last() {
        name = String::from_utf8_lossy(other).into_owned();
        if registry.schemes().any(|known| known.name.eq_ignore_ascii_case(&name)) {
            return Err(Unbuilt::Usage(format!("use `url1738 build {name}` for {name} URLs")));
        }
    }
    let mut editor = registry.edit(&name);
    let refused = |error: EditError, editor: &Editor| match error {
        EditError::Value { part, error } => {
            let given = values(matches, part.alias());
            let value = given.last().copied().unwrap_or_default();
            let value = editor.written(part.alias(), value).into_owned();
            Unbuilt::Refused { option: part.alias(), value, error }
        }
        error => Unbuilt::Usage(part_options::message(&error)),
    };
    for (part, _) in editor.parts() {
        let given = given(scheme, part, matches)?;
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
fn given(scheme: &str, part: &Part, matches: &ArgMatches) -> Result<Vec<Vec<u8>>, Unbuilt> {
    let name = part.alias();
    let owned = |values: Vec<&[u8]>| values.into_iter().map(<[u8]>::to_vec).collect();
    if is_fixed(part) {
        let is_given = matches.get_flag(name);
        let only = |octet: &u8| is_given && part.class().contains(*octet);
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
        "plus" => gopher_plus(matches),
        "fieldname" | "fieldvalue" => {
            let fields = values(matches, "field").into_iter().map(|field| {
                let at = field.iter().position(|byte| *byte == b'=')?;
                let (name, value) = field.split_at_checked(at)?;
                Some(if part.alias() == "fieldname" { name } else { value.get(1..)? })
            });
            let fields: Option<Vec<&[u8]>> = fields.collect();
            let message = "invalid value of --field: expected NAME=VALUE";
            fields.map(owned).ok_or_else(|| Unbuilt::Usage(message.to_owned()))
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
        "gopher+_string" => options.extend(gopher_plus_options()),
        _ => {}
    }
    options
}

/// Returns the options for the forms of a Gopher+ string (sections 3.4.5 to 3.4.9), of which one can be given, or a view with a language.
fn gopher_plus_options() -> [Arg; 5] {
    let all = ["view", "ask", "attribute", "form", "plus"];
    let alone = |option: Arg| {
        let name = option.get_id().clone();
        option.conflicts_with_all(all.into_iter().filter(move |other| name != *other))
    };
    [
        alone(text("view", "TYPE", "Gopher+: view of the item")),
        text("language", "LANG", "Gopher+: language of the view").requires("view"),
        alone(switch("ask", "Gopher+: the item has a form to fill in".to_owned())),
        alone(
            text(
                "attribute",
                "NAME",
                "Gopher+: attribute to request, as +ABSTRACT; may be repeated",
            )
            .action(ArgAction::Append),
        ),
        alone(
            text("form", "ANSWER", "Gopher+: answer to a question of the form; may be repeated")
                .action(ArgAction::Append),
        ),
    ]
}

/// Returns the Gopher+ string that is asked for, if any.
///
/// # Errors
/// Returns the answer to a form that no form can contain.
fn gopher_plus(matches: &ArgMatches) -> Result<Vec<Vec<u8>>, Unbuilt> {
    let all = |name| values(matches, name);
    if let Some(string) = all("plus").last() {
        return Ok(vec![string.to_vec()]);
    }
    let refused = |error| {
        let value = String::from_utf8_lossy(&all("form").concat()).into_owned();
        Unbuilt::Refused { option: "form", value, error }
    };
    let mut builder = GopherUrl::builder("host").map_err(refused)?;
    if let Some(view) = all("view").last() {
        builder = match all("language").last() {
            Some(language) => builder.view(view, language),
            None => builder.plus_string(&[b"+", *view].concat()),
        };
    } else if matches.get_flag("ask") {
        builder = builder.ask();
    } else if !all("attribute").is_empty() {
        builder = builder.item_attributes(all("attribute"));
    } else if !all("form").is_empty() {
        builder = builder.form(all("form")).map_err(refused)?;
    }
    let url = builder.build();
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
