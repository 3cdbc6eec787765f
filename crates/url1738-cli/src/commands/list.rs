//! `url1738 list`: what the program knows: schemes, codes, and the schema of its records. `completions` and `man`: what shells
//! and readers of man pages take.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use clap::{Args, Command, Subcommand, builder::TypedValueParser as _};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use serde_json::json;
use url1738::{SCHEMES, SchemeInfo, codes::CodeInfo};
use url1738_picture::wrap;

use super::line_command;
use crate::{
    codes::{self, CATALOG, Code},
    config::Config,
    diagnostics::{Palette, success, suggest},
    exit::{self, Outcome, with_exit_status},
    hinted::hinted,
    records::Object,
    selection::unknown_code,
};

/// List the schemes, the codes of reports, or the schema of records
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 list schemes
  url1738 list rules tilde           explain a code
  url1738 list schema > records.schema.json", "the list was written"))]
pub(crate) struct Arguments {
    #[command(subcommand)]
    list: List,
}

#[derive(Clone, Debug, Subcommand)]
enum List {
    /// List the ten schemes and three successors of http, with their ports, forms and sections
    #[command(after_help = with_exit_status!("\
Examples:
  url1738 list schemes
  url1738 list schemes --json", "the schemes were written"))]
    Schemes,
    Rules(Rules),
    /// Write the JSON Schema of the records that --json writes, of all commands
    #[command(after_help = with_exit_status!("\
Examples:
  url1738 list schema | jq '.\"$defs\".error'", "the schema was written"))]
    Schema,
}

pub(crate) fn run(config: &Config, arguments: &Arguments) -> exit::Result<Outcome> {
    match &arguments.list {
        List::Schemes => schemes(config),
        List::Rules(arguments) => rules(config, arguments),
        List::Schema => line_command::print(include_bytes!("records.schema.json")),
    }
}

fn schemes(config: &Config) -> exit::Result<Outcome> {
    let config = &config.with_columns(&["scheme", "port", "section", "form", "title"]);
    let mut out = Vec::new();
    config.output.header(&mut out)?;
    for SchemeInfo { name, port, section, purpose, forms, .. } in SCHEMES {
        let form = forms.join(" | ");
        let text = |palette: &Palette, to: &mut Vec<u8>| {
            let style = palette.name;
            let port = port.map_or_else(|| "-".to_owned(), |port| port.to_string());
            writeln!(to, "{style}{name:<9}{style:#}{port:>5}  {section:<8} {form:<52} {purpose}")
        };
        let values = [json!(name), json!(port), json!(section), json!(form), json!(purpose)];
        let record = Object::of_columns(config.output.columns, &values);
        config.output.record(&record, text, &mut out)?;
    }
    line_command::print(&out)
}

/// List the codes of errors, lints, repairs, warnings and refusals, or explain some of them
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 list rules                  list all codes, one per line
  url1738 list rules tilde            explain a code, with a bad and a good example
  url1738 list rules unexpected-byte  explain all codes of a group
  url1738 list rules port             explain all codes that begin with port-
  url1738 list rules --json | jq -r 'select(.kind == \"lint\").code'", "the codes were written"))]
struct Rules {
    /// The codes to explain, or prefixes of codes [default: list all codes]
    #[arg(value_name = "CODE", hide_possible_values = true)]
    #[arg(value_parser = hinted(codes::names().into_iter()).try_map(name))]
    codes: Vec<String>,
}

/// Reads a code, or the prefix of several.
fn name(name: String) -> Result<String, String> {
    match CATALOG.iter().any(|code| codes::is_named(code, &name)) {
        true => Ok(name),
        false => Err(unknown_code(&name, codes::names().into_iter())),
    }
}

fn rules(config: &Config, arguments: &Rules) -> exit::Result<Outcome> {
    let columns = &["code", "kind", "message", "explanation", "bad", "good", "section", "group"];
    let config = &config.with_columns(columns);
    let mut out = Vec::new();
    config.output.header(&mut out)?;
    let is_explained = !arguments.codes.is_empty();
    let named = arguments
        .codes
        .iter()
        .flat_map(|name| CATALOG.iter().filter(|code| codes::is_named(code, name)));
    for code in named.chain(CATALOG.iter().filter(|_| !is_explained)) {
        let CodeInfo { kind, message, explanation, bad, good, section, group, .. } = **code;
        let values = [code.code, kind.as_str(), message, explanation, bad, good, section, group];
        let record = Object::of_columns(config.output.columns, &values);
        let text = |palette: &Palette, to: &mut Vec<u8>| match is_explained {
            true => explain(code, palette, to),
            false => {
                let Palette { name, faint, .. } = palette;
                let code = code.code;
                writeln!(to, "{name}{code:<26}{name:#} {faint}{kind:<8}{faint:#} {message}")
            }
        };
        config.output.record(&record, text, &mut out)?;
    }
    line_command::print(&out)
}

fn explain(code: Code, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    let (Palette { name, faint, error, .. }, success) = (palette, success(palette));
    let CodeInfo { kind, message, explanation, bad, good, .. } = *code;
    let section = codes::cited_section(code);
    writeln!(out, "{name}{}{name:#} {faint}({kind}, {section}){faint:#}", code.code)?;
    writeln!(out, "{message}\n")?;
    wrap(explanation, 80).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "\n  {error}bad:{error:#}  {bad}\n  {success}good:{success:#} {good}\n")
}

/// Write a script that completes commands, options and their values in a shell
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 completions bash > ~/.local/share/bash-completion/completions/url1738
  url1738 completions zsh > ~/.zfunc/_url1738
  url1738 completions fish > ~/.config/fish/completions/url1738.fish", "the script was written"))]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Writes the script for `command`, which is the whole program.
pub(crate) fn completions(arguments: &Completions, mut command: Command) -> exit::Result<Outcome> {
    // The generator panics if it cannot write.
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, "url1738", &mut script);
    line_command::print(&script)
}

/// Write man pages: of the program, of one command, or of all
#[derive(Args, Clone, Debug)]
#[command(after_help = with_exit_status!("\
Examples:
  url1738 man | man -l -                       read the page of the program
  url1738 man build ftp | man -l -             read the page of a command
  url1738 man --folder ~/.local/share/man/man1 install all pages", "the pages were written"))]
pub(crate) struct ManPages {
    /// The command [default: the program]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of all commands into this folder, which is created if needed
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    folder: Option<PathBuf>,
}

/// Writes pages of `program`, which is the whole program.
pub(crate) fn man(arguments: &ManPages, program: Command) -> exit::Result<Outcome> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &arguments.folder {
        fs::create_dir_all(folder).map_err(|error| exit::Error::File(folder.clone(), error))?;
        return write_all(&program, folder);
    }
    let mut command = &program;
    for name in &arguments.command {
        let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let tip = suggest::name(name, known.into_iter());
        let tip = tip.map(|known| format!(": did you mean '{known}'?")).unwrap_or_default();
        let unknown = format!("'{}' has no command '{name}'{tip}", command.get_name());
        command = command.find_subcommand(name).ok_or(exit::Error::Usage(unknown))?;
    }
    line_command::print(text(&page(command))?.as_bytes())
}

fn page(command: &Command) -> Man {
    let version = concat!("url1738 ", env!("CARGO_PKG_VERSION"));
    // Without a date, what comes after it would be taken for one.
    Man::new(command.clone()).date(" ").source(version).manual("url1738")
}

/// Returns the source of a page. The synopsis may break between options of which one is needed: `\\:` allows it.
fn text(page: &Man) -> io::Result<String> {
    let mut text = Vec::new();
    page.render(&mut text)?;
    let text = String::from_utf8_lossy(&text).replace(r"\fR|\fB", r"\fR|\:\fB");
    // A line with a single long word cannot be filled.
    let text = text.replacen(".SH SYNOPSIS\n", ".SH SYNOPSIS\n.na\n", 1);
    Ok(text.replacen(".SH DESCRIPTION\n", ".ad\n.SH DESCRIPTION\n", 1))
}

fn write_all(command: &Command, folder: &PathBuf) -> exit::Result<Outcome> {
    for inner in command.get_subcommands() {
        write_all(inner, folder)?;
    }
    let page = page(command);
    let path = folder.join(page.get_filename());
    fs::write(&path, text(&page)?).map_err(|error| exit::Error::File(path, error))?;
    Ok(Outcome::Valid)
}
