//! The command line: the list of commands, and the errors of clap. Each command declares its own options beside its code.

use std::{
    ffi::OsString,
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use anstream::ColorChoice;
use clap::{
    Arg, CommandFactory as _, FromArgMatches as _, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};
use url1738::SCHEMES;

#[cfg(feature = "serve")]
use crate::commands::serve;
use crate::{
    commands::{
        build, check, compare, explain, extract, fetch, fix, index, join, list, normalize, parse,
        plan, set,
    },
    config::{Abilities, SharedOptions, Usage},
    diagnostics::{argument, suggest},
    exit::{self, Outcome, with_exit_status},
};

/// The widest help, in columns.
const MAX_WIDTH: usize = 100;

/// Check, parse, explain, build, fix and extract RFC 1738 URLs
///
/// Knows the ten schemes of RFC 1738, which `url1738 list schemes` lists, and reads all others by the generic syntax.
/// Parsing is strict: every error names the rule, shows where it is broken, and suggests a fix.
#[derive(Clone, Parser)]
#[command(
    name = "url1738",
    version,
    max_term_width = MAX_WIDTH,
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

/// The commands of the first page, by what they are for.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Understand URLs", &["check", "explain", "parse", "plan", "compare"]),
    ("Make and change URLs", &["build", "set", "fix", "normalize", "join"]),
    ("Find and follow URLs", &["extract", "fetch", "serve", "index"]),
    ("Look things up", &["list"]),
];

/// The options that the help of `-h` lists of a command; `--help` lists all.
const BRIEF: usize = 8;

/// Returns the command line for man pages and completions: each command has the shared options that it takes, and no others.
pub(crate) fn command() -> clap::Command {
    let all = Cli::command();
    let shared: Vec<Arg> = shared(&all).into_iter().map(|arg| arg.global(false)).collect();
    with_shared(all.mut_args(|arg| arg.global(false)), "", &shared, false)
}

/// Returns a command whose subcommands have the shared options that they take. The `help` names them, and leaves it to the
/// first page to explain them: they would take twenty lines of each help.
fn with_shared(
    command: clap::Command,
    owner: &str,
    shared: &[Arg],
    is_help: bool,
) -> clap::Command {
    command.mut_subcommands(|command| {
        // `build ftp` takes what `build` does.
        let usage = format!("{owner} {}", command.get_name());
        let usage = usage.trim_start();
        let abilities = Abilities::of(usage);
        let is_taken = |arg: &&Arg| arg.get_long().is_some_and(|option| abilities.takes(option));
        let taken = shared.iter().filter(is_taken);
        let command = if is_help {
            let names: Vec<String> =
                taken.filter_map(Arg::get_long).map(|option| format!("--{option}")).collect();
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            command.args(shared.iter().map(|arg| arg.clone().hide(true))).after_help(format!(
                "Options of all commands, which `url1738 --help` explains:\n  {}\n\n{after}",
                names.join(", ")
            ))
        } else {
            command.args(taken.cloned())
        };
        with_shared(command, usage, shared, is_help)
    })
}

fn shared(all: &clap::Command) -> Vec<Arg> {
    all.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect()
}

/// Returns the command line with the help that the arguments ask for laid out.
fn help(arguments: &[OsString]) -> clap::Command {
    let all = Cli::command();
    let is_brief = arguments.iter().any(|argument| argument == "-h");
    if arguments.len() < 2 || arguments.len() == 2 && is_brief {
        let page = overview(&all);
        return all.override_help(page);
    }
    let shared = shared(&all);
    compact(with_shared(all, "", &shared, true), is_brief, arguments)
}

/// Returns the first page: the commands, each with the beginning of what it does.
fn overview(all: &clap::Command) -> String {
    let mut page = String::from(
        "Check, parse, explain, build, fix and extract RFC 1738 URLs\n\n\
         Usage: url1738 COMMAND ..., url1738 URL to explain it, url1738 FILE to count it\n",
    );
    for (group, names) in GROUPS {
        page.push_str(&format!("{group}:\n"));
        // Without their feature, some are absent.
        for command in names.iter().filter_map(|name| all.find_subcommand(name)) {
            let (name, about) = (command.get_name(), command.get_about());
            let about = about.map(ToString::to_string).unwrap_or_default();
            let ends: &[char] = if about.len() > 66 { &[':', '(', ','] } else { &[':', '('] };
            let brief = about.split(ends).next().unwrap_or_default().trim_end();
            page.push_str(&format!("  {name:<10}{brief}\n"));
        }
    }
    page + "\nurl1738 COMMAND -h shows the main options, --help all of them with examples"
}

/// Returns a command whose help has one form: an option with its text beside it. clap would give three lines to each option
/// as soon as one has a second paragraph. That of `-h` lists the first options, without examples.
///
/// A command that `arguments` do not name is only listed, with the first sentence about it.
fn compact(command: clap::Command, is_brief: bool, arguments: &[OsString]) -> clap::Command {
    let is_named = arguments.iter().any(|argument| argument == command.get_name());
    let long = command.get_long_about().cloned().filter(|_| is_named && !is_brief);
    let about = long.or_else(|| command.get_about().cloned()).unwrap_or_default();
    let mut options = 0;
    let name = command.get_name().to_owned();
    let command = command.about(about).long_about(None::<&str>);
    let command = if is_brief { command.after_help(None::<&str>) } else { command };
    command
        .mut_args(|arg| {
            let long = arg.get_long_help().filter(|_| !is_brief);
            let help = long.or_else(|| arg.get_help()).cloned().unwrap_or_default();
            let values: Vec<String> =
                arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
            let lists = !arg.is_hide_possible_values_set() && !values.is_empty();
            let takes_value = arg.get_action().takes_values();
            let help = match lists && takes_value {
                true => format!("{help} [possible values: {}]", values.join(", ")).into(),
                false => help,
            };
            options += usize::from(!arg.is_positional());
            let is_cut =
                is_brief && !arg.is_positional() && (options > BRIEF || arg.is_global_set());
            // The help of `set` says that parts have such switches.
            let is_removal = name == "set" && arg.get_id().as_str().starts_with("no-");
            let is_kept = matches!(arg.get_id().as_str(), "json" | "help");
            let hides = arg.is_hide_set() || is_removal || is_cut && !is_kept;
            let arg = arg.help(help).long_help(None::<&str>).hide(hides);
            if takes_value { arg.hide_possible_values(true) } else { arg }
        })
        .mut_subcommands(|command| compact(command, is_brief, arguments))
}

/// Returns the arguments with the name of the command if they are a URL or a file alone, and options before it. Older names
/// of commands become those that they are part of.
fn with_command(mut arguments: Vec<OsString>, all: &clap::Command) -> Vec<OsString> {
    let is_option = |text: &OsString| {
        text.as_encoded_bytes().starts_with(b"-") && *text != *"-" && *text != *"--"
    };
    let takes_value = |option: &OsString| {
        let names = |arg: &&Arg| {
            let short = arg.get_short().is_some_and(|name| *option == *format!("-{name}"));
            short || arg.get_long().is_some_and(|name| *option == *format!("--{name}"))
        };
        all.get_arguments().find(names).is_some_and(|arg| arg.get_action().takes_values())
    };
    let mut at = 1;
    while let Some(option) = arguments.get(at).filter(|text| is_option(text)) {
        at += 1 + usize::from(takes_value(option));
    }
    let is_help = arguments.get(at).is_some_and(|text| *text == *"help");
    at += usize::from(is_help);
    let Some(first) = arguments.get(at) else { return arguments };
    let is_relativize = *first == *"relativize";
    let command: &[&str] = match first {
        _ if is_relativize => &["join", "--inverse"],
        _ if *first == *"schemes" || *first == *"rules" => &["list"],
        _ if is_help || all.find_subcommand(first).is_some() => &[],
        _ if check::is_text(Path::new(first)) || Path::new(first).is_dir() => &["check"],
        _ if Path::new(first).is_file() || *first == *"-" => &["check", "--summary"],
        // It may be a URL, or a file or a URL without a scheme, as `explain` will say.
        _ if first.as_encoded_bytes().iter().any(|byte| b":./".contains(byte)) => &["explain"],
        _ => &[],
    };
    // The help has no options.
    let command = if is_help { command.get(..1).unwrap_or(command) } else { command };
    arguments.splice(at..at + usize::from(is_relativize), command.iter().map(Into::into));
    arguments
}

/// The commands. Their arguments may be passwords, so none of them writes itself.
#[derive(Clone, Subcommand)]
enum Command {
    Check(check::Arguments),
    Parse(parse::Arguments),
    Explain(explain::Arguments),
    Plan(plan::Arguments),
    Fetch(fetch::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    #[cfg(feature = "serve")]
    #[command(hide = true)]
    Open(serve::Open),
    Build(build::Arguments),
    Set(set::Arguments),
    Fix(fix::Arguments),
    Normalize(normalize::Arguments),
    Compare(compare::Arguments),
    Join(join::Arguments),
    Extract(extract::Arguments),
    Index(index::Arguments),
    List(list::Arguments),
    #[command(hide = true)]
    Completions(list::Completions),
    #[command(hide = true)]
    Man(list::ManPages),
}

impl Cli {
    /// Parses the arguments of the process.
    pub(crate) fn read(
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<(Self, Usage), clap::Error> {
        let mut command = Self::command();
        let arguments = with_command(arguments.into_iter().collect(), &command);
        set_colors(&arguments);
        let matches = command.try_get_matches_from_mut(&arguments).map_err(|error| {
            // To lay the help out takes longer than to check a URL. That of `build` is shown for its errors, too.
            let missing = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
            let is_help = [ErrorKind::DisplayHelp, missing].contains(&error.kind());
            let is_build = arguments.get(1).is_some_and(|command| command == "build");
            let laid_out = || help(&arguments).try_get_matches_from(&arguments).err();
            (is_help || is_build).then(laid_out).flatten().unwrap_or(error)
        })?;
        let cli = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Ok((cli, Usage::of(&command, &matches)))
    }

    /// Runs the command that the command line names.
    pub(crate) fn run(self, usage: Usage) -> exit::Result<Outcome> {
        let config = self.shared.into_config(usage)?;
        match self.command {
            Command::Check(arguments) => check::run(&config, arguments),
            Command::Parse(arguments) => parse::run(&config, arguments),
            Command::Explain(arguments) => explain::run(&config, arguments),
            Command::Plan(arguments) => plan::run(&config, arguments),
            Command::Fetch(arguments) => fetch::run(&config, &arguments),
            #[cfg(feature = "serve")]
            Command::Open(arguments) => serve::open(&arguments),
            #[cfg(feature = "serve")]
            Command::Serve(arguments) => serve::run(&arguments),
            Command::Build(_) => build::run(&config),
            Command::Set(arguments) => set::run(&config, arguments),
            Command::Fix(arguments) => fix::run(&config, arguments),
            Command::Normalize(arguments) => normalize::run(&config, arguments),
            Command::Compare(arguments) => compare::run(&config, &arguments),
            Command::Join(arguments) => join::run(&config, arguments),
            Command::Extract(arguments) => extract::run(&config, arguments),
            Command::Index(arguments) => index::run(&config, &arguments),
            Command::List(arguments) => list::run(&config, &arguments),
            Command::Completions(arguments) => list::completions(&arguments, command()),
            Command::Man(arguments) => list::man(&arguments, command()),
        }
    }
}

/// Sets the colors of the whole process: clap writes its messages before it knows the options.
fn set_colors(arguments: &[OsString]) {
    for (value, choice) in [("never", ColorChoice::Never), ("always", ColorChoice::Always)] {
        let option = OsString::from(format!("--color={value}"));
        let is_given =
            |pair: &[OsString]| pair.last() == Some(&option) || pair.join("=".as_ref()) == option;
        if arguments.windows(2).any(is_given) {
            choice.write_global();
        }
    }
}

/// Prints help and version to stdout and errors to stderr, and returns the exit code.
pub(crate) fn end(mut error: clap::Error) -> ExitCode {
    suggest_other(&mut error);
    suggest_policy(&mut error);
    sanitize(&mut error);
    match error.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::from(if error.use_stderr() { 2 } else { 0 }),
        Err(error) => exit::end(Err(error.into())),
    }
}

/// Masks the secrets in the arguments that an error repeats, and escapes control characters: a URL may have been given
/// in place of the name of a command. Tips, which would repeat it, are left out.
fn sanitize(error: &mut clap::Error) {
    let context: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in context {
        match value {
            ContextValue::String(text) if argument(&text) != text => {
                error.insert(kind, ContextValue::String(argument(&text)));
                error.remove(ContextKind::Suggested);
            }
            ContextValue::Strings(texts) => {
                let texts = texts.iter().map(|text| argument(text)).collect();
                error.insert(kind, ContextValue::Strings(texts));
            }
            _ => {}
        }
    }
}

/// Suggests `--passwords` if an option is named like one of its values.
fn suggest_policy(error: &mut clap::Error) {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return };
    let value = match given.as_str() {
        "--show-passwords" | "--show-password" | "--keep-passwords" | "--keep" => "keep",
        "--mask" | "--mask-passwords" | "--hide-passwords" => "mask",
        _ => return,
    };
    let tip = format!("use '--passwords {value}'");
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
}

/// Suggests `build other` for a scheme that has no command.
fn suggest_other(error: &mut clap::Error) {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    let name = name.clone();
    // Only the subcommands of `build` are schemes.
    let usage = error.get(ContextKind::Usage);
    let is_build = matches!(usage, Some(ContextValue::StyledStr(usage)) if usage.to_string().contains(" build "));
    if is_build && name.bytes().all(|byte| byte.is_ascii_graphic()) {
        let tip = format!("use `build other --scheme {name} ...` for a scheme outside RFC 1738");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        // clap does not recognize two swapped letters of three.
        let known = suggest::name(&name, SCHEMES.iter().map(|scheme| scheme.name));
        if let (Some(known), None) = (known, error.get(ContextKind::SuggestedSubcommand)) {
            let known = ContextValue::Strings(vec![known.to_owned()]);
            error.insert(ContextKind::SuggestedSubcommand, known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text after the options is wrapped by hand, and would be wrapped once more if a line were too long.
    #[test]
    fn no_line_of_help_is_wrapped_twice() {
        let mut all = vec![command()];
        while let Some(command) = all.pop() {
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let widest = after.lines().max_by_key(|line| line.len()).unwrap_or_default();
            assert!(widest.len() <= MAX_WIDTH, "{}: {widest}", command.get_name());
            all.extend(command.get_subcommands().cloned());
        }
    }
}
